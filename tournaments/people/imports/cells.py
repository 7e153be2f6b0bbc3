"""Cells of lists that mean one of a few things: age categories, sexes, no. Pure."""

import re
from collections.abc import Set as AbstractSet
from typing import Final

from tournaments.names.folding import fold

# The words and letters of the lists; a federation's own categories stay as they are written.
_CATEGORIES: Final = {
    **dict.fromkeys(("poussin", "poussins", "poussine", "p", "po", "pou"), "Poussin"),
    **dict.fromkeys(("benjamin", "benjamins", "benjamine", "b", "be", "ben"), "Benjamin"),
    **dict.fromkeys(("cadet", "cadets", "cadette", "c", "ca", "cad"), "Cadet"),
    **dict.fromkeys(("junior", "juniors", "j", "ju", "jun"), "Junior"),
    **dict.fromkeys(("espoir", "espoirs", "e", "es", "esp"), "Espoir"),
    **dict.fromkeys(("senior", "seniors", "s", "se", "sen"), "Senior"),
    **dict.fromkeys(("vermeil", "vermeils", "v", "ve", "ver"), "Vermeil"),
    **dict.fromkeys(("diamant", "diamants", "d", "di", "dia"), "Diamant"),
    **dict.fromkeys(("rubis", "r", "ru", "rub"), "Rubis"),
}
# Categories that some federations have beside these; any may have a number.
_OTHER_CATEGORIES: Final = frozenset(
    [
        "veteran",
        "veterans",
        "veterane",
        "veteranes",
        "veterano",
        "veterana",
        "veteranos",
        "master",
        "masters",
        "minime",
        "minimes",
        "scolaire",
        "scolaires",
        "jeune",
        "jeunes",
        "joven",
        "jovenes",
        "juvenil",
        "adulte",
        "adultes",
        "adulto",
        "adult",
        "adults",
        "youth",
        "u",
        "absoluta",
    ]
)
_NUMBERED_SERIES: Final = re.compile(r"\d+ ?[a-z]?")
_SERIES: Final = re.compile(r"[1-7] ?[a-d]?")
_FEMALE: Final = frozenset(
    (
        *(
            "f",
            "fem",
            "femme",
            "feminin",
            "feminine",
            "dame",
            "fille",
            "mme",
            "mlle",
            "madame",
            "mademoiselle",
        ),
        *("female", "woman", "girl", "w", "mrs", "ms", "miss"),
        *("femenino", "mujer", "chica", "sra", "srta", "dona", "dna"),
        *("weiblich", "frau", "madchen", "vrouw", "vrouwelijk", "meisje", "mevr", "mevrouw"),
        *("femmina", "femminile", "donna", "ragazza", "femeie", "fata"),
    )
)
_MALE: Final = frozenset(
    (
        *("h", "m", "masc", "masculin", "homme", "garcon", "monsieur"),
        *("male", "man", "boy", "mr"),
        *("masculino", "hombre", "varon", "v", "chico", "sr", "don"),
        *("mannlich", "mann", "herr", "junge", "mannelijk", "jongen", "dhr"),
        *("maschio", "maschile", "uomo", "ragazzo", "barbat", "baiat"),
    )
)
_NEITHER: Final = frozenset(("x", "nb", "autre", "other", "otro", "divers", "anders"))

_NO: Final = frozenset(("no", "non", "nein", "nee", "nu", "n", "0", "false"))


def read_category(text: str) -> str | None:
    """Return the age category that a cell means, as written if no list is known to write it so; None for one
    without a letter.
    """
    return _CATEGORIES.get(fold(text)) or (text if any(map(str.isalpha, text)) else None)


def is_category(text: str, known: AbstractSet[str]) -> bool:
    """Tell whether a text is an age category: one of the field, or one of the (folded) `known` ones."""
    words = re.sub(r"\d+", " ", fold(text)).strip()
    return fold(text) in known or words in _CATEGORIES or words in _OTHER_CATEGORIES


def is_series(text: str, known: AbstractSet[str]) -> bool:
    """Tell whether a text may be a series: a number and a letter are from 1A to 7D, unless they are `known`."""
    said = fold(text)
    return not _NUMBERED_SERIES.fullmatch(said) or said in known or bool(_SERIES.fullmatch(said))


def read_sex(text: str, column: AbstractSet[str] = frozenset()) -> str | None:
    """Return the sex (F, M or X) that a cell means; None if it means none.

    A question mark beside a letter says that nobody knows.

    `column` has the folded cells of the whole column: beside an H for men, an M is for women, in Spanish.
    """
    said = "" if "?" in text else fold(text)
    if said == "m" and "h" in column and not column & _FEMALE:
        return "F"
    if said in _FEMALE:
        return "F"
    if said in _MALE:
        return "M"
    return "X" if said in _NEITHER else None


def says_no(text: str) -> bool:
    return fold(text) in _NO
