"""Words and numbers on paper, as the active language writes them, shortened to fit.

Text that people typed is printed as typed, never read as markup.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from reportlab.pdfbase.pdfmetrics import getFont, stringWidth

from tournaments.printing.pdf.scripts.isolates import ISOLATES, isolate
from tournaments.printing.pdf.scripts.typefaces import drawable, split_clusters
from tournaments.printing.pdf.style import REGULAR

# The end of a line that was broken after a hyphen.
_AFTER_HYPHEN = re.compile(r"(?<=\S-)\n")


def printable(text: str) -> str:
    """Return typed text on one line: accents composed (phones send them apart), control characters gone.

    Letters that no font can draw become question marks; a name never becomes empty. Text with words from
    right to left is isolated from what stands around it.
    """
    composed = unicodedata.normalize("NFC", text)
    plain = composed.isprintable() and getFont(REGULAR).is_plain(composed)
    drawn = composed if plain else "".join(map(_drawn, split_clusters(composed)))
    return isolate(" ".join(drawn.split())) or ("?" if composed.strip() else "")


def _drawn(cluster: str) -> str:
    kind = unicodedata.category(cluster[0])[0]
    if kind == "Z" or cluster[0] in "\t\n\r\v\f":
        return " "
    if kind == "C":
        return cluster if cluster in ISOLATES else ""
    return drawable(cluster)


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
        rest = isolate(rest[cut:].lstrip())
    return [*wrapped, shorten(rest, font, size, width)]


def unbroken(text: str) -> str:
    """Return wrapped text on one line again."""
    return " ".join(_AFTER_HYPHEN.sub("", text).split())


def _break_before(text: str, font: str, size: float, width: float) -> int:
    """Return how many characters go on the first line: to the last break that fits, or as many as fit."""
    ends = _ends(text, font)
    fitting = _fitting(text, font, size, width) or ends[0]
    fit = ends[: bisect_right(ends, fitting)]
    breaks = [end for end in fit if text[end - 1] in " -" or text[end : end + 1] == " "]
    return breaks[-1] if breaks else fitting


def _fitting(text: str, font: str, size: float, width: float, tail: str = "") -> int:
    """Return how many characters of the text fit, with the tail. A binary search makes long names cheap."""

    def needed(end: int) -> float:
        measured: float = stringWidth(text[:end].rstrip() + tail, font, size)
        return measured

    ends = _ends(text, font)
    count = bisect_right(ends, width, key=needed)
    return ends[count - 1] if count else 0


def _ends(text: str, font: str) -> Sequence[int]:
    """Return the places at which the text may be cut: a letter keeps its marks, an isolated text its ends."""
    if getFont(font).is_plain(text):
        return range(1, len(text) + 1)
    ends = accumulate(map(len, split_clusters(text)))
    return [end for end in ends if text[end - 1] != ISOLATES[0] and text[end : end + 1] != ISOLATES[1]]
