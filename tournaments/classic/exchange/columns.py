"""Tables of results, as spreadsheets and other programs write them: what their columns mean. Pure.

A table has a line of headings that names its columns, or columns in the order of `UNNAMED`, in which the British
federation takes results (https://github.com/houtens/tsh2csv).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.text.folding import fold_words

# The words of a heading, without regard to case and accents, in the languages of the field.
_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "division": ("division", "div", "section", "categoria", "serie"),
    "round": ("round", "rd", "game", "ronde", "partie", "manche", "ronda", "partida"),
    "table": ("table", "board", "mesa", "tablero"),
    "first": (
        *(
            "player1",
            "player 1",
            "name1",
            "name 1",
            "first",
            "goes first",
            "first player",
            "no 1",
            "number 1",
        ),
        *("joueur 1", "commence", "premier", "jugador 1", "empieza", "primero", "n 1"),
    ),
    "second": (
        *(
            "player2",
            "player 2",
            "name2",
            "name 2",
            "second",
            "second player",
            "opponent",
            "no 2",
            "number 2",
        ),
        *("joueur 2", "adversaire", "jugador 2", "segundo", "n 2"),
    ),
    "first_score": ("score1", "score 1", "first score", "points 1", "puntos 1", "score of the first"),
    "second_score": ("score2", "score 2", "second score", "points 2", "puntos 2", "score of the second"),
    "result": ("result", "resultat", "resultado", "score"),
}
_COLUMNS: Final = {" ".join(fold_words(text)): name for name, texts in _HEADINGS.items() for text in texts}
# Written in place of the opponent of a bye, in the languages of the field.
BYES: Final = frozenset(["", "bye", "exempt", "libre", "descanso", "-", "–"])
UNNAMED: Final = ("division", "round", "first", "first_score", "second", "second_score")


@dataclass(frozen=True, slots=True)
class Row:
    """A row by column; `number` is its line in the file."""

    number: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        return self.cells.get(column, "")


def find_columns(headings: Sequence[str]) -> tuple[str, ...] | None:
    """Return the meaning of each column, "" for others; None if the row has no headings of both players."""
    found = tuple(_meaning(cell) for cell in headings)
    return found if {"first", "second"} <= set(found) else None


def read_rows(rows: Iterable[Sequence[str]], unnamed: Sequence[str] = ()) -> Iterator[Row]:
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
        yield Row(number, {name: cell for name, cell in zip(columns, cells, strict=False) if name and cell})


def _meaning(heading: str) -> str:
    words = " ".join(fold_words(heading))
    return _COLUMNS.get(words, "")
