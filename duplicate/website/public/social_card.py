"""The picture that other programs show beside a link to a game: its final board, its name and its day.

It names nobody: a network keeps for years what it has fetched once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from engine.squares import SIZE

WIDTH, HEIGHT = 1200, 630
# Draw larger and scale down, for smooth edges.
SCALE = 2
MARGIN = 45
SQUARE = (HEIGHT - 2 * MARGIN) // SIZE
BOARD = SQUARE * SIZE
TEXT_LEFT = MARGIN + BOARD + 60
TEXT_WIDTH = WIDTH - TEXT_LEFT - MARGIN

PAPER, INK, SOFT, ACCENT = "#f5f4ef", "#1c2733", "#525d6b", "#0b6660"
BOARD_LINE, EMPTY = "#c6ccc8", "#f1f2ec"
TILE, TILE_EDGE, BLANK_INK = "#fdf6e3", "#b39f6d", "#a8201a"
PREMIUMS = {"L2": "#d4dcf3", "L3": "#94a6e2", "W2": "#f5dfae", "W3": "#e6ac4d", "start": "#f5dfae"}

Font = ImageFont.FreeTypeFont


@dataclass(frozen=True, slots=True)
class PictureTile:
    """A square of the board: its tile, if any, and its premium (`duplicate.values.boards.premium_of`)."""

    token: str
    is_blank: bool
    premium: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of the picture: squares row by row, and the lines beside the board."""

    squares: tuple[tuple[PictureTile, ...], ...]
    title: str
    lines: tuple[str, ...]


# About as many as game reviews are cached, in some languages; a picture has less than 100 kB.
@lru_cache(maxsize=60)
def picture_png(picture: Picture) -> bytes:
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    for row, squares in enumerate(picture.squares):
        for column, square in enumerate(squares):
            _draw_square(draw, MARGIN + column * SQUARE, MARGIN + row * SQUARE, square)
    _draw_text(draw, picture.title, picture.lines)
    kept = BytesIO()
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    small.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _draw_square(draw: ImageDraw.ImageDraw, x: int, y: int, square: PictureTile) -> None:
    fill = PREMIUMS.get(square.premium, EMPTY)
    draw.rectangle(_box(x, y, x + SQUARE, y + SQUARE), fill=fill, outline=BOARD_LINE, width=SCALE)
    if not square.token:
        return
    inside = _box(x + 1, y + 1, x + SQUARE - 1, y + SQUARE - 1)
    draw.rounded_rectangle(inside, radius=5 * SCALE, fill=TILE, outline=TILE_EDGE, width=SCALE)
    size = SQUARE * (0.44 if len(square.token) > 1 else 0.66)
    middle = (x + SQUARE / 2) * SCALE, (y + SQUARE / 2) * SCALE
    ink = BLANK_INK if square.is_blank else INK
    draw.text(middle, square.token, font=_font("Bold", size), fill=ink, anchor="mm")
    if square.is_blank:
        draw.ellipse(_box(x + 4, y + 4, x + SQUARE - 4, y + SQUARE - 4), outline=BLANK_INK, width=SCALE)


def _draw_text(draw: ImageDraw.ImageDraw, title: str, lines: Sequence[str]) -> None:
    top = MARGIN + 20
    draw.text(_scale_point(TEXT_LEFT, top), "Isotop", font=_font("Bold", 34), fill=ACCENT)
    top += 80
    size, parts = _fit_title(title)
    for part in parts:
        draw.text(_scale_point(TEXT_LEFT, top), part, font=_font("Bold", size), fill=INK)
        top += round(size * 1.2)
    top += 20
    for line in lines:
        font = _font("Regular", 32)
        for part in _wrap_text(line, font):
            draw.text(_scale_point(TEXT_LEFT, top), part, font=font, fill=SOFT)
            top += 46


def _fit_title(title: str) -> tuple[int, list[str]]:
    """Return the largest size in which the title fits on three lines, and its lines; cut it off if none fits."""
    for size in (56, 46, 38):
        parts = _wrap_text(title, _font("Bold", size))
        if len(parts) <= 3:
            return size, parts
    font, last = _font("Bold", size), parts[2]
    while font.getlength(f"{last.rstrip()} …") > TEXT_WIDTH * SCALE:
        last = last[:-1]
    return size, [*parts[:2], f"{last.rstrip()} …"]


def _wrap_text(text: str, font: Font) -> list[str]:
    """Return the text in lines that fit their width; break a word that is wider itself."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= TEXT_WIDTH * SCALE:
            lines[-1] = longer
            continue
        rest = word
        while rest:
            fits = max(
                1, sum(font.getlength(rest[:end]) <= TEXT_WIDTH * SCALE for end in range(1, len(rest) + 1))
            )
            lines.append(rest[:fits])
            rest = rest[fits:]
    return [line for line in lines if line]


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * SCALE, top * SCALE, right * SCALE, bottom * SCALE


def _scale_point(x: float, y: float) -> tuple[float, float]:
    return x * SCALE, y * SCALE


@lru_cache
def _font(weight: str, size: float) -> Font:
    with as_file(files("font_roboto") / "files" / f"Roboto-{weight}.ttf") as path:
        return ImageFont.truetype(str(path), round(size * SCALE))
