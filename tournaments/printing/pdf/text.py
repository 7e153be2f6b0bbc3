"""Words and numbers on paper, as the active language writes them, shortened to fit.

Text that people typed is printed as typed, never read as markup.
"""

import re
import unicodedata
from bisect import bisect_right
from functools import cache

from reportlab.pdfbase.pdfmetrics import getFont, stringWidth

from tournaments.printing.pdf.style import REGULAR

# The end of a line that was broken after a hyphen.
_AFTER_HYPHEN = re.compile(r"(?<=\S-)\n")


def printable(text: str) -> str:
    """Return typed text on one line: accents composed (phones send them apart), control characters gone.

    Letters that the fonts cannot draw become question marks, and pictures are dropped; a name never becomes
    empty.
    """
    composed = unicodedata.normalize("NFC", text)
    drawn = "".join(map(_replace_undrawable, composed))
    return " ".join(drawn.split()) or ("?" if composed.strip() else "")


@cache
def _replace_undrawable(character: str) -> str:
    kind = unicodedata.category(character)[0]
    if kind == "Z" or character in "\t\n\r\v\f":
        return " "
    if kind == "C":
        return ""
    if ord(character) in getFont(REGULAR).face.charToGlyph:
        return character
    return "?" if kind in "LN" else ""


def shorten(text: str, font: str, size: float, width: float) -> str:
    """Return the text, or as much of it as fits followed by an ellipsis."""
    if stringWidth(text, font, size) <= width:
        return text
    return text[: _fitting(text, font, size, width, tail="…")].rstrip() + "…"


def wrap(text: str, font: str, size: float, width: float, lines: int = 2) -> list[str]:
    """Return the text on at most so many lines, broken at spaces or after hyphens; the last line is
    shortened.
    """
    wrapped: list[str] = []
    rest = text
    while rest and len(wrapped) < lines - 1 and stringWidth(rest, font, size) > width:
        cut = _break_before(rest, font, size, width)
        wrapped.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*wrapped, shorten(rest, font, size, width)]


def unbroken(text: str) -> str:
    """Return wrapped text on one line again."""
    return " ".join(_AFTER_HYPHEN.sub("", text).split())


def _break_before(text: str, font: str, size: float, width: float) -> int:
    """Return how many characters go on the first line: to the last break that fits, or as many as fit."""
    fitting = max(_fitting(text, font, size, width), 1)
    breaks = [i for i in range(1, fitting + 1) if text[i - 1] in " -" or text[i : i + 1] == " "]
    return breaks[-1] if breaks else fitting


def _fitting(text: str, font: str, size: float, width: float, tail: str = "") -> int:
    """Return how many characters of the text fit, with the tail. A binary search makes long names cheap."""

    def needed(count: int) -> float:
        measured: float = stringWidth(text[:count].rstrip() + tail, font, size)
        return measured

    return bisect_right(range(1, len(text) + 1), width, key=needed)
