"""What can be done in a classic game: the acts, a frozen value each, and how records write them.

Players are numbers, from 0 in the order in which they sit. *Turns* are `Place`, `Exchange` and `Pass`; all other acts
come between turns. What players hold is told by `Rack`, as far as it is known: after a draw, when a player shows it, or
never. A variant adds its acts here, and what becomes of them where `judge.HANDLERS` looks.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.entries import Entry
from engine.errors import MoveError, NotationError, RecordError, TileError
from engine.notation import Convention, Move
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawForStart:
    """Each of those who draw for the start takes a tile, shows it, and puts it back (C1): pairs of player and tile."""

    drawn: tuple[tuple[int, int], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rack:
    """Tiles that a player is known to hold: the whole rack after a draw, or some of it."""

    player: int
    tiles: tuple[int, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A whole word at its reference, letters that lie there included."""

    player: int
    move: Move
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Tiles given back for as many others; only their number, as `count`, where it is not known which."""

    player: int
    tiles: tuple[int, ...] = ()
    count: int = 0
    notes: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """How many tiles go back."""
        return len(self.tiles) or self.count


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    player: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A player doubts the latest play. `upheld`: a word of it is not good, and it comes off the board.

    `words` is how many of its words were challenged, where that matters for the points; 0 means all of them.
    """

    player: int
    upheld: bool
    words: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtime:
    """Points that the clock takes off (T1), see `ending.overtime`."""

    player: int
    points: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The game is at its end: nobody challenges the last play, or all agree that nobody can play any more."""

    nobody_can_play: bool = False
    notes: tuple[str, ...] = ()


Act = DrawForStart | Rack | Place | Exchange | Pass | Challenge | Overtime | End
Turn = Place | Exchange | Pass

_NAMES: dict[type[Act], str] = {
    DrawForStart: "start",
    Rack: "rack",
    Place: "place",
    Exchange: "exchange",
    Pass: "pass",
    Challenge: "challenge",
    Overtime: "overtime",
    End: "end",
}
_KEYS = {
    "start": ("drawn",),
    "rack": ("player", "tiles"),
    "place": ("player", "ref", "word"),
    "exchange": ("player", "tiles", "count"),
    "pass": ("player",),
    "challenge": ("player", "upheld", "words"),
    "overtime": ("player", "points"),
    "end": ("nobody_can_play",),
}


def act_to_data(act: Act, tiles: TileSet, convention: Convention) -> dict[str, object]:
    """The act as JSON has it, what is left out of it left out."""
    data: dict[str, object] = {"act": _NAMES[type(act)]}
    if not isinstance(act, DrawForStart | End):
        data["player"] = act.player
    match act:
        case DrawForStart():
            data["drawn"] = [[player, tiles.decode_rack([tile])] for player, tile in act.drawn]
        case Rack():
            data["tiles"] = tiles.decode_rack(act.tiles)
        case Place():
            data["ref"], data["word"] = act.move.text(tiles, convention)
        case Exchange(tiles=given):
            data |= {"tiles": tiles.decode_rack(given)} if given else {"count": act.count}
        case Challenge():
            data |= {"upheld": act.upheld} | ({"words": act.words} if act.words else {})
        case Overtime():
            data["points"] = act.points
        case End(nobody_can_play=True):
            data["nobody_can_play"] = True
        case Pass() | End():
            pass
    return data | ({"notes": list(act.notes)} if act.notes else {})


def act_from_data(data: object, where: str, tiles: TileSet, convention: Convention) -> Act:
    """The act that `act_to_data` has written; a `RecordError` says where and why it cannot be read."""
    if not isinstance(data, dict):
        raise RecordError("bad_record", where=where, problem="it is no JSON object")
    name = Entry(data, where, tuple(data)).get("act", str)
    if name not in _READERS:
        raise RecordError("bad_record", where=where, problem=f"“{name}” is nothing that can be done")
    entry = Entry(data, where, ("act", "notes", *_KEYS[name]))
    try:
        act = _READERS[name](entry, tiles, convention)
    except (NotationError, TileError, MoveError) as error:
        raise entry.problem(str(error).removesuffix(".")) from error
    return replace(act, notes=tuple(map(str, entry.get("notes", list)))) if "notes" in data else act


def _start(entry: Entry, tiles: TileSet, _: Convention) -> Act:
    return DrawForStart(drawn=tuple(_pair(pair, entry, tiles) for pair in entry.get("drawn", list)))


def _rack(entry: Entry, tiles: TileSet, _: Convention) -> Act:
    return Rack(player=entry.get("player", int), tiles=tiles.encode_rack(entry.get("tiles", str)))


def _place(entry: Entry, tiles: TileSet, convention: Convention) -> Act:
    move = Move.parse(entry.get("ref", str), entry.get("word", str), tiles, convention)
    return Place(player=entry.get("player", int), move=move)


def _exchange(entry: Entry, tiles: TileSet, _: Convention) -> Act:
    player = entry.get("player", int)
    if "tiles" in entry.data:
        return Exchange(player=player, tiles=tiles.encode_rack(entry.get("tiles", str)))
    return Exchange(player=player, count=entry.get("count", int))


def _pass(entry: Entry, _: TileSet, __: Convention) -> Act:
    return Pass(player=entry.get("player", int))


def _challenge(entry: Entry, _: TileSet, __: Convention) -> Act:
    words = entry.get("words", int) if "words" in entry.data else 0
    return Challenge(player=entry.get("player", int), upheld=entry.get("upheld", bool), words=words)


def _overtime(entry: Entry, _: TileSet, __: Convention) -> Act:
    return Overtime(player=entry.get("player", int), points=entry.get("points", int))


def _end(entry: Entry, _: TileSet, __: Convention) -> Act:
    return End(nobody_can_play="nobody_can_play" in entry.data and entry.get("nobody_can_play", bool))


_READERS: dict[str, Callable[[Entry, TileSet, Convention], Act]] = {
    "start": _start,
    "rack": _rack,
    "place": _place,
    "exchange": _exchange,
    "pass": _pass,
    "challenge": _challenge,
    "overtime": _overtime,
    "end": _end,
}


def _pair(pair: object, entry: Entry, tiles: TileSet) -> tuple[int, int]:
    match pair:
        case [int(player), str(letter)] if len(tile := tiles.encode_rack(letter)) == 1:
            return player, tile[0]
    raise entry.problem("“drawn” must be a list of pairs of a player and a letter")
