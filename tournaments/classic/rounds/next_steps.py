"""The director's next step in a division, and what is missing for it: pure, from plain facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Act(Enum):
    ENTER = "enter"
    PAIR = "pair"
    PAIR_AGAIN = "pair_again"
    BEGIN = "begin"
    SETTLE = "settle"
    RESULTS = "results"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round. `amiss` counts players who should be in it and are not, and players in it who have dropped out."""

    number: int
    begun: bool
    missing: int = 0
    differing: int = 0
    amiss: int = 0


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next, and the round `number` to do it with.

    `waiting` counts what the act is about: players to pair again, reports that differ, or missing results.
    For a round that could be paired, these are results of earlier rounds. `may_pair` is the next round to pair.
    """

    act: Act
    number: int = 0
    waiting: int = 0
    may_pair: int | None = None


def next_step(rounds: Sequence[RoundProgress], *, players: int, planned: int, ahead: int) -> NextStep:
    """Return the next step of a division with so many players and planned rounds; pairings may go without the
    results of the last `ahead` rounds.
    """
    if players < 2 and not rounds:
        return NextStep(Act.ENTER)
    further = len(rounds) + 1
    may_pair = further if further <= planned else None
    for one in rounds:
        if not one.begun:
            return NextStep(Act.PAIR_AGAIN if one.amiss else Act.BEGIN, one.number, one.amiss, may_pair)
        if one.differing:
            return NextStep(Act.SETTLE, one.number, one.differing, may_pair)
        if one.missing and (may_pair is None or one.number < len(rounds) or not ahead):
            return NextStep(Act.RESULTS, one.number, one.missing, may_pair)
    if may_pair is None:
        return NextStep(Act.STANDINGS)
    return NextStep(Act.PAIR, further, sum(one.missing for one in rounds), further)
