"""Helpers for the tests of the search: positions from games, and positions and moves as text."""

import gzip
import json
from functools import cache
from pathlib import Path

from engine.board import Board
from engine.lexicon import build_lexicon
from engine.movegen import all_moves, top
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
POSITIONS = Path(__file__).parent / "data" / "positions.jsonl.gz"
EMPTY_ROWS = ["." * 15] * 15


@cache
def positions():
    """Boards and racks that `make_positions` took from games; in this order those with no, one and two blanks."""
    return [json.loads(line) for line in gzip.decompress(POSITIONS.read_bytes()).splitlines()]


def positions_with(blanks):
    return [position for position in positions() if position["rack"].count("?") == blanks]


def read(position):
    """The board and the rack as the engine has them."""
    return Board.from_rows(position["board"], ENGLISH), ENGLISH.encode_rack(position["rack"])


def lexicon_of(text, tiles=ENGLISH):
    return build_lexicon([tiles.encode_plain(word) for word in text.split()], tiles, "few")


def rows_with(**words):
    """Rows of a board with words across: rows_with(H8="CAT")."""
    rows = list(EMPTY_ROWS)
    for name, word in words.items():
        row, column = "ABCDEFGHIJKLMNO".index(name[0]), int(name[1:]) - 1
        rows[row] = rows[row][:column] + word + rows[row][column + len(word) :]
    return rows


def written(moves, tiles=ENGLISH):
    return [(*scored.move.text(tiles), scored.score) for scored in moves]


def moves_of(rows, rack, lexicon, tiles=ENGLISH, **options):
    found = all_moves(Board.from_rows(rows, tiles), tiles.encode_rack(rack), lexicon, tiles, **options)
    return written(found, tiles)


def top_of(rows, rack, lexicon, **options):
    best = top(Board.from_rows(rows, ENGLISH), ENGLISH.encode_rack(rack), lexicon, ENGLISH, **options)
    return best.score, written(best.moves)
