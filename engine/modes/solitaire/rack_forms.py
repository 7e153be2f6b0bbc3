"""The forms of solitaire with one rack or two: a classic game at one board."""

from dataclasses import replace

from engine import referee
from engine.errors import RackError, TurnError
from engine.modes.acts import texts_of, value_of
from engine.modes.base import Act
from engine.modes.solitaire.construction import Construction
from engine.modes.solitaire.state import Solitaire, read_move
from engine.referee.judge import force
from engine.referee.racks import fill_last_rack


def place_open(game: Solitaire, built: Construction, act: Act) -> Solitaire:
    return replace(game, board=built.add_play(read_move(game, act)))


def take_back(game: Solitaire, built: Construction, act: Act) -> Solitaire:
    number = value_of(act, "play", int) if "play" in act else len(built.plays) - 1
    return replace(game, board=built.remove_play(number))


def end_open(game: Solitaire, _built: Construction, _act: Act) -> Solitaire:
    """End the game only as the player decides: with all tiles laid a better construction may still exist."""
    return replace(game, is_over=True)


def place(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    return _do_turn(game, board, referee.Place(player=board.to_move, move=read_move(game, act)), act)


def exchange(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    if not game.setup.deals and "tiles" not in act:
        turn = referee.Exchange(player=board.to_move, count=value_of(act, "count", int))
    else:
        tiles = game.setup.tiles.encode_rack(value_of(act, "tiles", str).strip())
        turn = referee.Exchange(player=board.to_move, tiles=tiles)
    return _do_turn(game, board, turn, act)


def pass_turn(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    if len(board.seats) == 1:
        raise TurnError("solitaire_no_pass")
    return _do_turn(game, board, referee.Pass(player=board.to_move), act)


def _do_turn(
    game: Solitaire,
    board: referee.State,
    turn: referee.Place | referee.Exchange | referee.Pass,
    act: Act,
) -> Solitaire:
    """Do the turn, refill the rack if the program deals, and end the game if it ends automatically."""
    after = referee.apply(board, turn, game.setup.lexicon)
    if game.setup.deals and not after.seats[turn.player].is_known:
        after = referee.apply(after, referee.refill(after, turn.player, value_of(act, "seed", str)))
    if after.end_reason and all(seat.is_known for seat in fill_last_rack(after).seats):
        return _finish(game, after)
    return replace(game, board=after)


def end(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    """End the game as the player decides, even if tiles could be exchanged: there is no real opponent."""
    if not game.setup.deals and "left" in act:
        left = texts_of(act, "left")
        if len(left) != len(board.seats):
            raise TurnError("solitaire_racks_left", racks=len(board.seats))
        for rack, text in enumerate(left):
            tiles = game.setup.tiles.encode_rack(text.strip())
            board = referee.apply(board, referee.Rack(player=rack, tiles=tiles))
    for seat in fill_last_rack(board).seats:
        if not seat.is_known:
            raise RackError("rack_unknown", player=seat.player.name)
    return _finish(game, board)


def _finish(game: Solitaire, board: referee.State) -> Solitaire:
    return replace(game, board=force(board, referee.End(nobody_can_play=True)), is_over=True)
