"""The frame: the whole public state of a game, the same bytes for every screen.

Invariant: it has nothing of a rack that is not out, of a top that is not announced, or of any slip.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate

from django.db.models import Subquery

from duplicate.log import audit_log
from duplicate.log.actions import ACTIONS, GameFact
from duplicate.models import Game, Round
from duplicate.positions.board_state import progress_of
from duplicate.positions.tops import RoundMove, is_no_top, top_of
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.race import race_of
from duplicate.standings.rules.ranking import Standing, Standings
from duplicate.standings.tables.game_table import ON_SCREENS
from duplicate.visibility.public_games import public_page_of, recap_page_of
from engine.notation import RackRecord
from tournaments.live.streams import Frame
from tournaments.names import name_visibility
from tournaments.time import clock

LEADERS = 10
# So many are named who found the best of a round.
FINDERS = 3
# Acts that may change a sheet, and what takes them back.
CORRECTING = [
    *(
        code
        for code, act in ACTIONS.items()
        if act.visible_on in {GameFact.RULINGS, GameFact.AVERAGES, GameFact.WORDS}
    ),
    *audit_log.REVERSALS,
]


def make_frame(game: Game) -> Frame:
    """Return the frame of a game as it stands in the database.

    Read `game` before anything that the frame shows: then a change in between has a higher version, and comes
    as the next frame.
    """
    # Arbitrators can look at every screen of the hall, so hidden names stay hidden there until the game is
    # over.
    with name_visibility.hidden(_hides_names(game), game.event):
        values = _public_state(game)
    return Frame(game.version, json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())


def _public_state(game: Game) -> dict[str, object]:
    tiles = game.tiles
    announced = game.rounds.announced().last()
    current = game.rounds.standing().exclude(state=Round.State.DRAWN).last()
    standings = standings_for_game(game)
    withdrawn = sorted(row.table for row in standings.rows if row.withdrawn)
    return {
        "version": game.version,
        "state": game.state,
        "end_reason": game.end_reason,
        "code": game.code,
        "name": game.name,
        "next_game": _next_game(game),
        "public_page": public_page_of(game),
        "recap": recap_page_of(game),
        "notation": game.notation,
        "players": len(standings.rows) - len(withdrawn),
        "ranked": standings.ranked,
        "withdrawn": withdrawn,
        "values": tiles.values_by_text(),
        "board": progress_of(game).board.tokens(tiles),
        "round": current and _public_round(current),
        "screens": _screens(game),
        "speaks": game.speaks,
        "cancelled": _find_cancelled_round(game),
        "corrections": _count_corrections(game, announced, current),
        "last": announced and _last_top(announced, standings),
        "leaders": _lines(standings, standings.rows[:LEADERS]),
        "top_total": standings.top_total,
        "rounds": standings.rounds,
    }


def standings_on_screens(game: Game) -> dict[str, object]:
    """Return all lines of the standings, for the screens on which the desk shows them."""
    with name_visibility.hidden(_hides_names(game), game.event):
        standings = standings_for_game(game)
        return {"rows": _lines(standings, standings.rows), "version": game.version}


def race_on_screens(game: Game) -> dict[str, object]:
    """Return the first lines of the standings and the total of the tops after each round, for the screens on which the
    desk shows them.
    """
    with name_visibility.hidden(_hides_names(game), game.event):
        standings = standings_for_game(game)
        rounds = [
            [asdict(line) | {"name": _public_name(line.name)} for line in lines]
            for lines in race_of(standings, LEADERS)
        ]
        tops = accumulate(round_.top_score or 0 for round_ in game.rounds.announced())
        return {"rounds": rounds, "tops": list(tops), "version": game.version}


def names_on_screens(game: Game) -> dict[str, object]:
    """Return who plays, in the order of their tables, for the screens that show how to join."""
    with name_visibility.hidden(_hides_names(game), game.event):
        here = sorted(
            (row for row in standings_for_game(game).rows if not row.withdrawn), key=lambda row: row.table
        )
        names = [{"table": row.table, "name": _public_name(row.name)} for row in here]
        return {"names": names, "version": game.version}


def leaders_among(game: Game, tables: range) -> list[dict[str, object]]:
    """Return the leaders among some of the tables, each with the rank among all: for the screen of a room."""
    with name_visibility.hidden(_hides_names(game), game.event):
        standings = standings_for_game(game)
        return _lines(standings, [row for row in standings.rows if row.table in tables][:LEADERS])


def _lines(standings: Standings, rows: Sequence[Standing]) -> list[dict[str, object]]:
    climbs = standings.climbs()
    return [
        {name: getattr(row, name) for name in ON_SCREENS}
        | {
            "name": _public_name(row.name),
            "withdrawn": row.withdrawn,
            "climbed": climbs.get(row.entry_id, 0),
        }
        for row in rows
    ]


def _public_round(round_: Round) -> dict[str, object]:
    tiles, rules = round_.game.tiles, round_.game.rule_set
    running = round_.state == Round.State.OPEN and round_.closes_at
    return {
        "id": round_.pk,
        "number": round_.number,
        "phase": phase_of(round_),
        "rack": [tiles.token(tile) or "?" for tile in RackRecord.parse(round_.rack, tiles).tiles],
        "rack_text": round_.rack,
        "closes_at": clock.milliseconds(round_.closes_at) if running and round_.closes_at else None,
        "remaining": round_.remaining_ms,
        "interrupted": round_.interrupted_at is not None,
        "seconds": rules.time.round_seconds,
        "calls": rules.time.calls,
        "one_slip": rules.slips.second_slip != "replaces",
        "score_stated": rules.slips.score_stated,
        "score_needed": rules.slips.score_needed,
    }


def _next_game(game: Game) -> Mapping[str, object] | None:
    """Return the next game of the event, to which the phones of a finished game go on."""
    if game.state == Game.State.PLAYING:
        return None
    later = game.event.games.filter(number__gt=game.number).order_by("number")
    return later.values("code", "name").first()


def _find_cancelled_round(game: Game) -> int | None:
    """Return the number of a round that has just been cancelled, until the rack that replaces it is out."""
    latest = game.rounds.exclude(state=Round.State.DRAWN).order_by("-pk").first()
    return latest.number if latest and latest.state == Round.State.CANCELLED else None


def _count_corrections(game: Game, announced: Round | None, current: Round | None) -> int:
    """Count the acts since the last announcement that changed what phones know of announced rounds. While a round is
    in play acts without a round are left out: that a word was decided would tell something of its slips.
    """
    if announced is None:
        return 0
    told = (
        game.log.filter(act__in=audit_log.ANNOUNCED, number=announced.number).order_by("-pk").values("pk")[:1]
    )
    later = Round.objects.filter(game=game).exclude(state=Round.State.ANNOUNCED).values("number")
    acts = game.log.filter(act__in=CORRECTING, pk__gt=Subquery(told)).exclude(number__in=later)
    in_play = current is not None and current.state != Round.State.ANNOUNCED
    return (acts.exclude(number=None) if in_play else acts).count()


def _screens(game: Game) -> list[dict[str, object]]:
    """List the desk's settings of the big screens: with the key of a room, or without one for all others."""
    return [
        {"room": shown.room_id, "mode": shown.mode, "until": shown.until and clock.milliseconds(shown.until)}
        for shown in game.on_screens.all()
    ]


