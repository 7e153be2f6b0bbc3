"""Cells of federations' lists that mean one of a few things: age categories and sexes. Pure."""

from collections.abc import Set as AbstractSet
from typing import Final

from tournaments.core.text.folding import fold

# By the words and letters of the lists; a federation's own categories stay as they are written.
_CATEGORIES: Final = {
    **dict.fromkeys(("poussin", "poussins", "poussine", "p", "pou"), "Poussin"),
    **dict.fromkeys(("benjamin", "benjamins", "benjamine", "b", "ben"), "Benjamin"),
    **dict.fromkeys(("cadet", "cadets", "cadette", "c", "cad"), "Cadet"),
    **dict.fromkeys(("junior", "juniors", "j", "jun"), "Junior"),
    **dict.fromkeys(("espoir", "espoirs", "e", "esp"), "Espoir"),
    **dict.fromkeys(("senior", "seniors", "s", "sen"), "Senior"),
    **dict.fromkeys(("vermeil", "vermeils", "v", "ver"), "Vermeil"),
    **dict.fromkeys(("diamant", "diamants", "d", "dia"), "Diamant"),
    **dict.fromkeys(("rubis", "r", "rub"), "Rubis"),
}
_FEMALE: Final = frozenset(
    (
        "f",
        "fem",
        "femme",
        "feminin",
        "feminine",
        "female",
        "woman",
        "w",
        "mme",
        "mlle",
        "mujer",
        "femenino",
        "dame",
    )
)
_MALE: Final = frozenset(
    (
        "h",
        "homme",
        "masc",
        "masculin",
        "masculino",
        "male",
        "man",
        "m",
        "mr",
        "hombre",
        "v",
        "varon",
        "monsieur",
    )
)
_NEITHER: Final = frozenset(("x", "nb", "autre", "other", "otro"))


def read_category(text: str) -> str | None:
    """Return the age category that a cell means, as written if no list is known to write it so; None for one
    without a letter.
    """
    return _CATEGORIES.get(fold(text)) or (text if any(map(str.isalpha, text)) else None)


def read_sex(text: str, column: AbstractSet[str] = frozenset()) -> str | None:
    """Return the sex (F, M or X) that a cell means; None if it means none.

    `column` has the folded cells of the whole column: beside an H for men, an M is for women, in Spanish.
    """
    said = fold(text)
    if said == "m" and "h" in column and not column & _FEMALE:
        return "F"
    if said in _FEMALE:
        return "F"
    if said in _MALE:
        return "M"
    return "X" if said in _NEITHER else None
