"""The values of documents of duplicate games: plain (see `tournaments.printing.pdf.values`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from duplicate.printing.values.marks import ArbitrationCell
from duplicate.standings.rules.ranking import Standings
from duplicate.standings.rules.round_statistics import RoundWithSolo
from engine.notation import Convention
from tournaments.reports.tables import DataTable
from tournaments.standings.ranking import EventStandings


@dataclass(frozen=True, slots=True)
class SheetTop:
    """The top of a round in which another move was placed."""

    word: str
    reference: str
    score: int


@dataclass(frozen=True, slots=True)
class SheetRound:
    """One announced round: `word` and `reference` of the placed move are empty when nobody could play.

    `running_total` adds up the top scores so far. `isotops` is how many moves score the top, and `solo` names
    the player who had the best score alone, if there was one. `top` is set if the placed move is no top.
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
class SheetWord:
    """A word that was accepted or refused for the game, with the reason."""

    word: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game's sheet. `board`: 15 rows of 15 tile texts ("" empty, "A", lower case a blank, "CH"); `values`
    by tile text.
    """

    rounds: tuple[SheetRound, ...]
    board: Sequence[Sequence[str]]
    values: Mapping[str, int]
    convention: Convention = "duplicate"
    accepted: tuple[SheetWord, ...] = ()
    refused: tuple[SheetWord, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """Standings of an event: `selection` says in words whose they are, `state` whether they are final.

    `group` is the series, category or club that has this list of its own.
    """

    standings: EventStandings
    table: DataTable
    selection: str = ""
    state: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class GameStandings:
    """Standings of a game: `selection` says in words whose they are."""

    standings: Standings
    selection: str = ""


@dataclass(frozen=True, slots=True)
class ArbitrationLine:
    table: int
    name: str
    cells: tuple[ArbitrationCell, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ArbitrationSheet:
    """Players by rounds with the top of each; `transposed` is rounds by players."""

    rounds: tuple[int, ...]
    tops: tuple[int, ...]
    lines: tuple[ArbitrationLine, ...]
    transposed: bool = False


@dataclass(frozen=True, slots=True)
class SheetMove:
    """A move as it was written; no word if there was none."""

    word: str
    reference: str
    score: int | None


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of one player: `lost` is what it added to the negative, `remark` what was ruled."""

    number: int
    rack: str
    own: SheetMove
    top: SheetMove
    lost: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's game, the rounds in their order. `rank` is None before the first round."""

    name: str
    table: int
    rank: int | None
    players: int
    total: int
    top_total: int
    percent: float | None
    warnings: int
    penalties: int
    rounds: tuple[PlayerRound, ...]


@dataclass(frozen=True, slots=True)
class TopsOfRound:
    """The tops of a round. `below` are the best moves that are no top; None as long as nobody has searched
    for them.
    """

    number: int
    rack: str
    score: int
    tops: tuple[SheetMove, ...]
    below: tuple[SheetMove, ...] | None

    @property
    def is_lacking(self) -> bool:
        """True if there are moves below the top that nobody has searched for."""
        return self.below is None and bool(self.tops)


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics of a game. `percents` are the players' final results; `solos` the number of solos by name."""

    rounds: tuple[RoundWithSolo, ...]
    percents: tuple[float, ...]
    solos: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class WallBoard:
    """The board after a round, whose move covered the squares `marked`; no move before the first."""

    board: Sequence[Sequence[str]]
    values: Mapping[str, int]
    convention: Convention
    marked: tuple[tuple[int, int], ...] = ()
    number: int = 0
    rack: str = ""
    move: SheetMove | None = None
    running_total: int = 0


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """The sheet of one game of several."""

    name: str
    sheet: GameSheet


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster for joining by phone: `path` for scanning, the code of the game for typing."""

    path: str
    code: str


@dataclass(frozen=True, slots=True)
class HardTop:
    """A top that `found` of the `players` of its game found; a lower-case letter of the word is a blank."""

    word: str
    reference: str
    rack: str
    score: int
    found: int
    players: int
    day: date
    game: str
