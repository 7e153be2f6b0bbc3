"""The results of a game as lines with licences, for a federation and its programs."""

from duplicate.models import Game
from duplicate.simultaneous.result_text import LINES, ResultLines, WrittenResult
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.printing.letterhead import letterhead
from tournaments.printing.registry import Options
from tournaments.reports.tables import DataTable


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
