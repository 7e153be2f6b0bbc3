"""The score of a slip, computed a second time from RULES B and D alone: nothing here uses the engine.

It is slow and plain on purpose: a board is a dictionary from (row, column) to a letter, small for a blank,
and the words are a set of texts. The tiles and words are English unless another `Edition` is given.
"""

import gzip
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from tests.oracles.word_graph import french_words

WORD_LIST = Path(__file__).resolve().parents[2] / "engine/data/lexicons/english.txt.gz"
ROWS = "ABCDEFGHIJKLMNO"
CENTRE = (7, 7)
POINTS = {
    letter: points
    for points, letters in (
        *((1, "AEILNORSTU"), (2, "DG"), (3, "BCMP"), (4, "FHVWY"), (5, "K"), (8, "JX"), (10, "QZ")),
    )
    for letter in letters
}
FRENCH_POINTS = {
    letter: points
    for points, letters in ((1, "AEILNORSTU"), (2, "DGM"), (3, "BCP"), (4, "FHV"), (8, "JQ"), (10, "KWXYZ"))
    for letter in letters
}
# = ° triple and double word, " ' triple and double letter
PREMIUMS = """\
=..'...=...'..=
.°..."..."...°.
..°...'.'...°..
'..°...'...°..'
....°.....°....
."..."..."...".
..'...'.'...'..
=..'...°...'..=
..'...'.'...'..
."..."..."...".
....°.....°....
'..°...'...°..'
..°...'.'...°..
.°..."..."...°.
=..'...=...'..=""".splitlines()


@cache
def english_words():
    with gzip.open(WORD_LIST, "rt", encoding="utf-8") as lines:
        return frozenset(line.strip().upper() for line in lines if not line.startswith("#"))


@dataclass(frozen=True)
class Edition:
    """The values of the letters, and the words, of a language."""

    points: dict[str, int]
    words: Callable[[], frozenset[str]]


ENGLISH = Edition(POINTS, english_words)
FRENCH = Edition(FRENCH_POINTS, french_words)


def letters_of(rack_text):
    """Return the tiles of a rack as the record has it: RU+ZXTEU, -ABCDEFG."""
    return Counter(rack_text.replace("+", "").replace("-", ""))


def worth(board, rack, word, reference, edition=ENGLISH):
    """Return the points of a slip as written, or None if it is not admissible."""
    squares = squares_of(word, reference)
    if squares is None or len(word) < 2 or not _lies_well(board, squares, word):
        return None
    put = [place for place, square in enumerate(squares) if square not in board]
    readings = [_points(board, squares, marked, edition) for marked in _markings(word, put, rack)]
    return min((points for points in readings if points is not None), default=None)


def place(board, word, reference):
    """Return the board with the word on it; letters of the board stay."""
    return dict(zip(squares_of(word, reference), word, strict=True)) | board


def squares_of(word, reference):
    """Return the squares from the reference on (duplicate convention), or None where they run off the board."""
    across = reference[0] in ROWS
    row, column = (reference[0], reference[1:]) if across else (reference[-1], reference[:-1])
    top, left = ROWS.index(row), int(column) - 1
    squares = [(top + (0 if across else step), left + (step if across else 0)) for step in range(len(word))]
    return squares if all(max(square) < 15 for square in squares) else None


def _lies_well(board, squares, word):
    """Return True if the word agrees with the board, is a whole run of tiles, adds some, and is connected."""
    if any(
        board.get(square, letter).upper() != letter.upper()
        for square, letter in zip(squares, word, strict=True)
    ):
        return False
    (top, left), (bottom, right) = squares[0], squares[-1]
    down = int(left == right)
    if {(top - down, left - 1 + down), (bottom + down, right + 1 - down)} & board.keys():
        return False
    new = [square for square in squares if square not in board]
    if not board:
        return CENTRE in new
    beside = {(row + y, column + x) for row, column in new for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return bool(new and beside & board.keys())


def _markings(word, put, rack):
    """Yield the word as written if the rack has it, else with a blank marked for each missing letter."""
    needed = Counter("?" if word[place].islower() else word[place] for place in put)
    missing = needed - rack
    if not missing:
        yield word
    elif missing.total() <= rack["?"] - needed["?"]:
        for places in combinations(put, missing.total()):
            if Counter(word[place] for place in places) == missing:
                yield "".join(
                    letter.lower() if place in places else letter for place, letter in enumerate(word)
                )


def _points(board, squares, word, edition):
    new = {square: letter for square, letter in zip(squares, word, strict=True) if square not in board}
    after = board | new
    down = squares[0][1] == squares[1][1]
    total = 50 if len(new) == 7 else 0
    for run in [squares, *(_run(after, square, down=not down) for square in new)]:
        if len(run) < 2:
            continue
        if "".join(after[square] for square in run).upper() not in edition.words():
            return None
        total += _run_points(after, run, new, edition)
    return total


def _run(board, square, *, down):
    """Return the squares with tiles, without a gap, along the line through a square."""
    y, x = (1, 0) if down else (0, 1)
    row, column = square
    while (row - y, column - x) in board:
        row, column = row - y, column - x
    run = []
    while (row, column) in board:
        run.append((row, column))
        row, column = row + y, column + x
    return run


def _run_points(board, run, new, edition=ENGLISH):
    points, factor = 0, 1
    for row, column in run:
        premium = PREMIUMS[row][column] if (row, column) in new else "."
        value = edition.points.get(board[row, column], 0)
        points += value * {"'": 2, '"': 3}.get(premium, 1)
        factor *= {"°": 2, "=": 3}.get(premium, 1)
    return points * factor


def duplicate_reference(text):
    """Convert 8F (row 8, across) to the scorer's H6."""
    number, letter = int(re.sub(r"\D", "", text)), re.sub(r"\d", "", text)
    row, column = ROWS[number - 1], ord(letter) - 64
    return f"{row}{column}" if text[0].isdigit() else f"{column}{row}"
