"""The data of a person in one line of a list, with what cannot be read: a name or a licence makes the line
wrong, another cell is left out. Pure, except for the current year.
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import CATEGORY_LENGTH, CLUB_LENGTH, COMMITTEE_LENGTH, NAME_LENGTH, NUMBER_LENGTH
from tournaments.models.people import MOST_RATED_GAMES, MOST_RATING
from tournaments.names.folding import licence_key
from tournaments.names.name_parts import NameParts, Order, plain_name, says_parts, split_name
from tournaments.people.imports.cells import is_category, is_series, read_category, read_sex, says_no
from tournaments.people.imports.columns import column_of
from tournaments.people.imports.countries import country_code, federation_country
from tournaments.people.imports.dates import NoSuchDay, possible_years, year_of
from tournaments.people.imports.files import FileLine
from tournaments.people.services import Person

SERIES_LENGTH = 10
# The start of a line with totals, in the languages of the field.
_TOPS = re.compile(r"tops?|máximas?|(jugadas? )?maestras?", re.IGNORECASE)
_TOTAL = re.compile(r"(sous-|sub)?tota(l|ux|les)\b|somme\b|suma?\b|effectif\b|count\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}([ '’.,]\d{3})+")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem or a note of a line; `str()` is the sentence, in the language in force."""

    message: str | Promise
    params: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.message).format(**self.params)


def is_nobody(line: FileLine) -> bool:
    """Tell whether a line has no person in it.

    Such lines are a total, the tops of our standings, the club of a page, or repeated headings.
    """
    texts = list(line.values.values())
    if len(texts) > 1:
        return all(column_of(text) == column for column, text in line.values.items())
    if _TOTAL.match(texts[0]) or _TOPS.fullmatch(texts[0]):
        return True
    return not {"name", "last_name"} & set(line.values) and not any(map(str.isdigit, texts[0]))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The context of a line: the names of clubs by `code_key`, and the folded cells of the column of sexes.

    `categories` and `series` are the folded ones that known people have; without them (None) any is taken.
    """

    clubs: Mapping[str, str] = field(default_factory=dict)
    sexes: AbstractSet[str] = frozenset()
    categories: AbstractSet[str] | None = None
    series: AbstractSet[str] | None = None


@dataclass(frozen=True, slots=True)
class ReadLine:
    """The person of a line; `problems` make the line wrong, `cells` are the cells that are left out of it.

    `apart` says that the list has the parts of the name in two columns, and does not say that nobody has
    looked at them.
    """

    person: Person
    problems: tuple[Problem, ...]
    cells: tuple[Problem, ...]
    apart: bool = False


def code_key(code: str) -> str:
    """Return the stored form of a club's code, equal for codes that are one: "a05" is "A05"."""
    return code.upper()


def read_person(values: Mapping[str, str]) -> tuple[Person, list[Problem]]:
    """Return the person in values that are all meant, and the problems of what cannot be read."""
    line = read_line(values)
    return line.person, [*line.problems, *line.cells]


def read_line(values: Mapping[str, str], order: Order = "", around: Surroundings | None = None) -> ReadLine:
    """Return a line's data of a player; a cell that cannot be read leaves nothing but itself out.

    `order` is the part of a name that the list writes first.
    """
    problems: list[Problem] = []
    cells: list[Problem] = []
    around = around or Surroundings()
    parts, written = _parts(values), whole_name(values)
    whole = plain_name(written)
    if not whole:
        problems.append(Problem(_("The name is missing.")))
    elif not any(map(str.isalpha, whole)):
        problems.append(_wrong(_("Name"), whole))
    apart = parts.spell(whole) and max(len(parts.given), len(parts.family)) <= NAME_LENGTH
    if not apart:
        if parts.joined:
            said = _("First and last name: “{text}” is not the name.")
            cells.append(Problem(said, {"text": parts.joined}))
        parts = split_name(written, order) if order or says_parts(written) else NameParts()
    person = Person(
        name=_text(whole, NAME_LENGTH, _("Name"), problems),
        licence=_text(licence_key(values.get("licence", "")), NUMBER_LENGTH, _("Licence"), problems),
        club=_text(_club(values, around, cells), CLUB_LENGTH, _("Club"), cells, drop=True),
        country=_country(values, cells),
        series=_series(values.get("series", ""), around, cells),
        birth_year=_birth_year(values.get("birth_year", ""), cells),
        rating=_number(values.get("rating", ""), (0, MOST_RATING), _("Rating"), cells),
        rated_games=_number(values.get("rated_games", ""), (0, MOST_RATED_GAMES), _("Rated games"), cells),
        given_name=parts.given,
        family_name=parts.family,
        committee=_text(values.get("committee", ""), COMMITTEE_LENGTH, _("Committee"), cells, drop=True),
        age_category=_category(values.get("age_category", ""), around, cells),
        sex=_sex(values.get("sex", ""), around, cells),
    )
    checked = apart and not says_no(values.get("names_checked", ""))
    return ReadLine(person, tuple(problems), tuple(cells), checked)


