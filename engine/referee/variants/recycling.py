"""Recycling: a player swaps tiles on the board for own ones at the start of a turn (RULES V5, V6).

A letter is swapped for another letter; each swap must leave good words both ways (V5). A blank is swapped for
the letter that it stands for (V6). A swap scores nothing, the tile taken goes to the rack, and the turn
continues. The turn has begun, so the play before it can no longer be challenged. A square is swapped only
once in a turn, so that every turn ends.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.board import Board
from engine.errors import EngineError, MoveError, TurnError
from engine.referee.acts import Recycle
from engine.referee.runs import square_text, word_through
from engine.referee.state import State
from engine.referee.turns import find_held_problems, turn_problems
from engine.scoring import WordSource, left_over
from engine.squares import Direction
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK


def recycle_problems(state: State, act: Recycle, lexicon: WordSource | None) -> Iterator[EngineError]:
    """Yield the reasons why the tile on that square cannot be swapped for this one."""
    yield from turn_problems(state, act)
    lying = state.board.cells[act.square]
    square = square_text(act.square, state.convention)
    if not lying:
        yield MoveError("recycle_nothing", square=square)
        return
    if act.square in state.recycled:
        yield TurnError("recycle_twice", square=square)
    if lying & BLANK_FLAG:
        yield from _blank_problems(state, act, lying, square)
    else:
        yield from _letter_problems(state, act, lying, square)
    yield from find_held_problems(state, act.player, (act.tile,))
    # Last: who does not hold the tile learns nothing about words.
    if not lying & BLANK_FLAG:
        yield from _word_problems(state, act, lexicon)


def _blank_problems(state: State, act: Recycle, lying: int, square: str) -> Iterator[EngineError]:
    letter = lying & LETTER_MASK
    if not state.settings.recycling_blanks:
        yield TurnError("recycling_blanks_off")
    if act.tile != letter:
        yield MoveError("recycle_other_letter", square=square, letter=state.tiles.token(letter))


def _letter_problems(state: State, act: Recycle, lying: int, square: str) -> Iterator[EngineError]:
    if not state.settings.recycling_letters:
        yield TurnError("recycling_letters_off")
    if act.tile == BLANK:
        yield MoveError("recycle_with_blank")
    elif act.tile == lying:
        yield MoveError("recycle_same", square=square, letter=state.tiles.token(lying))


def _word_problems(state: State, act: Recycle, lexicon: WordSource | None) -> Iterator[EngineError]:
    """Yield the error of bad words; the challenge rule is ignored: nobody could challenge a swap."""
    if lexicon is None or act.tile == BLANK:
        return
    board = _swap_tile(state.board, act)
    words = [word_through(board, act.square, direction) for direction in Direction]
    bad = [word.word for word in words if word is not None and not lexicon.contains(word.word)]
    if bad:
        yield MoveError("recycle_not_good", words=", ".join(state.tiles.decode(word).upper() for word in bad))


def do_recycle(state: State, act: Recycle) -> State:
    """Put the tile on the square and the tile from there on the rack; the turn goes on."""
    lying = state.board.cells[act.square]
    taken = BLANK if lying & BLANK_FLAG else lying
    seat = state.seats[act.player]
    known = (*left_over(seat.known, (act.tile,)), taken)[-seat.held :]
    return replace(
        state,
        board=_swap_tile(state.board, act),
        play=None,
        recycled=(*state.recycled, act.square),
    ).with_seat(act.player, replace(seat, known=known, returned=()))


def _swap_tile(board: Board, act: Recycle) -> Board:
    cells = bytearray(board.cells)
    cells[act.square] = act.tile
    return Board(bytes(cells))
