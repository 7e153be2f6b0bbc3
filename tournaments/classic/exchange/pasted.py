"""Results and pairings of one round that were pasted, or uploaded as a spreadsheet. Pure.

Text has lines as they are typed, or cells with tabs, semicolons or commas between them: those of a table with headings
(`columns`), or of both players in the order name, score, name, score.
"""

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.columns import BYES, FileRow, find_columns, read_row
from tournaments.classic.exchange.results_table import scores_of
from tournaments.classic.rounds.result_lines import Written
from tournaments.classic.scores.scores import FORFEITS, players_line, read_line
from tournaments.errors import RuleViolation
from tournaments.people.imports.lines import find_headings, split_lines


def read_results(text: str) -> list[tuple[str, Written]]:
    """Return each line that has something, as a result or as the refusal of it, without byes."""
    return [(shown, _result(cells)) for shown, cells in _lines(text) if not _is_bye(cells)]


def read_pairs(text: str) -> list[tuple[str, tuple[str, str | None] | None]]:
    """Return each line that has something, with both players as they are written, or None if it is no pairing; the
    second of a bye is None.
    """
    return [(shown, _pair(cells)) for shown, cells in _lines(text)]


def text_of_rows(rows: Iterator[list[str]]) -> str:
    """Return the rows of a spreadsheet as they are pasted from it."""
    return "\n".join("\t".join(row) for row in rows).strip("\n")


def _lines(text: str) -> Iterator[tuple[str, FileRow | list[str]]]:
    """Yield each line as it is shown, with its cells, by column if a line near the top has headings."""
    lines = split_lines(text)
    columns, below = find_headings(lines, find_columns) or (None, lines)
    for line in below:
        if written := [cell for cell in line.cells if cell]:
            yield " ".join(written), read_row(line.number, line.cells, columns) if columns else written


def _result(cells: FileRow | list[str]) -> Written:
    try:
        if isinstance(cells, FileRow):
            return _result_of_row(cells)
        if len(cells) in {4, 5} and not all(map(_is_number, cells[-4:])):
            first, first_score, second, second_score = cells[-4:]
            row = {"first": first, "first_score": first_score, "second": second, "second_score": second_score}
            return _result_of_row(FileRow(0, row | ({"table": cells[0]} if len(cells) == 5 else {})))
        return read_line(" ".join(cells))
    except RuleViolation as error:
        return error


def _is_bye(cells: FileRow | list[str]) -> bool:
    second = cells.get("second").casefold() if isinstance(cells, FileRow) else ""
    return bool(second) and second in BYES


def _result_of_row(row: FileRow) -> Written:
    table = row.get("table")
    if table and row.get("result").casefold() in FORFEITS:
        return read_line(f"{table} {row.get('result')}")
    try:
        scores = scores_of(row)
    except ValueError as error:
        raise RuleViolation("no_score", _("“{text}” is not a score."), text=str(error)[:40]) from None
    if scores is None:
        raise RuleViolation("score_missing", _("Enter the score."))
    if not row.get("first") and table.isdecimal():
        return read_line(f"{table} {scores[0]} {scores[1]}")
    number = int(table) if table.isdecimal() and len(table) < 7 else None
    return players_line(row.get("first"), row.get("second"), scores, number)


def _pair(cells: FileRow | list[str]) -> tuple[str, str | None] | None:
    players = [cells.get("first"), cells.get("second")] if isinstance(cells, FileRow) else _players(cells)
    first, *second = [player for player in players if player.casefold() not in BYES] or [""]
    if not first or len(second) > 1:
        return None
    return first, second[0] if second else None


def _players(cells: Sequence[str]) -> list[str]:
    """Return the players of a line without headings, after the table if it has one before names; numbers may stand
    behind each other.
    """
    players: list[str] = []
    if len(cells) == 3 and _is_number(cells[0]) and not any(map(_is_number, cells[1:])):
        cells = cells[1:]
    for cell in cells:
        if re.fullmatch(r"[0-9\s,;:/–-]+", cell, re.ASCII):
            players += re.findall(r"[0-9]+", cell, re.ASCII)
        else:
            players += re.split(r"\s+(?:–|-|/|vs?\.?)\s+", cell)
    return players


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[-−]?[0-9]+", cell, re.ASCII))
