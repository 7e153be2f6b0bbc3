"""What documents are made of: plain values, apart from the drawing so that who gathers them loads no ReportLab."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class ReportHeading:
    """What a document belongs to; `generated_at` is aware, and printed in the active time zone."""

    event: str
    day: date
    generated_at: datetime
    club: str = ""
