"""Countries as lists write them: a code of two or three letters, or a name in English, French or Spanish.

The names and codes are those of Babel, which has them from Unicode (CLDR). Codes of the field that no
standard knows (QUE, SUI) are kept as written.
"""

from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global

from tournaments.core.text.folding import fold

LANGUAGES: Final = ("en", "fr", "es")
# Federations that are no state, and names that Unicode writes differently.
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
    """Return the code under which a country is stored, in capitals; None if the text is no country."""
    code = _read_names().get(fold(text))
    if code is not None:
        return code
    return text.upper() if 2 <= len(text.upper()) <= 3 and text.isalpha() else None


def is_country(text: str) -> bool:
    """Tell whether the text is certainly the name or code of a country: three letters may be a federation's
    own code.
    """
    return (country_code(text) or "") in {
        *_read_three_letter_codes(),
        *_read_three_letter_codes().values(),
        *_OTHERS.values(),
    }


def same_country(one: str, other: str) -> bool:
    """Tell whether two codes are of one country, as BE and BEL are."""
    return _short(one) == _short(other)


def _short(code: str) -> str:
    return _read_three_letter_codes().get(code.upper(), code.upper())


@cache
def _read_three_letter_codes() -> dict[str, str]:
    """Return the two-letter codes by their three-letter codes."""
    known = set(Locale("en").territories)
    return {
        three: two[0]
        for three, two in get_global("territory_aliases").items()
        if len(three) == 3 and three.isalpha() and len(two) == 1 and two[0] in known and three not in _PAST
    }


# Codes of former states, which Unicode maps to another state.
_PAST: Final = frozenset(("BUR", "DDR", "FXX", "TMP", "YMD", "ZAR"))


@cache
def _read_names() -> dict[str, str]:
    of_two = {two: three for three, two in _read_three_letter_codes().items()}
    names = {
        fold(name): of_two[code]
        for language in LANGUAGES
        for code, name in Locale(language).territories.items()
        if code in of_two
    }
    return names | {fold(name): code for name, code in _OTHERS.items()}
