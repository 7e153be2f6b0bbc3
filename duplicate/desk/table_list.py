"""The selection of tables for the desk's list: a hall has 1,500 tables, a page of the list 100.

Terms. A *mark* is the state of one table, without its slip. A *page* is a part of the tables that a filter
leaves. The *queue* is the order of the tables at which the arbitrator has something to key, from one on and
then round to it.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Literal

from django.contrib.auth.models import User

from duplicate.attendance.absences import find_missed
from duplicate.attendance.seating import entries_of
from duplicate.desk.table_rows import PLAIN, State, StoredSlip, has_to_key, state_of
from duplicate.models import Round, Ruling
from tournaments.events.staff import tables_of

Filter = Literal["all", "missing", "notable", "conflicts", "unchecked"]
FILTERS: tuple[Filter, ...] = ("all", "missing", "notable", "conflicts", "unchecked")
STATES: dict[Filter, frozenset[State]] = {
    "missing": frozenset({"none", "late"}),
    "conflicts": frozenset({"conflict"}),
    "unchecked": frozenset({"unchecked"}),
}
PAGE, QUEUE = 100, 20


@dataclass(frozen=True, slots=True)
class TableMark:
    """The state of one table. `notable`: there is something for an arbitrator to look at; `in_rest`: "all the rest
    have the top" gives it the top.
    """

    table: int
    state: State
    todo: bool
    notable: bool
    in_rest: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """One page of `of` tables, from `start` on; `before` and `after` are the tables next to it."""

    tables: tuple[int, ...]
    of: int
    start: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class TableList:
    """The tables of a round, by number, for one arbitrator."""

    marks: tuple[TableMark, ...]
    own: range | None

    @cached_property
    def todo(self) -> list[int]:
        return [mark.table for mark in self.marks if mark.todo]

    @property
    def notable(self) -> int:
        return sum(mark.notable for mark in self.marks)

    @property
    def rest(self) -> int:
        """The number of tables that "all the rest have the top" would give the top to."""
        return sum(mark.in_rest for mark in self.marks)

    def has(self, table: int) -> bool:
        return any(mark.table == table for mark in self.marks)

    def queue(self, at: int) -> list[int]:
        here = bisect_left(self.todo, at)
        return list(islice(chain(self.todo[here:], self.todo[:here]), QUEUE))

    def page_with(self, which: Filter, table: int | None) -> TablePage:
        """Return the page with the table, or its place; without a table, the page with the first one to key."""
        shown = self._tables_in_state(which)
        if table is None:
            table = next(iter(self.todo), self.own.start if self.own else 0)
        at = min(bisect_left(shown, table), max(len(shown) - 1, 0))
        return _page(shown, at - at % PAGE)

    def page_from(self, which: Filter, table: int) -> TablePage:
        """Return the page that begins at the table."""
        shown = self._tables_in_state(which)
        return _page(shown, bisect_left(shown, table))

    def _tables_in_state(self, which: Filter) -> list[int]:
        if which == "all":
            return [mark.table for mark in self.marks]
        if which == "notable":
            return [mark.table for mark in self.marks if mark.notable]
        return [mark.table for mark in self.marks if mark.state in STATES[which]]


def table_list(round_: Round, by: User) -> TableList:
    """Return the state of all tables, with a handful of queries and no whole slips."""
    own = tables_of(round_.game.event, by)
    slips: dict[int, list[StoredSlip]] = defaultdict(list)
    columns = ("pk", "entry_id", "effective", "late", "in_conflict", "source", "keyed_by_id", "checked_by_id")
    stored = round_.slips.on_record().order_by("pk")
    for slip in stored.values_list(*columns, named=True):
        slips[slip.entry_id].append(slip)
    rulings = Ruling.objects.filter(slip__round=round_).order_by("pk")
    rulings_of = rulings.values_list("slip_id", "code", "conduct")
    last = {slip: (code, conduct) for slip, code, conduct in rulings_of}
    double = round_.game.double_arbitration

    def mark(table: int, there: Sequence[StoredSlip], *, present: bool, checked_in: bool) -> TableMark:
        counting = next((slip for slip in there if slip.effective), None)
        code, conduct = last.get(counting.pk, (None, False)) if counting else (None, False)
        state = state_of(there, judged=code is not None, double=double)
        todo = present and has_to_key(table, state, counting, by, own)
        return TableMark(
            table,
            state,
            todo,
            notable=state in {"conflict", "late"} or conduct or (code or "") not in PLAIN,
            # The act skips players who have not checked in, and late slips.
            in_rest=todo and checked_in and state not in {"conflict", "late"},
        )

    columns_of_entries = ("pk", "seat", "joined_at", "withdrawn_at", "arrived_at", "token_hash")
    entries = list(entries_of(round_.game).values_list(*columns_of_entries, named=True))
    missed = find_missed(round_, entries)
    return TableList(
        tuple(
            mark(
                entry.seat,
                slips[entry.pk],
                present=entry.withdrawn_at is None and entry.pk not in missed,
                checked_in=entry.arrived_at is not None,
            )
            for entry in entries
            if entry.withdrawn_at is None or any(slip.effective or slip.late for slip in slips[entry.pk])
        ),
        own,
    )


def _page(shown: Sequence[int], start: int) -> TablePage:
    end = start + PAGE
    return TablePage(
        tables=tuple(shown[start:end]),
        of=len(shown),
        start=start,
        before=shown[start - 1] if start else None,
        after=shown[end] if end < len(shown) else None,
    )
