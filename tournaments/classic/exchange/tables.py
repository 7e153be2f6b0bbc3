"""An event as tables for other programs, whose headings are in English: all results, and the standings.

The results begin with the columns in which the British federation takes them (https://github.com/houtens/tsh2csv);
`results_table` reads them again. The
standings have those that Woogles writes (`exportStandings` in https://github.com/woogles-io/liwords).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from tournaments.classic.exchange.columns import ABSENT, LEFT
from tournaments.classic.exchange.values import FileDivision, FileEvent, FileMatch, FilePlayer
from tournaments.classic.models import Division
from tournaments.classic.scores.scores import FIGURES, Outcome
from tournaments.classic.standings.rows import standings_of_division
from tournaments.models import Event
from tournaments.reports.tables import Cell, DataTable

RESULTS = (
    *("Division", "Round", "Player 1", "Score 1", "Player 2", "Score 2", "Table"),
    *("Result", "Spread", "Rating 1", "Rating 2"),
)
STANDINGS = ("division", "rank", "username", "wins", "losses", "draws", "winpts", "spread")


def results_table(event: FileEvent) -> DataTable:
    """Return a row a match, the player who went first before the other.

    A round without an opponent has `Bye` as the second, and the result of a forfeit if it is a missed one. Byes and
    forfeits have no scores, and once their round has begun the spread of the first. Players who have left, or are in no
    match, have a row of their own.
    """
    return DataTable.of_texts("Results", RESULTS, chain.from_iterable(map(_result_rows, event.divisions)))


def _result_rows(division: FileDivision) -> Iterator[tuple[Cell, ...]]:
    players = {player.number: player for player in division.players}
    for match in division.matches:
        yield _result_row(division, players, match)
    there = {number for match in division.matches for number in (match.facts.first, match.facts.second)}
    for one in division.players:
        if one.last_round is not None or one.number not in there:
            word = ABSENT if one.last_round is None else LEFT
            yield (division.name, one.last_round, one.name, None, word, *[None] * 4, one.rating, None)


def _result_row(
    division: FileDivision, players: Mapping[int, FilePlayer], match: FileMatch
) -> tuple[Cell, ...]:
    facts = match.facts
    first, second = players[facts.first], None if facts.second is None else players[facts.second]
    scores: tuple[int | None, int | None] = (None, None)
    spread = None
    if second is not None and facts.outcome == "played":
        scores = facts.first_score, facts.second_score
    elif (second is None or facts.forfeited) and facts.round <= division.begun:
        spread = division.free_spread(facts.first, facts)
    figures = FIGURES[Outcome(facts.outcome)] if facts.forfeited else None
    return (
        *(division.name, facts.round, first.name, scores[0], second.name if second else "Bye", scores[1]),
        *(match.table, figures, spread, first.rating, second.rating if second else None),
    )


def standings_table(event: Event) -> DataTable:
    """Return the present standings of all divisions."""
    rows = chain.from_iterable(map(_standings_rows, event.divisions.order_by("pk")))
    return DataTable.of_texts("Standings", STANDINGS, rows)


def _standings_rows(division: Division) -> Iterator[tuple[Cell, ...]]:
    for place, row in enumerate(standings_of_division(division).rows, start=1):
        line = row.line
        draws = Counter(cell.mark for cell in row.cells if cell is not None)["="]
        wins, losses = (line.half_wins - draws) // 2, (line.half_losses - draws) // 2
        points = f"{line.half_wins / 2:.1f}"
        rank = None if line.rank is None else place
        yield (division.name, rank, line.contestant.name, wins, losses, draws, points, line.spread)
