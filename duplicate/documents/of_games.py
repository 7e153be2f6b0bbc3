"""The documents of one game."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from duplicate.logbook import log_line, log_of
from duplicate.models import Game, LogEntry
from duplicate.selectors import sheet_for_game, standings_for_game
from tournaments.documents import Document, Options, Subject, add_documents, add_subject
from tournaments.models import Event

STANDINGS, GAME, PLAYERS = _("Standings"), _("The game"), _("Players")


def _games(event: Event) -> Sequence[Game]:
    return list(event.games.select_related("event", "club_rules").order_by("number"))


def _words(act: LogEntry) -> str:
    return log_line(act).sentence


def _players(game: Game) -> int:
    return game.event.entries.count()


def _announced(game: Game) -> int:
    return game.rounds.announced().count()


def _standings(game: Game, _options: Options) -> Any:
    return standings_for_game(game)


def _sheet(game: Game, _options: Options) -> Any:
    return sheet_for_game(game)


add_subject(Subject("game", _games, name=lambda game: game.name, acts=log_of, words=_words))
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
