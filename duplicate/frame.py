"""The frame: the whole public state of a game, the same bytes for every screen.

What always holds: nothing of a rack that is not out, of a top that is not announced, or of any slip is in it.
"""

import json
from dataclasses import dataclass

from duplicate.models import Game, Round
from duplicate.positions import progress_of
from duplicate.selectors import standings_for_game, tile_values
from duplicate.standings import Standings
from engine.notation import RackRecord
from tournaments import clock

LEADERS = 10


@dataclass(frozen=True, slots=True)
class Frame:
    """A version of a game as screens receive it: UTF-8 JSON, one line."""

    version: int
    body: bytes


def frame_for_game(game: Game) -> Frame:
    """The game as it stands in the database.

    `game` must have been read before anything that the frame shows: then a change in between has a higher
    version, and comes as the next frame.
    """
    values = _public_state(game)
    return Frame(game.version, json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())


def _public_state(game: Game) -> dict[str, object]:
    tiles = game.tiles
    announced = game.rounds.filter(state=Round.State.ANNOUNCED).last()
    current = game.rounds.exclude(state=Round.State.DRAWN).last()
    standings = standings_for_game(game)
    return {
        "version": game.version,
        "state": game.state,
        "end_reason": game.end_reason,
        "code": game.code,
        "name": game.name,
        "notation": game.notation,
        "players": game.event.entries.count(),
        "values": tile_values(tiles),
        "board": progress_of(game).board.tokens(tiles),
        "round": current and _public_round(current),
        "last": announced and _last_top(announced, standings),
        "leaders": [
            {
                "rank": row.rank,
                "name": row.name,
                "table": row.table,
                "total": row.total,
                "negative": row.negative,
                "percent": row.percent,
                "solo_points": row.solo_points,
                "warning_points": row.warning_points,
            }
            for row in standings.rows[:LEADERS]
        ],
        "top_total": standings.top_total,
        "rounds": standings.rounds,
    }


def _public_round(round_: Round) -> dict[str, object]:
    tiles, rules = round_.game.tiles, round_.game.rule_set
    running = round_.state == Round.State.OPEN and round_.closes_at
    return {
        "number": round_.number,
        "phase": phase_of(round_),
        "rack": [tiles.token(tile) or "?" for tile in RackRecord.parse(round_.rack, tiles).tiles],
        "rack_text": round_.rack,
        "closes_at": clock.milliseconds(round_.closes_at) if running and round_.closes_at else None,
        "remaining": round_.remaining_ms,
        "seconds": rules.time.round_seconds,
        "calls": rules.time.calls,
        "one_slip": rules.slips.second_slip == "ignored",
    }


def phase_of(round_: Round) -> str:
    """The state of a round as screens tell it apart: drawn, ready, running, paused, time, closed, announced."""
    if round_.state != Round.State.OPEN:
        return round_.state
    if round_.closes_at is None:
        return "paused" if round_.started_at else "ready"
    return "running" if round_.closes_at > clock.now() else "time"


def _last_top(round_: Round, standings: Standings) -> dict[str, object]:
    solo = standings.solos[-1] if standings.rounds == round_.number else None
    return {
        "number": round_.number,
        "word": round_.word,
        "ref": round_.reference,
        "score": round_.score,
        "isotops": len(round_.tops or ()),
        "rack_text": round_.rack,
        "solo": solo and {"name": solo.name, "table": solo.table, "points": solo.points},
    }
