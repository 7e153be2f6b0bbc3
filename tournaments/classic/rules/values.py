"""Classic tournaments in plain values: the input of pairings, standings, ratings and prizes.

Terms. A *contestant* is one who is paired: an entry of a division. `number` is the place in the division's
list, the strongest first; it decides the order if nothing else separates two. A *match* is two contestants in
one round, of whom `first` goes first; a *bye* is a match without a second. Wins are counted in halves, since
a draw is half a win: 11 half wins read 5½. *Spread* is the sum of own scores less those of the opponents.

Invariants: a forfeited match has not been played. The two have not met by it, nobody went first in it, and it
is not rated. Its winner gets what a bye gives, and counts as having had one.
"""

from dataclasses import dataclass, replace
from typing import Literal

Outcome = Literal["open", "played", "first_forfeits", "second_forfeits", "both_forfeit"]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant. `present` says whether they are to be paired in the round that is being paired; who has left
    has a `last_round`. `classes` are those of prizes: a class of strength, an age category, “newcomer”.
    """

    key: int
    number: int
    name: str = ""
    rating: int | None = None
    team: str = ""
    club: str = ""
    present: bool = True
    last_round: int | None = None
    classes: frozenset[str] = frozenset()
    licence: str = ""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match of a round. Scores are final: overtime is deducted. An *open* match has no result yet.

    A match without a second is a bye, or, if the first forfeits, a missed round that counts as lost. If its spread
    is not the one of the rules, it is the first score. A *missed* one is no row: it is what the rules give for a
    round in which somebody was in no match. `group` is that of a round robin in groups.
    """

    round: int
    first: int
    second: int | None = None
    outcome: Outcome = "open"
    first_score: int = 0
    second_score: int = 0
    missed: bool = False
    group: int | None = None

    @property
    def is_bye(self) -> bool:
        return self.second is None and self.outcome not in {"first_forfeits", "both_forfeit"}

    @property
    def own_spread(self) -> int:
        """The spread of a round without an opponent that has one of its own, else 0."""
        return abs(self.first_score) if self.second is None else 0

    @property
    def forfeited(self) -> bool:
        return self.outcome not in {"open", "played"}

    @property
    def is_meeting(self) -> bool:
        """True if two meet. An open match counts too, so that pairing ahead of results knows of it."""
        return self.second is not None and not self.forfeited

    @property
    def meeting_only(self) -> "MatchFacts":
        """The match without its result if it was played; what is left is that the two met."""
        return (
            replace(self, outcome="open", first_score=0, second_score=0) if self.outcome == "played" else self
        )

    @property
    def free_win(self) -> int | None:
        """The winner of this round without playing: of a bye, or of a forfeited match."""
        if self.second is None:
            return self.first if self.is_bye else None
        return {"first_forfeits": self.second, "second_forfeits": self.first}.get(self.outcome)
