"""Input and output of pairing, as plain values.

A *field* is the contestants of a division with the matches of all its rounds; those of the round that is
being paired are ignored, so that a round which has not begun can be paired again. A *pairing* names who goes
first and, unless it is a bye, who goes second. Its *reasons* are codes with values that a database can store;
`tournaments.classic.pairing.reasons` puts them into words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tournaments.classic.rules.standings import StandingRules
from tournaments.classic.rules.values import Contestant, MatchFacts

Opponents = Literal["halves", "fold", "neighbours"]
Apart = Literal["team", "club"]
GroupsBy = Literal["number", "rank", "mixed"]
Quarters = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ClassPrizes:
    """So many prizes by rank of a class; `beside_places` if whoever has a place with a prize gets one as well."""

    class_name: str
    count: int
    beside_places: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of pairing; each method uses the ones that concern it.

    - `seed`: the seed of all lots.
    - `rounds_ahead`: the standings leave out the results of so many rounds before this one.
    - `opponents`: who meets whom in a group of equal wins: the upper half the lower (1 and 5 of 8), the ends
      (1 and 8), or neighbours (1 and 2).
    - `apart`: whom to keep apart if it costs no rematch.
    - `rematches`: king of the hill and manual pairings may repeat a match.
    - `first_round`: the round with which tables of a method begin (round robin, quarters, teams).
    - `cycles`: how often all meet in a round robin.
    - `group_size`, `groups_by`: a round robin is played in groups of about so many, 0 for all in one, and how
      they are made.
    - `quarters`: which quarters meet, round by round, then again from the beginning.
    - `legs`: rounds that two teams play each other.
    - `rounds`: the rounds planned in all, 0 if that is not known.
    - `prize_places`: places with a prize, for which players contend.
    - `class_prizes`: the prizes of classes, for which COP lets players contend in the last round.
    - `gibson`: the Gibson rule holds for methods that leave the choice.
    - `given`: manual pairings, first and second, None for a bye.
    - `firsts_given`: whether their order says who goes first.
    """

    seed: str = ""
    rounds_ahead: int = 0
    opponents: Opponents = "halves"
    apart: frozenset[Apart] = frozenset()
    rematches: bool = True
    first_round: int = 1
    cycles: int = 1
    group_size: int = 0
    groups_by: GroupsBy = "number"
    quarters: tuple[Quarters, ...] = (
        ((1, 3), (2, 4)),
        ((1, 2), (3, 4)),
        ((1, 4), (2, 3)),
    )
    legs: int = 1
    rounds: int = 0
    prize_places: int = 1
    class_prizes: tuple[ClassPrizes, ...] = ()
    gibson: bool = False
    given: tuple[tuple[int, int | None], ...] = ()
    firsts_given: bool = False


@dataclass(frozen=True, slots=True)
class PairingField:
    """The contestants to pair, only those who are present, and the division's matches and rules."""

    contestants: tuple[Contestant, ...]
    matches: tuple[MatchFacts, ...] = ()
    rules: StandingRules = field(default_factory=StandingRules)

    @property
    def present(self) -> tuple[Contestant, ...]:
        return tuple(contestant for contestant in self.contestants if contestant.present)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason, as a code of `reasons.REASONS` and its values.

    Contestants are stored by key, never by name. Names are put in when it is read, so that readers who may
    not see them do not, and nothing remains of a person who was erased.
    """

    code: str
    values: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet, `first` going first; a bye without a second. `group` is theirs, counted from 1."""

    first: int
    second: int | None
    reasons: tuple[Reason, ...] = ()
    group: int | None = None


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round's pairings in the order of tables, the strongest first; byes come last."""

    number: int
    method: str
    pairings: tuple[Pairing, ...]
