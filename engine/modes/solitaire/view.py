"""The view of a solitaire game for one viewer."""

from typing import Any

from engine import referee
from engine.modes.solitaire.construction import Construction
from engine.modes.solitaire.state import CONVENTION, Solitaire, waits_for, winners


def show_game(game: Solitaire, viewer: int | None) -> dict[str, Any]:
    """Return a viewer's view: the player sees both racks, everybody else only how many tiles are on them."""
    seen = {
        "players": [{"name": game.setup.players[0].name, "score": game.score}],
        "waits_for": list(waits_for(game)),
        "over": game.is_over,
        "winners": None if (won := winners(game)) is None else list(won),
        "form": game.settings.form,
        "record": game.settings.record,
        "notation": CONVENTION,
        "board": game.board.board.tokens(game.setup.tiles),
    }
    if isinstance(game.board, Construction):
        return seen | _show_construction(game.board)
    return seen | _show_racks(game, game.board, viewer)


def _show_racks(game: Solitaire, board: referee.State, viewer: int | None) -> dict[str, Any]:
    tiles = game.setup.tiles
    may_see = viewer == 0 or game.is_over
    adjustments = board.adjustments or (None,) * len(board.seats)
    return {
        "racks": [
            {
                "score": seat.score,
                "held": seat.held,
                "tiles": tiles.decode_rack(seat.known) if may_see and seat.is_known else None,
                "adjustment": adjusted,
            }
            for seat, adjusted in zip(board.seats, adjustments, strict=True)
        ],
        "to_move": None if game.is_over else board.to_move,
        "bag_count": board.bag_count,
        "can_exchange": not game.is_over
        and board.end_reason is None
        and referee.may_exchange(board, board.to_move) is None,
        "turns": board.turns,
    }


def _show_construction(built: Construction) -> dict[str, Any]:
    tiles = built.tiles
    plays = [(play.move.text(tiles, built.convention), play) for play in built.plays]
    left = built.left
    return {
        "plays": [
            {"ref": ref, "word": word, "score": play.score, "tiles": tiles.decode_rack(play.tiles)}
            for (ref, word), play in plays
        ],
        "left": {tiles.decode_rack([tile]): count for tile, count in sorted(left.items()) if count},
        "left_count": left.total(),
        "most_played": built.most_played,
    }
