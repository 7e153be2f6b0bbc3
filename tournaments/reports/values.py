"""What documents are made of: plain values, apart from the drawing so that who gathers them loads no ReportLab."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

PageSize = Literal["A4", "letter"]


@dataclass(frozen=True, slots=True)
class ReportHeading:
    """What a document belongs to; `generated_at` is aware, and printed in the active time zone. `logo` is a PNG."""

    event: str
    day: date
    generated_at: datetime
    club: str = ""
    logo: bytes = b""


@dataclass(frozen=True, slots=True)
class Paper:
    """What a document is printed on, and under which heading.

    `site` is where phones reach this installation, such as `https://play.example`, for what is to be scanned. A part of
    a longer one begins with `first_page` of `pages`; without these the document is whole.
    """

    heading: ReportHeading
    size: PageSize = "A4"
    site: str = ""
    first_page: int = 1
    pages: int | None = None
