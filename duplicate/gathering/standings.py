"""The standings of a game as somebody wants them on paper: of whom, and in which order."""

from collections.abc import Sequence
from dataclasses import replace

import tablib
from django.utils.translation import gettext, pgettext

from duplicate.event_forms import StandingsForm
from duplicate.models import Game
from duplicate.reports.values import GameStandings
from duplicate.selectors import standings_for_game
from duplicate.standings import Standing, Standings
from tournaments.alike import sort_key
from tournaments.documents import Choice, Options
from tournaments.results import categories_of, competitors_of

# Of events alone.
NOT_OF_GAMES = {"columns"}


def game_standings(game: Game, options: Options) -> GameStandings:
    """The standings that are asked for: those who are left are ranked among themselves."""
    standings, form = standings_for_game(game), _form(game, options)
    selection = form.selection()
    if not selection.is_all:
        wanted = {one.key for one in competitors_of(game.event) if selection.has(one)}
        standings = replace(standings, rows=_ranked_anew(standings.rows, wanted))
    if form.by_name:
        rows = sorted(standings.rows, key=lambda row: (sort_key(row.name), row.table))
        standings = replace(standings, rows=tuple(rows))
    return GameStandings(standings, form.said())


def standings_choices(game: Game) -> Sequence[Choice]:
    return [
        Choice(field.name, field.label, [pair for pair in field.field.choices if pair[0] != "teams"])  # type: ignore[attr-defined]  # all are choices
        for field in _form(game, {}).offered()
        if field.name not in NOT_OF_GAMES
    ]


def standings_table(shown: GameStandings) -> tablib.Dataset:
    """The columns that are printed."""
    standings = shown.standings
    headings = [gettext("Rank"), gettext("Table"), gettext("Name"), gettext("Total"), gettext("Negative")]
    headings += ["%", gettext("Tops")]
    if standings.has_solos:
        headings.append(pgettext("column", "Solos"))
    if standings.has_sanctions:
        headings += [pgettext("column", "Warnings"), pgettext("column", "Penalties")]
    table = tablib.Dataset(headers=headings, title="standings")
    beyond = len(headings) - 7
    percent = 100 if standings.top_total else None
    table.append(
        [None, None, gettext("Top"), standings.top_total, 0, percent, standings.rounds, *[None] * beyond]
    )
    for row in standings.rows:
        table.append(_cells(row, standings))
    return table


def name_of(row: Standing) -> str:
    return f"{row.name} ({gettext('dropped out')})" if row.withdrawn else row.name


def _cells(row: Standing, standings: Standings) -> list[object]:
    percent = None if row.percent is None else round(row.percent, 2)
    return [
        row.rank,
        row.table,
        name_of(row),
        row.total,
        row.negative,
        percent,
        row.tops,
        *([row.solos] * standings.has_solos),
        *([row.warnings, row.penalties] * standings.has_sanctions),
    ]


def _form(game: Game, options: Options) -> StandingsForm:
    return StandingsForm(options, competitors_of(game.event), categories_of(game.event))


def _ranked_anew(rows: Sequence[Standing], wanted: set[int]) -> tuple[Standing, ...]:
    """Equals of the whole are equals here."""
    left: list[Standing] = []
    before = 0
    for row in rows:
        if row.entry_id in wanted:
            rank = left[-1].rank if left and row.rank == before else len(left) + 1
            before = row.rank
            left.append(replace(row, rank=rank))
    return tuple(left)
