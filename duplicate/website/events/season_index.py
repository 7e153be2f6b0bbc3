"""The index of a season as it is asked for: selected, sorted, and as a table for spreadsheets."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from duplicate.models import Game
from duplicate.website.events.season_forms import IndexForm
from tournaments.core.reports.tables import Cell, DataColumn, DataRow, DataTable
from tournaments.core.text.folding import sort_key
from tournaments.models import Event, Season
from tournaments.seasons.services import index_of_season
from tournaments.standings.columns import columns_of
from tournaments.standings.filters import USUAL_CATEGORIES, category_of
from tournaments.standings.performance_index import ClubLine, IndexLine, club_lines, select_index_lines

_OFTEN_NONE = ("licence", "series", "category", "club", "country", "counted")


@dataclass(frozen=True, slots=True)
class ShownIndex:
    """The part of an index that is shown: lines of players, and of clubs if these are asked for."""

    season: Season
    form: IndexForm
    lines: tuple[IndexLine, ...]
    clubs: tuple[ClubLine, ...]


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
        return _club_table(shown)
    hidden = set() if all_columns or shown.form.all_columns else {"licence", "category", "country"}
    if all(line.overall == line.rank for line in shown.lines):
        hidden.add("overall")
    table = _player_table(shown).without(hidden if licences else hidden | {"licence"})
    return table.without_empty(_OFTEN_NONE)


def _player_table(shown: ShownIndex) -> DataTable:
    columns = (
        *columns_of("rank", "overall", "licence", "name", "series", "category", "club", "country"),
        *columns_of("index", "games", "counted", strong="index"),
        *columns_of("total", "negative", "top_total", "tops", strong=""),
    )
    rows = [DataRow.of(columns, _player_values(line), line.competitor.key) for line in shown.lines]
    return DataTable(gettext("Index"), columns, tuple(rows))


def _player_values(line: IndexLine) -> tuple[Cell | float, ...]:
    who = line.competitor.persons[0]
    words = (who.licence, line.competitor.name, who.series, category_of(who, USUAL_CATEGORIES))
    counted = line.counted if line.counted != line.games else None
    numbers = (line.games, counted, line.total, line.negative, line.top_total, line.tops)
    return (line.rank, line.overall, *words, who.club, who.country, line.index, *numbers)


def _club_table(shown: ShownIndex) -> DataTable:
    columns = (
        *columns_of("rank"),
        DataColumn("name", gettext("Club"), is_text=True),
        *columns_of("index", "players", "games", strong="index"),
    )
    rows = [
        DataRow.of(columns, (line.rank, line.name, line.index, line.players, line.games))
        for line in shown.clubs
    ]
    return DataTable(gettext("Index"), columns, tuple(rows))
