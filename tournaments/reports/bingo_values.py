"""What a printed card for bingo is made of: plain values, apart from the drawing so that nobody loads ReportLab."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BingoCard:
    """A player's card: its number, whose it is, and the letters of both words; empty boxes without words."""

    number: int
    name: str = ""
    words: tuple[tuple[str, ...], ...] = ()
