"""The columns of a list of people: the meaning of each heading.

Headings are those of federations, clubs and the program itself in its languages. Case, accents,
punctuation, abbreviations, years and text in parentheses make no difference: “Nr. Lic.”, “N° de licence 2026”
and “Licence (FISF)” are one.

A *reading* has the meaning of every column, by its place: one of `COLUMNS`, or empty for a column that is not
read. Each of `COLUMNS` stands in it once at most; a user may change it.
"""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.names.folding import fold, fold_words
from tournaments.names.name_parts import Order

COLUMNS: Final[dict[str, str | Promise]] = {
    "name": _("Name"),
    "last_name": _("Last name"),
    "first_name": _("First name"),
    "licence": _("Licence"),
    "club": _("Club"),
    "club_code": _("Club code"),
    "committee": _("Committee"),
    "country": _("Country"),
    "federation": _("Federation"),
    "series": _("Series"),
    "age_category": _("Age category"),
    "birth_year": _("Year of birth"),
    "sex": _("Sex"),
    "rating": _("Rating"),
    "rated_games": _("Rated games"),
    "names_checked": _("First and last name checked"),
}
# Words with one meaning: abbreviations, other spellings, other languages.
_AS: Final = {
    **dict.fromkeys(("no", "nr", "nro", "num", "numero", "nummer", "number", "nbr", "nb"), "n"),
    **dict.fromkeys(
        ("lic", "license", "licencia", "licences", "lizenz", "licentie", "licenza", "legitimatie"), "licence"
    ),
    **dict.fromkeys(
        ("licenciee", "licencies", "licenciado", "affilie", "adherent", "membre", "member"), "licencie"
    ),
    **dict.fromkeys(
        (
            "socio",
            "joueur",
            "joueuse",
            "joueurs",
            "jugador",
            "spieler",
            "speler",
            "giocatore",
            "jucator",
            "player",
            "players",
        ),
        "player",
    ),
    **dict.fromkeys(("pren", "prenoms", "vorname", "voornaam", "prenume"), "prenom"),
    **dict.fromkeys(
        ("noms", "libelle", "nachname", "familienname", "achternaam", "familienaam", "nume"), "nom"
    ),
    **dict.fromkeys(("names", "naam"), "name"),
    "forenames": "forename",
    "nome": "nombre",
    "battesimo": "pila",
    "familie": "famille",
    **dict.fromkeys(("ser", "series", "reeks"), "serie"),
    **dict.fromkeys(("nee", "nes", "nacido", "nacida"), "ne"),
    **dict.fromkeys(("nat", "nationale"), "national"),
    **dict.fromkeys(("nacimiento", "naiss", "birth", "nascita", "nasterii"), "naissance"),
    **dict.fromkeys(("clubs", "association", "asociacion", "associazione", "asociatie"), "club"),
    **dict.fromkeys(("an", "annee", "year", "ano", "anno", "anul"), "annee"),
    **dict.fromkeys(("fecha", "dt", "datum", "data"), "date"),
    **dict.fromkeys(
        ("fed", "fede", "federacion", "verband", "bond", "federazione", "federatie"), "federation"
    ),
    **dict.fromkeys(("cat", "categ", "categories", "categoria", "category", "group"), "categorie"),
    **dict.fromkeys(("edad", "ages", "eta", "varsta"), "age"),
    **dict.fromkeys(
        (
            *("comites", "committee", "region", "regional", "delegacion", "ligue", "liga"),
            *("regionalverband", "regio", "comitato", "comitet"),
        ),
        "comite",
    ),
    **dict.fromkeys(
        ("sex", "sexo", "genre", "gender", "genero", "civilite", "civ", "geschlecht", "geslacht", "sesso"),
        "sexe",
    ),
    **dict.fromkeys(("apellido", "surname", "cognome"), "apellidos"),
    **dict.fromkeys(("ident", "identifiant", "code", "codigo", "codice", "cod"), "id"),
}
_OF_POINTS: Final = frozenset(
    ("negative", "negatif", "negativo", "ruckstand", "achterstand", "distacco", "minus")
)
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
        "di",
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
        "si",
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
        *(
            "country",
            "nation",
            "pays",
            "pais",
            "nationalite",
            "nationality",
            "nacionalidad",
            "national",
            "land",
        ),
        *("paese", "nazione", "tara", "id pays", "country id"),
    ),
    "club_code": ("id club", "n club", "n id club", "clubcode"),
    "committee": ("comite", "comite id", "n comite", "club comite"),
    "federation": ("federation", "id federation", "player federation"),
    "age_category": (
        "categorie",
        "categorie age",
        "classe age",
        "class age",
        "player categorie",
        "altersklasse",
        "leeftijdscategorie",
    ),
    "sex": ("sexe", "h f", "f h", "m f", "f m", "h m"),
    "series": (
        *("serie", "class", "classe", "classement serie", "player serie", "serie national"),
        *("serie duplicate", "classification"),
    ),
    "birth_year": (
        *("naissance", "annee naissance", "date naissance", "born", "ne", "ne date", "ne annee", "birthdate"),
        *("birthday", "dob", "yob", "ddn", "annee born", "date born", "geburtsjahr", "geburtsdatum"),
        *("geboortejaar", "geboortedatum"),
    ),
    "rating": (
        *("rating", "elo", "cote", "cotation", "cote national", "elo rating", "player rating", "indice"),
        *("elo duplicate", "cote duplicate"),
        *("valoracion", "wertungszahl", "wertung"),
        *(
            "class national",
            "classement national",
            "classement",
            "rating national",
            "points cote",
            "cote points",
        ),
    ),
    "names_checked": (
        *("name checked", "first last name checked"),
        *("prenom nom verifies", "nombre apellidos verificados"),
        *("vor und nom gepruft", "voor nom nagekeken"),
        *("nombre apellidos controllati", "nom prenom verificate"),
    ),
    "rated_games": (
        *("rated games", "rated matches", "n rated games", "games", "n games", "matches", "n matches"),
        *("parties cotees", "n parties cotees", "parties classees", "n parties"),
        *("partidas valoradas", "n partidas valoradas"),
        *("ausgewertete begegnungen", "ratingwedstrijden", "incontri con rating", "partide cotate"),
        *("n parties classees", "nombre parties", "nombre parties cotees", "nombre parties classees"),
    ),
}
_COLUMN_OF: Final = {
    frozenset(heading.split()): column for column, headings in _SAID.items() for heading in headings
}


