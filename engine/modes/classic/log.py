"""The public log of the acts of a classic game, as plain values; it shows nothing of a rack."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from engine.referee import (
    Act,
    Challenge,
    DrawForStart,
    End,
    Exchange,
    Pass,
    Place,
    Recycle,
    State,
    Thematic,
    bad_words_of,
    price_of,
)
from engine.referee.runs import square_text
from engine.scoring import WordSource
from engine.tiles import BLANK, BLANK_FLAG

Entry = Mapping[str, Any]


def entries_of(act: Act, before: State, after: State, lexicon: WordSource) -> tuple[Entry, ...]:
    """Return the log entry of an act that is public: its kind, its player, and its effect."""
    if type(act) not in _TOLD:
        return ()
    kind, told = _TOLD[type(act)]
    entry: dict[str, Any] = {"kind": kind}
    if not isinstance(act, DrawForStart | End):
        entry["player"] = act.player
    notes = {"notes": list(act.notes)} if act.notes else {}
    bad = {"bad": list(bad_words_of(before, lexicon))} if isinstance(act, Challenge) and act.upheld else {}
    return ({**entry, **told(act, before, after), **bad, **notes},)


def _start_entry(act: DrawForStart, before: State, after: State) -> Entry:
    """Return the entry of a draw: who begins is None while equal letters have to draw again."""
    drawn = [[player, before.tiles.decode_rack([tile])] for player, tile in act.drawn]
    return {"drawn": drawn, "begins": None if after.drawing else after.to_move}


def _place_entry(act: Place, before: State, after: State) -> Entry:
    play, tiles = after.play, before.tiles
    assert play is not None  # it was just placed
    reference, word = play.scored.move.text(tiles, before.convention)
    formed = [[tiles.decode(one.word), one.score] for one in play.words]
    told: dict[str, Any] = {"ref": reference, "word": word, "points": _points(before, after), "words": formed}
    if act.rearranged:
        reference, word = act.rearranged.text(tiles, before.convention)
        changed = [tiles.decode(one.word) for one in play.rearranged]
        told["rearranged"] = {"ref": reference, "word": word, "words": changed}
    return told


def _exchange_entry(act: Exchange, before: State, after: State) -> Entry:  # noqa: ARG001 - one signature for all
    return {"count": act.number}


def _pass_entry(act: Pass, before: State, after: State) -> Entry:  # noqa: ARG001 - one signature for all
    return {}


def _challenge_entry(act: Challenge, before: State, after: State) -> Entry:
    """Return the entry of a challenge; on paper the verdict may differ from the lexicon's."""
    points = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
    price = {} if act.upheld else {"price": price_data(before, act, is_ending=before.end_reason is not None)}
    return {"upheld": act.upheld, "points": points, **price}


def price_data(state: State, act: Challenge, *, is_ending: bool) -> dict[str, Any]:
    """Return the price of the challenge if it fails; where no turn follows, none can be lost."""
    price = price_of(state, act)
    return asdict(replace(price, turn="") if is_ending else price)


def _recycling_entry(act: Recycle, before: State, after: State) -> Entry:  # noqa: ARG001 - one signature for all
    """Return the entry of a swap; both tiles are public: the one now on the board, and the one taken."""
    lying = before.board.cells[act.square]
    return {
        "square": square_text(act.square, before.convention),
        "tile": before.tiles.decode_rack([act.tile]),
        "taken": before.tiles.decode_rack([BLANK if lying & BLANK_FLAG else lying]),
    }


def _thematic_entry(act: Thematic, before: State, after: State) -> Entry:
    return {"words": [before.tiles.decode(word) for word in act.words], "points": _points(before, after)}


def _end_entry(act: End, before: State, after: State) -> Entry:  # noqa: ARG001 - one signature for all
    return {"points": list(after.adjustments or ()), "nobody_can_play": act.nobody_can_play}


def _points(before: State, after: State) -> int:
    """Return the points of an act by which only one player gains."""
    return sum(after.scores) - sum(before.scores)


_TOLD: dict[type[Act], tuple[str, Callable[[Any, State, State], Entry]]] = {
    DrawForStart: ("start", _start_entry),
    Place: ("place", _place_entry),
    Exchange: ("exchange", _exchange_entry),
    Pass: ("pass", _pass_entry),
    Challenge: ("challenge", _challenge_entry),
    Recycle: ("recycle", _recycling_entry),
    Thematic: ("thematic", _thematic_entry),
    End: ("end", _end_entry),
}
