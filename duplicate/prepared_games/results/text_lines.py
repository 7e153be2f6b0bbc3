"""The result of a game as lines of table, name and score, as other programs write it for the federation. Pure.

    # club: Namur
    12; Dupont Élise; 731; 1234567
    13, "Martin, Jean & Roy, Anne", 655

Columns are separated by ";", tabs or ","; the licence may be missing, and a line of headings may come first.
Lines with "#" come before: one may name the club, the others are for people. A field that is unknown stays empty.

The layout of the files of Sigles and DupliTop is not published. These lines have what federations publish of
results; their order and separators are a guess, which the file says itself.
Such lines have no rounds. The points are spread over the rounds in proportion to their tops. Equal totals
stay equal, and the total is the stated one. There are no sanctions and no solos. Tops count as found only for
a player who has every point of a top.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext

from duplicate.prepared_games.results.file_format import ClubResult, EntryResult, ResultRefused
from duplicate.printing.data.result_lines import ResultLines, WrittenResult
from duplicate.standings.rules.ranking import PlayerScores
from tournaments.errors import RuleViolation
from tournaments.http.numbers import read_number
from tournaments.models import NAME_LENGTH
from tournaments.names.folding import fold, tidy
from tournaments.names.name_parts import join_pair, split_pair
from tournaments.people.imports.lines import decode_text, split_lines
from tournaments.people.imports.rows import read_person
from tournaments.people.services import Person

MOST_LINES: Final = 3000
MOST_TOLD: Final = 20


def read_result_lines(data: bytes, *, game: str, name: str, club: str, tops: Sequence[int]) -> ClubResult:
    """Return the club's result from these lines; `tops` are those of the game's rounds.

    Raises:
        ResultRefused: invalid lines, each with its number.
    """
    try:
        rows = list(_rows(decode_text(data)))
    except RuleViolation as error:  # a cell without end
        raise ResultRefused([str(error)]) from error
    errors: list[str] = []
    entries: list[EntryResult] = []
    tables: dict[int, int] = {}
    for number, cells in rows[:MOST_LINES]:
        problem, entry = _entry(cells, len(entries), tops)
        if entry is not None and entry.scores.table in tables:
            said = gettext("table {table} is already in line {line}.")
            problem, entry = said.format(table=entry.scores.table, line=tables[entry.scores.table]), None
        if entry is None:
            errors.append(gettext("Line {line}: {problem}").format(line=number, problem=problem))
            continue
        tables[entry.scores.table] = number
        entries.append(entry)
    if len(rows) > MOST_LINES:
        errors.append(gettext("There are more than {most} lines.").format(most=MOST_LINES))
    if not entries and not errors:
        errors.append(gettext("There is no line with table, name and score."))
    if errors:
        raise ResultRefused(errors[:MOST_TOLD])
    return ClubResult(game, name, club, "", "", tuple(tops), tuple(entries), rounds_known=False)


def lines_of_result(result: ClubResult) -> ResultLines:
    """Return the lines of a club's result of a simultaneous game."""
    lines = [
        WrittenResult(
            entry.scores.table, entry.name, entry.total, [person.licence for person in entry.people]
        )
        for entry in result.entries
    ]
    return ResultLines(result.club, result.name, result.played_on, lines)


def club_in(data: bytes) -> str:
    """Return the club that a line of facts at the top names; empty if none does."""
    for line in decode_text(data).splitlines():
        if not line.startswith("#"):
            return ""
        key, colon, value = line.lstrip("# ").partition(":")
        if colon and fold(key) == "club":
            return tidy(value)[:NAME_LENGTH]
    return ""


def spread(total: int, tops: Sequence[int]) -> tuple[int, ...]:
    """Spread points over rounds in proportion to their tops; the remainder goes to the first rounds with room."""
    whole = sum(tops)
    points = [total * top // whole if whole else 0 for top in tops]
    left = total - sum(points)
    for number, top in enumerate(tops):
        more = min(left, max(0, top - points[number]), 1)
        points[number] += more
        left -= more
    return tuple(points)


def _rows(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the cells of lines that are not empty, with their numbers; skip headings."""
    for place, line in enumerate(split_lines(text)):
        if place or any(cell.isdecimal() for cell in line.cells):
            yield line.number, line.cells


def _entry(cells: Sequence[str], place: int, tops: Sequence[int]) -> tuple[str, EntryResult | None]:
    """Return the problem of a line, or its entry."""
    while cells and not cells[-1]:
        cells = cells[:-1]
    if not 3 <= len(cells) <= 4:
        return gettext("write table, name, score and perhaps the licence."), None
    table, name, score, licence = [*cells, ""][:4]
    seat, points = read_number(table), read_number(score)
    if seat is None or not 0 < seat < 1_000_000:
        return gettext("“{text}” is not a table number.").format(text=table[:20]), None
    if points is None or points > sum(tops):
        return gettext("“{text}” is not a possible score: the tops total {most}.").format(
            text=score[:20], most=sum(tops)
        ), None
    people: list[Person] = []
    licences = split_pair(licence)
    for part in split_pair(name):
        known = licences[len(people)] if len(people) < len(licences) else ""
        person, problems = read_person({"name": part, "licence": known})
        if problems:
            return str(problems[0]), None
        people.append(person)
    if len(people) > 2:
        return gettext("at most two players can share a table."), None
    return "", _make_entry(seat, people, points, place, tops)


def _make_entry(
    table: int, people: Sequence[Person], total: int, place: int, tops: Sequence[int]
) -> EntryResult:
    points = spread(total, tops)
    scores = PlayerScores(
        entry_id=place,
        table=table,
        name=join_pair(person.name for person in people),
        scores=points,
        worths=points,
        solos_withheld=tuple(range(len(tops))),
    )
    # Only a full score proves that a top was found.
    found = sum(own == top > 0 for own, top in zip(points, tops, strict=True))
    return EntryResult(tuple(people), scores, {}, total, total - sum(tops), found, 0, 0, 0)
