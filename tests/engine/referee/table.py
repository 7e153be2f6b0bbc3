"""Helpers for the tests of the referee: games written as scripts, and positions near the end."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.board import Board
from engine.errors import EngineError
from engine.notation import Move, Reference
from engine.referee import (
    Challenge,
    ClassicSettings,
    DrawForStart,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Player,
    Rack,
    Recycle,
    State,
    Thematic,
    apply,
)
from engine.squares import SIZE, Direction
from engine.tiles import BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")
LETTERS = "ABCD"
PLAYERS = tuple(map(Player, ("Ann", "Bo", "Cy", "Di")))


def start(players=2, settings=None, **others):
    return State.start(PLAYERS[:players], ENGLISH, settings, **others)


def act_of(written):
    """Return an act of a script: "A 8F HORN", "A rack AEI", "B exchange II" or "B exchange 2", "A pass",
    "B challenges", "B challenges 1" (a word of those made), "B upholds", "A overtime 10", "draw A=C B=D", "end".
    In variants: "A 8F HORNS after 8F NORH" (what is rearranged first), "A swaps H8=R", "A theme HORN,AT".
    """
    who, *rest = written.split()
    if who == "end":
        return End(nobody_can_play=rest == ["agreed"])
    if who == "draw":
        pairs = [pair.split("=") for pair in rest]
        return DrawForStart(
            drawn=tuple((LETTERS.index(name), ENGLISH.encode_rack(tile)[0]) for name, tile in pairs)
        )
    if "after" in rest:
        reference, word, _after, *rearranged = rest
        return _rearrange(LETTERS.index(who), reference, word, *rearranged)
    kind, what = rest[0], rest[1] if len(rest) > 1 else ""
    make = ACTS.get(kind, lambda player, word: _place(player, kind, word))
    return make(LETTERS.index(who), what)


def _rearrange(player, reference, word, old, other):
    return Place(player=player, move=_move(reference, word), rearranged=_move(old, other))


def _place(player, reference, word):
    return Place(player=player, move=_move(reference, word))


def _move(reference, word):
    return Move.parse(reference, word, ENGLISH, "english")


def _exchange(player, what):
    if what.isdigit():
        return Exchange(player=player, count=int(what))
    return Exchange(player=player, tiles=ENGLISH.encode_rack(what))


def _swap(square, tile):
    return {
        "square": Reference.parse(square, "english").index,
        "tile": ENGLISH.encode_rack(tile)[0],
    }


ACTS = {
    "pass": lambda player, _: Pass(player=player),
    "rack": lambda player, tiles: Rack(player=player, tiles=ENGLISH.encode_rack(tiles)),
    "exchange": _exchange,
    "swaps": lambda player, what: Recycle(player=player, **_swap(*what.split("="))),
    "theme": lambda player, words: Thematic(
        player=player, words=tuple(map(ENGLISH.encode_plain, words.split(",")))
    ),
    "challenges": lambda player, words: Challenge(player=player, upheld=False, words=int(words or 0)),
    "upholds": lambda player, _: Challenge(player=player, upheld=True),
    "overtime": lambda player, points: Overtime(player=player, points=int(points)),
}


def play_script(state, *script, lexicon=None):
    """Return the game after these acts; a callable makes an act of the state."""
    for step in script:
        act = step(state) if callable(step) else act_of(step)
        state = apply(state, act, lexicon)
    return state


def late(bag, *racks, settings=None):
    """Return a game near its end: these tiles in the bag and on the racks, all others at the top of the board."""
    rest = Counter(dict(enumerate(ENGLISH.counts)))
    for written in (bag, *racks):
        rest -= Counter(ENGLISH.encode_rack(written))
    cells = bytes(sorted(tile or (1 | BLANK_FLAG) for tile in rest.elements()))
    state = start(len(racks), settings)
    seats = tuple(
        replace(seat, held=len(rack), known=ENGLISH.encode_rack(rack))
        for seat, rack in zip(state.seats, racks, strict=True)
    )
    return replace(state, board=Board(cells.ljust(SIZE * SIZE, b"\0")), seats=seats, turns=40)


def add_tiles(letter, tiles, column=0):
    """Return an act for `play_script`: the player adds these tiles under the first rows, in one column."""

    def act(state):
        lying = [state.board.cell(row, column) for row in range(SIZE)]
        word = (*lying[: lying.index(0)], *ENGLISH.encode(tiles))
        return Place(player=LETTERS.index(letter), move=Move(Reference(0, column, Direction.DOWN), word))

    return act


def refusal_of(state, act, lexicon=None):
    """Return the code and the rule of an act's refusal."""
    with pytest.raises(EngineError) as caught:
        apply(state, act_of(act), lexicon)
    return caught.value.code, caught.value.rule


def with_settings(**values):
    """Return a game of two before its first act."""
    return start(settings=ClassicSettings(**values))
