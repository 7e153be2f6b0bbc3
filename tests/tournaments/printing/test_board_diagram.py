"""Boards on paper: tiles of several signs, blanks without a small letter, and the direction of reading."""

from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.platypus import SimpleDocTemplate

from engine.board import Board
from engine.notation import Move, Reference
from engine.squares import Direction
from engine.tiles import load_tile_set, tile_set_names
from tournaments.printing.pdf.board_diagram import BoardDiagram
from tournaments.printing.pdf.scripts.canvas import ScriptCanvas


def print_board(tiles, word):
    """Return where each text of a board with this word at H8 is printed: the text and its place from the left."""
    board = Board.empty().place(Move(Reference(7, 7, Direction.ACROSS), word))
    diagram = BoardDiagram(
        cells=board.tokens(tiles), values=tiles.values_by_text(), convention="duplicate", legend=False
    )
    file, found = BytesIO(), []
    SimpleDocTemplate(file, pageCompression=0).build([diagram], canvasmaker=ScriptCanvas)
    page = PdfReader(file).pages[0]
    page.extract_text(visitor_text=lambda text, _cm, tm, _font, _size: found.append((text.strip(), tm[4])))
    return dict(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", tile_set_names())
def test_every_set_is_printed_with_its_blanks(name):
    tiles = load_tile_set(name)
    long = [number for number, letter in enumerate(tiles.letters, start=1) if len(letter) > 1]
    first, *others = (*long, 1, 2)
    printed = print_board(tiles, (first | 64, first, *others[:5]))
    assert tiles.letters[first - 1] in printed
    assert not any("(" in text for text in printed)


def test_hebrew_is_printed_from_right_to_left():
    hebrew, english = load_tile_set("hebrew"), load_tile_set("english")
    there, here = print_board(hebrew, hebrew.encode("אב")), print_board(english, english.encode("AB"))
    assert there["א"] > there["ב"]
    assert here["A"] < here["B"]
    assert there["1"] > there["15"]
    assert here["1"] < here["15"]
