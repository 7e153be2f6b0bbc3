"""Countries as lists write them: by a code of two or three letters, or by name in English, French or Spanish. The names
and codes are Babel's, that is Unicode's (CLDR).

Codes of the field that no standard knows (QUE, SUI) are kept as they are written.
"""

from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global

from tournaments.alike import folded

LANGUAGES: Final = ("en", "fr", "es")
# Federations of the field that are no state, and names that Unicode gives otherwise.
_OTHERS: Final = {
    "Québec": "QUE",
    "Quebec": "QUE",
    "Ivory Coast": "CIV",
    "RDC": "COD",
    "RD Congo": "COD",
    "République démocratique du Congo": "COD",
    "Congo": "COG",
    "Czech Republic": "CZE",
    "République tchèque": "CZE",
    "USA": "USA",
    "UK": "GBR",
    "England": "ENG",
    "Angleterre": "ENG",
    "Scotland": "SCO",
    "Écosse": "SCO",
    "Wales": "WAL",
    "Pays de Galles": "WAL",
}


def country_code(text: str) -> str | None:
    """The code by which a country is kept, in capitals; None for what is no country."""
    code = _by_name().get(folded(text))
    if code is not None:
        return code
    return text.upper() if 2 <= len(text.upper()) <= 3 and text.isalpha() else None


def is_country(text: str) -> bool:
    """Whether it is the name or the code of a country for certain: three letters may be a federation's own."""
    return (country_code(text) or "") in {*_of_three(), *_of_three().values(), *_OTHERS.values()}


def same_country(one: str, other: str) -> bool:
    """Whether two codes are of one country: BE and BEL are."""
    return _short(one) == _short(other)


def _short(code: str) -> str:
    return _of_three().get(code.upper(), code.upper())


@cache
def _of_three() -> dict[str, str]:
    """The code of two letters by that of three."""
    known = set(Locale("en").territories)
    return {
        three: two[0]
        for three, two in get_global("territory_aliases").items()
        if len(three) == 3 and three.isalpha() and len(two) == 1 and two[0] in known and three not in _PAST
    }


# Codes of states that are no more, which Unicode leads on to another.
_PAST: Final = frozenset(("BUR", "DDR", "FXX", "TMP", "YMD", "ZAR"))


@cache
def _by_name() -> dict[str, str]:
    of_two = {two: three for three, two in _of_three().items()}
    names = {
        folded(name): of_two[code]
        for language in LANGUAGES
        for code, name in Locale(language).territories.items()
        if code in of_two
    }
    return names | {folded(name): code for name, code in _OTHERS.items()}
