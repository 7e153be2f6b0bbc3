"""Values of documents, apart from the drawing: the code that collects them loads no ReportLab."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

PageSize = Literal["A4", "letter"]


@dataclass(frozen=True, slots=True)
class ReportHeading:
    """The subject of a document; `generated_at` is printed with the zone that it is in. `logo` is a PNG.

    The `organiser` is named where no `club` is, in the metadata alone.
    """

    event: str
    day: date
    generated_at: datetime
    club: str = ""
    organiser: str = ""
    logo: bytes = b""


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper of a document, and its heading.

    `site` is the address where phones reach this installation, such as `https://play.example`, for QR codes.
    A part of a longer document begins with `first_page` of `pages`; without these the document is whole.
    """

    heading: ReportHeading
    size: PageSize = "A4"
    site: str = ""
    first_page: int = 1
    pages: int | None = None


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate for a place, `among` a group if not among all; `what` is the game, if not the whole
    event. A `provisional` one says so: the place is that of now. One for a `prize` names it instead of the place, and
    has `won_by` instead of the points.
    """

    name: str
    rank: int
    of: int
    total: int
    percent: float | None
    among: str = ""
    what: str = ""
    provisional: bool = False
    prize: str = ""
    won_by: str = ""


@dataclass(frozen=True, slots=True)
class PrizeReceipt:
    """A receipt for a prize, which its winner signs; `shared_by` counts the winners."""

    name: str
    prize: str
    worth: str
    for_: str
    shared_by: int
