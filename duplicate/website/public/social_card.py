"""The picture that other programs show beside a link to a game: its final board, its name and its day.

It names nobody: a network keeps for years what it has fetched once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfbase.pdfmetrics import getFont

from duplicate.models import Game
from engine.squares import SIZE
from tournaments.printing.pdf.scripts.isolates import isolate
from tournaments.printing.pdf.scripts.pixels import line_mask
from tournaments.printing.pdf.scripts.shaping import line_width
from tournaments.printing.pdf.scripts.typefaces import FOLDER, split_clusters
from tournaments.printing.pdf.text import printable

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


@dataclass(frozen=True, slots=True)
class PictureTile:
    """A square of the board: its tile, if any, and its premium (`duplicate.positions.shown_boards.premium_of`)."""

    token: str
    is_blank: bool
    premium: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of the picture: squares row by row, and the lines beside the board."""

    squares: tuple[tuple[PictureTile, ...], ...]
    title: str
    lines: tuple[str, ...]


def title_of(game: Game) -> str:
    """Return the names of a game and its event; each is read in its own direction."""
    names = [game.name] if game.name == game.event.name else [game.event.name, game.name]
    return " – ".join(map(isolate, names))


# About as many as game reviews are cached, in some languages; a picture has less than 100 kB.
@lru_cache(maxsize=60)
def picture_png(picture: Picture) -> bytes:
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    for row, squares in enumerate(picture.squares):
        for column, square in enumerate(squares):
            _draw_square(draw, MARGIN + column * SQUARE, MARGIN + row * SQUARE, square)
    _draw_text(draw, picture.title, picture.lines)
    return as_png(image)


def as_png(image: Image.Image) -> bytes:
    """Return a picture that was drawn larger as a file of its real size."""
    kept = BytesIO()
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    small.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _draw_square(draw: ImageDraw.ImageDraw, x: int, y: int, square: PictureTile) -> None:
    fill = PREMIUMS.get(square.premium, EMPTY)
    draw.rectangle(scale_box(x, y, x + SQUARE, y + SQUARE), fill=fill, outline=BOARD_LINE, width=SCALE)
    if not square.token:
        return
    inside = scale_box(x + 1, y + 1, x + SQUARE - 1, y + SQUARE - 1)
    draw.rounded_rectangle(inside, radius=5 * SCALE, fill=TILE, outline=TILE_EDGE, width=SCALE)
    size = SQUARE * (0.44 if len(square.token) > 1 else 0.66)
    middle = (x + SQUARE / 2) * SCALE, (y + SQUARE / 2) * SCALE
    ink = BLANK_INK if square.is_blank else INK
    draw_text(draw, middle, square.token, "Bold", size, fill=ink, is_centred=True)
    if square.is_blank:
        draw.ellipse(scale_box(x + 4, y + 4, x + SQUARE - 4, y + SQUARE - 4), outline=BLANK_INK, width=SCALE)


def _draw_text(draw: ImageDraw.ImageDraw, title: str, lines: Sequence[str]) -> None:
    draw_lines(draw, draw_heading(draw, title), lines)


def draw_heading(draw: ImageDraw.ImageDraw, title: str) -> int:
    """Draw the program's name and a title beside the left half; return where the next line begins."""
    top = MARGIN + 20
    draw_text(draw, scale_point(TEXT_LEFT, top), "Isotop", "Bold", 34, fill=ACCENT)
    top += 80
    size, parts = fit_title(title)
    for part in parts:
        draw_text(draw, scale_point(TEXT_LEFT, top), part, "Bold", size, fill=INK)
        top += round(size * 1.2)
    return top + 20


def draw_lines(draw: ImageDraw.ImageDraw, top: int, lines: Sequence[str]) -> None:
    """Draw lines below the title, each in as many as it needs."""
    for line in lines:
        for part in wrap_text(line, "Regular", 32):
            draw_text(draw, scale_point(TEXT_LEFT, top), part, "Regular", 32, fill=SOFT)
            top += 46


def fit_title(title: str) -> tuple[int, list[str]]:
    """Return the largest size in which the title fits on three lines, and its lines; cut it off if none fits."""
    for size in (56, 46, 38):
        parts = wrap_text(title, "Bold", size)
        if len(parts) <= 3:
            return size, parts
    last = list(split_clusters(parts[2]))
    while text_width(cut := f"{''.join(last).rstrip()} …", "Bold", size) > TEXT_WIDTH * SCALE:
        last.pop()
    return size, [*parts[:2], cut]


def wrap_text(text: str, weight: str, size: float) -> list[str]:
    """Return the text in lines that fit their width; break a word that is wider itself."""

    def fits(part: str) -> bool:
        return text_width(part, weight, size) <= TEXT_WIDTH * SCALE

    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if fits(longer):
            lines[-1] = longer
            continue
        lines.append("")
        for letter in split_clusters(word):
            if lines[-1] and not fits(lines[-1] + letter):
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def text_width(text: str, weight: str, size: float) -> float:
    """Return the width of a line as `draw_text` draws it."""
    if _is_plain(text, weight):
        return load_font(weight, size).getlength(text)
    return line_width(printable(text), f"Isotop-{weight}") * size * SCALE


def draw_text(
    draw: ImageDraw.ImageDraw,
    where: tuple[float, float],
    text: str,
    weight: str,
    size: float,
    *,
    fill: str,
    is_centred: bool = False,
) -> None:
    """Draw a line in any script, from its upper left corner or around its middle."""
    font = load_font(weight, size)
    if _is_plain(text, weight):
        draw.text(where, text, font=font, fill=fill, anchor="mm" if is_centred else "la")
        return
    mask, left, above = line_mask(printable(text), f"Isotop-{weight}", size * SCALE)
    (x, y), (ascent, descent) = where, font.getmetrics()
    if is_centred:
        x, y = x - text_width(text, weight, size) / 2, y - (ascent + descent) / 2
    draw.bitmap((round(x + left), round(y + ascent - above)), mask, fill)


def _is_plain(text: str, weight: str) -> bool:
    """Tell whether Roboto draws the text, as on paper."""
    is_plain: bool = getFont(f"Isotop-{weight}").is_plain(text)
    return is_plain


def scale_box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * SCALE, top * SCALE, right * SCALE, bottom * SCALE


def scale_point(x: float, y: float) -> tuple[float, float]:
    return x * SCALE, y * SCALE


@lru_cache
def load_font(weight: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / f"Roboto-{weight}.ttf"), round(size * SCALE))
