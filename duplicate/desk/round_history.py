"""One round with all its slips and decisions, for the page on which an arbitrator goes back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from duplicate.attendance.seating import annotate_seat
from duplicate.judging.words import rule_text, ruling_text, sanction_text, verdict_text
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.positions.board_state import progress_of
from duplicate.slips.averaged_slips import apply_average
from duplicate.slips.selectors import view_ruled_slip
from duplicate.standings.rules.ranking import Average

MOST_TOPS = 12
BY_SEAT = ("seat", "-effective", "pk")


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A decision on a slip. `by` is empty for the program's own."""

    score: int
    sanction: str
    code: str
    verdict: str
    rule: str
    by: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class SlipHistory:
    """A slip with its rulings, the one that counts last. `keyed_by` is empty for a slip from a phone."""

    slip: Slip
    table: int
    name: str
    keyed_by: str
    rulings: tuple[RulingLine, ...]

    @property
    def counts(self) -> RulingLine | None:
        return self.rulings[-1] if self.rulings else None

    @property
    def overruled(self) -> tuple[RulingLine, ...]:
        """The earlier decisions, the first one first."""
        return self.rulings[:-1]


@dataclass(frozen=True, slots=True)
class RoundHistory:
    """A round between its neighbours. `is_last` says whether the round can still be cancelled; `board` is the
    one before it was played.
    """

    round: Round
    board: list[list[str]]
    is_last: bool
    previous: int | None
    following: int | None
    cancelled: int

    @property
    def shown_tops(self) -> list[dict[str, Any]]:
        """The first tops. A blank can make hundreds of isotops; the search lists them all."""
        return (self.round.tops or [])[:MOST_TOPS]

    @property
    def more_tops(self) -> int:
        return max(0, len(self.round.tops or ()) - MOST_TOPS)


def history_of_round(game: Game, round_: Round) -> RoundHistory:
    """Return everything about one standing round: for arbitrators only."""
    numbers = list(game.rounds.standing().exclude(state=Round.State.DRAWN).values_list("number", flat=True))
    later = [number for number in numbers if number > round_.number]
    return RoundHistory(
        round=round_,
        board=progress_of(game, before=round_.number).board.tokens(game.tiles),
        is_last=not later,
        previous=max((number for number in numbers if number < round_.number), default=None),
        following=min(later, default=None),
        cancelled=game.rounds.filter(state=Round.State.CANCELLED, number=round_.number).count(),
    )


def slips_handed_in(round_: Round) -> QuerySet[Slip]:
    """Return every slip of a round, by table, the one that counts first; for `slip_history`."""
    slips = round_.slips.select_related("entry__player", "entry__partner", "keyed_by")
    by_seat = annotate_seat(round_.game, slips).order_by(*BY_SEAT)
    return by_seat.prefetch_related("rulings__by")


def slip_history(slip: Slip, average: Average | None = None) -> SlipHistory:
    """Return a slip with its rulings; the last one has the average that counts in its place, if there is one."""
    rulings = list(_ruling_lines(slip.rulings.all()))
    if average and slip.effective and rulings:
        ruled = apply_average(view_ruled_slip(slip), average)
        rulings[-1] = replace(
            rulings[-1],
            score=average.points,
            sanction=ruled.sanction_text,
            verdict=ruled.verdict,
            rule=ruled.rule,
        )
    return SlipHistory(
        slip=slip,
        table=slip.entry.table,
        name=slip.entry.name,
        keyed_by=slip.keyed_by.get_username() if slip.keyed_by else "",
        rulings=tuple(rulings),
    )


def _ruling_lines(rulings: Iterable[Ruling]) -> Iterable[RulingLine]:
    for ruling in sorted(rulings, key=lambda ruling: ruling.pk):
        verdict = verdict_text(ruling.code, ruling.params)
        yield RulingLine(
            score=ruling.score,
            sanction=sanction_text(ruling.sanction, ruling.warnings),
            code=ruling.code,
            verdict=ruling_text(ruling.code, ruling.params, conduct=ruling.conduct),
            rule=rule_text(ruling.code) if verdict else "",
            by=ruling.by.get_username() if ruling.by else "",
            at=ruling.made_at,
            reason=ruling.reason,
        )
