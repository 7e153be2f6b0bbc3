"""The index of a season as somebody asks for it: selected, sorted, and as a table for spreadsheets."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import tablib
from django.utils.translation import gettext

from duplicate.models import Game
from duplicate.season_forms import IndexForm
from tournaments.indexes import ClubLine, IndexLine, club_lines, selected_lines
from tournaments.models import Event, Season
from tournaments.seasons import index_of_season
from tournaments.selections import USUAL_CATEGORIES, category_of


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


def index_table(shown: ShownIndex, *, licences: bool = True) -> tablib.Dataset:
    """The lines that are shown, under their headings."""
    if shown.form.clubs:
        return _club_table(shown)
    table = _player_table(shown)
    if not licences:
        del table[gettext("Licence")]
    return table


def _player_table(shown: ShownIndex) -> tablib.Dataset:
    headings = [
        gettext("Rank"),
        gettext("Licence"),
        gettext("Name"),
        gettext("Series"),
        gettext("Category"),
        gettext("Club"),
        gettext("Country"),
        gettext("Index"),
        gettext("Games"),
        gettext("Games that count"),
        gettext("Total"),
        gettext("Negative"),
        gettext("Total of the tops"),
        gettext("Tops"),
    ]
    table = tablib.Dataset(headers=headings, title="index")
    for line in shown.lines:
        who = line.competitor.persons[0]
        category = category_of(who.age, USUAL_CATEGORIES)
        words = (who.licence, line.competitor.name, who.series, category, who.club, who.country)
        numbers = (line.games, line.counted, line.total, line.negative, line.top_total, line.tops)
        table.append([line.rank, *words, round(line.index, 2), *numbers])
    return table


def _club_table(shown: ShownIndex) -> tablib.Dataset:
    headings = [gettext("Rank"), gettext("Club"), gettext("Index"), gettext("Players"), gettext("Games")]
    table = tablib.Dataset(headers=headings, title="index")
    for line in shown.clubs:
        table.append([line.rank, line.name, round(line.index, 2), line.players, line.games])
    return table
