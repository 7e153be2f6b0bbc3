"""The standings of a festival under the FISF's rules, counted from words, references and stated scores alone.

Nothing of the engine is used, and no points of the program's are read: moves come from `brute_force`, points from
`scorer`. Slips are good, miscounted, without points, at a wrong reference, or no words: others do not occur.
"""

from collections import Counter
from dataclasses import dataclass

from tests.oracles import brute_force, scorer
from tests.oracles.word_graph import french_words

SOLO_POINTS, SOLO_PLAYERS = 10, 16
FREE_WARNINGS, WARNING_POINTS, PENALTY_POINTS, ZERO_UP_TO = 3, 5, 5, 4


@dataclass(frozen=True)
class RawSlip:
    word: str
    reference: str
    stated: int | None


@dataclass(frozen=True)
class Game:
    """The tops of the rounds, and the points of each table by round."""

    tops: list
    points: dict


def count_game(rounds):
    """Count a game of (rack, placed word, its reference, slips by table) for each round."""
    words = brute_force.WordList(french_words())
    board, tops, warnings = {}, [], Counter()
    points = {table: [] for table in rounds[0][3]}
    for drawn, placed, reference, slips in rounds:
        rack = drawn.replace("+", "").replace("-", "")
        rows = ["".join(board.get((row, column), ".") for column in range(15)) for row in range(15)]
        position = brute_force.Position(words, rows, rack, values=brute_force.FRENCH_VALUES)
        moves = [(word, at, score) for at, word, score in brute_force.all_moves(position)]
        tops.append(max(score for _word, _at, score in moves))
        worth = {table: _worth(slip, board, rack, moves) for table, slip in slips.items()}
        best = max(worth.values())
        alone = [table for table in worth if worth[table] == best]
        for table, slip in slips.items():
            kept, is_warned = _kept(slip, worth[table], board, rack)
            warnings[table] += is_warned
            kept += SOLO_POINTS if alone == [table] and len(slips) >= SOLO_PLAYERS else 0
            points[table].append(
                kept - (WARNING_POINTS if is_warned and warnings[table] > FREE_WARNINGS else 0)
            )
        board = scorer.place(board, placed, reference)
    return Game(tops, points)


def _worth(slip, board, rack, moves):
    """Return the points of a slip before a penalty; the first word counts at its best place."""
    if not board:
        return max((score for word, _at, score in moves if word.upper() == slip.word.upper()), default=0)
    points = scorer.worth(board, scorer.letters_of(rack), slip.word, slip.reference, scorer.FRENCH)
    if points is not None:
        return points
    elsewhere = [score for word, _at, score in moves if (word, score) == (slip.word, slip.stated)]
    return elsewhere[0] if elsewhere else 0


def _kept(slip, worth, board, rack):
    """Return the points that a slip keeps, and whether it is warned."""
    if not board or not worth:
        return worth, bool(worth) and slip.stated != worth
    if scorer.worth(board, scorer.letters_of(rack), slip.word, slip.reference, scorer.FRENCH) is None:
        return (worth - PENALTY_POINTS if worth > ZERO_UP_TO else 0), False
    return worth, slip.stated != worth


def rank(games):
    """Return (rank, total, negative, percentage, points by game) of each table; the last rounds of the last game
    tell equal totals apart.
    """
    top = sum(sum(game.tops) for game in games)
    by_game = {table: [sum(game.points[table]) for game in games] for table in games[0].points}
    keys = {
        table: (sum(points), points[-1], games[-1].points[table][::-1]) for table, points in by_game.items()
    }
    return {
        table: (
            1 + sum(other > key for other in keys.values()),
            key[0],
            key[0] - top,
            round(100 * key[0] / top, 2),
            by_game[table],
        )
        for table, key in keys.items()
    }
