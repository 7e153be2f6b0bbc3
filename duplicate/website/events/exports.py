"""Tables of an event's entries and of a player's games for files, with the columns and words of their pages.
Pure.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.events.registration.entry_columns import ENTRY_COLUMNS
from tournaments.events.seating import place_of
from tournaments.events.services import categories_of
from tournaments.models import Entry, Event, Player
from tournaments.names import name_visibility
from tournaments.reports.tables import Cell, DataTable, TableColumn, TableOf, build_table, table_of
from tournaments.seasons.history import HistoryLine
from tournaments.standings.columns import column_of
from tournaments.standings.filters import category_of
from tournaments.standings.person_facts import PERSON_FACTS, facts_of
from tournaments.standings.ranking import PersonFacts


def _club(player: Player) -> str:
    return player.club.name if player.club else ""


def _entered(name: str, value: Callable[[Entry], Cell]) -> TableColumn[Entry, Event]:
    return TableColumn.of_text(name, ENTRY_COLUMNS[name], value)


def entries_table(entries: Iterable[Entry], event: Event) -> DataTable:
    """List the entries of an event, with headings that `entry_columns` reads again; select partners, teams,
    and players with their clubs. The club, series and category of a pair are those of the first.
    """
    categories, entries = categories_of(event), list(entries)
    columns: tuple[TableColumn[Entry, Event], ...] = (
        TableColumn(column_of("table"), attrgetter("table")),
        TableColumn(column_of("name"), lambda entry: _name_of(entry.player, entry.table)),
        TableColumn(column_of("licence"), attrgetter("player.licence")),
        TableColumn(column_of("club"), lambda entry: _club(entry.player)),
        TableColumn(column_of("series"), attrgetter("player.series")),
        TableColumn(
            column_of("category"),
            lambda entry: category_of(_facts_of_player(entry.player, event.date.year), categories),
        ),
        _entered("partner", lambda entry: _name_of(entry.partner, entry.table) if entry.partner else ""),
        _entered("partner_licence", lambda entry: entry.partner.licence if entry.partner else ""),
        TableColumn(column_of("team"), lambda entry: entry.team.name if entry.team else ""),
        TableColumn(column_of("group"), attrgetter("group"), is_shown=attrgetter("groups")),
        _entered("state", _state),
        _entered("skips", lambda entry: place_of(entry).skips),
        _entered("paid", lambda entry: gettext("yes") if entry.paid else ""),
        _entered("remarks", attrgetter("remarks")),
    )
    table = build_table(gettext("Entries"), columns, entries, event)
    return table if any(entry.partner for entry in entries) else table.without(("partner", "partner_licence"))


def _name_of(player: Player, table: int) -> str:
    """Return the name of one player of an entry, as the event writes names, or the table if they are hidden."""
    name = name_visibility.styled([getattr(player, part) for part in name_visibility.PARTS])
    return name_visibility.visible_name(name, table)


def _state(entry: Entry) -> str:
    if entry.withdrawn_at:
        return gettext("dropped out") if entry.arrived_at else gettext("left out")
    return "" if entry.arrived_at else gettext("expected")


def _facts_of_player(player: Player, year: int) -> PersonFacts:
    plain = [getattr(player, name) for name in PERSON_FACTS if name != "club__name"]
    return facts_of([plain[0], _club(player), *plain[1:]], year, player.pk)


# The players who have not come; select the player's club and the partner.
expected_table: TableOf[Entry] = table_of(
    _("Expected"),
    TableColumn(column_of("name"), attrgetter("name")),
    TableColumn(column_of("licence"), attrgetter("player.licence")),
    TableColumn(column_of("club"), lambda entry: _club(entry.player)),
    TableColumn(column_of("table"), attrgetter("table")),
    TableColumn.of_text("state", _("State"), _state),
)
# The games of one player.
history_table: TableOf[HistoryLine] = table_of(
    _("Games"),
    TableColumn.of_text("day", _("Day"), lambda line: line.day.isoformat()),
    TableColumn.of_text("event", _("Event"), attrgetter("event")),
    TableColumn.of_text("game", _("Game"), attrgetter("game")),
    TableColumn.of_text("partner", _("Partner"), attrgetter("partner")),
    TableColumn(column_of("rank"), attrgetter("rank")),
    TableColumn(column_of("players"), attrgetter("players")),
    TableColumn(column_of("total"), attrgetter("played.total")),
    TableColumn(column_of("negative"), attrgetter("played.negative")),
    TableColumn(column_of("percent"), attrgetter("percent")),
)
