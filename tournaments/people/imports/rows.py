"""The data of a person in one line of a list, with the parts that cannot be read. Pure, except for the
current year.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core import clock
from tournaments.core.text.countries import country_code
from tournaments.core.text.folding import licence_key
from tournaments.models import NAME_LENGTH, NUMBER_LENGTH
from tournaments.people.imports.columns import column_of
from tournaments.people.imports.files import Line
from tournaments.people.services import Person

OLDEST = 119
YOUNGEST_OF_TWO_FIGURES = 5  # a younger child's birth on “12/05/24” is read as 1924
MOST_RATING = 100_000
MOST_RATED_GAMES = 100_000
# The start of a line with totals, in the languages of the field.
_TOPS = re.compile(r"tops?|máximas?", re.IGNORECASE)
_TOTAL = re.compile(r"(sous-|sub)?tota(l|ux|les)\b|somme\b|suma?\b|effectif\b|count\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}([ '’.,]\d{3})+")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem or a note of a line; `str()` is the sentence, in the language in force."""

    message: str | Promise
    params: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.message).format(**self.params)


def is_nobody(line: Line) -> bool:
    """Tell whether a line has no person in it.

    Such lines are a total, the tops of our standings, the club of a page, or repeated headings.
    """
    texts = list(line.values.values())
    if len(texts) > 1:
        return all(column_of(text) == column for column, text in line.values.items())
    if _TOTAL.match(texts[0]) or _TOPS.fullmatch(texts[0]):
        return True
    return not {"name", "last_name"} & set(line.values) and not any(map(str.isdigit, texts[0]))


def read_person(values: dict[str, str]) -> tuple[Person, list[Problem]]:
    """Return a line's data of a player, and the problems of what cannot be read."""
    problems: list[Problem] = []
    whole = values.get("name") or " ".join(filter(None, (values.get("first_name"), values.get("last_name"))))
    if not whole:
        problems.append(Problem(_("There is no name.")))
    elif not any(map(str.isalpha, whole)):
        problems.append(Problem(_("{label}: “{text}” cannot be right."), {"label": _("Name"), "text": whole}))
    person = Person(
        name=_text(whole, NAME_LENGTH, _("Name"), problems),
        licence=_text(licence_key(values.get("licence", "")), NUMBER_LENGTH, _("Licence"), problems),
        club=_text(values.get("club", ""), NAME_LENGTH, _("Club"), problems),
        country=_country(values.get("country", ""), problems),
        series=_text(values.get("series", ""), 10, _("Series"), problems),
        birth_year=_number(
            values.get("birth_year", ""), year_of, possible_years(), _("Year of birth"), problems
        ),
        rating=_number(values.get("rating", ""), whole_number, (0, MOST_RATING), _("Rating"), problems),
        rated_games=_number(
            values.get("rated_games", ""), whole_number, (0, MOST_RATED_GAMES), _("Rated games"), problems
        ),
    )
    return person, problems


def possible_years() -> tuple[int, int]:
    """Return the first and the last possible year of birth of a living person."""
    this_year = clock.now().year
    return this_year - OLDEST, this_year


def year_of(text: str) -> int:
    """Return the year of a year, a date, or the number of days by which Excel stores a date.

    Raises:
        ValueError: there is none.
    """
    if text.isdigit() and len(text) == 8:
        return int(text[:4])
    if text.isdigit() and 4 < len(text) < 8:
        from openpyxl.utils.datetime import from_excel  # noqa: PLC0415 - slow to load, rarely used

        return int(from_excel(int(text)).year)
    parts = re.split(r"[/.-]", text.split(" ", maxsplit=1)[0])
    four = [part for part in parts if len(part) == 4 and part.isdigit()]
    if len(four) == 1:
        return int(four[0])
    if len(parts) == 3 and all(part.isdigit() and len(part) <= 2 for part in parts):
        year = 2000 + int(parts[2])
        return year if year <= clock.now().year - YOUNGEST_OF_TWO_FIGURES else year - 100
    raise ValueError(text)


def whole_number(text: str) -> int:
    """Return a number as lists write it: “1 085”, “1500.0”; “1085,7” is rounded to the nearest whole one.

    Raises:
        ValueError: it is none.
    """
    if _THOUSANDS.fullmatch(text):
        return int("".join(filter(str.isdigit, text)))
    return round(float(text.replace(",", ".")))


def _text(text: str, most: int, label: str | Promise, problems: list[Problem]) -> str:
    if len(text) > most:
        problems.append(
            Problem(
                _("{label}: “{text}” is longer than {most} characters."),
                {"label": label, "text": text, "most": most},
            )
        )
    return text


def _country(text: str, problems: list[Problem]) -> str:
    code = country_code(text) if text else ""
    if code is None:
        problems.append(Problem(_("Country: “{text}” is none that we know; write its code."), {"text": text}))
    return code or ""


def _number(
    text: str,
    read: Callable[[str], int],
    bounds: tuple[int, int],
    label: str | Promise,
    problems: list[Problem],
) -> int | None:
    if not text:
        return None
    try:
        number = read(text)
    except (ValueError, OverflowError):
        number = None
    if number is None or not bounds[0] <= number <= bounds[1]:
        problems.append(Problem(_("{label}: “{text}” cannot be right."), {"label": label, "text": text}))
        return None
    return number
