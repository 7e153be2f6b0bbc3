"""The columns of a list of people: the meaning of each heading.

Headings are those of federations, clubs and the program itself in English, French and Spanish. Case, accents,
punctuation, abbreviations, years and text in parentheses make no difference: “Nr. Lic.”, “N° de licence 2026”
and “Licence (FISF)” are one.

A *reading* has the meaning of every column, by its place: one of `COLUMNS`, or empty for a column that is not
read. Each of `COLUMNS` stands in it once at most; a user may change it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import RuleViolation
from tournaments.core.text.countries import is_country
from tournaments.core.text.folding import fold

COLUMNS: Final[dict[str, str | Promise]] = {
    "name": _("Name"),
    "last_name": _("Last name"),
    "first_name": _("First name"),
    "licence": _("Licence"),
    "club": _("Club"),
    "country": _("Country"),
    "series": _("Series"),
    "birth_year": _("Year of birth"),
    "rating": _("Rating"),
    "rated_games": _("Rated games"),
}
# Words with one meaning: abbreviations, other spellings, other languages.
_AS: Final = {
    **dict.fromkeys(("no", "nr", "nro", "num", "numero", "number", "nbr", "nb"), "n"),
    **dict.fromkeys(("lic", "license", "licencia", "licences"), "licence"),
    **dict.fromkeys(
        ("licenciee", "licencies", "licenciado", "affilie", "adherent", "membre", "member"), "licencie"
    ),
    **dict.fromkeys(("socio", "joueur", "joueuse", "joueurs", "jugador", "player", "players"), "player"),
    **dict.fromkeys(("pren", "prenoms"), "prenom"),
    **dict.fromkeys(("noms", "names"), "nom"),
    **dict.fromkeys(("ser", "series"), "serie"),
    **dict.fromkeys(("nee", "nes", "nacido", "nacida"), "ne"),
    **dict.fromkeys(("nat", "nationale"), "national"),
    **dict.fromkeys(("nacimiento", "naiss", "birth"), "naissance"),
    **dict.fromkeys(("clubs", "association", "asociacion"), "club"),
    **dict.fromkeys(("an", "annee", "year", "ano"), "annee"),
    **dict.fromkeys(("fecha", "dt"), "date"),
    **dict.fromkeys(("fed", "fede", "federacion"), "federation"),
    **dict.fromkeys(("apellido", "surname"), "apellidos"),
    **dict.fromkeys(("ident", "identifiant", "code"), "id"),
}
_OF_POINTS: Final = frozenset(("negative", "negatif", "negativo"))
_NOTHING: Final = frozenset(
    [
        "a",
        "actual",
        "actuel",
        "actuelle",
        "and",
        "current",
        "d",
        "de",
        "del",
        "des",
        "du",
        "e",
        "el",
        "en",
        "et",
        "l",
        "la",
        "le",
        "les",
        "of",
        "s",
        "the",
        "y",
        "fisf",
        "ffsc",
        "fqcsf",
    ]
)
# The headings of the columns, in those words, in any order.
_SAID: Final[dict[str, tuple[str, ...]]] = {
    "name": (
        *("name", "full name", "nom prenom", "nom complet", "nombre", "nombre completo", "nombre apellidos"),
        *(
            "player",
            "player name",
            "player nom",
            "player nombre",
            "player nom prenom",
            "licencie",
            "licencie nom",
        ),
        *("licencie nom prenom", "licencie name", "participant", "identite", "first last name"),
    ),
    "last_name": (
        *("last name", "family name", "nom", "nom famille", "nom usage", "nom usuel", "apellidos"),
        *("primer apellidos", "player last name"),
    ),
    "first_name": (
        *(
            "first name",
            "given name",
            "forename",
            "prenom",
            "prenom usuel",
            "prenom usage",
            "nom usage prenom",
        ),
        *("nombre pila", "player first name"),
    ),
    "licence": (
        *(
            "licence",
            "n licence",
            "id licence",
            "n licencie",
            "id licencie",
            "licence licencie",
            "licencie n licence",
        ),
        *(
            "matricule",
            "n matricule",
            "n player",
            "id player",
            "membership n",
            "membership",
            "n affiliation",
            "id",
        ),
    ),
    "club": ("club", "club name", "club nom", "club nombre", "club section", "section", "club appartenance"),
    "country": (
        *("country", "nation", "pays", "pais", "nationalite", "nationality", "nacionalidad", "national"),
        *("id pays", "country id", "federation"),
    ),
    "series": ("serie", "class", "classe", "classement serie", "player serie", "serie national"),
    "birth_year": (
        *("naissance", "annee naissance", "date naissance", "born", "ne", "ne date", "ne annee", "birthdate"),
        *("birthday", "dob", "yob", "ddn", "annee born", "date born"),
    ),
    "rating": (
        *("rating", "elo", "cote", "cotation", "cote national", "elo rating", "player rating", "indice"),
        "valoracion",
        *(
            "class national",
            "classement national",
            "classement",
            "rating national",
            "points cote",
            "cote points",
        ),
    ),
    "rated_games": (
        *("rated games", "rated matches", "n rated games", "games", "n games", "matches", "n matches"),
        *("parties cotees", "n parties cotees", "parties classees", "n parties"),
        *("partidas valoradas", "n partidas valoradas"),
        *("n parties classees", "nombre parties", "nombre parties cotees", "nombre parties classees"),
    ),
}
_COLUMN_OF: Final = {
    frozenset(heading.split()): column for column, headings in _SAID.items() for heading in headings
}


def column_of(heading: str) -> str:
    """Return the column that a heading means; empty if it is unknown."""
    bare = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", heading)
    words = {_AS.get(word, word) for word in fold(bare if fold(bare) else heading).split()}
    return _COLUMN_OF.get(frozenset(word for word in words - _NOTHING if not word.isdigit()), "")


def reading_of(headings: Sequence[str], rows: Iterable[Sequence[str]] = ()) -> list[str]:
    """Return the likely reading of the columns; of two with one meaning, the first has it."""
    reading: list[str] = []
    for heading in headings:
        column = column_of(heading)
        reading.append("" if column in reading else column)
    if "name" in reading and "last_name" not in reading and "first_name" in reading:
        reading[reading.index("name")] = "last_name"  # “Name, First name”
    elif "name" in reading and "last_name" in reading and "first_name" not in reading:
        reading[reading.index("name")] = "first_name"  # “Nombre, Apellidos”
    if not _OF_POINTS.isdisjoint(map(fold, headings)):
        # Our own standings and indexes have no ratings, though it looks so, and their games are those played.
        reading = ["" if column in {"rating", "rated_games"} else column for column in reading]
    if "country" in reading and "federation" in fold(headings[place := reading.index("country")]):
        # A federation is written as its country, or by its own letters, which are no country of the player.
        said = {row[place] for row in rows if place < len(row)} - {""}
        if sum(map(is_country, said)) * 2 < len(said):
            reading[place] = ""
    return reading


def is_headings(reading: Sequence[str]) -> bool:
    """Tell whether a line with this reading names the columns of a list of people."""
    return "name" in reading or "last_name" in reading


def check_reading(reading: Sequence[str], headings: Sequence[str]) -> None:
    """Check that a user's choice of columns is a valid reading.

    Raises:
        RuleViolation: it is not.
    """
    if len(reading) != len(headings) or not set(reading) <= {"", *COLUMNS}:
        raise RuleViolation("columns_unknown", _("Choose for each column what it is."))
    for column, label in COLUMNS.items():
        if reading.count(column) > 1:
            raise RuleViolation("column_twice", _("Two columns are chosen as “{column}”."), column=str(label))
    if not is_headings(reading):
        raise RuleViolation("no_name_column", _("Choose the column that has the names."))
