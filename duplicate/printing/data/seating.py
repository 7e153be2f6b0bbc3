"""Lists of an event's seating: by name, by table, and to tick at the door.

Where all play in divisions, the seats are those of a round: whoever is in no match of it has none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.events.kinds_of_play import RoundSeat, has_divisions, round_seats
from tournaments.events.rooms import room_of
from tournaments.models import Entry, Event, Player
from tournaments.names.folding import sort_key
from tournaments.printing.registry import Options
from tournaments.reports.tables import DataTable, TableColumn, table_of
from tournaments.standings.columns import column_of
from tournaments.wording.clauses import join_clauses, label_clause

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


_NAME: TableColumn[_Seat, None] = TableColumn(column_of("name"), attrgetter("person.shown_name"))
_AT = column_of("table", strong="table")
_TABLE: TableColumn[_Seat, None] = TableColumn(_AT, attrgetter("table"))
_CLUB: TableColumn[_Seat, None] = TableColumn(column_of("club"), attrgetter("club"))
_ROOM: TableColumn[_Seat, None] = TableColumn.of_text("room", _("Room"), attrgetter("room"), is_optional=True)
_names_table = table_of(_("Seating by name"), _NAME, _TABLE, _ROOM)
_tables_table = table_of(_("Seating by table"), _TABLE, _NAME, _CLUB, _ROOM)
_check_in_table = table_of(
    _("Check-in list"),
    _NAME,
    TableColumn(replace(_AT, is_optional=True), attrgetter("table")),
    TableColumn(column_of("licence"), attrgetter("person.licence")),
    _CLUB,
    TableColumn(column_of("series"), attrgetter("person.series")),
    _ROOM,
    TableColumn.of_text(
        "come",
        pgettext_lazy("column of a list to tick", "Come"),
        lambda seat: COME if seat.entry.arrived_at else "",
    ),
)


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
    return SeatingOnPaper(_names_table(seats), _rounds(seats), large=True)


def seating_by_table(event: Event, _options: Options) -> SeatingOnPaper:
    seats = sorted((seat for seat in _seats(event) if seat.table), key=lambda seat: seat.table or 0)
    return SeatingOnPaper(_tables_table(seats), _rounds(seats))


def check_in_list(event: Event, _options: Options) -> SeatingOnPaper:
    seats = _by_name(event)
    return SeatingOnPaper(_check_in_table(seats), _rounds(seats), boxes=True)


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
