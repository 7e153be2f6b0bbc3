"""The frame: the whole public state of a game, the same bytes for every screen.

Invariant: it has nothing of a rack that is not out, of a top that is not announced, or of any slip.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import Annotated, TypedDict

from django.db.models import Subquery

from duplicate.log import audit_log
from duplicate.log.actions import ACTIONS, GameFact
from duplicate.models import Game, OnScreens, Round
from duplicate.positions.board_state import progress_of
from duplicate.positions.tops import PlacedTop, is_no_top, top_of
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.race import climbs_of, race_of
from duplicate.standings.rules.ranking import Standing, Standings
from duplicate.standings.tables.game_table import NAME_HELP, Leader
from duplicate.visibility.public_games import public_page_of, recap_page_of
from engine.notation import RackRecord
from tournaments.answers import answer_from
from tournaments.api.schemas import GAME_STATES, NOTATIONS
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


PHASES = (
    ("ready", "the rack is out, the clock has not started"),
    ("running", "the clock runs"),
    ("paused", "the clock stands"),
    ("time", "time is up, late slips on their way still come in"),
    ("closed", "no slip is taken any more, the top is not announced yet"),
    ("announced", "the top is announced"),
)


class PublicRound(TypedDict):
    """A round whose rack is out."""

    id: Annotated[int, "Key of the round. A cancelled round is drawn again with its number and another key."]
    number: Annotated[int, "Number of the round, from 1."]
    phase: Annotated[str, PHASES, "How far the round is."]
    rack: Annotated[list[str], "The tiles, each as text; ? is a blank."]
    rack_text: Annotated[str, "The rack: left over + drawn; a leading - is a whole redraw."]
    closes_at: Annotated[
        int | None, "When time is up, in milliseconds since 1970; null unless the clock runs."
    ]
    remaining: Annotated[int | None, "Milliseconds left, while the clock stands; otherwise null."]
    interrupted: Annotated[bool, "The clock stands because the server could take no slips for a while."]
    seconds: Annotated[int, "Seconds that a round lasts by the rules."]
    calls: Annotated[list[int], "Seconds left at each call, going down; empty if nothing is called."]
    one_slip: Annotated[bool, "One slip may be handed in: no other one takes its place."]
    score_stated: Annotated[bool, "Slips say the score; otherwise none is taken."]
    score_needed: Annotated[bool, "A slip without its score costs something."]


class RoundSolo(TypedDict):
    """The one player with the best score of the round."""

    name: Annotated[str, NAME_HELP]
    table: Annotated[int, "Table number, by which a player is known in the game."]
    points: Annotated[int, "Points for the solo, perhaps 0."]


class Finder(TypedDict):
    """Somebody who found the best of a round."""

    name: Annotated[str, NAME_HELP]
    table: Annotated[int, "Table number."]


class BestFind(TypedDict):
    """The best that anybody found in a round, before penalties."""

    score: Annotated[int, "What it is worth."]
    count: Annotated[int, "How many found as much."]
    by: Annotated[list[Finder], "They, if they are three or fewer; otherwise empty."]


class LastTop(PlacedTop):
    """The last announced round and the move that was placed on the board."""

    top: Annotated[PlacedTop | None, "The top, if the arbitrator has placed another move; otherwise null."]
    number: Annotated[int, "Number of the round."]
    isotops: Annotated[int, "How many moves score as much as the top, itself included."]
    rack_text: Annotated[str, "The rack of the round: left over + drawn; a leading - is a whole redraw."]
    solo: Annotated[
        RoundSolo | None, "The only player with the best score of the round; null if there is none."
    ]
    best_find: Annotated[BestFind | None, "The best that was found; null if nobody scored."]


class NextGame(TypedDict):
    """The next game of the event."""

    code: Annotated[str, "Code of the game."]
    name: Annotated[str, "Name of the game."]


class ScreenSetting(TypedDict):
    """A setting of the big screens that the desk has made."""

    room: Annotated[int | None, "Key of a room; null for all other screens."]
    mode: Annotated[str, OnScreens.Mode, "What the screens show."]
    until: Annotated[int | None, "When a break ends, in milliseconds since 1970; null if nothing is said."]


class FrameSchema(TypedDict):
    """The public state of a game, as the live stream sends it too (the *frame*)."""

    version: Annotated[int, "Grows with every change of the game; it is the answer's ETag."]
    state: Annotated[str, GAME_STATES, "Whether the game goes on."]
    end_reason: Annotated[
        str,
        "Why the game ended: `all_tiles_played`, `no_vowels`, `no_consonants`, `no_valid_rack`, `no_move`, "
        "`rounds_played` or `arbitrator`; empty while it goes on.",
    ]
    code: Annotated[str, "Code of the game, by which it is asked for."]
    name: Annotated[str, "Name of the game."]
    next_game: Annotated[
        NextGame | None, "The next game of the event, once this one is over; null if there is none."
    ]
    public_page: Annotated[
        str | None,
        "Path of the page where everybody may look at the game, once it is over and its event shows it; "
        "otherwise null.",
    ]
    recap: Annotated[
        str | None,
        "Path of the page where each player looks back at the game, once it is over and its standings are "
        "released; otherwise null. The page takes the player's token.",
    ]
    notation: Annotated[str, NOTATIONS, "How references name squares."]
    players: Annotated[int, "Number of players and pairs, without those who have dropped out."]
    ranked: Annotated[
        int,
        "Number of players and pairs who were there, with those who dropped out later: they have ranks too.",
    ]
    withdrawn: Annotated[list[int], "Table numbers of those who have dropped out."]
    values: Annotated[dict[str, int], "Points of each tile by its text; ? is the blank."]
    board: Annotated[
        list[list[str]],
        "15 rows of 15 squares from the top left: the tile as text, a small letter for a blank, empty for "
        "an empty square.",
    ]
    round: Annotated[
        PublicRound | None,
        "The round whose rack is out, the last one once it is announced; null before the first.",
    ]
    screens: Annotated[
        list[ScreenSetting],
        "What the desk shows on big screens; empty if they follow the game by themselves.",
    ]
    speaks: Annotated[bool, "Whether big screens speak the announcements."]
    cancelled: Annotated[
        int | None, "Number of the round that was cancelled, until its new rack is out; otherwise null."
    ]
    corrections: Annotated[
        int, "How often what is known of announced rounds has been changed since the last announcement."
    ]
    last: Annotated[LastTop | None, "The last announced round; null before the first."]
    leaders: Annotated[list[Leader], "The first ten of the standings."]
    top_total: Annotated[int, "Sum of the tops of all announced rounds, in points."]
    rounds: Annotated[int, "Number of announced rounds."]


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


def _public_state(game: Game) -> FrameSchema:
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
        "round": _public_round(current) if current else None,
        "screens": _screens(game),
        "speaks": game.speaks,
        "cancelled": _find_cancelled_round(game),
        "corrections": _count_corrections(game, announced, current),
        "last": _last_top(announced, standings) if announced else None,
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


def leaders_among(game: Game, tables: range) -> list[Leader]:
    """Return the leaders among some of the tables, each with the rank among all: for the screen of a room."""
    with name_visibility.hidden(_hides_names(game), game.event):
        standings = standings_for_game(game)
        return _lines(standings, [row for row in standings.rows if row.table in tables][:LEADERS])


def _lines(standings: Standings, rows: Sequence[Standing]) -> list[Leader]:
    climbs = climbs_of(standings)
    return [
        answer_from(row, Leader, name=_public_name(row.name), climbed=climbs.get(row.entry_id, 0))
        for row in rows
    ]


def _public_round(round_: Round) -> PublicRound:
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
        "calls": list(rules.time.calls),
        "one_slip": rules.slips.second_slip != "replaces",
        "score_stated": rules.slips.score_stated,
        "score_needed": rules.slips.score_needed,
    }


def _next_game(game: Game) -> NextGame | None:
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


def _screens(game: Game) -> list[ScreenSetting]:
    """List the desk's settings of the big screens: with the key of a room, or without one for all others."""
    return [
        {
            "room": on_screen.room_id,
            "mode": on_screen.mode,
            "until": clock.milliseconds(on_screen.until) if on_screen.until else None,
        }
        for on_screen in game.on_screens.all()
    ]


