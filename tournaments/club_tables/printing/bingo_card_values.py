"""Plain values of a printed bingo card, apart from the drawing so that nobody has to load ReportLab."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BingoCard:
    """A player's card: its number, the player's name, and the letters of both words; empty boxes without words."""

    number: int
    name: str = ""
    words: tuple[tuple[str, ...], ...] = ()
