"""The players' questions as the desk shows them: what was handed in, how it was judged, and what is asked."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from duplicate.messages import sanction_text
from duplicate.models import Game, Question, Round, Slip
from duplicate.seats import seated
from duplicate.selectors import RuledSlip, slips_by_entry


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """An open question; `ruled` is the slip that it is about, None where there was none."""

    question_id: int
    number: int
    table: int
    name: str
    asked_at: datetime
    text: str
    ruled: RuledSlip | None
    sanction_text: str
    top: Round


def open_questions(game: Game) -> tuple[QuestionLine, ...]:
    """By the time when they were asked; a cancelled round takes its questions with it."""
    asked = seated(
        game,
        Question.objects.open()
        .filter(round__game=game, round__state=Round.State.ANNOUNCED)
        .select_related("round", "entry__player", "entry__partner"),
    )
    by_round: dict[int, list[Question]] = {}
    for question in asked:
        by_round.setdefault(question.round_id, []).append(question)
    lines = []
    for round_id, questions in by_round.items():
        entries = [question.entry_id for question in questions]
        slips = slips_by_entry(Slip.objects.filter(round=round_id, entry__in=entries))
        lines += [_line(question, slips.get(question.entry_id)) for question in questions]
    return tuple(sorted(lines, key=lambda line: line.question_id))


def questions_of(game: Game) -> QuerySet[Question]:
    """All that was asked, in the order of time; a cancelled round takes its questions with it."""
    asked = Question.objects.filter(round__game=game, round__state=Round.State.ANNOUNCED)
    return seated(game, asked.select_related("round", "entry__player", "entry__partner", "answered_by"))


def _line(question: Question, ruled: RuledSlip | None) -> QuestionLine:
    entry = question.entry
    return QuestionLine(
        question_id=question.pk,
        number=question.round.number,
        table=entry.table,
        name=entry.name,
        asked_at=question.asked_at,
        text=question.text,
        ruled=ruled,
        sanction_text=sanction_text(ruled.sanction if ruled else ""),
        top=question.round,
    )
