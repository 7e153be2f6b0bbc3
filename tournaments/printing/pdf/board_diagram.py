"""The board as a drawing: premiums, tiles with their values, labels, and a legend beside it.

It must read in grey and from a copy of a copy, so no meaning depends on tone alone: a word premium is a full
square, a letter premium a diamond, the multiplier three is dark and two is pale, and both carry their
abbreviation. A blank is its lower-case letter in a ring, without a value.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext, pgettext
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from engine.notation import Convention
from engine.squares import LETTER_PREMIUMS, SIZE, WORD_PREMIUMS
from tournaments.printing.pdf.style import HAIRLINE, INK, MEDIUM, PAPER, QUIET, REGULAR

LETTERS = "ABCDEFGHIJKLMNO"
NUMBERS = [str(line) for line in range(1, SIZE + 1)]

SMALLEST_SQUARE = 4.4 * mm
LABELS = 5 * mm
LEGEND = 36 * mm
LEGEND_GAP = 8 * mm

TILE = HexColor(0xFFF8E6)
# (word premium, letter premium) -> fill and the ink of the abbreviation on it
PREMIUM_TONES: dict[tuple[int, int], tuple[Color, Color]] = {
    (3, 1): (HexColor(0xA8443A), PAPER),
    (2, 1): (HexColor(0xEBC3BA), INK),
    (1, 3): (HexColor(0x3E6E91), PAPER),
    (1, 2): (HexColor(0xC6DAE6), INK),
}


def abbreviation(word: int, letter: int) -> str:
    """Return the text on a premium square, for instance TW (in French MT, mot compte triple)."""
    return {
        (3, 1): pgettext("premium square: triple word", "TW"),
        (2, 1): pgettext("premium square: double word", "DW"),
        (1, 3): pgettext("premium square: triple letter", "TL"),
        (1, 2): pgettext("premium square: double letter", "DL"),
    }[word, letter]


class BoardDiagram(Flowable):  # type: ignore[misc]  # ReportLab comes without types
    """The board as large as the room allows; if even the smallest square does not fit, it goes to the next
    page.

    The tiles on the `marked` squares (row, column) have a heavy frame.
    """

    def __init__(
        self,
        *,
        cells: Sequence[Sequence[str]],
        values: Mapping[str, int],
        convention: Convention,
        legend: bool = True,
        marked: Collection[tuple[int, int]] = (),
    ) -> None:
        super().__init__()
        self.cells = cells
        self.values = values
        self.convention = convention
        self.legend = legend
        self.marked = marked
        self.square = SMALLEST_SQUARE
        # Hebrew and Arabic words are read from right to left: the first column is the one on the right.
        self.is_rtl = any(unicodedata.bidirectional(letter[0]) in {"R", "AL"} for letter in values)

    def wrap(self, room_across: float, room_down: float) -> tuple[float, float]:
        beside = LEGEND_GAP + LEGEND if self.legend else 0
        across = (room_across - LABELS - beside) / SIZE
        down = (room_down - LABELS) / SIZE
        self.square = max(min(across, down), SMALLEST_SQUARE)
        return room_across, self.square * SIZE + LABELS

    def draw(self) -> None:
        self._draw_squares()
        self._draw_grid()
        self._draw_labels()
        self._draw_tiles()
        if self.legend:
            self._draw_legend()

    def _corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the lower left corner of a square."""
        across = SIZE - 1 - column if self.is_rtl else column
        return LABELS + across * self.square, (SIZE - 1 - row) * self.square

    def _draw_squares(self) -> None:
        for row in range(SIZE):
            for column in range(SIZE):
                premium = WORD_PREMIUMS[row][column], LETTER_PREMIUMS[row][column]
                if premium != (1, 1) and not self.cells[row][column]:
                    self._draw_premium(*self._corner(row, column), premium)

    def _draw_premium(self, x: float, y: float, premium: tuple[int, int]) -> None:
        side, canvas = self.square, self.canv
        fill, ink = PREMIUM_TONES[premium]
        canvas.setFillColor(fill)
        if premium[0] > 1:
            canvas.rect(x, y, side, side, stroke=0, fill=1)
        else:
            half, inset = side / 2, side * 0.02
            diamond = canvas.beginPath()
            diamond.moveTo(x + half, y + inset)
            diamond.lineTo(x + side - inset, y + half)
            diamond.lineTo(x + half, y + side - inset)
            diamond.lineTo(x + inset, y + half)
            diamond.close()
            canvas.drawPath(diamond, stroke=0, fill=1)
        self._draw_centred(abbreviation(*premium), x, y, font=MEDIUM, size=side * 0.28, ink=ink)

    def _draw_grid(self) -> None:
        canvas, length = self.canv, self.square * SIZE
        for line in range(SIZE + 1):
            outer = line in {0, SIZE}
            canvas.setStrokeColor(INK if outer else HAIRLINE)
            canvas.setLineWidth(0.9 if outer else 0.35)
            at = line * self.square
            canvas.line(LABELS, at, LABELS + length, at)
            canvas.line(LABELS + at, 0, LABELS + at, length)

    def _draw_labels(self) -> None:
        canvas = self.canv
        duplicate = self.convention == "duplicate"
        rows, columns = (LETTERS, NUMBERS) if duplicate else (NUMBERS, LETTERS)
        size = min(self.square * 0.42, 8.5)
        canvas.setFont(REGULAR, size)
        canvas.setFillColor(QUIET)
        for line in range(SIZE):
            middle = (line + 0.5) * self.square
            canvas.drawCentredString(
                LABELS + middle, SIZE * self.square + 1.3 * mm, columns[-1 - line if self.is_rtl else line]
            )
            canvas.drawRightString(LABELS - 1.5 * mm, SIZE * self.square - middle - size * 0.36, rows[line])

    def _draw_tiles(self) -> None:
        for row, tokens in enumerate(self.cells):
            for column, token in enumerate(tokens):
                if token:
                    marked = (row, column) in self.marked
                    self._draw_tile(*self._corner(row, column), token, marked=marked)

    def _draw_tile(self, x: float, y: float, token: str, *, marked: bool = False) -> None:
        side, canvas = self.square, self.canv
        inset = side * 0.05
        canvas.setFillColor(TILE)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(side * 0.09 if marked else 0.6)
        canvas.roundRect(
            x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.12, stroke=1, fill=1
        )
        if token != token.upper() or token.startswith("("):
            canvas.setLineWidth(0.6)
            canvas.circle(x + side / 2, y + side / 2, side * 0.36, stroke=1, fill=0)
            letter = token.strip("()")
            self._draw_centred(letter, x, y, font=MEDIUM, size=side * 0.52, ink=INK, room=0.5)
            return
        self._draw_centred(
            token, x - side * 0.06, y + side * 0.04, font=MEDIUM, size=side * 0.6, ink=INK, room=0.68
        )
        canvas.setFont(REGULAR, side * 0.24)
        canvas.drawRightString(x + side * 0.9, y + side * 0.12, str(self.values[token]))

    def _draw_centred(
        self, text: str, x: float, y: float, *, font: str, size: float, ink: Color, room: float = 0.9
    ) -> None:
        """Draw text in the middle of the square, smaller where it would be wider than its room."""
        fitted = min(size, size * room * self.square / stringWidth(text, font, size))
        self.canv.setFont(font, fitted)
        self.canv.setFillColor(ink)
        lift = 0.26 if text.islower() and len(text) == 1 else 0.355
        self.canv.drawCentredString(x + self.square / 2, y + self.square / 2 - fitted * lift, text)

    def _draw_legend(self) -> None:
        x = LABELS + SIZE * self.square + LEGEND_GAP
        meanings = {
            (3, 1): gettext("Triple word"),
            (2, 1): gettext("Double word"),
            (1, 3): gettext("Triple letter"),
            (1, 2): gettext("Double letter"),
            None: gettext("Blank"),
        }
        room = LEGEND - self.square - 2 * mm
        widest = max(stringWidth(meaning, REGULAR, 1) for meaning in meanings.values())
        size = min(9, room / widest)
        for line, (premium, meaning) in enumerate(meanings.items(), start=1):
            y = (SIZE - 1.35 * line + 0.35) * self.square
            if premium:
                self._draw_premium(x, y, premium)
            else:
                self._draw_tile(x, y, "a")
            self.canv.setFont(REGULAR, size)
            self.canv.setFillColor(QUIET)
            self.canv.drawString(x + self.square + 2 * mm, y + self.square / 2 - size * 0.35, meaning)
