"""Widths of columns of words: free room goes where it saves the most lines."""

from collections.abc import Mapping, Sequence
from math import ceil

from reportlab.lib.units import mm

# How many texts of a column have each width.
Widths = Mapping[float, int]
STEP = 2 * mm


def widen(rooms: Sequence[float], texts: Sequence[Widths], free: float) -> list[float]:
    """Return the rooms for the texts of each column after as much of the free room as saves lines was given away.

    Each time the column is widened that saves the most lines for its room.
    """
    steps = int(free / STEP)
    lines = [_lines_by_step(room, widths, steps) for room, widths in zip(rooms, texts, strict=True)]
    taken = [0] * len(rooms)
    while step := _best_step(lines, taken, steps - sum(taken)):
        column, wider = step
        taken[column] += wider
    return [room + STEP * steps for room, steps in zip(rooms, taken, strict=True)]


def _lines_by_step(room: float, widths: Widths, steps: int) -> list[int]:
    """Return the number of lines beyond the first ones, for each number of steps by which the room is wider."""
    broken = [(width, count) for width, count in widths.items() if width > room]
    rooms = [room + STEP * step for step in range(steps + 1)]
    return [sum(count * (ceil(width / wider) - 1) for width, count in broken) for wider in rooms]


def _best_step(lines: Sequence[Sequence[int]], taken: Sequence[int], left: int) -> tuple[int, int] | None:
    """Return the column to widen and by how many steps; None if that saves no line."""
    found = [
        ((of_column[done] - of_column[done + more]) / more, -column, more)
        for column, (of_column, done) in enumerate(zip(lines, taken, strict=True))
        if of_column[done]
        for more in range(1, left + 1)
    ]
    saved, column, more = max(found, default=(0, 0, 0))
    return (-column, more) if saved else None
