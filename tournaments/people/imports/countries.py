"""Countries as lists write them: a code of two or three letters, or a name in one of the languages of the interface.

The names and codes are those of Babel, which has them from Unicode (CLDR). Codes of the field that no
standard knows (QUE, SUI) are kept as written.
"""

from functools import cache
from typing import Final

from django.conf import settings

from tournaments.names.folding import fold, fold_words

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
# The federations of the International Federation of French-language Scrabble that have a federation's list.
_FEDERATIONS: Final = {
    "ffsc": "FRA",
    "fbs": "BEL",
    "fbsc": "BEL",
    "fss": "CHE",
    "fssc": "CHE",
    "fqcsf": "QUE",
}


def country_code(text: str) -> str | None:
    """Return the code under which a country is stored, in capitals; None if the text is no country."""
    code = _read_names().get(fold(text))
    if code is not None:
        return code
    return text.upper() if 2 <= len(text.upper()) <= 3 and text.isalpha() else None


def federation_country(text: str) -> str | None:
    """Return the code of the country of a federation, which lists write by its own letters or as its country;
    None for letters that are neither: three may be any federation's.
    """
    code = _FEDERATIONS.get("".join(fold_words(text))) or country_code(text)
    sure = {*_read_three_letter_codes(), *_read_three_letter_codes().values(), *_OTHERS.values(), "SUI"}
    return code if code in sure else None


def same_country(one: str, other: str) -> bool:
    """Tell whether two codes are of one country, as BE and BEL are."""
    return _short(one) == _short(other)


def _short(code: str) -> str:
    return _read_three_letter_codes().get(code.upper(), code.upper())


@cache
def _read_three_letter_codes() -> dict[str, str]:
    """Return the two-letter codes by their three-letter codes."""
    from babel import Locale  # noqa: PLC0415 - only lists of people name countries
    from babel.core import get_global  # noqa: PLC0415 - as above

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
    from babel import Locale  # noqa: PLC0415 - only lists of people name countries

    of_two = {two: three for three, two in _read_three_letter_codes().items()}
    names = {
        fold(name): of_two[code]
        for language in settings.COMPLETE_LANGUAGES
        for code, name in Locale(language).territories.items()
        if code in of_two
    }
    return names | {fold(name): code for name, code in _OTHERS.items()}
