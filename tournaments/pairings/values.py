"""What is paired and what comes of it, in plain values.

A *field* is the contestants of a division with the matches of all its rounds; those of the round that is being paired
are ignored, so that a round which has not begun can be paired again. A *pairing* names who goes first and, unless it
is a bye, who goes second, and says why in *reasons*: codes with values that a database can keep, told in words by
`tournaments.pairings.reasons`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tournaments.classic_standings import StandingRules
from tournaments.classic_values import Contestant, MatchFacts

Opponents = Literal["halves", "fold", "neighbours"]
Apart = Literal["team", "club"]
Quarters = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Settings:
    """How rounds are paired. `seed` is what lots are drawn from; each method takes what concerns it.

    `rounds_ahead`: the standings go without the results of so many rounds before this one. `opponents`: who meets whom
    in a group of equal wins: the upper half the lower (1 and 5 of 8), the ends (1 and 8), or neighbours (1 and 2).
    `balance_first`: keep first moves balanced even where it takes a float. `apart`: whom to keep apart where it costs
    no rematch. `rematches`: king of the hill and manual pairings may repeat a match. `cycles`: how often all meet in a
    round robin. `quarters`: which quarters meet, round by round, then again from the beginning. `legs`: rounds that
    two teams play each other. `given`: pairings by hand, first and second, None for a bye; `firsts_given`: whether
    their order is meant.
    """

    seed: str = ""
    rounds_ahead: int = 0
    opponents: Opponents = "halves"
    balance_first: bool = True
    apart: frozenset[Apart] = frozenset()
    rematches: bool = True
    cycles: int = 1
    quarters: tuple[Quarters, ...] = (
        ((1, 3), (2, 4)),
        ((1, 2), (3, 4)),
        ((1, 4), (2, 3)),
    )
    legs: int = 1
    given: tuple[tuple[int, int | None], ...] = ()
    firsts_given: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """Whom to pair: only those who are present."""

    contestants: tuple[Contestant, ...]
    matches: tuple[MatchFacts, ...] = ()
    rules: StandingRules = field(default_factory=StandingRules)

    @property
    def present(self) -> tuple[Contestant, ...]:
        return tuple(one for one in self.contestants if one.present)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as a code of `reasons.REASONS` and its values. Contestants are told by their keys, never by name: names
    are put in when it is read, so that who may not see them does not, and who is forgotten is gone from here too.
    """

    code: str
    values: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet, `first` going first; a bye without a second."""

    first: int
    second: int | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round's pairings in the order of tables, the strongest first; byes come last."""

    number: int
    method: str
    pairings: tuple[Pairing, ...]