def column_of(heading: str) -> str:
    """Return the column that a heading means; empty if it is unknown."""
    return _COLUMN_OF.get(_words(heading), "")


def _words(heading: str) -> frozenset[str]:
    """Return the words of a heading that have a meaning, in their one spelling."""
    bare = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", heading)
    words = {_AS.get(word, word) for word in fold(bare if fold(bare) else heading).split()}
    return frozenset(word for word in words - _NOTHING if not word.isdigit())


def reading_of(headings: Sequence[str]) -> list[str]:
    """Return the likely reading of the columns; of two with one meaning, the first has it."""
    reading: list[str] = []
    for heading in headings:
        column = column_of(heading)
        reading.append("" if column in reading else column)
    if "club" in reading and "club_code" not in reading:
        _read_clubs(headings, reading)
    if "name" in reading and "last_name" not in reading and "first_name" in reading:
        reading[reading.index("name")] = "last_name"  # “Name, First name”
    elif "name" in reading and "last_name" in reading and "first_name" not in reading:
        reading[reading.index("name")] = "first_name"  # “Nombre, Apellidos”
    elif "last_name" in reading and "name" not in reading and "first_name" not in reading:
        reading[reading.index("last_name")] = "name"  # “Nom” alone is the whole name
    if not _OF_POINTS.isdisjoint(map(fold, headings)):
        # Our own standings and indexes have no ratings, though it looks so, and their games are those played;
        # their age categories are often those of the event.
        points = {"rating", "rated_games", "age_category"}
        reading = ["" if column in points else column for column in reading]
    return reading


def _read_clubs(headings: Sequence[str], reading: list[str]) -> None:
    """Read a column “Club” beside another “Nom du club” as the code of the club."""
    clubs = [place for place, heading in enumerate(headings) if column_of(heading) == "club"]
    named = [place for place in clubs if _words(headings[place]) & {"nom", "name", "nombre"}]
    if named and len(clubs) > len(named):
        code = next(place for place in clubs if place not in named)
        reading[code], reading[named[0]] = "club_code", "club"


def name_order(headings: Sequence[str], reading: Sequence[str]) -> Order:
    """Return which part of a name a list with this reading writes first; empty if it does not say so."""
    if "last_name" in reading and "first_name" in reading:
        return "given"  # as the program joins them
    place = reading.index("name") if "name" in reading else None
    if place is None or place >= len(headings):
        return ""
    words = [_AS.get(word, word) for word in fold_words(headings[place])]
    family = [at for at, word in enumerate(words) if word in {"nom", "apellidos", "last", "family"}]
    given = [at for at, word in enumerate(words) if word in {"prenom", "nombre", "first", "given"}]
    if not family or not given:
        return ""
    return "family" if family[0] < given[0] else "given"


def is_headings(reading: Sequence[str]) -> bool:
    """Tell whether a line with this reading names the columns of a list of people."""
    return "name" in reading or "last_name" in reading


def check_reading(reading: Sequence[str], headings: Sequence[str]) -> None:
    """Check that a user's choice of columns is a valid reading.

    Raises:
        RuleViolation: it is not.
    """
    if len(reading) != len(headings) or not set(reading) <= {"", *COLUMNS}:
        raise RuleViolation("columns_unknown", _("Choose the meaning of each column."))
    for column, label in COLUMNS.items():
        if reading.count(column) > 1:
            raise RuleViolation("column_twice", _("Two columns are chosen as “{column}”."), column=str(label))
    if not is_headings(reading):
        raise RuleViolation("no_name_column", _("Choose the column with the names."))
