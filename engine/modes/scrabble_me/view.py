"""A viewer's view of Scrabble Me, as values for JSON: no other rack, and no play before all have played."""

from collections.abc import Sequence
from typing import Any

from engine.modes.scrabble_me.state import BoardPlay, BoardsRound, ScrabbleMe, doubtful, waits_for, winners
from engine.tiles import TileSet


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
