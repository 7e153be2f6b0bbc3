"""Stickers with the numbers of tables, for boards: several a page, to be cut or on labels."""

from functools import partial

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.classic.printing.data.tables import STICKERS_A_PAGE
from tournaments.classic.printing.values import TableStickers
from tournaments.printing.pdf.cards import LEADING, Box, CardGrid, Print, draw_cards, write_centred
from tournaments.printing.pdf.style import BOLD, MEDIUM
from tournaments.printing.pdf.values import Paper

STICKERS = CardGrid(2, 4, 8 * mm)
# Lower labels have the number alone.
LOW = 25 * mm
LARGEST = 120
CAPTION = Print(MEDIUM, 12, quiet=True)


def stickers_pdf(stickers: TableStickers, paper: Paper) -> bytes:
    """Render the stickers, eight a page, or on labels."""
    assert STICKERS.a_page == STICKERS_A_PAGE, "parts of the file are made by this number"
    drawn = [partial(_draw, table=table) if table else None for table in stickers.tables]
    return draw_cards(
        cards=drawn, grid=STICKERS, title=gettext("Table numbers"), paper=paper, sheet=stickers.sheet
    )


def _draw(canvas: Canvas, box: Box, *, table: int) -> None:
    """Draw the number as large as the sticker holds, below its caption if there is room."""
    caption = CAPTION.size * LEADING if box.height > LOW else 0
    size = min(LARGEST, (box.height - caption) / LEADING)
    style = Print(BOLD, size, 1, 8)
    drawn, _lines = style.fit(str(table), box.width)
    top = box.top - (box.height - caption - drawn * LEADING) / 2
    if caption:
        top = write_centred(canvas, gettext("Table"), CAPTION, box, top)
    write_centred(canvas, str(table), style, box, top)
