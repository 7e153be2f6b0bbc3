"""Dates and years of birth as lists write them. Pure, except for the current year."""

import re
from datetime import date

from tournaments.time import clock

YOUNGEST_OF_TWO_FIGURES = 5  # a younger child's birth on “12/05/24” is read as 1924
OLDEST = 119


class NoSuchDay(ValueError):
    """A date that no calendar has, such as 31/02/1990."""


def possible_years() -> tuple[int, int]:
    """Return the first and the last possible year of birth of a living person."""
    this_year = clock.now().year
    return this_year - OLDEST, this_year


def year_of(text: str) -> int:
    """Return the year of a year, a date, or the number of days by which Excel stores a date.

    Raises:
        NoSuchDay: it is written as a date, and no calendar has it.
        ValueError: it is neither.
    """
    if text.isdigit() and len(text) == 8:
        return _year_of_day(text[:4], text[4:6], text[6:])
    if text.isdigit() and 4 < len(text) < 8:
        from openpyxl.utils.datetime import from_excel  # noqa: PLC0415 - slow to load, rarely used

        return int(from_excel(int(text)).year)
    parts = re.split(r"[/.-]", text.split(" ", maxsplit=1)[0])
    four = [place for place, part in enumerate(parts) if len(part) == 4 and part.isdigit()]
    numbers = all(part.isdigit() for part in parts)
    if len(four) == 1 and len(parts) == 3 and numbers:
        year = parts.pop(four[0])
        return _year_of_day(year, *parts)
    if len(four) == 1:
        return int(parts[four[0]])
    if len(parts) == 3 and numbers and all(len(part) <= 2 for part in parts):
        year = 2000 + int(parts[2])
        year -= 100 * (year > clock.now().year - YOUNGEST_OF_TWO_FIGURES)
        return _year_of_day(str(year), parts[0], parts[1])
    raise ValueError(text)


def _year_of_day(year: str, one: str, other: str) -> int:
    """Return the year of a date, whichever of the two is the day.

    A date without day and month, as 00/00/1990, is a year.
    """
    if int(one) == int(other) == 0:
        return int(year)
    for month, day in ((one, other), (other, one)):
        try:
            return date(int(year), int(month), int(day)).year
        except ValueError:
            continue
    raise NoSuchDay(f"{year}-{one}-{other}")
