"""Tables of an event's entries and of a player's games for files, with the columns and words of their pages.
Pure.
"""

from collections.abc import Iterable

import tablib
from django.utils.translation import gettext

from tournaments.core import name_visibility
from tournaments.core.reports.tables import DataColumn, DataRow, DataTable
from tournaments.events.seating import place_of
from tournaments.events.services import categories_of
from tournaments.models import Entry, Event, Player
from tournaments.seasons.history import HistoryLine
from tournaments.standings.columns import columns_of
from tournaments.standings.filters import category_of
from tournaments.standings.person_facts import PERSON_FACTS, facts_of
from tournaments.standings.ranking import PersonFacts


def entries_table(entries: Iterable[Entry], event: Event) -> tablib.Dataset:
    """List the entries of an event, with headings that `entry_columns` reads again; select partners, teams,
    and players with their clubs. The club, series and category of a pair are those of the first.
    """
    categories = categories_of(event)
    headings = [
        *(gettext("Table"), gettext("Name"), gettext("Licence"), gettext("Club"), gettext("Series")),
        *(
            gettext("Category"),
            gettext("Partner"),
            gettext("Licence of the partner"),
            gettext("Team"),
            gettext("Group"),
            gettext("State"),
        ),
        *(gettext("Without games"), gettext("Paid"), gettext("Remarks")),
    ]
    table = tablib.Dataset(headers=headings, title=gettext("Entries"))
    for entry in (entries := list(entries)):
        player, partner, team = entry.player, entry.partner, entry.team.name if entry.team else ""
        facts = (player.licence, player.club.name if player.club else "", player.series)
        category = category_of(_facts_of_player(player, event.date.year), categories)
        said = (place_of(entry).skips, gettext("yes") if entry.paid else "", entry.remarks)
        other = (_name_of(partner, entry.table), partner.licence) if partner else ("", "")
        where = (category, *other, team, entry.group, _state(entry))
        table.append([entry.table, _name_of(player, entry.table), *facts, *where, *said])
    if not any(entry.partner for entry in entries):
        del table[gettext("Partner")], table[gettext("Licence of the partner")]
    if not event.groups:
        del table[gettext("Group")]
    return table


def expected_table(entries: Iterable[Entry]) -> tablib.Dataset:
    """List the players who have not come; select the player's club and the partner."""
    headings = [gettext("Name"), gettext("Licence"), gettext("Club"), gettext("Table"), gettext("State")]
    table = tablib.Dataset(headers=headings, title=gettext("Expected"))
    for entry in entries:
        club = entry.player.club.name if entry.player.club else ""
        table.append([entry.name, entry.player.licence, club, entry.table, _state(entry)])
    return table


def history_table(lines: Iterable[HistoryLine]) -> tablib.Dataset:
    """List the games of one player."""
    columns = (
        DataColumn("day", gettext("Day"), is_text=True),
        DataColumn("event", gettext("Event"), is_text=True),
        DataColumn("game", gettext("Game"), is_text=True),
        DataColumn("partner", gettext("Partner"), is_text=True),
        *columns_of("rank", "players", "total", "negative", "percent"),
    )
    rows = []
    for line in lines:
        game = (line.day.isoformat(), line.event, line.game, line.partner, line.rank, line.players)
        played = (line.played.total, line.played.negative, line.percent)
        rows.append(DataRow.of(columns, (*game, *played)))
    return DataTable(gettext("Games"), columns, tuple(rows)).data


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
    return facts_of([plain[0], player.club.name if player.club else "", *plain[1:]], year, player.pk)
