"""An event as tables for other programs, whose headings are in English: all results, and the standings.

The results begin with the columns in which the British federation takes them (https://github.com/houtens/tsh2csv). The
standings have those that Woogles writes (`exportStandings` in https://github.com/woogles-io/liwords).
"""

from collections import Counter

import tablib

from tournaments.classic.exchange.values import FileEvent
from tournaments.classic.models import Division
from tournaments.classic.standings.rows import standings_of_division
from tournaments.models import Event

RESULTS = ("Division", "Round", "Player 1", "Score 1", "Player 2", "Score 2", "Table")
STANDINGS = ("division", "rank", "username", "wins", "losses", "draws", "winpts", "spread")


def results_table(event: FileEvent) -> tablib.Dataset:
    """Return a row a match, the player who went first before the other; forfeits have no scores, and a bye has nobody
    as the second. Missed rounds are left out.
    """
    table = tablib.Dataset(headers=RESULTS, title="Results")
    for division in event.divisions:
        names = {one.number: one.name for one in division.players}
        for match in division.matches:
            facts = match.facts
            if facts.second is None and not facts.is_bye:
                continue
            scores = (facts.first_score, facts.second_score) if facts.outcome == "played" else (None, None)
            second = "Bye" if facts.second is None else names[facts.second]
            first_score, second_score = (None, None) if facts.second is None else scores
            row = [division.name, facts.round, names[facts.first], first_score, second, second_score]
            table.append([*row, match.table])
    return table


def standings_table(event: Event) -> tablib.Dataset:
    """Return the present standings of all divisions."""
    table = tablib.Dataset(headers=STANDINGS, title="Standings")
    for division in event.divisions.order_by("pk"):
        for row in _standings_rows(division):
            table.append(row)
    return table


def _standings_rows(division: Division) -> list[list[object]]:
    rows: list[list[object]] = []
    for place, row in enumerate(standings_of_division(division).rows, start=1):
        line = row.line
        draws = Counter(cell.mark for cell in row.cells if cell is not None)["="]
        wins, losses = (line.half_wins - draws) // 2, (line.half_losses - draws) // 2
        points = f"{line.half_wins / 2:.1f}"
        rank = None if line.rank is None else place
        rows.append([division.name, rank, line.contestant.name, wins, losses, draws, points, line.spread])
    return rows