def phase_of(round_: Round) -> str:
    """Return the state of a round for screens: drawn, ready, running, paused, time, closed, announced."""
    if round_.state != Round.State.OPEN:
        return round_.state
    if round_.closes_at is None:
        return "paused" if round_.started_at else "ready"
    return "running" if round_.closes_at > clock.now() else "time"


def _last_top(round_: Round, standings: Standings) -> LastTop:
    solo = standings.solos[-1] if standings.rounds == round_.number else None
    return {
        "number": round_.number,
        "word": round_.word,
        "ref": round_.reference,
        "score": round_.score or 0,
        "top": top_of(round_).to_data() if is_no_top(round_) else None,
        "isotops": len(round_.tops or ()),
        "rack_text": round_.rack,
        "solo": answer_from(solo, RoundSolo, name=_public_name(solo.name)) if solo else None,
        "best_find": _best_find(standings) if standings.rounds == round_.number else None,
    }


def _best_find(standings: Standings) -> BestFind | None:
    """Return the best that anybody found in the last round: its worth, by how many, and their names if they are few."""
    best = max((row.last_find for row in standings.rows), default=0)
    finders = [row for row in standings.rows if row.last_find == best]
    few = finders if len(finders) <= FINDERS else []
    names: list[Finder] = [{"name": _public_name(row.name), "table": row.table} for row in few]
    return {"score": best, "count": len(finders), "by": names} if best else None


def _hides_names(game: Game) -> bool:
    return game.names_hidden and game.state == Game.State.PLAYING


def _public_name(name: str) -> str:
    """Return the name, empty while names are hidden: each screen says "table" in its own language."""
    return "" if name_visibility.are_hidden() else name
