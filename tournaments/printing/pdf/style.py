"""The look of everything the club prints: fonts, paper, colours, sizes.

The fonts are embedded and have the accents of all European languages; `scripts` has fallbacks for other
scripts. No meaning depends on colour alone.
`text` sets words and numbers; `tables` and `pages` build the printed documents.
"""

from dataclasses import dataclass

from reportlab.graphics.shapes import STATE_DEFAULTS
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont

from tournaments.printing.pdf.scripts.canvas import Font
from tournaments.printing.pdf.scripts.typefaces import FOLDER
from tournaments.printing.pdf.values import PageSize

PAGE_SIZES: dict[PageSize, tuple[float, float]] = {"A4": A4, "letter": LETTER}

REGULAR = "Isotop-Regular"
MEDIUM = "Isotop-Medium"
BOLD = "Isotop-Bold"
ITALIC = "Isotop-Italic"

INK = HexColor(0x1A1A1A)
QUIET = HexColor(0x5C5C5C)
HAIRLINE = HexColor(0xCFCFCF)
TINT = HexColor(0xEFEFEF)
PAPER = HexColor(0xFFFFFF)

SIDE_MARGIN = 18 * mm
TOP_MARGIN = 16 * mm
RUNNING_HEAD = 9 * mm
BOTTOM_MARGIN = 20 * mm
# The usual height of the opening of a first page.
TITLE_BLOCK = 33 * mm


def _register_fonts() -> None:
    for name in (REGULAR, MEDIUM, BOLD, ITALIC):
        registerFont(Font(name, str(FOLDER / f"Roboto-{name.removeprefix('Isotop-')}.ttf")))
    # Every drawing begins with this font, which would not be embedded.
    STATE_DEFAULTS["fontName"] = REGULAR


# Registered at import, once: a font registered again while another thread prints loses its glyphs.
_register_fonts()


@dataclass(frozen=True, slots=True)
class Density:
    """The size and spacing of the lines of a table."""

    size: float
    row_height: float

    @property
    def leading(self) -> float:
        return self.size * 1.2


# Points left free on either side of a cell, and before words that follow digits.
PADDING = 3
PADDING_LEFT = 5 * mm

ROOMY = Density(size=12, row_height=8.4 * mm)
NORMAL = Density(size=10, row_height=6.2 * mm)
DENSE = Density(size=9, row_height=5 * mm)
COMPACT = Density(size=8, row_height=3.6 * mm)


def text_width(pagesize: PageSize) -> float:
    width: float = PAGE_SIZES[pagesize][0] - 2 * SIDE_MARGIN
    return width
