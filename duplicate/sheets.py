"""What a player's phone is told of its own: receipts, and the sheet, round by round beside the top."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from duplicate.holding import entry_gone
from duplicate.messages import average_rule, average_text, sanction_text
from duplicate.models import Game, Question, Round, Ruling, Slip
from duplicate.presence import first_rounds
from duplicate.questions import questionable_round
from duplicate.selectors import RuledSlip, announced_rounds, slips_by_round, standings_for_game, top_of
from duplicate.standings import Average, Solo, warning_cost
from tournaments import clock
from tournaments.models import Entry


def receipt_for(slip: Slip) -> dict[str, object]:
    return {
        "id": str(slip.client_id),
        "round": slip.round.number,
        "round_id": slip.round_id,
        "word": slip.word,
        "ref": slip.reference,
        "score": slip.stated_score,
        "received_at": clock.milliseconds(slip.received_at),
        "late": slip.late,
    }


def receipt_for_question(question: Question) -> dict[str, object]:
    """A question as its player sees it, with the answer once there is one."""
    return {
        "id": str(question.client_id),
        "round": question.round.number,
        "text": question.text,
        "asked_at": clock.milliseconds(question.asked_at),
        "answer": question.answer,
        "answered_at": clock.milliseconds(question.answered_at) if question.answered_at else None,
    }


def sheet_for_entry(game: Game, entry: Entry) -> dict[str, object]:
    """The sheet as the phone receives it. Of a round that is not announced it has the player's own slip alone.

    Raises:
        RuleViolation: the player was taken out in the meantime.
    """
    standings, sanctions = standings_for_game(game), game.rule_set.sanctions
    mine = next((row for row in standings.rows if row.entry_id == entry.pk), None)
    if mine is None:
        raise entry_gone(entry)
    by_round = slips_by_round(entry.slips.filter(round__game=game))
    in_progress = game.rounds.in_progress().first()
    pending = _pending_slip(entry, in_progress) if in_progress else None
    return {
        "name": entry.name,
        "table": entry.table,
        "entered": first_rounds(game, game.event.entries.filter(pk=entry.pk))[entry.pk],
        "withdrawn": entry.withdrawn_at is not None,
        "rank": mine.rank if standings.rounds else None,
        "total": mine.total,
        "negative": mine.negative,
        "percent": mine.percent,
        "warnings": mine.warnings,
        "free_warnings": sanctions.free_warnings if sanctions.warning_points else None,
        "warning_points": mine.warning_points,
        "penalties": mine.penalties,
        "solo_points": mine.solo_points,
        "slip": receipt_for(pending) if pending else None,
        "rounds": _lines(game, entry, by_round, standings.solos, mine.averages),
    }


def _lines(
    game: Game,
    entry: Entry,
    by_round: dict[int, RuledSlip],
    solos: Sequence[Solo | None],
    averages: Mapping[int, Average],
) -> list[dict[str, object]]:
    """The announced rounds, newest first."""
    rounds = list(announced_rounds(game))
    ruled = [by_round.get(round_.pk) for round_ in rounds]
    warned = [place for place, slip in enumerate(ruled) if slip and slip.sanction == Ruling.Sanction.WARNING]
    cost = warning_cost(warned, game.rule_set.sanctions)
    questionable, questions = questionable_round(game, clock.now()), _questions_by_round(game, entry)
    lines = []
    for place, (round_, slip, solo) in enumerate(zip(rounds, ruled, solos, strict=False)):
        asked = questions[round_.pk]
        line = _with_average(_line(round_, slip, solo), averages.get(place)) | {
            "warning_points": cost.get(place, 0),
            "questions": [receipt_for_question(question) for question in asked],
            "may_question": round_ == questionable and all(question.answered_at for question in asked),
        }
        lines.append(line)
    return lines[::-1]


def _questions_by_round(game: Game, entry: Entry) -> dict[int, list[Question]]:
    """The player's questions but for those taken back."""
    by_round: dict[int, list[Question]] = defaultdict(list)
    for question in entry.questions.filter(round__game=game, taken_back_at=None).select_related("round"):
        by_round[question.round_id].append(question)
    return by_round


def _with_average(line: dict[str, object], average: Average | None) -> dict[str, object]:
    """The average stands where the score would, and says why. Of a slip in a round that the player arbitrated nothing
    counts.
    """
    if average is None:
        return line
    line |= {"score": average.points, "rule": average_rule(average)}
    if average.why == "arbitrated":
        return line | {
            "verdict": average_text(average),
            "sanction": "none",
            "sanction_text": "",
            "solo": None,
        }
    return line | {"verdict": f"{line['verdict']} {average_text(average)}".strip()}


def _pending_slip(entry: Entry, round_: Round) -> Slip | None:
    """The slip that the phone itself handed in, if it did: what paper says of the same player it is not told, nor
    that the two are in conflict.
    """
    slips = entry.slips.filter(round=round_).select_related("round")
    by_phone = (
        slips.filter(source=Slip.Source.PHONE).order_by("effective", "in_conflict", "-late", "pk").last()
    )
    return by_phone or slips.filter(effective=True).first()


def _line(round_: Round, ruled: RuledSlip | None, solo: Solo | None) -> dict[str, object]:
    top = top_of(round_)
    line: dict[str, object] = {
        "number": round_.number,
        "rack_text": round_.rack,
        "word": "",
        "ref": "",
        "stated": None,
        "score": 0,
        "code": "no_slip",
        "verdict": "",
        "rule": "",
        "reason": "",
        "sanction": "zero",
        "sanction_text": "",
        "solo": None,
        "late": False,
        "top": {"word": top.word, "ref": top.reference, "score": top.score},
    }
    if ruled is None:
        return line
    slip = ruled.slip
    return line | {
        "word": slip.word,
        "ref": slip.reference,
        "stated": slip.stated_score,
        "score": ruled.score,
        "code": ruled.code,
        "verdict": ruled.verdict,
        "rule": ruled.rule,
        "reason": ruled.reason,
        "sanction": ruled.sanction,
        "sanction_text": sanction_text(ruled.sanction),
        "solo": solo.points if solo and solo.entry_id == slip.entry_id else None,
        "late": slip.late,
    }
