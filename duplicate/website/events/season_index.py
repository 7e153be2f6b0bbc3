"""The index of a season as it is asked for: selected, sorted, and as a table for spreadsheets."""

from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.website.events.season_forms import IndexForm
from tournaments.models import Event, Season
from tournaments.names.folding import sort_key
from tournaments.reports.tables import DataTable, TableColumn, TableOf, build_table, table_of
from tournaments.seasons.services import index_of_season
from tournaments.standings.columns import column_of
from tournaments.standings.filters import USUAL_CATEGORIES
from tournaments.standings.performance_index import ClubIndex, IndexLine, club_lines, select_index_lines

_OFTEN_NONE = ("licence", "series", "category", "club", "country", "counted")


@dataclass(frozen=True, slots=True)
class ShownIndex:
    """The part of an index that is shown: lines of players, and of clubs if these are asked for."""

    season: Season
    form: IndexForm
    lines: tuple[IndexLine, ...]
    clubs: tuple[ClubIndex, ...]


def events_with_hidden_names() -> frozenset[int]:
    """Return the events in which a game in progress hides names.

    The results of their other games would tell who sits at which table.
    """
    hiding = Event.objects.filter(games__state=Game.State.PLAYING, games__names_hidden=True)
    return frozenset(hiding.values_list("pk", flat=True))


def read_index(
    asked: Any, season: Season, *, public_only: bool = False, except_events: Collection[int] | None = None
) -> ShownIndex:
    """Return the index that the query parameters ask for.

    It takes two database queries, one if the hidden events are given.
    """
    hidden = events_with_hidden_names() if except_events is None else except_events
    lines = index_of_season(season, public_only=public_only, except_events=hidden)
    form = IndexForm(asked, [line.competitor for line in lines], USUAL_CATEGORIES)
    selection = form.selection()
    if not selection.is_all:
        lines = select_index_lines(lines, selection.has)
    if form.by_name:
        lines = tuple(sorted(lines, key=lambda line: sort_key(line.competitor.name)))
    clubs = club_lines(lines, season.rules) if form.clubs else ()
    if form.by_name:
        clubs = tuple(sorted(clubs, key=lambda line: sort_key(line.name)))
    return ShownIndex(season, form, lines, clubs)


def index_table(shown: ShownIndex, *, licences: bool = True, all_columns: bool = False) -> DataTable:
    """Return the shown lines as a table.

    All columns have what is known of people if they are asked for; otherwise there are club and series only.
    """
    if shown.form.clubs:
        return _clubs_table(shown.clubs)
    hidden = set() if all_columns or shown.form.all_columns else {"licence", "category", "country"}
    table = build_table(gettext("Index"), _PLAYERS, shown.lines, shown, key=attrgetter("competitor.key"))
    table = table.without(hidden if licences else hidden | {"licence"})
    return table.without_empty(_OFTEN_NONE)


_PLAYERS: tuple[TableColumn[IndexLine, ShownIndex], ...] = (
    TableColumn(column_of("rank"), attrgetter("rank")),
    TableColumn(
        column_of("overall"),
        attrgetter("overall"),
        is_shown=lambda shown: any(line.overall != line.rank for line in shown.lines),
    ),
    TableColumn(column_of("licence"), attrgetter("person.licence")),
    TableColumn(column_of("name"), attrgetter("competitor.name")),
    TableColumn(column_of("series"), attrgetter("person.series")),
    TableColumn(column_of("category"), attrgetter("category")),
    TableColumn(column_of("club"), attrgetter("person.club")),
    TableColumn(column_of("country"), attrgetter("person.country")),
    TableColumn(column_of("index", strong="index"), attrgetter("index")),
    TableColumn(column_of("games"), attrgetter("games")),
    TableColumn(column_of("counted"), lambda line: None if line.counted == line.games else line.counted),
    TableColumn(column_of("total", strong=""), attrgetter("total")),
    TableColumn(column_of("negative"), attrgetter("negative")),
    TableColumn(column_of("top_total"), attrgetter("top_total")),
    TableColumn(column_of("tops"), attrgetter("tops")),
)
_clubs_table: TableOf[ClubIndex] = table_of(
    _("Index"),
    TableColumn(column_of("rank"), attrgetter("rank")),
    TableColumn.of_text("name", _("Club"), attrgetter("name")),
    TableColumn(column_of("index", strong="index"), attrgetter("index")),
    TableColumn(column_of("players"), attrgetter("players")),
    TableColumn(column_of("games"), attrgetter("games")),
)
