"""The index of a season as somebody asks for it: selected, sorted, and as a table for spreadsheets."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from duplicate.models import Game
from duplicate.season_forms import IndexForm
from tournaments.indexes import ClubLine, IndexLine, club_lines, selected_lines
from tournaments.models import Event, Season
from tournaments.seasons import index_of_season
from tournaments.selections import USUAL_CATEGORIES, category_of
from tournaments.shown import ShownColumn, ShownRow, ShownTable, fixed

_OFTEN_NONE = ("overall", "licence", "series", "category", "club", "country", "counted")


@dataclass(frozen=True, slots=True)
class ShownIndex:
    """What is shown of a season: lines of players, and of clubs where these are asked for."""

    season: Season
    form: IndexForm
    lines: tuple[IndexLine, ...]
    clubs: tuple[ClubLine, ...]


def events_with_hidden_names() -> frozenset[int]:
    """Events in which a game in progress hides names: what their other games gave would tell who sits where."""
    hiding = Event.objects.filter(games__state=Game.State.PLAYING, games__names_hidden=True)
    return frozenset(hiding.values_list("pk", flat=True))


def shown_index(
    asked: Any, season: Season, *, public_only: bool = False, except_events: Collection[int] | None = None
) -> ShownIndex:
    """What the parameters of an address ask for; two queries, one where the hidden events are known."""
    hidden = events_with_hidden_names() if except_events is None else except_events
    lines = index_of_season(season, public_only=public_only, except_events=hidden)
    form = IndexForm(asked, [line.competitor for line in lines], USUAL_CATEGORIES)
    selection = form.selection()
    if not selection.is_all:
        lines = selected_lines(lines, selection.has)
    if form.by_name:
        lines = tuple(sorted(lines, key=lambda line: line.competitor.name.casefold()))
    clubs = club_lines(lines, season.rules) if form.clubs else ()
    if form.by_name:
        clubs = tuple(sorted(clubs, key=lambda line: line.name.casefold()))
    return ShownIndex(season, form, lines, clubs)


def index_table(shown: ShownIndex, *, licences: bool = True, all_columns: bool = False) -> ShownTable:
    """The lines that are shown, with what is known of people where all columns are asked for, else club and series."""
    if shown.form.clubs:
        return _club_table(shown)
    hidden = set() if all_columns or shown.form.all_columns else {"licence", "category", "country"}
    table = _player_table(shown).without(hidden if licences else hidden | {"licence"})
    return table.without_empty(_OFTEN_NONE)


def _player_table(shown: ShownIndex) -> ShownTable:
    columns = (
        ShownColumn("rank", gettext("Rank")),
        ShownColumn("overall", gettext("Of all")),
        ShownColumn("licence", gettext("Licence"), is_text=True),
        ShownColumn("name", gettext("Name"), is_text=True),
        ShownColumn("series", gettext("Series"), is_text=True),
        ShownColumn("category", gettext("Category"), is_text=True),
        ShownColumn("club", gettext("Club"), is_text=True),
        ShownColumn("country", gettext("Country"), is_text=True),
        ShownColumn("index", gettext("Index"), is_strong=True),
        ShownColumn("games", gettext("Games")),
        ShownColumn("counted", gettext("Games that count")),
        ShownColumn("total", gettext("Total")),
        ShownColumn("negative", gettext("Negative")),
        ShownColumn("top-total", gettext("Total of the tops")),
        ShownColumn("tops", gettext("Tops")),
    )
    return ShownTable(gettext("Index"), columns, tuple(map(_player_row, shown.lines)))


def _player_row(line: IndexLine) -> ShownRow:
    who = line.competitor.persons[0]
    overall = line.overall if line.overall != line.rank else None
    words = (who.licence, line.competitor.name, who.series, category_of(who.age, USUAL_CATEGORIES))
    counted = line.counted if line.counted != line.games else None
    numbers = (line.games, counted, line.total, line.negative, line.top_total, line.tops)
    return ShownRow(
        (line.rank, overall, *words, who.club, who.country, fixed(line.index), *numbers),
        key=line.competitor.key,
    )


def _club_table(shown: ShownIndex) -> ShownTable:
    columns = (
        ShownColumn("rank", gettext("Rank")),
        ShownColumn("name", gettext("Club"), is_text=True),
        ShownColumn("index", gettext("Index"), is_strong=True),
        ShownColumn("players", gettext("Players")),
        ShownColumn("games", gettext("Games")),
    )
    rows = [
        ShownRow((line.rank, line.name, fixed(line.index), line.players, line.games)) for line in shown.clubs
    ]
    return ShownTable(gettext("Index"), columns, tuple(rows))
