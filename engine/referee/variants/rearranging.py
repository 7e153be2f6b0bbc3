"""Rearranging: a word on the board changes its order before tiles are added to it (RULES V4).

The letters of one whole word change places on their squares. Tiles are then added by an ordinary move, and a
word that it forms must use a letter of the rearranged word. All words on the board in the end must be good.
No square that was covered counts its premium again, and a word that only the rearranging has changed scores
nothing.
"""

from collections.abc import Iterator

from engine.board import Board
from engine.errors import EngineError, MoveError, TurnError
from engine.notation import Move
from engine.referee.acts import Place
from engine.referee.runs import squares_of, word_through
from engine.referee.state import State
from engine.scoring import FormedWord, ScoredMove, formed_words


def board_for(state: State, act: Place) -> Board:
    """Return the board to which the move adds its tiles; raise a `MoveError` for a bad rearrangement."""
    new = act.rearranged
    if new is None:
        return state.board
    direction = new.reference.direction
    old = word_through(state.board, new.reference.index, direction)
    if old is None or old.reference != new.reference or len(old.word) != len(new.word):
        raise MoveError(
            "rearranged_no_word",
            word=state.tiles.decode(new.word),
            reference=new.reference.text(state.convention),
        )
    if old.word == new.word or sorted(old.word) != sorted(new.word):
        raise MoveError(
            "rearranged_tiles", old=state.tiles.decode(old.word), word=state.tiles.decode(new.word)
        )
    cells = bytearray(state.board.cells)
    cells[squares_of(old).start : squares_of(old).stop : direction.step] = bytes(new.word)
    return Board(bytes(cells))


def rearranging_problems(state: State, act: Place, scored: ScoredMove) -> Iterator[EngineError]:
    """Yield the reasons why nothing may be rearranged, or not for this move."""
    new = act.rearranged
    if new is None:
        return
    if not state.settings.rearranging:
        yield TurnError("rearranging_off")
    squares = set(_squares(new))
    formed = formed_words(board_for(state, act), scored.move, state.tiles)
    if not any(squares.intersection(squares_of(word)) for word in formed):
        yield MoveError("rearranged_unused", word=state.tiles.decode(new.word))


def find_rearranged_words(state: State, act: Place, scored: ScoredMove) -> tuple[FormedWord, ...]:
    """Return the words that only the rearranging has changed, as they lie in the end: they score nothing."""
    new = act.rearranged
    if new is None:
        return ()
    board = board_for(state, act)
    formed = {word.reference for word in formed_words(board, scored.move, state.tiles)}
    after, across = board.place(scored.move), new.reference.direction.other
    found = [word_through(after, new.reference.index, new.reference.direction)]
    found += [
        word_through(after, square, across)
        for square in _squares(new)
        if after.cells[square] != state.board.cells[square]
    ]
    return tuple(word for word in found if word is not None and word.reference not in formed)


def _squares(move: Move) -> range:
    step = move.reference.direction.step
    return range(move.reference.index, move.reference.index + len(move.word) * step, step)
