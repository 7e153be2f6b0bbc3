"""The turns as an annotator writes them, parsed into the referee's acts. Pure.

    8D RETAINS     a play; the reference may come before or behind, a small letter is a blank
    8D RE.AINS     the same; "." is the letter that lies there, as in GCG
    -ABC, -5       an exchange of these tiles, or of so many
    -              a pass
    ?              the player on turn challenges the play before; the lexicon says whether it stays
    =ABC, ==ABC    the rack of the player on turn, and that of the other; at the end, if both have tiles left
    .              the game is at its end: nobody challenges the last play, or nobody can play any more

The tiles that the player held, if known, are written beside it.
"""

import re

from engine.errors import EngineError, MoveError, NotationError
from engine.notation import Convention, Move, Reference
from engine.referee.acts import Act, End, Exchange, Pass, Place, Rack
from engine.referee.challenges import challenge_by
from engine.referee.state import State
from engine.scoring import WordSource
from engine.squares import SIZE
from engine.tiles import TileSet

CHALLENGE = "?"
END = THROUGH = "."
_NUMBER = re.compile(r"[0-9]{1,2}")


def acts_of_line(line: str, rack: str, state: State, lexicon: WordSource) -> tuple[Act, ...]:
    """Return the acts that a line means at this point of the game, the rack of the player on turn first.

    Raises:
        EngineError: the line is no turn, or the play cannot be challenged.
    """
    written = " ".join(line.split())
    player = state.to_move
    held = state.tiles.encode_rack(rack.strip()) if rack.strip() else ()
    shown: tuple[Act, ...] = (Rack(player=player, tiles=held),) if held else ()
    if written == CHALLENGE:
        return (challenge_by(state, player, lexicon),)
    if written == END:
        return (*shown, End(nobody_can_play=state.end_reason is None))
    if written.startswith("="):
        other = written.startswith("==")
        told = state.tiles.encode_rack(written.lstrip("=").strip())
        return (Rack(player=(player + other) % len(state.seats), tiles=told),)
    return (*shown, parse_turn(_fill_through(written, state), player, state.tiles, state.convention))


def _fill_through(written: str, state: State) -> str:
    """Return a play with the letters on the board in place of its dots; what is no such play as it is written."""
    one, _blank, two = written.partition(" ")
    reference, word = (two, one) if THROUGH in one else (one, two)
    if THROUGH not in word or THROUGH in reference or not _is_reference(reference, state.convention):
        return written
    at = Reference.parse(reference, state.convention)
    first, *runs = word.split(THROUGH)
    filled, place = first, at.index + len(state.tiles.encode(first)) * at.direction.step
    for run in runs:
        row, column = divmod(place, SIZE)
        if row >= SIZE or column < at.column:
            raise MoveError("off_board", word=word, reference=reference.upper())
        if not state.board.cells[place]:
            square = Reference(row, column, at.direction).text(state.convention)
            raise MoveError("nothing_lies_there", square=square)
        filled += _bracket(state.tiles.token(state.board.cells[place])) + run
        place += (1 + len(state.tiles.encode(run))) * at.direction.step
    return f"{reference} {filled}"


def _bracket(token: str) -> str:
    """Return a tile as it is told apart from the letters beside it."""
    return f"[{token}]" if len(token) > 1 and not token.startswith("(") else token


def parse_turn(text: str, player: int, tiles: TileSet, convention: Convention) -> Place | Exchange | Pass:
    """Return the play, exchange or pass in a text.

    Raises:
        EngineError: it is none.
    """
    written = " ".join(text.split())
    if written.startswith("-"):
        given = written[1:].strip()
        if not given:
            return Pass(player=player)
        if _NUMBER.fullmatch(given):
            return Exchange(player=player, count=int(given))
        return Exchange(player=player, tiles=tiles.encode_rack(given))
    one, _blank, two = written.partition(" ")
    if not two:
        raise NotationError("bad_turn", text=written)
    is_behind = _is_reference(two, convention) and not _is_reference(one, convention)
    reference, word = (two, one) if is_behind else (one, two)
    return Place(player=player, move=Move.parse(reference, word, tiles, convention))


def _is_reference(text: str, convention: Convention) -> bool:
    try:
        Reference.parse(text, convention)
    except EngineError as error:
        return error.code == "reference_off_board"
    return True
