"""The glyphs of a line of text, from left to right, as HarfBuzz shapes them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

import uharfbuzz as harfbuzz

from tournaments.printing.pdf.scripts.direction import DirectedRun, order_runs
from tournaments.printing.pdf.scripts.typefaces import (
    WEIGHTS,
    Typeface,
    drawable,
    find_typeface,
    split_clusters,
)

# The text of a glyph that says no more than those before it, as each has to have one.
_ZERO_WIDTH_SPACE = "\u200b"


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph and its place; lengths are in thousandths of the size.

    `width` is the font's own; the next glyph begins after `advance`.
    """

    number: int
    width: float
    advance: float
    right: float
    up: float


@dataclass(frozen=True, slots=True)
class Cluster:
    """Glyphs that stand for a text together: a letter and its mark, a ligature."""

    text: str
    glyphs: tuple[Glyph, ...]

    @property
    def is_ligature(self) -> bool:
        return len(self.glyphs) == 1 and len(self.text) > 1

    @property
    def texts(self) -> list[str]:
        """A text for each glyph, for readers that do not know the text of all: its letters one by one."""
        last = len(self.glyphs) - 1
        letters = [*self.text[:last], self.text[last:]]
        return [letter or _ZERO_WIDTH_SPACE for letter in letters + [""] * (last + 1 - len(letters))]


@dataclass(frozen=True, slots=True)
class ShapedRun:
    """Clusters of one typeface at one weight, from left to right."""

    typeface: Typeface
    weight: int
    clusters: tuple[Cluster, ...]

    @property
    def advance(self) -> float:
        return sum(glyph.advance for cluster in self.clusters for glyph in cluster.glyphs)


@lru_cache(maxsize=8192)
def shape_line(text: str, font: str) -> tuple[ShapedRun, ...]:
    """Return the runs of a line in one of the document's fonts, from left to right."""
    shaped: list[ShapedRun] = []
    for run in order_runs(text):
        pieces = list(_split_by_typeface(run, font))
        shaped += (
            _shape(piece, typeface, WEIGHTS[font], is_rtl=run.is_rtl)
            for typeface, piece in (reversed(pieces) if run.is_rtl else pieces)
        )
    return tuple(shaped)


def line_width(text: str, font: str) -> float:
    """Return the width of a line at size 1."""
    return sum(run.advance for run in shape_line(text, font)) / 1000


def _split_by_typeface(run: DirectedRun, font: str) -> Iterator[tuple[Typeface, str]]:
    for typeface, group in groupby(_with_typefaces(run, font), key=itemgetter(0)):
        if text := "".join(cluster for _typeface, cluster in group):
            yield typeface, text


def _with_typefaces(run: DirectedRun, font: str) -> Iterator[tuple[Typeface, str]]:
    """Yield the clusters as they can be drawn, each with its typeface.

    Words from right to left keep their typeface between them: programs that read them put such pieces of
    text in the other order.
    """
    before: Typeface | None = None
    for cluster in split_clusters(run.text):
        stays = run.is_rtl and before and not cluster.isalnum() and before.has(cluster)
        drawn = cluster if stays else drawable(cluster)
        if not stays:
            before = find_typeface(drawn, font)
        assert before, "drawable: a typeface has it"
        yield before, drawn


@cache
def font_at(typeface: Typeface, weight: int) -> Any:
    """Return the typeface as HarfBuzz's font at a weight."""
    font = harfbuzz.Font(typeface.face)
    if typeface.is_variable:
        font.set_variations({"wght": weight})
    return font


def _shape(text: str, typeface: Typeface, weight: int, *, is_rtl: bool) -> ShapedRun:
    font = font_at(typeface, weight)
    buffer = harfbuzz.Buffer()
    buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_codepoints([ord(character) for character in text])
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if is_rtl else "ltr"
    harfbuzz.shape(font, buffer)
    starts = [info.cluster for info in buffer.glyph_infos]
    borders = [*sorted(set(starts)), len(text)]
    ends = dict(pairwise(borders))
    clusters: list[Cluster] = []
    glyphs = zip(starts, _glyphs(font, buffer), strict=True)
    for start, group in groupby(glyphs, key=itemgetter(0)):
        cluster = Cluster(text[start : ends[start]], tuple(glyph for _start, glyph in group))
        clusters += _take_apart(cluster, font) if is_rtl and cluster.is_ligature else [cluster]
    return ShapedRun(typeface, weight, tuple(clusters))


def _take_apart(ligature: Cluster, font: Any) -> Iterator[Cluster]:
    """Yield a glyph without width for each further letter, since programs read text of a glyph forwards only."""
    nothing = Glyph(font.get_nominal_glyph(ord(" ")), 0, 0, 0, 0)
    for letter in reversed(ligature.text[1:]):
        yield Cluster(letter, (nothing,))
    yield Cluster(ligature.text[0], ligature.glyphs)


def _glyphs(font: Any, buffer: Any) -> Iterator[Glyph]:
    scale = 1000 / font.face.upem
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        width = font.get_glyph_h_advance(info.codepoint)
        places = width, position.x_advance, position.x_offset, position.y_offset
        yield Glyph(info.codepoint, *(place * scale for place in places))
