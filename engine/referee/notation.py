"""The turns as an annotator writes them, parsed into the referee's acts. Pure.

    8D RETAINS     a play; the reference may come before or behind, a small letter is a blank
    -ABC, -5       an exchange of these tiles, or of so many
    -              a pass
    ?              the player on turn challenges the play before; the lexicon says whether it stays
    =ABC, ==ABC    the rack of the player on turn, and that of the other; at the end, if both have tiles left
    .              the game is at its end: nobody challenges the last play, or nobody can play any more

The tiles that the player held, if known, are written beside it.
"""

import re

from engine.errors import EngineError, NotationError
from engine.notation import Move, Reference
from engine.referee.acts import Act, End, Exchange, Pass, Place, Rack
from engine.referee.challenges import challenge_by
from engine.referee.state import State
from engine.scoring import WordSource

CHALLENGE = "?"
END = "."
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
    return (*shown, _turn(written, player, state))


def _turn(written: str, player: int, state: State) -> Act:
    if written.startswith("-"):
        given = written[1:].strip()
        if not given:
            return Pass(player=player)
        if _NUMBER.fullmatch(given):
            return Exchange(player=player, count=int(given))
        return Exchange(player=player, tiles=state.tiles.encode_rack(given))
    one, _blank, two = written.partition(" ")
    if not two:
        raise NotationError("bad_turn", text=written)
    reference, word = (one, two) if _is_reference(one, state) else (two, one)
    return Place(player=player, move=Move.parse(reference, word, state.tiles, state.convention))


def _is_reference(text: str, state: State) -> bool:
    try:
        Reference.parse(text, state.convention)
    except EngineError as error:
        return error.code == "reference_off_board"
    return True
