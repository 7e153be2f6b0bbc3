"""Rows on pages: how large a table is set, and where it goes on to the next page.

A last page with few rows is avoided: the rows are set closer if they then take a page less, and otherwise the page
before gives some of its own.
"""

from collections.abc import Sequence
from itertools import chain

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from tournaments.printing.pdf.style import (
    BOTTOM_MARGIN,
    COMPACT,
    DENSE,
    NORMAL,
    ROOMY,
    RUNNING_HEAD,
    TITLE_BLOCK,
    TOP_MARGIN,
    Density,
)

# Fewer rows than these do not stand on a page alone.
LEAST_ROWS = 10
# The most pages of a table in each density but the smallest: first one page is tried, then two.
MOST_PAGES = (1, 2)
# Rounding in sums of heights.
FUZZ = 0.01
# Steps in which rows are set closer.
STEPS = 20


def further_room(canvas: Canvas) -> float:
    """Return the height for rows on each page after the first."""
    height: float = canvas._pagesize[1]  # noqa: SLF001 - ReportLab has no public name for it
    return _room(height)


def _room(page_height: float) -> float:
    room: float = page_height - TOP_MARGIN - BOTTOM_MARGIN - RUNNING_HEAD
    return room


def densities_for(lines: int, page_height: float, *, roomy: bool = False) -> Sequence[Density]:
    """Return the density for so many lines, and all smaller ones.

    The text is as large as it can be on one page, or else on two; a longer list is set small. A `roomy` list of one
    page may be set large.
    """
    every = (ROOMY, NORMAL, DENSE, COMPACT)
    for most in MOST_PAGES:
        for place, density in enumerate(every[:-1]):
            if density is ROOMY and not (roomy and most == 1):
                continue
            if _count_pages(lines, page_height, density) <= most:
                return every[place:]
    return every[-1:]


def _count_pages(lines: int, page_height: float, density: Density) -> int:
    further = _room(page_height) - density.row_height
    return len(fill_pages([density.row_height] * lines, further + RUNNING_HEAD - TITLE_BLOCK, further))


def fill_pages(heights: Sequence[float], first: float, further: float) -> list[int]:
    """Return how many rows are on each page if every page takes as many as it can, and at least one."""
    counts, room = [0], first
    for height in heights:
        if height > room + FUZZ and (counts[-1] or len(counts) == 1):
            counts.append(0)
            room = further
        counts[-1] += 1
        room -= height
    return counts


def rows_here(heights: Sequence[float], first: float, further: float) -> int:
    """Return how many rows go on the present page, which has `first` as its room."""
    counts = fill_pages(heights, first, further)
    here, last = counts[0], counts[-1]
    if len(counts) == 2 and last < LEAST_ROWS:
        return here - max(min(LEAST_ROWS - last, here - LEAST_ROWS), 0)
    return here


def apart(parts: Sequence[Flowable]) -> list[Flowable]:
    """Return the parts of a split flowable, each of which begins a page: the one before may leave room."""
    return list(chain.from_iterable((PageBreak(), part) for part in parts))[1:]


def squeeze(
    heights: Sequence[float], least: Sequence[float], first: float, further: float
) -> Sequence[float]:
    """Return the heights with which the rows take a page less, if the last page has few and that is possible.

    Each height stays at or above its `least`.
    """
    counts = fill_pages(heights, first, further)
    if len(counts) == 1 or counts[-1] >= LEAST_ROWS:
        return heights
    for step in range(1, STEPS + 1):
        closer = [
            height - max(height - small, 0) * step / STEPS
            for height, small in zip(heights, least, strict=True)
        ]
        if len(fill_pages(closer, first, further)) < len(counts):
            return closer
    return heights
