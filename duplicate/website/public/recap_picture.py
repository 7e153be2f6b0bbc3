"""The picture of a recap, which its player saves and shares: the course of the game beside the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from duplicate.website.public.social_card import (
    ACCENT,
    BOARD,
    BOARD_LINE,
    HEIGHT,
    INK,
    MARGIN,
    PAPER,
    SCALE,
    SOFT,
    TEXT_LEFT,
    WIDTH,
    as_png,
    draw_heading,
    draw_lines,
    draw_text,
    load_font,
    scale_box,
    scale_point,
    text_width,
)
from tournaments.printing.pdf.scripts.typefaces import split_clusters

LEGEND = 118
LABELS = 62


@dataclass(frozen=True, slots=True)
class RecapPicture:
    """The content of the picture. `own` and `field` are the points below the tops after each round; `legend`
    names the chart and both lines.
    """

    title: str
    day: str
    name: str
    rank: str
    lines: tuple[str, ...]
    own: tuple[float, ...]
    field: tuple[float, ...]
    legend: tuple[str, str, str]


# A picture has less than 100 kB.
@lru_cache(maxsize=60)
def recap_png(picture: RecapPicture) -> bytes:
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    if len(picture.own) > 1:
        _draw_chart(draw, picture)
    top = draw_heading(draw, picture.title)
    draw_text(draw, scale_point(TEXT_LEFT, top), picture.rank, "Bold", 44, fill=ACCENT)
    draw_lines(draw, top + 66, (picture.name, *picture.lines, picture.day))
    return as_png(image)


def _draw_chart(draw: ImageDraw.ImageDraw, picture: RecapPicture) -> None:
    name, own, field = picture.legend
    draw_text(draw, scale_point(MARGIN, MARGIN), name, "Bold", 28, fill=INK)
    for top, text, colour in ((44, own, ACCENT), (80, field, SOFT)):
        middle = MARGIN + top + 16
        draw.line((scale_point(MARGIN, middle), scale_point(MARGIN + 50, middle)), fill=colour, width=10)
        draw_text(draw, scale_point(MARGIN + 66, MARGIN + top), _cut(text), "Regular", 26, fill=colour)
    lowest = min(*picture.own, *picture.field, -1)
    highest = max(*picture.own, *picture.field, 0)
    left, right = MARGIN + LABELS, MARGIN + BOARD
    above, below = MARGIN + LEGEND + 20, HEIGHT - MARGIN - 20
    draw.rectangle(scale_box(left, above, right, below), outline=BOARD_LINE, width=SCALE)

    def place(values: Sequence[float]) -> list[tuple[float, float]]:
        step = (right - left) / (len(values) - 1)
        return [
            scale_point(left + index * step, above + (highest - value) * (below - above) / (highest - lowest))
            for index, value in enumerate(values)
        ]

    font = load_font("Regular", 22)
    for value, where in ((highest, above), (lowest, below)):
        text = f"{round(value)}".replace("-", "−")
        draw.text(scale_point(left - 10, where), text, font=font, fill=SOFT, anchor="rm")
    draw.line(place(picture.field), fill=SOFT, width=4 * SCALE, joint="curve")
    draw.line(place(picture.own), fill=ACCENT, width=6 * SCALE, joint="curve")


def _cut(text: str) -> str:
    """Return a name as long as fits into the legend."""
    kept = list(split_clusters(text))
    while text_width(text, "Regular", 26) > (BOARD - 80) * SCALE:
        kept.pop()
        text = f"{''.join(kept)}…"
    return text
