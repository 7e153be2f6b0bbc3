"""What slips, cards, badges and certificates are made of: plain values, like `duplicate.reports.values`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BlankSlip:
    """A slip to be filled in: its table, the round (0 is written by hand), and who sits there, if that is known."""

    table: int
    round: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """What stands on a table; `path` and `code` join the game, if it can still be joined."""

    table: int
    name: str = ""
    path: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """What a person wears, with the table if it is the same all day; `path` is what their phone opens."""

    name: str
    club: str
    table: int | None
    path: str = ""
    division: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who is honoured for which place, `among` whom if not among all; `what` is the game, if not the whole event. A
    `provisional` one says so: the place is that of now.
    """

    name: str
    rank: int
    of: int
    total: int
    percent: float | None
    among: str = ""
    what: str = ""
    provisional: bool = False
