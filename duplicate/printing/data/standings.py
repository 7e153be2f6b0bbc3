"""The standings of a game for paper: the selection and order that were chosen."""

from collections.abc import Sequence
from dataclasses import replace

from django.forms import BoundField

from duplicate.models import Game
from duplicate.printing.values.games import GameStandings
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import Standing
from duplicate.standings.selection_form import StandingsForm
from duplicate.standings.tables.game_table import NOT_PRINTED, game_table
from tournaments.events.results import competitors_of
from tournaments.events.services import categories_of
from tournaments.names.folding import sort_key
from tournaments.printing.registry import Choice, Options
from tournaments.reports.tables import DataTable

# Fields that only events have.
NOT_OF_GAMES = {"columns"}
# Standings over all games alone add people up.
OF_SEVERAL = {"teams", "clubs"}


def game_standings(game: Game, options: Options) -> GameStandings:
    """Return the chosen standings; selected players are ranked among themselves."""
    standings, form = standings_for_game(game), _form(game, options)
    selection = form.selection()
    if not selection.is_all:
        wanted = {competitor.key for competitor in competitors_of(game.event) if selection.has(competitor)}
        standings = replace(standings, rows=_rank_anew(standings.rows, wanted))
    if form.by_name:
        rows = sorted(standings.rows, key=lambda row: (sort_key(row.name), row.table))
        standings = replace(standings, rows=tuple(rows))
    return GameStandings(standings, form.describe_selection())


def standings_table(shown: GameStandings) -> DataTable:
    """Return the columns that are printed."""
    return game_table(shown.standings, NOT_PRINTED)


def standings_choices(game: Game) -> Sequence[Choice]:
    return [
        Choice(field.name, field.label, [pair for pair in _choices(field) if pair[0] not in OF_SEVERAL])
        for field in _form(game, {}).offered()
        if field.name not in NOT_OF_GAMES
    ]


def _choices(field: BoundField) -> Sequence[tuple[str, str]]:
    choices: Sequence[tuple[str, str]] = field.field.choices  # type: ignore[attr-defined]  # the form has choice fields alone
    return choices


def _form(game: Game, options: Options) -> StandingsForm:
    return StandingsForm(options, competitors_of(game.event), categories_of(game.event))


def _rank_anew(rows: Sequence[Standing], wanted: set[int]) -> tuple[Standing, ...]:
    """Rank the wanted rows among themselves; equal ranks stay equal."""
    left: list[Standing] = []
    before = 0
    for row in rows:
        if row.entry_id in wanted:
            rank = left[-1].rank if left and row.rank == before else len(left) + 1
            before = row.rank
            left.append(replace(row, rank=rank))
    return tuple(left)