def phase_of(round_: Round) -> str:
    """Return the state of a round for screens: drawn, ready, running, paused, time, closed, announced."""
    if round_.state != Round.State.OPEN:
        return round_.state
    if round_.closes_at is None:
        return "paused" if round_.started_at else "ready"
    return "running" if round_.closes_at > clock.now() else "time"


def _move(move: RoundMove) -> dict[str, object]:
    return {"word": move.word, "ref": move.reference, "score": move.score}


def _last_top(round_: Round, standings: Standings) -> dict[str, object]:
    solo = standings.solos[-1] if standings.rounds == round_.number else None
    return {
        "number": round_.number,
        "word": round_.word,
        "ref": round_.reference,
        "score": round_.score,
        "top": _move(top_of(round_)) if is_no_top(round_) else None,
        "isotops": len(round_.tops or ()),
        "rack_text": round_.rack,
        "solo": solo and {"name": _public_name(solo.name), "table": solo.table, "points": solo.points},
        "best_find": _best_find(standings) if standings.rounds == round_.number else None,
    }


def _best_find(standings: Standings) -> dict[str, object] | None:
    """Return the best that anybody found in the last round: its worth, by how many, and their names if they are few."""
    best = max((row.last_find for row in standings.rows), default=0)
    finders = [row for row in standings.rows if row.last_find == best]
    few = finders if len(finders) <= FINDERS else []
    names = [{"name": _public_name(row.name), "table": row.table} for row in few]
    return {"score": best, "count": len(finders), "by": names} if best else None


def _hides_names(game: Game) -> bool:
    return game.names_hidden and game.state == Game.State.PLAYING


def _public_name(name: str) -> str:
    """Return the name, empty while names are hidden: each screen says "table" in its own language."""
    return "" if name_visibility.are_hidden() else name
