"""The standings of a game after the announced rounds, from the cache, with tables in place of names for readers
who may not know these.
"""

from dataclasses import replace

from duplicate.models import Game
from duplicate.standings.rows.cache import get_or_compute_standings
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rules.ranking import Standings, rank_players
from tournaments.names import name_visibility


def standings_for_game(game: Game) -> Standings:
    """Return the standings after the announced rounds; a round without an effective slip counts 0."""
    standings = get_or_compute_standings(game, _standings)
    return _hide_names(standings) if name_visibility.are_hidden() else standings


def _hide_names(standings: Standings) -> Standings:
    """Replace names with tables for readers who may not know names. Sort equals by table: an order by name
    would tell something about the names.
    """
    rows = sorted(standings.rows, key=lambda row: (row.rank, row.table))
    return replace(
        standings,
        rows=tuple(replace(row, name=name_visibility.visible_name(row.name, row.table)) for row in rows),
        solos=tuple(
            solo and replace(solo, name=name_visibility.visible_name(solo.name, solo.table))
            for solo in standings.solos
        ),
    )


def _standings(game: Game) -> Standings:
    scored = scores_for_game(game)
    return rank_players(scored.players, scored.tops, game.rule_set, scored.averages)
