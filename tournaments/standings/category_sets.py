"""The age categories of federations, which ship as data, those that a new event has, and the text of a category."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tournaments.names.folding import fold
from tournaments.standings.filters import AgeCategory

_FILE: Final = Path(__file__).resolve().parent / "data" / "age_categories.toml"


@dataclass(frozen=True, slots=True)
class CategorySet:
    """The age categories of one federation, the youngest first; new events in its `language`, if it has one, have
    them.
    """

    code: str
    name: str
    categories: tuple[AgeCategory, ...]
    language: str = ""


@cache
def category_sets() -> dict[str, CategorySet]:
    """Return the sets that ship, by their codes."""
    read = tomllib.loads(_FILE.read_text("utf-8"))
    return {
        code: CategorySet(
            code, told["name"], tuple(map(parse_category, told["categories"])), told.get("language", "")
        )
        for code, told in read.items()
    }


def categories_in(language: str) -> tuple[AgeCategory, ...]:
    """Return the categories of a new event in a language; empty for the usual ones."""
    sets = category_sets().values()
    return next((set_.categories for set_ in sets if language and set_.language == language), ())


def sets_with(names: Iterable[str]) -> list[CategorySet]:
    """Return the sets that have categories of all these names."""
    wanted = set(map(fold, names))
    return [
        category_set_
        for category_set_ in category_sets().values()
        if wanted <= {fold(each.name) for each in category_set_.categories}
    ]


def parse_category(line: str) -> AgeCategory:
    """Parse a line such as `Junior 16-17`, `Diamant 72+` or `Senior -61`.

    Raises:
        ValueError: it is no age category.
    """
    name, _blank, ages = line.rpartition(" ")
    least, dash, most = ages.replace("–", "-").partition("-")
    if ages.endswith("+") and not dash:
        least, most = ages[:-1], ""
    elif not dash:
        least = most = "?"
    parts = (least, most)
    if not name or any(part and not (part.isascii() and part.isdigit() and len(part) < 4) for part in parts):
        raise ValueError(line)
    return AgeCategory(name, *(int(part) if part else None for part in parts))


def category_text(one: AgeCategory) -> str:
    """Return the line that `parse_category` reads."""
    if one.most is None:
        return f"{one.name} {one.least or 0}+"
    return f"{one.name} {'' if one.least is None else one.least}-{one.most}"
