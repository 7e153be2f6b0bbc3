"""Helpers for the tests of the search: positions from games, and positions and moves as text."""

import gzip
import json
from functools import cache
from pathlib import Path

from engine.board import Board
from engine.movegen import all_moves, top
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
POSITIONS = Path(__file__).parent / "data" / "positions.jsonl.gz"
EMPTY_ROWS = ["." * 15] * 15


@cache
def positions():
    """Return the boards and racks of `make_positions`: first those without a blank, then with one and with two."""
    return [json.loads(line) for line in gzip.decompress(POSITIONS.read_bytes()).splitlines()]


def positions_with(blanks):
    return [position for position in positions() if position["rack"].count("?") == blanks]


def read(position):
    """Return the board and the rack of a position."""
    return Board.from_rows(position["board"], ENGLISH), ENGLISH.encode_rack(position["rack"])


def rows_with(**words):
    """Return the rows of a board with words across: rows_with(H8="CAT")."""
    rows = list(EMPTY_ROWS)
    for name, word in words.items():
        row, column = "ABCDEFGHIJKLMNO".index(name[0]), int(name[1:]) - 1
        rows[row] = rows[row][:column] + word + rows[row][column + len(word) :]
    return rows


def texts_of(moves, tiles=ENGLISH):
    return [(*scored.move.text(tiles), scored.score) for scored in moves]


def moves_of(rows, rack, lexicon, tiles=ENGLISH, **options):
    found = all_moves(Board.from_rows(rows, tiles), tiles.encode_rack(rack), lexicon, tiles, **options)
    return texts_of(found, tiles)


def top_of(rows, rack, lexicon, **options):
    best = top(Board.from_rows(rows, ENGLISH), ENGLISH.encode_rack(rack), lexicon, ENGLISH, **options)
    return best.score, texts_of(best.moves)
