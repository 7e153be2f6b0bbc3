"""Plain values of a division's documents, as the person who prints may see them.

Terms. A *seat* is the player on one side of a match. *Running* is a player's total after a round: wins and
spread added up as in the standings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import ngettext, npgettext, pgettext

from tournaments.classic.standings.rows import Cell, StandingsRow
from tournaments.printing.pdf.label_sheets import LabelSheet
from tournaments.reports.tables import DataTable, number, wins_text


@dataclass(frozen=True, slots=True)
class DivisionHeading:
    """A division and its event, by name."""

    event: str
    division: str


@dataclass(frozen=True, slots=True)
class DivisionList:
    """A table of a division, with what paper says above and below it; paper and files leave out columns by name.

    Paper has its own `title`, if that is another than the table's, and sets the first `strong_rows` in bold. An
    `is_roomy` one of a single page may be set large. An `is_striped` one has a tint behind every other row, and rows
    that are away end in grey.
    """

    about: DivisionHeading
    table: DataTable
    facts: str
    notes: tuple[str, ...] = ()
    not_on_paper: tuple[str, ...] = ()
    not_in_files: tuple[str, ...] = ()
    title: str = ""
    strong_rows: int = 0
    is_roomy: bool = False
    is_striped: bool = False

    @property
    def file(self) -> DataTable:
        return self.table.without(self.not_in_files)


@dataclass(frozen=True, slots=True)
class CardSeat:
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """A match of a round; a bye has no second. `figures` are the recorded result, if there is one."""

    table: int | None
    first: CardSeat
    second: CardSeat | None
    figures: str = ""


def players_text(count: int) -> str:
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": number(count)}


def rounds_text(count: int) -> str:
    return npgettext("match", "%(count)s round", "%(count)s rounds", count) % {"count": number(count)}


def round_text(round_number: int) -> str:
    return pgettext("match", "Round %(number)s") % {"number": number(round_number)}


@dataclass(frozen=True, slots=True)
class SlipsShown:
    """Matches of a round, one slip each; None leaves a place on the page free."""

    about: DivisionHeading
    number: int
    matches: tuple[PairedMatch | None, ...]


@dataclass(frozen=True, slots=True)
class CumulativeScore:
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0

    @property
    def wins(self) -> str:
        return wins_text(self.half_wins)

    @property
    def losses(self) -> str:
        return wins_text(self.half_losses)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line of the wall chart: result and total of each round, None for rounds without a match."""

    row: StandingsRow
    running: tuple[CumulativeScore | None, ...]


@dataclass(frozen=True, slots=True)
class WallChart:
    """The wall chart; `rounds` is the number of its columns, including those to be filled in by hand."""

    about: DivisionHeading
    lines: tuple[ChartLine, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class TableStickers:
    """Table numbers on stickers, None for a label that is used up, and the sheet of labels if there is one."""

    tables: tuple[int | None, ...]
    sheet: LabelSheet | None


@dataclass(frozen=True, slots=True)
class OwnRound:
    """One round of a player: the table, the result, and the total after it."""

    number: int
    table: int | None
    cell: Cell
    running: CumulativeScore | None


@dataclass(frozen=True, slots=True)
class RatingShownLine:
    """A rating change of a player, and whether it holds yet."""

    before: int | None
    after: int
    performance: int
    holds: bool


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player with all rounds, as far as they are paired. Before the first result there is no rank."""

    number: int
    name: str
    club: str
    team: str
    rating: int | None
    rounds: tuple[OwnRound, ...]
    first_round: int = 1
    last_round: int | None = None
    rank: int | None = None
    rated: RatingShownLine | None = None


@dataclass(frozen=True, slots=True)
class PlayerRecords:
    """Players' sheets; `rounds` are those that the division will have, `players` is the number of all
    players.

    A place whose player was removed stays empty.
    """

    about: DivisionHeading
    sheets: tuple[PlayerRecord | None, ...]
    rounds: int
    players: int


@dataclass(frozen=True, slots=True)
class MetLine:
    """A line of a long cross-table: the player at a place of its rows, and the matches with each of some
    opponents. A `further` line goes on with the opponents of the player before.
    """

    at: int
    matches: tuple[tuple[Cell, ...], ...]
    further: bool = False


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Players against players, in the order of `rows`.

    Each of the `pages` has the rows of one range against those of another. A long table has pages of lines in
    their place (`lines`), in which everybody has those whom they met.
    """

    about: DivisionHeading
    rows: tuple[StandingsRow, ...]
    pages: tuple[tuple[range, range], ...]
    state: str
    lines: tuple[tuple[MetLine, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class OvertimeLine:
    """One side of a match: the time left on its clock (milliseconds), minutes of overtime begun, and points
    deducted.

    `in_doubt` says that the desk has not decided yet whether they are. `limit` is the most seconds a turn may
    take; `handicap` says that it is the player's own.
    """

    round: int
    table: int | None
    seat: CardSeat
    left: int | None
    minutes: int
    points: int
    in_doubt: bool
    limit: int | None
    handicap: bool
    long_turns: int


@dataclass(frozen=True, slots=True)
class Balance:
    """Matches of one against another, from the side of the one: the one's score before the other's."""

    scores: tuple[tuple[int, int], ...] = ()

    @property
    def matches(self) -> int:
        return len(self.scores)

    @property
    def half_wins(self) -> int:
        return sum(1 if own == other else 2 * (own > other) for own, other in self.scores)

    @property
    def spread(self) -> int:
        return sum(own - other for own, other in self.scores)

    @property
    def half_losses(self) -> int:
        return 2 * self.matches - self.half_wins

    @property
    def wins_losses(self) -> str:
        return f"{wins_text(self.half_wins)}–{wins_text(self.half_losses)}"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who met in the division, players or groups of them; `ever` is the total of all stored matches, if
    asked for.
    """

    one: str
    other: str
    here: Balance
    ever: Balance | None = None
    of_players: bool = True


@dataclass(frozen=True, slots=True)
class SheetTurn:
    """A player's turn, as on the score sheet: `points` are those of the turn, `total` the points after it.

    The rack is there as far as it is known; `withdrawn` means taken off the board. The `end` has the tiles
    left in its points.
    """

    kind: str
    player: int
    points: int
    total: int
    rack: str = ""
    ref: str = ""
    word: str = ""
    count: int = 0
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A match that is kept move by move; without one there are no names. The board is as in `BoardDiagram`.

    `result` is the result that stands where the record ends in another one.
    """

    about: DivisionHeading
    names: tuple[str, ...] = ()
    round: int = 0
    table: int | None = None
    scores: tuple[int, ...] = ()
    result: str = ""
    over: bool = False
    turns: tuple[SheetTurn, ...] = ()
    board: tuple[tuple[str, ...], ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[tuple[str, str], ...] = ()
    gcg: str = ""
