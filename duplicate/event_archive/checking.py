"""Looking at what an archive brought, once, before it stays: whatever pages show of it can be shown.

A row may be as the database wants it and still say what no program of ours has written; its page would not open.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.event_results import standings_for_event
from duplicate.frame import frame_for_game
from duplicate.logbook import log_line, log_of
from duplicate.messages import act_text, verdict_text
from duplicate.models import Game, LogEntry, Round, Ruling
from duplicate.positions import progress_of
from duplicate.selectors import sheet_for_game, standings_for_game
from engine.errors import EngineError
from engine.notation import RackRecord
from engine.referee import state_of
from engine.referee.settings import ClassicSettings
from engine.rules import RuleSet
from engine.tiles import load_tile_set
from tournaments import event_messages
from tournaments.board_frames import board_values
from tournaments.classic import messages as classic
from tournaments.classic.standings import standings_of_division
from tournaments.errors import RuleViolation
from tournaments.match_records import game_of, records_with_names
from tournaments.messages import message_for
from tournaments.models import Division, Event, EventAct, GameResult, Match, MatchRecord
from tournaments.pairings import METHODS
from tournaments.pairings.reasons import sentence
from tournaments.pairings.values import Reason
from tournaments.selections import AgeCategory, check_categories
from tournaments.standings import MEASURES

# What reading what nobody of ours has written comes to.
STRANGE: Final = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    ArithmeticError,
    AssertionError,
    StopIteration,
    RuntimeError,  # of recursion, too
)


def check_row(row: object) -> None:
    """Raises one of what is `STRANGE` for a row that cannot be shown."""
    check = _CHECKS.get(type(row))
    if check is not None:
        check(row)


def in_words(error: Exception) -> str | Promise:
    if isinstance(error, RuleViolation | EngineError):
        return message_for(error)
    return _("no program has written this.")


def look_at_all(event: Event) -> None:
    """Play every game, match and division again as far as screens and papers show it.

    Raises:
        RuleViolation: one cannot be, named.
    """
    for game in event.games.select_related("event"):
        _look(game.name, partial(_game, game))
    for division in event.divisions.select_related("event"):
        _look(division.name, partial(standings_of_division, division))
    records = records_with_names().filter(match__round__division__event=event)
    for record in records:
        _look(str(record.match), partial(_record, record))
    _look(event.name, partial(standings_for_event, event))


def _look(name: str, look: Callable[[], object]) -> None:
    try:
        look()
    except STRANGE as error:
        raise RuleViolation(
            "archive_unplayable",
            _("“{name}” cannot be played again from this archive: {problem}"),
            name=name,
            problem=in_words(error),
        ) from error


def _game(game: Game) -> None:
    progress_of(game)
    for rack in game.rounds.values_list("rack", flat=True):
        RackRecord.parse(rack, game.tiles)
    standings_for_game(game)
    frame_for_game(game)
    sheet_for_game(game)
    for entry in log_of(game).iterator():
        log_line(entry)


def _record(record: MatchRecord) -> None:
    state_of(game_of(record))
    board_values(record)


def _check_event(row: Event) -> None:
    if not all(isinstance(group, str) for group in row.groups):
        raise TypeError("groups")
    check_categories([AgeCategory(*category) for category in row.age_categories])


def _check_game(row: Game) -> None:
    RuleSet.from_toml(row.rules)
    load_tile_set(row.tile_set)


def _check_round(row: Round) -> None:
    tops = row.tops or ()
    for top in tops:
        if not (str(top["word"]) and str(top["reference"]) and isinstance(top["preferred"], bool)):
            raise TypeError("tops")
    if tops and sum(top["preferred"] for top in tops) != 1:
        raise ValueError("tops")


def _check_result(row: GameResult) -> None:
    if not all(tie_break in MEASURES for tie_break in row.tie_breaks):
        raise KeyError("tie_breaks")


def _check_match(row: Match) -> None:
    for code, values in row.reasons:
        if code not in classic.REASONS:
            sentence(Reason(code, values), {})


def _check_method(row: Division) -> None:
    if row.method not in METHODS:
        raise KeyError(row.method)


_CHECKS: Final[dict[type, Callable[[Any], object]]] = {
    Event: _check_event,
    EventAct: event_messages.act_text,
    Game: _check_game,
    Round: _check_round,
    Ruling: lambda row: verdict_text(row.code, row.params),
    LogEntry: lambda row: act_text(row.act, row.params),
    GameResult: _check_result,
    Division: _check_method,
    Match: _check_match,
    MatchRecord: lambda row: ClassicSettings.from_toml(row.settings),
}
