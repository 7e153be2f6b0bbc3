"""Text in any script as pixels, for pictures that ReportLab does not draw."""

import uharfbuzz as harfbuzz
from PIL import Image

from tournaments.printing.pdf.scripts.shaping import font_at, shape_line


def line_mask(text: str, font: str, size: float) -> tuple[Image.Image, int, int]:
    """Return a line in one of the document's fonts as the coverage of its pixels, with the place of the left
    edge to the right of the line's beginning and that of the top edge above the baseline.
    """
    pen, across = harfbuzz.RasterDraw(), 0.0
    for run in shape_line(text, font):
        face, unit = font_at(run.typeface, run.weight), size / 1000
        scale = size / face.face.upem
        for cluster in run.clusters:
            for glyph in cluster.glyphs:
                pen.transform = scale, 0, 0, scale, across + glyph.right * unit, glyph.up * unit
                pen.draw_glyph(face, glyph.number)
                across += glyph.advance * unit
    drawn = pen.render()
    box = drawn.extents
    if not box.width or not box.height:
        return Image.new("L", (1, 1)), 0, 0
    # Rows are stored from the bottom to the top.
    mask = Image.frombytes("L", (box.width, box.height), drawn.buffer, "raw", "L", box.stride, -1)
    return mask, box.x_origin, box.y_origin + box.height
