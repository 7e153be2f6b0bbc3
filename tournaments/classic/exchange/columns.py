"""Tables of results, as spreadsheets and other programs write them: what their columns mean. Pure.

A table has a line of headings that names its columns, or columns in the order of `UNNAMED`, in which the British
federation takes results (https://github.com/houtens/tsh2csv).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.names.folding import fold_words

# The words that a heading has before the number of a player, without regard to case and accents.
_NUMBERED: Final[Mapping[str, tuple[str, ...]]] = {
    "player": (
        *("player", "name", "no", "number", "n", "joueur", "nom", "numero", "jugador", "nombre", "spieler"),
        *("nummer", "speler", "naam", "giocatore", "nome", "jucator", "nume", "numar"),
    ),
    "score": (
        *("score", "points", "puntos", "puntuacion", "punkte", "punktzahl", "punten", "punti", "punteggio"),
        *("puncte", "punctaj", "scor"),
    ),
    "rating": ("rating", "elo"),
}


def _number_headings(kind: str, player: int) -> tuple[str, ...]:
    """Return the headings of a kind with a player's number, “score 1” and “score1”."""
    return tuple(f"{word}{sign}{player}" for word in _NUMBERED[kind] for sign in (" ", ""))


# The words of a heading, without regard to case and accents, in the languages of the field.
_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "division": ("division", "div", "section", "categoria", "serie", "divisie", "divisione", "divizie"),
    "round": (
        *("round", "rd", "game", "ronde", "partie", "manche", "ronda", "partida", "runde", "beurt"),
        *("turno", "partita", "runda"),
    ),
    "table": ("table", "board", "mesa", "tablero", "tisch", "brett", "tafel", "bord", "tavolo", "masa"),
    "first": (
        *_number_headings("player", 1),
        *("first", "goes first", "first player", "commence", "premier", "empieza", "primero"),
        *("beginnt", "beginn", "begint", "begin", "inizia", "primo", "incepe", "primul"),
    ),
    "second": (
        *_number_headings("player", 2),
        *("second", "second player", "opponent", "en second", "adversaire", "segundo", "zweiter", "gegner"),
        *("tweede", "tegenstander", "secondo", "avversario", "al doilea", "adversar"),
    ),
    "first_score": (*_number_headings("score", 1), "first score", "score of the first"),
    "second_score": (*_number_headings("score", 2), "second score", "score of the second"),
    "first_rating": _number_headings("rating", 1),
    "second_rating": _number_headings("rating", 2),
    "spread": ("spread",),
    "result": (
        *("result", "resultat", "resultado", "ergebnis", "uitslag", "score"),
        *("risultato", "rezultat"),
    ),
}
_COLUMNS: Final = {" ".join(fold_words(text)): name for name, texts in _HEADINGS.items() for text in texts}
# Written in place of the opponent of a bye or a missed round, in the languages of the field.
BYES: Final = frozenset(["", "bye", "exempt", "libre", "descanso", "freilos", "-", "–"])
# Written in place of the opponent, without a match: for a player who has none, and for one who left after the round.
ABSENT, LEFT = "Absent", "Left"
UNNAMED: Final = ("division", "round", "first", "first_score", "second", "second_score")


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row by column; `number` is its line in the file."""

    number: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        return self.cells.get(column, "")


def find_columns(headings: Sequence[str]) -> tuple[str, ...] | None:
    """Return the meaning of each column, "" for others; None if the row has no headings of both players."""
    found = tuple(_meaning(cell) for cell in headings)
    return found if {"first", "second"} <= set(found) else None


def read_rows(rows: Iterable[Sequence[str]], unnamed: Sequence[str] = ()) -> Iterator[FileRow]:
    """Yield the rows below the headings; those of a table without headings by the columns of `unnamed`."""
    columns: Sequence[str] = ()
    for number, cells in enumerate(rows, start=1):
        if not any(cells):
            continue
        if not columns:
            found = find_columns(cells)
            columns = found or unnamed
            if found:
                continue
        yield read_row(number, cells, columns)


def read_row(number: int, cells: Sequence[str], columns: Sequence[str]) -> FileRow:
    return FileRow(number, {name: cell for name, cell in zip(columns, cells, strict=False) if name and cell})


def _meaning(heading: str) -> str:
    words = " ".join(fold_words(heading))
    return _COLUMNS.get(words, "")
