"""Scrabble Me: each player has a board, and all play a round at the same time (RULES V13).

    place      ref, word      a whole word on the own board, letters there included; secret until all have played
    pass                      no word in this round
    challenge  of             the player whose play is challenged
    accept                    no challenge, or no further one
    swap       with           the player with whom boards are swapped
    pick       from, tile     "podium" and the tile there, "?" for a blank; or "bag"

Every `pick` carries a `seed`, because the podium may be refilled after it. References use the English
convention. See `state` for the phases of a round.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import ChallengeError, TurnError
from engine.modes.acts import kind_of, player_of, value_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.scrabble_me.refill import deal_racks, pick_tile, swap_boards
from engine.modes.scrabble_me.rounds import advance, challenge_play, open_round, place_word
from engine.modes.scrabble_me.state import (
    BoardPlay,
    BoardsRound,
    Phase,
    ScrabbleMe,
    ScrabbleMeSettings,
    doubtful,
    waits_for,
    winners,
)
from engine.modes.seats import check_seats
from engine.tiles import TileSet
from engine.translation import gettext_noop as _


def show_game(state: ScrabbleMe, viewer: int | None) -> dict[str, Any]:
    """Return the view of the player of that number, or the public one for None."""
    tiles, won = state.setup.tiles, winners(state)
    return {
        "players": [_player(state, player) for player in state.players],
        "waits_for": list(waits_for(state)),
        "over": state.ended is not None,
        "ended": state.ended,
        "winners": None if won is None else list(won),
        "phase": state.phase,
        "round": state.round.number,
        "kind": state.round.kind,
        "podium": _tiles(state.podium, tiles),
        "bag": len(state.bag),
        "plays": None if state.phase == "play" else _plays(state.round, tiles),
        "swaps": [list(pair) for pair in state.round.swaps],
        "swapping": list(state.swapping),
        "picking": list(state.picking),
        "rounds": [_round(played, tiles) for played in state.rounds],
        **(_NOBODYS if viewer is None else _own(state, viewer)),
    }


def _player(state: ScrabbleMe, player: int) -> dict[str, Any]:
    seat, play = state.seats[player], state.round.plays[player]
    return {
        "name": seat.player.name,
        "score": seat.score,
        "board": seat.board.tokens(state.setup.tiles),
        "held": len(seat.rack),
        "rounds_lost": seat.rounds_lost,
        "has_played": play is not None,
        "sits_out": play is not None and play.kind == "sits_out",
        "has_accepted": player in state.accepted,
    }


_NOBODYS: dict[str, Any] = {"board": None, "rack": None, "play": None, "can_challenge": []}


def _own(state: ScrabbleMe, viewer: int) -> dict[str, Any]:
    """Return the parts that nobody else sees, and whom the viewer can challenge."""
    tiles, seat, play = state.setup.tiles, state.seats[viewer], state.round.plays[viewer]
    can_doubt = state.phase == "challenge" and viewer in waits_for(state)
    return {
        "board": seat.board.tokens(tiles),
        "rack": _tiles(seat.rack, tiles),
        "play": None if play is None else _play(play, viewer, tiles),
        "can_challenge": list(doubtful(state, viewer)) if can_doubt else [],
    }


def _round(played: BoardsRound, tiles: TileSet) -> dict[str, Any]:
    return {
        "round": played.number,
        "kind": played.kind,
        "plays": _plays(played, tiles),
        "swaps": [list(pair) for pair in played.swaps],
    }


def _plays(played: BoardsRound, tiles: TileSet) -> list[dict[str, Any]]:
    return [_play(play, player, tiles) for player, play in enumerate(played.plays) if play]


def _play(play: BoardPlay, player: int, tiles: TileSet) -> dict[str, Any]:
    """Return a play; `score` is its points, 0 once it was taken back."""
    ref, word = play.scored.move.text(tiles, "english") if play.scored else ("", "")
    return {
        "player": player,
        "kind": play.kind,
        "ref": ref,
        "word": word,
        "words": [tiles.decode(formed.word) for formed in play.words],
        "score": play.stands.score if play.stands else 0,
        "verdict": play.verdict,
        "challenger": play.challenger,
    }


def _tiles(some: Sequence[int], tiles: TileSet) -> list[dict[str, Any]]:
    return [{"tile": tiles.decode_rack([tile]), "value": tiles.values[tile]} for tile in some]


RULE = "V13"
NAME = _("Scrabble Me")


def start(setup: Setup) -> ScrabbleMe:
    """Return the game at the start of its first round."""
    check_seats(SCRABBLE_ME, setup)
    return advance(open_round(deal_racks(setup), "usual"))


def apply(state: ScrabbleMe, act: Act) -> ScrabbleMe:
    """Return the game after the act and its consequences; raise an `EngineError` if the rules forbid it."""
    kind = kind_of(act, tuple(_ACTS), NAME, RULE)
    player = player_of(act, state.setup.players)
    if state.ended:
        raise TurnError("scrabble_me_over")
    if _PHASES[kind] == "challenge" and state.settings.challenge == "void":
        raise ChallengeError("challenge_void")
    waiting = waits_for(state)
    if state.phase != _PHASES[kind]:
        raise TurnError("scrabble_me_phase", phase=state.phase, players=", ".join(map(state.name, waiting)))
    if player not in waiting:
        raise TurnError("act_not_now", players=", ".join(map(state.name, waiting)), rule=RULE)
    return advance(_ACTS[kind](state, player, act))


def _place(state: ScrabbleMe, player: int, act: Act) -> ScrabbleMe:
    return place_word(state, player, value_of(act, "ref", str), value_of(act, "word", str))


def _pass(state: ScrabbleMe, player: int, _act: Act) -> ScrabbleMe:
    return state.with_play(player, BoardPlay(kind="pass"))


def _challenge(state: ScrabbleMe, player: int, act: Act) -> ScrabbleMe:
    return challenge_play(state, player, value_of(act, "of", int))


def _accept(state: ScrabbleMe, player: int, _act: Act) -> ScrabbleMe:
    return replace(state, accepted=(*state.accepted, player))


def _swap(state: ScrabbleMe, player: int, act: Act) -> ScrabbleMe:
    return swap_boards(state, player, value_of(act, "with", int))


def _pick(state: ScrabbleMe, player: int, act: Act) -> ScrabbleMe:
    source = value_of(act, "from", str)
    if source not in {"podium", "bag"}:
        raise TurnError("act_unreadable", key="from", wanted=_("“podium” or “bag”"))
    tile = value_of(act, "tile", str) if source == "podium" else ""
    return pick_tile(state, player, source, tile, value_of(act, "seed", str))


_ACTS: dict[str, Callable[[ScrabbleMe, int, Act], ScrabbleMe]] = {
    "place": _place,
    "pass": _pass,
    "challenge": _challenge,
    "accept": _accept,
    "swap": _swap,
    "pick": _pick,
}
_PHASES: dict[str, Phase] = {
    "place": "play",
    "pass": "play",
    "challenge": "challenge",
    "accept": "challenge",
    "swap": "swap",
    "pick": "refill",
}


def scores(state: ScrabbleMe) -> tuple[int, ...]:
    return tuple(seat.score for seat in state.seats)


SCRABBLE_ME = Mode(
    code="scrabble_me",
    version=2,
    name=NAME,
    rule=RULE,
    fewest=2,
    most=4,
    ways=("phones", "tablet"),
    settings=ScrabbleMeSettings,
    start=start,
    apply=apply,
    shown=show_game,
    waits_for=waits_for,
    scores=scores,
    winners=winners,
)
