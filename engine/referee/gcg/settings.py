"""The settings of a game in GCG: those that it states itself, or those that its events imply.

GCG does not state the rules. A file of our own does (see `writer`). In any other file, events that occur
are taken as allowed where rules differ: the bag size at exchanges, the price of a challenge, the number of
zeros that ended the game.
"""

import json
import math
from dataclasses import replace
from itertools import groupby, pairwise, takewhile
from typing import Any

from engine.errors import RecordError, RuleSetError
from engine.formats.gcg import EventKind, GcgEvent, GcgGame, Pragma
from engine.referee.gcg.writer import RULES_PRAGMA
from engine.referee.settings import ClassicSettings
from engine.tiles import TileSet

_SCORELESS = 6  # turns in a row that end games of many federations
_MOST_PASSES_EACH = 10


def settings_of(game: GcgGame, players: int, tiles: TileSet) -> ClassicSettings:
    """Return the settings that the file states, or that fit its events."""
    for pragma in game.head:
        if pragma.keyword == RULES_PRAGMA:
            return _settings_in(pragma)
    allowed = ClassicSettings(challenge="single", exchange_minimum=0, passes_each=_passes_each(game, players))
    return replace(allowed, **infer_settings(game, tiles))


def states_settings(game: GcgGame) -> bool:
    """Tell whether the file states its settings, as a file of our own does."""
    return any(pragma.keyword == RULES_PRAGMA for pragma in game.head)


def infer_settings(game: GcgGame, tiles: TileSet) -> dict[str, Any]:
    """Return the settings that the events of the file show; none if it states its settings.

    The price of a challenge shows where one failed, the tiles left where the game was played to its end.
    """
    if states_settings(game):
        return {}
    found = _challenge(game.events)
    if any(event.kind is EventKind.RACK for event in game.events):
        found["final_adjustment"] = _final_adjustment(game, tiles)
    if over := [-event.score for event in game.events if event.kind is EventKind.TIME]:
        found["overtime_points"] = math.gcd(ClassicSettings().overtime_points, *over)
    zeros = _zeros_at_the_end(game.events)
    return found | ({"scoreless_turns": zeros} if zeros >= _SCORELESS else {})


def _settings_in(pragma: Pragma) -> ClassicSettings:
    try:
        data = json.loads(pragma.text)
        if isinstance(data, dict):
            return ClassicSettings.from_data(data)
    except RuleSetError as error:
        raise RecordError("bad_gcg", line=pragma.line, problem=str(error).removesuffix(".")) from error
    except (ValueError, RecursionError) as error:
        raise RecordError("bad_gcg", line=pragma.line, problem=f"#{RULES_PRAGMA} has no JSON") from error
    raise RecordError("bad_gcg", line=pragma.line, problem=f"#{RULES_PRAGMA} has no JSON object")


def _passes_each(game: GcgGame, players: int) -> int:
    """Return the number of passes in succession that each player must be allowed."""
    runs = [len(list(run)) for is_pass, run in groupby(game.events, _is_pass) if is_pass]
    each = -(-max(runs, default=0) // players)
    return min(max(ClassicSettings().passes_each, each), _MOST_PASSES_EACH)


def _is_pass(event: GcgEvent) -> bool:
    return event.kind is EventKind.PASS


def _challenge(events: tuple[GcgEvent, ...]) -> dict[str, Any]:
    """Return the settings for the price of a failed challenge."""
    points = [event.score for event in events if event.kind is EventKind.CHALLENGE and event.score]
    if points:
        least, most = min(map(abs, points)), max(map(abs, points))
        goes = "gained" if points[0] > 0 else "lost"
        found = {"challenge": "points", "challenge_points": least, "challenge_points_go": goes}
        # One price for the play is the same each time.
        return found | ({"challenge_points_for": "word"} if most > least else {})
    # A lost turn is written as a pass, after each challenge that failed.
    failed = [after.kind for event, after in pairwise(events) if event.kind is EventKind.CHALLENGE]
    if not failed:
        return {}
    turn_lost = all(kind in {EventKind.PASS, EventKind.TIME, EventKind.RACK} for kind in failed)
    return {"challenge": "double" if turn_lost else "single"}


def _final_adjustment(game: GcgGame, tiles: TileSet) -> str:
    """Tell whether the player who went out gets the tiles of the others twice ("double" or "each")."""
    final = [event for event in game.events if event.kind is EventKind.RACK]
    for event in final:
        value = sum(tiles.values[tile] for tile in event.tiles)
        if event.score > 0 and value:
            return "double" if event.score == 2 * value else "each"
    return "double" if len(final) == 1 and final[0].score >= 0 else "each"


def _zeros_at_the_end(events: tuple[GcgEvent, ...]) -> int:
    """Count the turns before the end that scored nothing, if the record has an end."""
    turns: list[int] = []
    for event in events:
        if event.kind is EventKind.RACK:
            return len(list(takewhile(lambda score: not score, reversed(turns))))
        if event.kind is EventKind.WITHDRAWN and turns:
            turns[-1] = 0
        elif event.kind in {EventKind.MOVE, EventKind.EXCHANGE, EventKind.PASS}:
            turns.append(event.score)
    return 0
