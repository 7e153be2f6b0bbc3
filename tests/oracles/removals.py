"""Removals that a board allows, computed a second time from RULES V10 alone: nothing here uses the engine.

A board is a dictionary from (row, column) to a letter, small for a blank. Slow and plain on purpose.
"""

from itertools import combinations

from tests.oracles.scorer import POINTS, english_words


def board_of(tokens):
    """Return the board from rows of texts, as sent to screens."""
    return {
        (row, column): letter
        for row, line in enumerate(tokens)
        for column, letter in enumerate(line)
        if letter
    }


def square_of(text):
    """Parse a square: "H8" is column H, row 8."""
    return int(text[1:]) - 1, "ABCDEFGHIJKLMNO".index(text[0])


def name_of(square):
    return f"{'ABCDEFGHIJKLMNO'[square[1]]}{square[0] + 1}"


def words_on(board):
    """Return every run of two or more tiles, as its squares."""
    found = []
    for down, right in ((0, 1), (1, 0)):
        for row, column in board:
            if (row - down, column - right) in board:
                continue
            run = [(row, column)]
            while (run[-1][0] + down, run[-1][1] + right) in board:
                run.append((run[-1][0] + down, run[-1][1] + right))
            if len(run) > 1:
                found.append(run)
    return found


def word_of(board, run):
    return "".join(board[square] for square in run).upper()


def connected(board):
    if not board:
        return True
    waiting, seen = [next(iter(board))], set()
    while waiting:
        row, column = waiting.pop()
        if (row, column) in board and (row, column) not in seen:
            seen.add((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return len(seen) == len(board)


def leaves_good_words(board, removed, words):
    left = {square: letter for square, letter in board.items() if square not in removed}
    spelt = {word_of(left, run) for run in words_on(left)}
    return len(left) != 1 and connected(left) and spelt <= words


def all_removals(board, words=None):
    """Return every set of squares that may be removed."""
    words = english_words() if words is None else words
    found = set()
    for run in words_on(board):
        for count in range(1, min(6, len(run)) + 1):
            for removed in combinations(run, count):
                if frozenset(removed) not in found and leaves_good_words(board, removed, words):
                    found.add(frozenset(removed))
    return found


def value(board, removed):
    return sum(POINTS.get(board[square], 0) for square in removed)
