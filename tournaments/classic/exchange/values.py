"""An event as a file of another program tells it, in plain values. Pure.

Terms. A player's *number* is the place in the division's list, from 1 on. A *problem* is a fault of the file, with
which nothing can be imported, or a remark on what is read otherwise than it is written.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.classic.pairing.plan import Stage
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.rules.values import MatchFacts
from tournaments.errors import RuleViolation
from tournaments.names.name_parts import NameParts, join_pair

# The spread of a bye or a forfeit where nothing says another one.
USUAL_SPREAD: Final = 50
# The most points that a spread or overtime may have in a file or a form of results.
MOST_POINTS: Final = 1_000
# The most players of a division, and names of an event.
MOST_PLAYERS: Final = 10_000
# The faults and remarks that are kept: a file may have a million, and each takes a kilobyte.
MOST_PROBLEMS: Final = 1_000


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A fault or remark, and where in the files it is; `line` is None if it is about the whole file."""

    file: str
    line: int | None
    error: RuleViolation


class FilePart(NamedTuple):
    """The text of a file, and the line of the upload where it begins."""

    text: str
    first_line: int = 1


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """A player of a division, or the two of a pair; see `DivisionEntry` for the rounds. A pair has no licence."""

    number: int
    people: tuple[NameParts, ...]
    rating: int | None = None
    group: str = ""
    team: str = ""
    first_round: int = 1
    last_round: int | None = None
    licence: str = ""
    rated_games: int | None = None

    @property
    def names(self) -> list[str]:
        """The name, or both names of a pair, the given name first."""
        return [person.joined for person in self.people]

    @property
    def name(self) -> str:
        return join_pair(self.names)


@dataclass(frozen=True, slots=True)
class FileMatch:
    """A match or bye, whose contestants are the numbers of players."""

    facts: MatchFacts
    table: int | None = None


@dataclass(frozen=True, slots=True)
class FileDivision:
    """A division. The rounds up to `begun` have begun, later ones are only paired; `stages` are the plan, `cycles` how
    often all meet in a round robin of it.
    """

    name: str
    players: tuple[FilePlayer, ...]
    matches: tuple[FileMatch, ...] = ()
    rounds_planned: int = 1
    begun: int = 0
    bye_spread: int = USUAL_SPREAD
    forfeit_spread: int = USUAL_SPREAD
    spread_caps: tuple[int, ...] = ()
    leavers_unranked: bool = False
    stages: tuple[Stage, ...] = ()
    prizes: tuple[Prize, ...] = ()
    one_prize_each: bool = False
    cycles: int = 1

    @property
    def rounds(self) -> int:
        """The number of the last round that is paired."""
        return max((match.facts.round for match in self.matches), default=0)

    @property
    def prize_places(self) -> int:
        """The places with a prize for everybody, for which players contend; from one to as many as a form takes."""
        ranks = (prize.place for prize in self.prizes if prize.kind == "rank" and not prize.class_name)
        return min(100, max(ranks, default=1))

    @property
    def results(self) -> int:
        return sum(match.facts.outcome != "open" for match in self.matches)

    def free_spread(self, number: int, facts: MatchFacts) -> int:
        """Return the spread of a player in a bye, a missed round or a forfeited match."""
        if facts.free_win != number:
            return -(facts.own_spread or self.forfeit_spread)
        return facts.own_spread or (self.bye_spread if facts.is_bye else self.forfeit_spread)


@dataclass(frozen=True, slots=True)
class FileEvent:
    """An event; `name` is empty and `day` is None if the files do not say them. `federation` is the one whose rules
    and ratings they go by, empty if they name none.
    """

    divisions: tuple[FileDivision, ...]
    name: str = ""
    day: date | None = None
    federation: str = ""


@dataclass(slots=True)
class Problems:
    """The first faults and remarks that were found so far; `more_faults` are further ones, counted only."""

    faults: list[FileProblem] = field(default_factory=list)
    remarks: list[FileProblem] = field(default_factory=list)
    more_faults: int = 0

    def fault(self, file: str, line: int | None, error: RuleViolation) -> None:
        if len(self.faults) < MOST_PROBLEMS:
            self.faults.append(FileProblem(file, line, error))
        else:
            self.more_faults += 1

    def remark(self, file: str, line: int | None, error: RuleViolation) -> None:
        if len(self.remarks) < MOST_PROBLEMS:
            self.remarks.append(FileProblem(file, line, error))


def free_round(round_: int, number: int, spread: int, usual: int, *, is_bye: bool) -> MatchFacts:
    """Return a bye or a missed round; a spread that is not the usual one is its first score."""
    own = 0 if spread == usual else spread
    if is_bye:
        return MatchFacts(round_, number, None, "played" if own else "open", own)
    return MatchFacts(round_, number, None, "first_forfeits", -own)


def find_usual_spread(spreads: Sequence[int]) -> int:
    """Return the spread of a division in which byes or missed rounds have these: 0 if there is one, since none has
    a spread of 0 of its own, or else the most frequent.
    """
    if 0 in spreads:
        return 0
    return Counter(spreads).most_common(1)[0][0] if spreads else USUAL_SPREAD


def division_full() -> RuleViolation:
    return RuleViolation("division_full", _("A division has at most {most} players."), most=MOST_PLAYERS)


def read_whole(text: str) -> int:
    """Return a number of up to six digits; 0 if the text is none."""
    return int(text) if text.isdecimal() and len(text) <= 6 else 0