def whole_name(values: Mapping[str, str]) -> str:
    """Return the whole name as the columns of a line have it, in one or in two."""
    return values.get("name") or _parts(values).joined


def _parts(values: Mapping[str, str]) -> NameParts:
    return NameParts(values.get("first_name", ""), values.get("last_name", ""))


def whole_number(text: str) -> int:
    """Return a number as lists write it: “1 085”, “1500.0”; “1085,7” is rounded to the nearest whole one.

    Raises:
        ValueError: it is none.
    """
    if _THOUSANDS.fullmatch(text):
        return int("".join(filter(str.isdigit, text)))
    return round(float(text.replace(",", ".")))


def _text(text: str, most: int, label: str | Promise, problems: list[Problem], *, drop: bool = False) -> str:
    """Return the text; note a problem if it is too long, and then drop it if asked to."""
    if len(text) <= most:
        return text
    said = _("{label}: “{text}” is longer than {most} characters.")
    problems.append(Problem(said, {"label": label, "text": text, "most": most}))
    return "" if drop else text


def _wrong(label: str | Promise, text: str) -> Problem:
    return Problem(_("{label}: “{text}” is not valid."), {"label": label, "text": text})


def _club(values: Mapping[str, str], around: Surroundings, cells: list[Problem]) -> str:
    """Return the name of the club; of one that is known by its code alone, the code."""
    code = _text(values.get("club_code", ""), NUMBER_LENGTH, _("Club code"), cells, drop=True)
    return around.clubs.get(code_key(code), "") or values.get("club", "") or code


def _country(values: Mapping[str, str], cells: list[Problem]) -> str:
    text, federation = values.get("country", ""), values.get("federation", "")
    code = country_code(text) if text else ""
    if code is None:
        cells.append(Problem(_("Country: “{text}” is unknown; enter its code."), {"text": text}))
    if not code and federation:
        code = federation_country(federation)
        if code is None:
            said = _("Federation: the country of “{text}” is not known.")
            cells.append(Problem(said, {"text": federation}))
    return code or ""


def _series(text: str, around: Surroundings, cells: list[Problem]) -> str:
    if around.series is not None and not is_series(text, around.series):
        cells.append(_wrong(_("Series"), text))
        return ""
    return _text(text, SERIES_LENGTH, _("Series"), cells, drop=True)


def _category(text: str, around: Surroundings, cells: list[Problem]) -> str:
    category = read_category(text) if text else ""
    known = around.categories
    if text and known is not None and len(text) <= CATEGORY_LENGTH and not is_category(text, known):
        category = None
    if category is None:
        cells.append(_wrong(_("Age category"), text))
    return _text(category or "", CATEGORY_LENGTH, _("Age category"), cells, drop=True)


def _sex(text: str, around: Surroundings, cells: list[Problem]) -> str:
    sex = read_sex(text, around.sexes) if text else ""
    if sex is None:
        cells.append(_wrong(_("Sex"), text))
    return sex or ""


def _birth_year(text: str, cells: list[Problem]) -> int | None:
    if not text:
        return None
    first, last = possible_years()
    try:
        year = year_of(text)
    except NoSuchDay:
        cells.append(Problem(_("Year of birth: “{text}” is not a valid date."), {"text": text}))
        return None
    except (ValueError, OverflowError):
        cells.append(_wrong(_("Year of birth"), text))
        return None
    if first <= year <= last:
        return year
    said = _("Year of birth: “{text}” is not between {first} and {last}.")
    cells.append(Problem(said, {"text": text, "first": first, "last": last}))
    return None


def _number(text: str, bounds: tuple[int, int], label: str | Promise, cells: list[Problem]) -> int | None:
    if not text:
        return None
    try:
        number = whole_number(text)
    except (ValueError, OverflowError):
        number = None
    if number is None or not bounds[0] <= number <= bounds[1]:
        cells.append(_wrong(label, text))
        return None
    return number
