"""Lists of an event's seating: by name, by table, and to tick at the door.

Where all play in divisions, the seats are those of a round: whoever is in no match of it has none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, pgettext

from tournaments.core.reports.tables import Cell, DataColumn, DataRow, DataTable
from tournaments.core.text.clauses import join_clauses, label_clause
from tournaments.core.text.folding import sort_key
from tournaments.events.kinds_of_play import RoundSeat, has_divisions, round_seats
from tournaments.events.rooms import room_of
from tournaments.models import Entry, Event, Player
from tournaments.printing.registry import Options
from tournaments.standings.columns import columns_of

COME = "×"


@dataclass(frozen=True, slots=True)
class SeatingOnPaper:
    """A list; a `large` one is read from afar, one with `boxes` has a box in its last column. `rounds` says of which
    round the seats are.
    """

    table: DataTable
    rounds: str = ""
    large: bool = False
    boxes: bool = False


@dataclass(frozen=True, slots=True)
class _Seat:
    entry: Entry
    person: Player
    at: RoundSeat | None
    room: str

    @property
    def table(self) -> int | None:
        return self.at.table if self.at else None

    @property
    def club(self) -> str:
        return self.person.club.name if self.person.club else ""


def has_tables(event: Event) -> bool:
    """Tell whether entries play at their own tables: in a division each round assigns them anew."""
    return event.games.exists() or not has_divisions(event)


def count_seated(event: Event) -> int:
    """Return how many entries have a seat."""
    if has_tables(event):
        return event.entries.filter(withdrawn_at=None).count()
    return len(round_seats(event))


def seating_by_name(event: Event, _options: Options) -> SeatingOnPaper:
    seats = [seat for seat in _by_name(event) if seat.at]
    columns = (*columns_of("name", "table", strong="table"), _room())
    rows = [(seat.person.shown_name, seat.table, seat.room) for seat in seats]
    return SeatingOnPaper(_table(gettext("Seating by name"), columns, rows), _rounds(seats), large=True)


def seating_by_table(event: Event, _options: Options) -> SeatingOnPaper:
    columns = (*columns_of("table", "name", "club", strong="table"), _room())
    seats = sorted((seat for seat in _seats(event) if seat.table), key=lambda seat: seat.table or 0)
    rows = [(seat.table, seat.person.shown_name, seat.club, seat.room) for seat in seats]
    return SeatingOnPaper(_table(gettext("Seating by table"), columns, rows), _rounds(seats))


def check_in_list(event: Event, _options: Options) -> SeatingOnPaper:
    name, table, *facts = columns_of("name", "table", "licence", "club", "series", strong="table")
    come = DataColumn("come", pgettext("column of a list to tick", "Come"), is_text=True)
    columns = (name, replace(table, is_optional=True), *facts, _room(), come)
    seats = _by_name(event)
    rows = [
        (
            *(seat.person.shown_name, seat.table, seat.person.licence, seat.club, seat.person.series),
            *(seat.room, COME if seat.entry.arrived_at else ""),
        )
        for seat in seats
    ]
    return SeatingOnPaper(_table(gettext("Check-in list"), columns, rows), _rounds(seats), boxes=True)


def _room() -> DataColumn:
    return DataColumn("room", gettext("Room"), is_text=True, is_optional=True)


def _table(title: str, columns: tuple[DataColumn, ...], rows: Sequence[tuple[Cell, ...]]) -> DataTable:
    return DataTable(title, columns, tuple(map(DataRow, rows)))


def _rounds(seats: Sequence[_Seat]) -> str:
    """Return the round of the seats, or those of their divisions, in words; empty for own tables."""
    words = {
        seat.at.division: pgettext("match", "Round %(number)s") % {"number": seat.at.round}
        for seat in seats
        if seat.at and seat.at.division
    }
    if len(set(words.values())) == 1:
        return next(iter(words.values()))
    return join_clauses(label_clause(division, round_) for division, round_ in sorted(words.items()))


def _by_name(event: Event) -> list[_Seat]:
    return sorted(_seats(event), key=lambda seat: (sort_key(seat.person.shown_name), seat.entry.table))


def _seats(event: Event) -> Iterator[_Seat]:
    """Yield each person with the entry: both of a pair."""
    rooms, own = list(event.rooms.all()), has_tables(event)
    seats = {} if own else round_seats(event)
    entries = event.entries.filter(withdrawn_at=None).select_related("player__club", "partner__club")
    for entry in entries.order_by("table"):
        at = RoundSeat("", 0, entry.table) if own else seats.get(entry.pk)
        room = room_of(at.table, rooms) if at and at.table else None
        for person in filter(None, (entry.player, entry.partner)):
            yield _Seat(entry, person, at, room.name if room else "")
