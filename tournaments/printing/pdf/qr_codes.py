"""QR codes on paper: each is one path, whose rectangles are runs of dark modules."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby

import segno
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable


def draw_code(canvas: Canvas, text: str, x: float, y: float, side: float) -> None:
    """Draw a QR code with its lower left corner at (x, y).

    A file has each code once, as a form, which cards of the same game share.
    """
    name = "code" + sha256(f"{side} {text}".encode()).hexdigest()
    if not canvas.hasForm(name):
        canvas.beginForm(name, 0, 0, side, side)
        _draw_modules(canvas, segno.make_qr(text, error="m").matrix, side)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.doForm(name)
    canvas.restoreState()


def _draw_modules(canvas: Canvas, modules: Sequence[Sequence[int]], side: float) -> None:
    # Whole numbers are written faster than fractions, and are shorter.
    canvas.scale(side / len(modules), side / len(modules))
    path = canvas.beginPath()
    for below, row in enumerate(reversed(modules)):
        for first, length in _dark_runs(row):
            path.rect(first, below, length, 1)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


def _dark_runs(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first place and the length of each run of dark modules."""
    place = 0
    for is_dark, run in groupby(row):
        length = len(list(run))
        if is_dark:
            yield place, length
        place += length


class QrCode(Flowable):  # type: ignore[misc]  # ReportLab comes without types
    """A QR code in the middle of its line."""

    def __init__(self, text: str, side: float) -> None:
        super().__init__()
        self.text, self.side, self.hAlign = text, side, "CENTER"

    def wrap(self, _across: float, _down: float) -> tuple[float, float]:
        return self.side, self.side

    def draw(self) -> None:
        draw_code(self.canv, self.text, 0, 0, self.side)
