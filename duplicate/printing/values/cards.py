"""The values of slips, cards, badges and letters: plain, like `duplicate.printing.values.games`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.printing.pdf.label_sheets import LabelSheet

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class CardsOnPaper(Generic[C]):
    """Cards on the labels of a sheet; without one they are to be cut. None is an empty place."""

    cards: Sequence[C | None]
    sheet: LabelSheet | None = None


@dataclass(frozen=True, slots=True)
class BlankSlip:
    """A slip to be filled in: its table, the round (0 is written by hand), and the player's name, if it is
    known.
    """

    table: int
    round: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on a table; `path` and `code` join the game, if it can still be joined."""

    table: int
    name: str = ""
    path: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A name badge, with the table if it is the same all day; `path` is what the person's phone opens, `code`
    checks in at the door.
    """

    name: str
    club: str
    table: int | None
    path: str = ""
    division: str = ""
    code: str = ""
