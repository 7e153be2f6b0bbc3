"""Cards for bingo, six a page, to be cut: two words as boxes, a letter each, to be struck with a pen."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from engine.modes.bingo.words import LETTERS, WORDS
from tournaments.club_tables.printing.bingo_cards import BingoCard
from tournaments.printing.pdf.cards import Box, CardGrid, Print, draw_cards, write_centred
from tournaments.printing.pdf.style import BOLD, HAIRLINE, INK, MEDIUM, QUIET, REGULAR
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

CARDS = CardGrid(2, 3, 8 * mm)
HEAD, NAME, GAP = 4.5 * mm, 16 * mm, 5 * mm
LETTER = Print(BOLD, 24, 1, 8)


def bingo_cards_pdf(cards: Sequence[BingoCard], paper: Paper) -> bytes:
    """Draw the cards, six a page, in their order."""
    event = printable(paper.heading.event)
    drawn = [partial(_draw_card, card=card, event=event) for card in cards]
    return draw_cards(cards=drawn, grid=CARDS, title=gettext("Bingo cards"), paper=paper)


def _draw_card(canvas: Canvas, box: Box, *, card: BingoCard, event: str) -> None:
    """Draw event and number; the name, or a line for it; both words; the rule of the game."""
    shown = number(card.number)
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, 8)
    canvas.drawRightString(box.right, box.top - 9, shown)
    canvas.drawString(box.left, box.top - 9, shorten(event, REGULAR, 8, box.width - 15 * mm))
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.8)
    canvas.line(box.left, box.top - HEAD, box.right, box.top - HEAD)
    _draw_name(canvas, box, card.name)
    side = box.width / LETTERS
    top = box.top - HEAD - NAME
    for row in range(WORDS):
        word = card.words[row] if card.words else ()
        _draw_word(canvas, word, box.left, top - row * (side + GAP), side)
    _draw_rule(canvas, box, top - WORDS * (side + GAP))


def _draw_name(canvas: Canvas, box: Box, name: str) -> None:
    top = box.top - HEAD
    if printable(name):
        write_centred(canvas, printable(name), Print(MEDIUM, 15, 2, 9), box, top - 1.5 * mm)
        return
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, 7)
    canvas.drawString(box.left, top - 4 * mm, gettext("Name"))
    canvas.setStrokeColor(QUIET)
    canvas.setLineWidth(0.5)
    canvas.line(box.left, top - 12 * mm, box.right, top - 12 * mm)


def _draw_word(canvas: Canvas, word: Sequence[str], left: float, top: float, side: float) -> None:
    """Draw boxes of that side, from `top` downwards, with the letters of a word, or to be filled in."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.grid([left + side * column for column in range(LETTERS + 1)], [top - side, top])
    for column, letter in enumerate(word):
        square = Box(left + column * side, top - side, side, side)
        size, _lines = LETTER.fit(letter, side - 2 * mm)
        write_centred(canvas, letter, LETTER, square, top - side / 2 + size * 0.65)


def _draw_rule(canvas: Canvas, box: Box, top: float) -> None:
    text = gettext(
        "A called tile strikes one letter. The first player who has struck all and calls out wins, after a check."
    )
    write_centred(canvas, text, Print(REGULAR, 8, 3, quiet=True), box, top)
