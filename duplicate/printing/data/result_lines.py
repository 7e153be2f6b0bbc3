"""The results of a game as lines with licences, for a federation and its programs."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.printing.letterhead import letterhead
from tournaments.printing.registry import Options
from tournaments.reports.csv_format import WITH_SEMICOLONS
from tournaments.reports.spreadsheets import table_bytes
from tournaments.reports.tables import DataTable, TableColumn, TableOf, table_of
from tournaments.standings.columns import column_of


@dataclass(frozen=True, slots=True)
class WrittenResult:
    """The result of a player or a pair, with the licence of each; an unknown one is empty."""

    table: int
    name: str
    total: int
    licences: Sequence[str]

    @property
    def licence(self) -> str:
        return " & ".join(self.licences).strip() if any(self.licences) else ""


@dataclass(frozen=True, slots=True)
class ResultLines:
    """The lines of one game; what is unknown of club and day is empty."""

    club: str
    game: str
    day: str
    lines: Sequence[WrittenResult]


LINES: TableOf[WrittenResult] = table_of(
    _("Result lines"),
    TableColumn(column_of("table"), attrgetter("table")),
    TableColumn(column_of("name"), attrgetter("name")),
    TableColumn.of("score", _("Score"), attrgetter("total")),
    TableColumn(column_of("licence"), attrgetter("licence")),
)


def result_lines(game: Game, _options: Options) -> ResultLines:
    """Return a line for each player or pair that was there, by table; none before a score is known."""
    entries = game.event.entries.select_related("player", "partner")
    licences = {
        entry.pk: [person.licence for person in (entry.player, entry.partner) if person] for entry in entries
    }
    standings = standings_for_game(game)
    rows = [row for row in standings.rows if standings.rounds and not row.absent]
    lines = [
        WrittenResult(row.table, row.name, row.total, licences.get(row.entry_id, ()))
        for row in sorted(rows, key=lambda row: row.table)
    ]
    return ResultLines(letterhead().club, game.name, game.event.date.isoformat(), lines)


def result_lines_table(result: ResultLines) -> DataTable:
    return LINES(result.lines)


def write_result_lines(result: ResultLines) -> str:
    """Return the text of the lines, with what the reader should know in front."""
    head = (
        ("club", result.club),
        (gettext("game"), result.game),
        (gettext("day"), result.day),
        (gettext("note"), gettext("An empty licence is unknown. The rounds are not in these lines.")),
        (
            gettext("guessed"),
            gettext(
                "the order of the columns and the separator: the layout of Sigles and DupliTop is not published"
            ),
        ),
    )
    facts = "".join(f"# {key}: {value}\r\n" for key, value in head if value)
    return facts + table_bytes(LINES(result.lines), "csv", WITH_SEMICOLONS).decode("utf-8-sig")
