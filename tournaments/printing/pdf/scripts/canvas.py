"""ReportLab's fonts and canvas, for text in any script."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from tournaments.printing.pdf.scripts.embedding import EmbeddedFont, embed
from tournaments.printing.pdf.scripts.shaping import Glyph, ShapedRun, line_width, shape_line

# A typeface without a bold weight is drawn with a line around its glyphs, as wide as this share of the size.
_OUTLINE = 0.03
_BOLD = 700


class Font(TTFont):  # type: ignore[misc]  # ReportLab comes without types
    """One of the document's fonts. It measures text in other scripts as `ScriptCanvas` draws it."""

    @cached_property
    def _plain(self) -> re.Pattern[str]:
        """Text that ReportLab draws: characters of the font that stand one after the other."""
        own = (chr(code) for code in self.face.charToGlyph if code)
        plain = (character for character in own if unicodedata.category(character)[0] not in "MC")
        return re.compile(f"[\n\r\t{re.escape(''.join(plain))}]*")

    def is_plain(self, text: str) -> bool:
        return text.isascii() or self._plain.fullmatch(text) is not None

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802 - ReportLab's name
        if self.is_plain(text):
            width: float = super().stringWidth(text, size, encoding)
            return width
        return line_width(text, self.fontName) * size


class ScriptCanvas(Canvas):  # type: ignore[misc]  # ReportLab comes without types
    """A canvas that draws text in any script."""

    def beginText(self, x: float = 0, y: float = 0, direction: str | None = None) -> "_Text":  # noqa: N802 - ReportLab's name
        return _Text(self, x, y, direction=direction)


class _Text(PDFTextObject):  # type: ignore[misc]  # ReportLab comes without types
    _code: list[str]

    def _formatText(self, text: str) -> str:  # noqa: N802 - ReportLab's name
        font = getFont(self._fontname)
        if not isinstance(font, Font) or font.is_plain(text):
            operators: str = super()._formatText(text)
            return operators
        # ReportLab names its font again for the next plain text.
        self._curSubset = -1
        return " ".join(part for run in shape_line(text, self._fontname) for part in self._run(run))

    def _run(self, run: ShapedRun) -> Iterator[str]:
        """Yield the operators of a run; those that make it bold leave lines as they were."""
        font = embed(self._doc, run.typeface, run.weight)
        yield f"/{font.resource} {fp_str(self._fontsize)} Tf {fp_str(self._leading)} TL"
        outlined = run.typeface.has_one_weight and run.weight >= _BOLD
        if outlined:
            ink = getattr(self, "_fillColorObj", self._canvas._fillColorObj)  # noqa: SLF001 - no public way
            yield f"2 Tr {fp_str(self._fontsize * _OUTLINE)} w {self._stroke(ink)}"
        for is_single, clusters in groupby(run.clusters, key=lambda cluster: len(cluster.glyphs) == 1):
            if is_single:
                yield from self._show([(cluster.glyphs[0], cluster.text) for cluster in clusters], font)
                continue
            for cluster in clusters:
                # Readers take this text in place of those of the glyphs.
                yield f"/Span <</ActualText <FEFF{cluster.text.encode('utf-16-be').hex()}>>> BDC"
                yield from self._show(zip(cluster.glyphs, cluster.texts, strict=True), font)
                yield "EMC"
        if outlined:
            line, ink = self._canvas._lineWidth, self._canvas._strokeColorObj  # noqa: SLF001 - ReportLab has no getters for these
            yield f"{self._textRenderMode} Tr {fp_str(line)} w {self._stroke(ink)}"

    def _show(self, glyphs: Iterable[tuple[Glyph, str]], font: EmbeddedFont) -> Iterator[str]:
        """Yield the operators of glyphs, each with the text that it stands for."""
        for up, level in groupby(glyphs, key=lambda glyph: glyph[0].up):
            shown = f"[{' '.join(_placed(level, font))}] TJ"
            rise = self._rise + up * self._fontsize / 1000
            yield f"{fp_str(rise)} Ts {shown} {fp_str(self._rise)} Ts" if up else shown

    def _stroke(self, color: Any) -> str:
        """Return the operator that sets the colour of lines."""
        code, self._code = self._code, []
        try:
            self.setStrokeColor(color)
            return " ".join(self._code)
        finally:
            self._code = code


def _placed(glyphs: Iterable[tuple[Glyph, str]], font: EmbeddedFont) -> Iterator[str]:
    """Yield the codes of glyphs and, between them, how far the next one moves to the left."""
    move = 0.0
    for glyph, text in glyphs:
        move -= glyph.right
        if round(move, 2):
            yield fp_str(move)
        yield f"<{font.encode(glyph, text):04X}>"
        move = glyph.width + glyph.right - glyph.advance
    if round(move, 2):
        yield fp_str(move)
