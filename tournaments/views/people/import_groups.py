"""The lines of an import as its pages show them: in groups by what changes, the first of each with a button
for more, since a federation's list has thousands.

More lines are added below those that are shown, so that no tick of the form is lost. After a refusal all
lines up to the last ticked one are shown again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.people.imports.plan import PlanKind, PlannedPerson

SHOWN: Final = 50
# The most lines that are named for one value of a cell; the file has them all.
SHOWN_OF_CELL: Final = 5


@dataclass(frozen=True, slots=True)
class Group:
    """The lines of a group, of which a page shows `count`, from `start`."""

    name: str
    all: Sequence[PlannedPerson]
    start: int = 0
    count: int = SHOWN

    def __len__(self) -> int:
        return len(self.all)

    @property
    def shown(self) -> Sequence[PlannedPerson]:
        return self.all[self.start : self.start + self.count]

    @property
    def next(self) -> int | None:
        """The start of the lines that follow; None if there are none."""
        end = self.start + self.count
        return end if end < len(self.all) else None

    @property
    def rest(self) -> int:
        return len(self.all) - (self.next or 0)


def group_lines(planned: Sequence[PlannedPerson]) -> dict[str, Group]:
    """Return the lines grouped by their changes; a line with two changes is in two groups."""
    by_kind = {kind: [line for line in planned if line.kind is kind] for kind in PlanKind}
    changed = by_kind[PlanKind.CHANGED] + by_kind[PlanKind.RENAMED]
    groups = {
        "wrong": by_kind[PlanKind.WRONG],
        "renamed": sorted(by_kind[PlanKind.RENAMED], key=lambda line: not line.notes),
        "changed": by_kind[PlanKind.CHANGED],
        "moved": [line for line in changed if line.move],
        "new_series": [line for line in changed if line.new_series],
        "respelled": [
            line for line in by_kind[PlanKind.CHANGED] if line.before and line.before.name != line.person.name
        ],
        "others": [line for line in changed if line.other_changes],
        "new": by_kind[PlanKind.NEW],
        "noted": [line for line in by_kind[PlanKind.NEW] if line.notes],
        "nobody": by_kind[PlanKind.NOBODY],
        "same": by_kind[PlanKind.SAME],
    }
    return {name: Group(name, lines) for name, lines in groups.items()}


def show_ticked(group: Group, ticked: Collection[int]) -> Group:
    """Return the group with whole parts shown up to its last ticked line."""
    last = max((place for place, line in enumerate(group.all) if line.number in ticked), default=0)
    return replace(group, count=SHOWN * (last // SHOWN + 1))


def more_lines(request: HttpRequest, planned: Sequence[PlannedPerson], *, done: bool = False) -> HttpResponse:
    """Send the next rows of the group that a request names; those of an import that is `done` have no ticks."""
    start = request.GET.get("start", "")
    group = group_lines(planned).get(request.GET.get("group", ""), Group("", ()))
    shown = Group(group.name, group.all, int(start) if start.isdecimal() and len(start) < 9 else 0)
    return render(request, "tournaments/people/plan_rows.html", {"group": shown, "done": done})


def group_cells(planned: Sequence[PlannedPerson]) -> list[dict[str, Any]]:
    """Return the cells that are left out, one group a reason, with the lines and the first names of each."""
    groups: dict[str, list[PlannedPerson]] = {}
    for line in planned:
        for problem in line.cells:
            groups.setdefault(str(problem), []).append(line)
    return [
        {
            "said": said,
            "lines": lines[:SHOWN_OF_CELL],
            "count": len(lines),
            "more": len(lines) > SHOWN_OF_CELL,
        }
        for said, lines in groups.items()
    ]
