"""Open questions at the desk: those of players about rulings, and slips that came after a decision."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from duplicate.attendance.seating import annotate_seat
from duplicate.models import Game, Question, Round, Slip
from duplicate.slips.averaged_slips import apply_average, averages_in_round
from duplicate.slips.decisions import is_decided
from duplicate.slips.paper import version_tag
from duplicate.slips.selectors import RuledSlip, slips_by_entry, view_ruled_slip


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """An open question; `ruled` is the slip that it is about, None if there was none."""

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
    """Return the open questions in the order of time; a cancelled round takes its questions with it."""
    asked = annotate_seat(
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
        round_ = questions[0].round
        round_.game = game
        averages = averages_in_round(round_)
        for question in questions:
            ruled = slips.get(question.entry_id)
            lines.append(_line(question, ruled and apply_average(ruled, averages.get(question.entry_id))))
    return tuple(sorted(lines, key=lambda line: line.question_id))


@dataclass(frozen=True, slots=True)
class FurtherLine:
    """A table with `slips` that came after an arbitrator's decision on the slip that counts, which is
    `ruled`. In a round that `is_announced` the answer needs a reason. `seen` is the version tag that
    `paper.lock_slips` compares.
    """

    entry_id: int
    number: int
    is_announced: bool
    table: int
    name: str
    ruled: RuledSlip
    slips: tuple[Slip, ...]
    seen: str

    @property
    def key(self) -> str:
        """Part of the names of this line's fields."""
        return f"{self.entry_id}-{self.number}"


def further_slips(game: Game) -> tuple[FurtherLine, ...]:
    """Return the tables with a further slip that waits, by round. Conflicts of a round in progress without a
    decision are in the list of tables alone.
    """
    waiting = Slip.objects.in_conflict().filter(round__game=game).exclude(round__state=Round.State.CANCELLED)
    places = set(waiting.order_by().values_list("entry", "round"))
    if not places:
        return ()
    standing = Slip.objects.standing().filter(
        entry__in={entry for entry, _round in places}, round__in={one for _entry, one in places}
    )
    there = annotate_seat(
        game, standing.select_related("round", "entry__player", "entry__partner", "keyed_by")
    )
    by_place: dict[tuple[int, int], list[Slip]] = {}
    for slip in there.prefetch_related("rulings").order_by("-effective", "pk"):
        by_place.setdefault((slip.entry_id, slip.round_id), []).append(slip)
    lines = [_further(slips) for place, slips in by_place.items() if place in places and _asks(slips)]
    return tuple(sorted(lines, key=lambda line: (line.number, line.table)))


def _asks(slips: list[Slip]) -> bool:
    """Tell whether the first of these slips counts, and was decided on or is in an announced round."""
    first = slips[0]
    announced = first.round.state == Round.State.ANNOUNCED
    return first.effective and (announced or is_decided(first.rulings.all()))


def _further(slips: list[Slip]) -> FurtherLine:
    counting, *further = slips
    return FurtherLine(
        entry_id=counting.entry_id,
        number=counting.round.number,
        is_announced=counting.round.state == Round.State.ANNOUNCED,
        table=counting.entry.table,
        name=counting.entry.name,
        ruled=view_ruled_slip(counting),
        slips=tuple(further),
        seen=version_tag(counting),
    )


def questions_of(game: Game) -> QuerySet[Question]:
    """Return all questions of a game, in the order of time; a cancelled round takes its questions with it."""
    asked = Question.objects.filter(round__game=game, round__state=Round.State.ANNOUNCED)
    return annotate_seat(
        game, asked.select_related("round", "entry__player", "entry__partner", "answered_by")
    )


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
        sanction_text=ruled.sanction_text if ruled else "",
        top=question.round,
    )
