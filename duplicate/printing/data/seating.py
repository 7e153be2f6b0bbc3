"""Lists of an event's seating: by name, by table, and to tick at the door."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import tablib
from django.utils.translation import gettext, pgettext

from tournaments.core.reports.tables import Cell, DataColumn, DataRow, DataTable
from tournaments.core.text.folding import sort_key
from tournaments.events.rooms import room_of
from tournaments.models import Entry, Event, Player
from tournaments.printing.registry import Options
from tournaments.standings.columns import columns_of

COME = "×"


@dataclass(frozen=True, slots=True)
class SeatingOnPaper:
    """A list; a `large` one is read from afar, one with `boxes` has a box in its last column."""

    table: DataTable
    large: bool = False
    boxes: bool = False


@dataclass(frozen=True, slots=True)
class _Seat:
    entry: Entry
    person: Player
    room: str

    @property
    def club(self) -> str:
        return self.person.club.name if self.person.club else ""


def seating_by_name(event: Event, _options: Options) -> SeatingOnPaper:
    columns = (*columns_of("name", "table", strong="table"), _room())
    rows = [(seat.person.shown_name, seat.entry.table, seat.room) for seat in _by_name(event)]
    return SeatingOnPaper(_table(gettext("Seating by name"), columns, rows), large=True)


def seating_by_table(event: Event, _options: Options) -> SeatingOnPaper:
    columns = (*columns_of("table", "name", "club", strong="table"), _room())
    seats = sorted(_seats(event), key=lambda seat: seat.entry.table)
    rows = [(seat.entry.table, seat.person.shown_name, seat.club, seat.room) for seat in seats]
    return SeatingOnPaper(_table(gettext("Seating by table"), columns, rows))


def check_in_list(event: Event, _options: Options) -> SeatingOnPaper:
    columns = (
        *columns_of("name", "table", "licence", "club", "series", strong="table"),
        _room(),
        DataColumn("come", pgettext("column of a list to tick", "Come"), is_text=True),
    )
    rows = [
        (
            *(seat.person.shown_name, seat.entry.table, seat.person.licence, seat.club, seat.person.series),
            *(seat.room, COME if seat.entry.arrived_at else ""),
        )
        for seat in _by_name(event)
    ]
    return SeatingOnPaper(_table(gettext("Check-in list"), columns, rows), boxes=True)


def seating_data(shown: SeatingOnPaper) -> tablib.Dataset:
    return shown.table.data


def _room() -> DataColumn:
    return DataColumn("room", gettext("Room"), is_text=True, is_optional=True)


def _table(title: str, columns: tuple[DataColumn, ...], rows: Sequence[tuple[Cell, ...]]) -> DataTable:
    return DataTable(title, columns, tuple(map(DataRow, rows)))


def _by_name(event: Event) -> list[_Seat]:
    return sorted(_seats(event), key=lambda seat: (sort_key(seat.person.shown_name), seat.entry.table))


def _seats(event: Event) -> Iterator[_Seat]:
    """Yield each person with the entry: both of a pair."""
    rooms = list(event.rooms.all())
    entries = event.entries.filter(withdrawn_at=None).select_related("player__club", "partner__club")
    for entry in entries.order_by("table"):
        room = room_of(entry.table, rooms)
        for person in filter(None, (entry.player, entry.partner)):
            yield _Seat(entry, person, room.name if room else "")
