"""The report of an import: the new people, the changes, and the lines that were left out, with their reasons.

The list itself is not kept: the players' history has its changes, so that a person who is erased is
erased here as well. A line that was left out is `[number, cells, reasons]`.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Club, PeopleList, Player
from tournaments.names.folding import sort_key
from tournaments.names.name_parts import parts_of, shown_name
from tournaments.people.imports.plan import PlanKind, PlannedPerson
from tournaments.people.services import Person, person_with
from tournaments.reports.tables import DataTable

LeftOut = list[Any]


def list_left_out(
    people: PeopleList, planned: Sequence[PlannedPerson], renamed: Collection[int] = ()
) -> list[LeftOut]:
    """Return the lines of which something is not imported, if the new names in the lines of `renamed` are
    right.
    """
    cells = dict(people.lines)
    return [
        [line.number, cells[line.number], reasons] for line in planned if (reasons := _reasons(line, renamed))
    ]


def left_out_table(headings: Sequence[str], left_out: Sequence[LeftOut]) -> DataTable:
    """Return these lines as a table with the list's own columns, to be mended and imported again."""
    rows = (
        (*[*cells, *[""] * len(headings)][: len(headings)], number, " ".join(reasons))
        for number, cells, reasons in left_out
    )
    return DataTable.of_texts("", (*headings, gettext("Line"), gettext("Error")), rows)


def imported_lines(people: PeopleList) -> list[PlannedPerson]:
    """Return what an import did, by name, for people who are still known."""
    rows = Player.history.filter(history_change_reason=people.reason)
    clubs = dict(Club.objects.values_list("pk", "name"))
    last: dict[int, Person] = {}
    done = []
    for row in Player.history.filter(id__in=rows.values("id")).order_by("history_date", "history_id"):
        person = _person_then(row, clubs)
        if row.history_change_reason == people.reason:
            before = last.get(row.id)
            done.append(PlannedPerson(0, person, _kind(person, before), row.id, before))
        last[row.id] = person
    return sorted(done, key=lambda line: sort_key(shown_name(*line.person.names)))


def _kind(person: Person, before: Person | None) -> PlanKind:
    if before is None:
        return PlanKind.NEW
    return PlanKind.CHANGED if before.name == person.name else PlanKind.RENAMED


def _person_then(row: Any, clubs: dict[int, str]) -> Person:
    parts = parts_of(row.name, row.given_name, row.family_name)
    return person_with(row, parts, clubs.get(row.club_id, ""))


def _reasons(line: PlannedPerson, renamed: Collection[int]) -> list[str]:
    """Return why a line, or cells of it, are not imported, in the language in force; empty if all of it is."""
    if line.kind is PlanKind.WRONG:
        return [str(problem) for problem in line.problems]
    if line.kind is PlanKind.NOBODY:
        return [gettext("This line has no person.")]
    if line.kind is PlanKind.RENAMED and line.number not in renamed and line.before:
        said = gettext("Licence {licence} belongs to {name}.")
        return [said.format(licence=line.person.licence, name=line.before.name)]
    return [gettext("Without this cell: {problem}").format(problem=problem) for problem in line.cells]
