"""The columns of a file of entries: those of a list of people, and what is said of their places in the event.

A reading has the meaning of each column by its place, as that of a list of people
(`tournaments.people.imports.columns`). A game or division of the event may have a column of its own, in which
a tick says who plays it; its meaning is `game-` and the number, or `division-` and the key. Pure.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.names.folding import fold_words
from tournaments.names.name_parts import split_pair
from tournaments.people.imports.columns import COLUMNS, is_headings, reading_of
from tournaments.people.imports.files import FileLine

ENTRY_COLUMNS: Final[dict[str, str | Promise]] = {
    "partner": _("Partner"),
    "partner_licence": _("Licence of the partner"),
    "table": _("Table"),
    "team": _("Team"),
    "group": _("Group"),
    "games": _("Games or division"),
    "skips": _("Without games"),
    "paid": _("Paid"),
    "remarks": _("Remarks"),
    "state": _("State"),
}
_HEADINGS: Final[dict[str, str]] = {
    "partner": "partner|partner name|name partner|partenaire|nom partenaire|binome|equipier|coequipier|pareja"
    "|companero|companera|joueur 2|player 2|jugador 2|spieler 2|speler 2|compagno|giocatore 2|partener|jucator 2",
    "partner_licence": "partner licence|licence partner|licence partenaire|partenaire licence|licence 2"
    "|licencia pareja|pareja licencia|licencia 2|lizenz des partners|licentie van partner"
    "|licenza partner|licenza 2|legitimatia partenerului|legitimatie partener|legitimatie 2",
    "table": "table|tables|table number|n table|no table|numero table|mesa|mesas|n mesa|numero mesa"
    "|tisch|tische|tischnummer|tafel|tafels|tafelnummer|tavolo|tavoli|numero tavolo|masa|mese|numar masa",
    "team": "team|team name|equipe|nom equipe|equipo|nombre equipo|mannschaft|ploeg|squadra|nome squadra|echipa",
    "group": "group|groupe|grupo|gruppe|groep|gruppo|grup|grupa",
    "games": "games|game|parties|partie|partidas|partida|jeux|jeu|juegos|tournois|tournoi|torneos|torneo"
    "|tournaments|tournament|division|plays|joue|juega|partien oder division|partien|spielt|partijen of divisie"
    "|partijen|speelt|partite o divisione|partite|gioca|partide sau divizie|partide|joaca",
    "skips": "without games|without game|sans les parties|sans parties|sans la partie|sin partidas|sin las partidas"
    "|ohne partien|zonder partijen|senza partite|fara partide",
    "paid": "paid|payment|paye|payee|paiement|regle|reglement|acquitte|pagado|pagada|pago|bezahlt|betaald|pagato"
    "|pagata|pagamento|platit|platita|plata",
    "remarks": "remarks|remark|remarque|remarques|note|notes|comment|comments|commentaire|commentaires"
    "|observation|observations|observacion|observaciones|nota|notas|bemerkung|bemerkungen|opmerking|opmerkingen"
    "|osservazione|osservazioni|observatie|observatii|nota|note",
    "state": "state|status|etat|statut|estado|stato|stare",
}
_COLUMN_OF: Final = {heading: column for column, said in _HEADINGS.items() for heading in said.split("|")}
_NOTHING: Final = frozenset({"de", "du", "la", "le", "del", "of", "the", "s", "d", "des"})
_NUMBERED: Final = frozenset({"game", "partie", "partida", "g", "p", "jeu", "juego"})
_NO_SAID: Final = (
    "0|n|no|non|not|none|nothing|faux|false|falso|non paye|non payee|pas paye|pas payee|impaye|impayee|a payer"
    "|non regle|non reglee|pas regle|ne pas|ne joue pas|joue pas|pas|aucun|aucune|unpaid|not paid|due"
    "|does not play|not playing"
    "|nein|nicht bezahlt|unbezahlt|spielt nicht|keine|nee|niet betaald|onbetaald|speelt niet|geen"
    "|no pagado|no pagada|sin pagar|impagado|impagada|por pagar|pendiente de pago|no juega|ninguno|ninguna|nada"
    "|non pagato|non pagata|da pagare|non gioca|nessuno|nessuna|niente"
    "|nu|neplatit|neplatita|de platit|nu joaca|niciuna|niciunul|nimic"
)
_YES_SAID: Final = (
    "1|x|o|y|oui|yes|si|v|vrai|true|verdadero|ok|paid|paye|payee|regle|reglee|acquitte|acquittee|pagado|pagada"
    "|plays|joue|juega|ja|bezahlt|spielt|betaald|speelt|vero|pagato|pagata|gioca|da|platit|platita|joaca"
)
# Our own files have these words for entries that do not play, and that are still to come.
_GONE: Final = frozenset(
    [
        "dropped out",
        "withdrawn",
        "left out",
        "abandon",
        "laisse cote",
        "retirado",
        "retirada",
        "excluido",
        "excluida",
        "ausgeschieden",
        "ausgelassen",
        "gestopt",
        "overgeslagen",
        *("ritirato", "ritirata", "escluso", "esclusa", "tralasciato"),
        *("retras", "retrasa", "lasat deoparte"),
    ]
)
_COMING: Final = frozenset(
    [
        *("expected", "attendu", "attendue", "esperado", "esperada", "erwartet", "verwacht"),
        *("atteso", "attesa", "asteptat", "asteptata"),
        *("there", "present", "presente", "anwesend", "aanwezig"),
    ]
)
_MARKS: Final = frozenset({"+", "✓", "✔", "☑"})
_NO_MARKS: Final = frozenset({"-", "–", "—", "☐"})
_NO, _YES = (frozenset(said.split("|")) for said in (_NO_SAID, _YES_SAID))
_SUM: Final = re.compile(
    r"[€$£]?\s*[-+]?\s*(?=\D?\d)[\d\s'’]{0,9}([.,٫]\d{1,2})?\s*(€|\$|£|eur|euros?|chf|usd|cad|fcfa|xof)?",
    re.IGNORECASE,
)
_ALL: Final = frozenset(
    {
        "all",
        "tout",
        "tous",
        "toutes",
        "todas",
        "todos",
        "x",
        "oui",
        "yes",
        "si",
        "ja",
        "alle",
        "tutte",
        "tutti",
        "toate",
        "da",
    }
)


@dataclass(frozen=True, slots=True)
class EventParts:
    """The games of an event by their number, and its divisions by their key."""

    games: Mapping[int, str] = field(default_factory=dict)
    divisions: Mapping[int, str] = field(default_factory=dict)

    @property
    def columns(self) -> dict[str, str | Promise]:
        """All meanings that a column may have, with their labels."""
        own = {f"game-{number}": name for number, name in self.games.items()}
        return (
            COLUMNS | ENTRY_COLUMNS | own | {f"division-{key}": name for key, name in self.divisions.items()}
        )

    def part_named(self, text: str) -> str:
        """Return the meaning of a text that names a game or a division, by its name or number; empty if it
        names none.
        """
        words = _words(text)
        for name, meaning in self._names():
            if _words(name) == words:
                return meaning
        number = [word for word in words if word not in _NUMBERED]
        # “Partie 2”, “P2” and “2” are the second game.
        match = re.fullmatch(r"(?:[gp])?(\d{1,3})", number[0]) if len(number) == 1 else None
        return f"game-{int(match[1])}" if match and int(match[1]) in self.games else ""

    def _names(self) -> list[tuple[str, str]]:
        games = [(name, f"game-{number}") for number, name in self.games.items()]
        return games + [(name, f"division-{key}") for key, name in self.divisions.items()]


def reading_of_entries(headings: Sequence[str], parts: EventParts) -> list[str]:
    """Return the likely reading of the columns of a file of entries; of two with one meaning, the first has
    it.
    """
    own = [_COLUMN_OF.get(" ".join(_words(heading)), "") or parts.part_named(heading) for heading in headings]
    people = reading_of([" " if column else heading for column, heading in zip(own, headings, strict=True)])
    return [
        person if not column else "" if column in own[:place] else column
        for place, (column, person) in enumerate(zip(own, people, strict=True))
    ]


def check_entry_reading(reading: Sequence[str], headings: Sequence[str], parts: EventParts) -> None:
    """Check that a user's choice of columns is a valid reading.

    Raises:
        RuleViolation: it is not.
    """
    if len(reading) != len(headings) or not set(reading) <= {"", *parts.columns}:
        raise RuleViolation("columns_unknown", _("Choose the meaning of each column."))
    for column, label in parts.columns.items():
        if reading.count(column) > 1:
            raise RuleViolation("column_twice", _("Two columns are chosen as “{column}”."), column=str(label))
    if not is_headings(reading):
        raise RuleViolation("no_name_column", _("Choose the column with the names."))


def read_tick(text: str) -> bool | None:
    """Return whether a cell says yes; None if it says neither yes nor no."""
    bare, words = text.strip(), " ".join(_words(text))
    # A small word may be what says no: Romanian “plătit” is paid, “de plătit” to be paid.
    if not bare or bare in _NO_MARKS or words in _NO or " ".join(fold_words(bare)) in _NO:
        return False
    if bare in _MARKS or words in _YES:
        return True
    return _is_sum(bare)


def _is_sum(text: str) -> bool | None:
    """Return whether a sum of money is more than zero; None for a text that is none, or less."""
    if not _SUM.fullmatch(text):
        return None
    is_zero = not any(map(int, filter(str.isdecimal, text)))
    return False if is_zero else None if "-" in text else True


def read_gone(text: str) -> bool | None:
    """Return whether a cell says that an entry does not play, or not any more; None if it says nothing known."""
    words = " ".join(_words(text))
    if not words or words in _COMING:
        return False
    return True if words in _GONE else None


@dataclass(frozen=True, slots=True)
class ReadParts:
    """The games and divisions that a line chooses, and those that it says are not played; both are empty if
    it says nothing. `unknown` are the columns and texts that say neither.
    """

    chosen: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    unknown: tuple[tuple[str, str], ...] = ()


def read_parts(values: Mapping[str, str], parts: EventParts) -> ReadParts:
    """Return the games and divisions that a line names, ticks, or says not to play."""
    chosen, denied, unknown = set[str](), set[str](), list[tuple[str, str]]()
    for column in (name for name in values if "-" in name):
        ticked = read_tick(values[column])
        if ticked is None:
            unknown.append((column, values[column]))
        elif values[column].strip():
            (chosen if ticked else denied).add(column)
    for item in _items(values.get("games", "")):
        if " ".join(_words(item)) in _ALL:
            continue
        found = _split_numbers(item, parts) or {parts.part_named(item)}
        if found == {""} and read_tick(item) is False:
            denied |= {f"game-{number}" for number in parts.games}
            denied |= {f"division-{key}" for key in parts.divisions}
        elif "" in found:
            unknown.append(("games", item))
        chosen |= found - {""}
    for item in _items(values.get("skips", "")):
        found = _split_numbers(item, parts) or {parts.part_named(item)}
        if "" in found:
            unknown.append(("skips", item))
        denied |= found - {""}
    return ReadParts(frozenset(chosen), frozenset(denied - chosen), tuple(unknown))


def split_partner(line: FileLine) -> FileLine:
    """Return a line whose name is that of a pair, such as “Ann & Bob”, with the second as the partner; both may have
    a licence.
    """
    names = split_pair(line.values.get("name", ""))
    if len(names) != 2 or not all(names) or line.values.get("partner"):
        return line
    pair = {"name": names[0], "partner": names[1]}
    licence, mark, other = line.values.get("licence", "").partition("&")
    if mark:
        pair |= {"licence": licence.strip(), "partner_licence": other.strip()}
    return FileLine(line.number, line.values | pair)


def _items(text: str) -> list[str]:
    """Return the parts of a cell that lists games."""
    return [item.strip() for item in re.split(r"[,;/+&|]", text) if item.strip()]


def _split_numbers(item: str, parts: EventParts) -> set[str]:
    """Return the games of an item such as “1 3”; empty if it is no such list."""
    words = item.split()
    if len(words) < 2 or not all(word.isdecimal() and len(word) < 4 for word in words):
        return set()
    return {f"game-{int(word)}" if int(word) in parts.games else "" for word in words}


def _words(text: str) -> list[str]:
    bare = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", text)
    return [word for word in fold_words(bare) if word not in _NOTHING]
