"""The documents of one game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from duplicate.logbook import log_line
from duplicate.models import Game
from duplicate.selectors import sheet_for_game, standings_for_game
from tournaments.documents import Change, Document, Options, Subject, add_documents, add_subject
from tournaments.models import Event

STANDINGS, GAME, PLAYERS = _("Standings"), _("The game"), _("Players")


def _games(event: Event) -> Sequence[Game]:
    return list(event.games.select_related("event", "club_rules").order_by("number"))


def _changes(game: Game, since: datetime) -> Sequence[Change]:
    acts = game.log.filter(at__gt=since).select_related("by", "undone_by").order_by("-pk")
    return [Change(act.act, act.at, log_line(act).sentence) for act in acts]


def _players(game: Game) -> int:
    return game.event.entries.count()


def _announced(game: Game) -> int:
    return game.rounds.announced().count()


def _standings(game: Game, _options: Options) -> Any:
    return standings_for_game(game)


def _sheet(game: Game, _options: Options) -> Any:
    return sheet_for_game(game)


add_subject(Subject("game", _games, name=lambda game: game.name, changes=_changes))
add_documents(
    "game",
    Document(
        name="standings",
        title=_("Standings"),
        about=_("Everybody by rank, with total, negative, per cent and tops."),
        group=STANDINGS,
        gather=_standings,
        count=_players,
        pdf="duplicate.reports.standings.standings_pdf",
    ),
    Document(
        name="sheet",
        title=_("Game sheet"),
        about=_("Every round with its rack and its top, and the board."),
        group=GAME,
        gather=_sheet,
        count=_announced,
        pdf="duplicate.reports.game_sheet.game_sheet_pdf",
    ),
)
