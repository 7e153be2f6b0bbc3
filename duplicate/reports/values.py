"""What documents of duplicate games are made of: plain values (see `tournaments.reports.values`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.notation import Convention
from tournaments.selections import AgeCategory
from tournaments.standings import EventStandings


@dataclass(frozen=True, slots=True)
class SheetTop:
    """The top of a round in which another move was placed."""

    word: str
    reference: str
    score: int


@dataclass(frozen=True, slots=True)
class SheetRound:
    """One announced round: `word` and `reference` of the placed move are empty when nobody could play.

    `running_total` adds up the top scores so far; `isotops` is how many moves score the top, and `solo` says who
    had the best score alone, if anybody. `top` is there if the placed move is none.
    """

    number: int
    rack: str
    word: str
    reference: str
    score: int
    running_total: int
    isotops: int
    solo: str = ""
    top: SheetTop | None = None


@dataclass(frozen=True, slots=True)
class GameSheet:
    """`board`: 15 rows of 15 tile texts ("" empty, "A", lower case a blank, "CH"); `values` by tile text."""

    rounds: tuple[SheetRound, ...]
    board: Sequence[Sequence[str]]
    values: Mapping[str, int]
    convention: Convention = "duplicate"


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """Standings of an event: `selection` says in words whose they are, `state` whether they are final."""

    standings: EventStandings
    selection: str = ""
    state: str = ""
    categories: tuple[AgeCategory, ...] = ()


@dataclass(frozen=True, slots=True)
class Poster:
    """Where phones join: `path` as it is scanned, the code of the game as it is typed."""

    path: str
    code: str
