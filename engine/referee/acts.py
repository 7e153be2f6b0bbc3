"""The acts of a classic game, a frozen value each, and how records write them.

Players are numbers, from 0 in the order of seating. *Turns* are `Place`, `Exchange` and `Pass`; all other
acts come between turns. `Rack` tells the tiles that a player holds, as far as they are known: after a draw,
when a player shows them, or never. A variant adds its acts here, and their handlers to `judge.HANDLERS`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import MoveError, NotationError, RecordError, TileError
from engine.json_fields import RecordObject
from engine.notation import Convention, Move, Reference
from engine.referee.runs import square_text
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawForStart:
    """The draw for the start (C1), pairs of player and tile: each takes a tile, shows it and puts it back."""

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
    """A whole word at its reference, including letters already on the board.

    `rearranged` is a word of the board with its letters in another order, before tiles are added (V4).
    """

    player: int
    move: Move
    rearranged: Move | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Tiles given back for the same number of others; if they are unknown, only their number, as `count`."""

    player: int
    tiles: tuple[int, ...] = ()
    count: int = 0
    notes: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number of tiles that go back."""
        return len(self.tiles) or self.count


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    player: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A challenge of the latest play. `upheld`: a word of it is not good, and the play comes off the board.

    `words` is the number of its words that were challenged, if that matters for the points; 0 means all of
    them.
    """

    player: int
    upheld: bool
    words: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recycle:
    """A swap of one's own tile for the tile on a square, before the play (V5, V6)."""

    player: int
    square: int
    tile: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thematic:
    """The table accepts that these words of a player's latest play are on the theme (V8)."""

    player: int
    words: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtime:
    """Points deducted for overtime (T1), see `ending.overtime`."""

    player: int
    points: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The end of the game: nobody challenges the last play, or all agree that nobody can play any more."""

    nobody_can_play: bool = False
    notes: tuple[str, ...] = ()


Act = DrawForStart | Rack | Place | Exchange | Pass | Challenge | Recycle | Thematic | Overtime | End
Turn = Place | Exchange | Pass

_NAMES: dict[type[Act], str] = {
    DrawForStart: "start",
    Rack: "rack",
    Place: "place",
    Exchange: "exchange",
    Pass: "pass",
    Challenge: "challenge",
    Recycle: "recycle",
    Thematic: "thematic",
    Overtime: "overtime",
    End: "end",
}
_KEYS = {
    "start": ("drawn",),
    "rack": ("player", "tiles"),
    "place": ("player", "ref", "word", "rearranged"),
    "exchange": ("player", "tiles", "count"),
    "pass": ("player",),
    "challenge": ("player", "upheld", "words"),
    "recycle": ("player", "square", "tile"),
    "thematic": ("player", "words"),
    "overtime": ("player", "points"),
    "end": ("nobody_can_play",),
}


def act_to_data(act: Act, tiles: TileSet, convention: Convention) -> dict[str, object]:
    """Return the act as JSON data; default values are left out."""
    data: dict[str, object] = {"act": _NAMES[type(act)]}
    if not isinstance(act, DrawForStart | End):
        data["player"] = act.player
    match act:
        case DrawForStart():
            data["drawn"] = [[player, tiles.decode_rack([tile])] for player, tile in act.drawn]
        case Rack():
            data["tiles"] = tiles.decode_rack(act.tiles)
        case Place():
            data |= _move_data(act.move, tiles, convention)
            if act.rearranged:
                data["rearranged"] = _move_data(act.rearranged, tiles, convention)
        case Exchange(tiles=given):
            data |= {"tiles": tiles.decode_rack(given)} if given else {"count": act.count}
        case Challenge():
            data |= {"upheld": act.upheld} | ({"words": act.words} if act.words else {})
        case _:
            data |= _further_data(act, tiles, convention)
    return data | ({"notes": list(act.notes)} if act.notes else {})


def _further_data(act: Act, tiles: TileSet, convention: Convention) -> dict[str, object]:
    """Return the data of the rarer acts."""
    match act:
        case Recycle():
            square = square_text(act.square, convention)
            return {"square": square, "tile": tiles.decode_rack([act.tile])}
        case Thematic():
            return {"words": [tiles.decode(word) for word in act.words]}
        case Overtime():
            return {"points": act.points}
        case End(nobody_can_play=True):
            return {"nobody_can_play": True}
    return {}


def _move_data(move: Move, tiles: TileSet, convention: Convention) -> dict[str, str]:
    reference, word = move.text(tiles, convention)
    return {"ref": reference, "word": word}


def act_from_data(data: object, where: str, tiles: TileSet, convention: Convention) -> Act:
    """Read an act that `act_to_data` has written; a `RecordError` says where and why it cannot be read."""
    if not isinstance(data, dict):
        raise RecordError("bad_record", where=where, problem="it is no JSON object")
    name = RecordObject(data, where, tuple(data)).get("act", str)
    if name not in _READERS:
        raise RecordError("bad_record", where=where, problem=f"“{name}” is nothing that can be done")
    entry = RecordObject(data, where, ("act", "notes", *_KEYS[name]))
    try:
        act = _READERS[name](entry, tiles, convention)
    except (NotationError, TileError, MoveError) as error:
        raise entry.problem(str(error).removesuffix(".")) from error
    return replace(act, notes=tuple(map(str, entry.get("notes", list)))) if "notes" in data else act


def _start(entry: RecordObject, tiles: TileSet, _: Convention) -> Act:
    return DrawForStart(drawn=tuple(_pair(pair, entry, tiles) for pair in entry.get("drawn", list)))


def _rack(entry: RecordObject, tiles: TileSet, _: Convention) -> Act:
    return Rack(player=entry.get("player", int), tiles=tiles.encode_rack(entry.get("tiles", str)))


def _place(entry: RecordObject, tiles: TileSet, convention: Convention) -> Act:
    rearranged = None
    if "rearranged" in entry.data:
        other = RecordObject(entry.get("rearranged", dict), entry.where, ("ref", "word"))
        rearranged = _move(other, tiles, convention)
    return Place(player=entry.get("player", int), move=_move(entry, tiles, convention), rearranged=rearranged)


def _move(entry: RecordObject, tiles: TileSet, convention: Convention) -> Move:
    return Move.parse(entry.get("ref", str), entry.get("word", str), tiles, convention)


def _exchange(entry: RecordObject, tiles: TileSet, _: Convention) -> Act:
    player = entry.get("player", int)
    if "tiles" in entry.data:
        return Exchange(player=player, tiles=tiles.encode_rack(entry.get("tiles", str)))
    return Exchange(player=player, count=entry.get("count", int))


def _pass(entry: RecordObject, _: TileSet, __: Convention) -> Act:
    return Pass(player=entry.get("player", int))


def _challenge(entry: RecordObject, _: TileSet, __: Convention) -> Act:
    words = entry.get("words", int) if "words" in entry.data else 0
    return Challenge(player=entry.get("player", int), upheld=entry.get("upheld", bool), words=words)


def _recycle(entry: RecordObject, tiles: TileSet, convention: Convention) -> Recycle:
    tile = tiles.encode_rack(entry.get("tile", str))
    if len(tile) != 1:
        raise entry.problem("“tile” must be one letter, or ? for a blank")
    square = Reference.parse(entry.get("square", str), convention).index
    return Recycle(player=entry.get("player", int), square=square, tile=tile[0])


def _thematic(entry: RecordObject, tiles: TileSet, _: Convention) -> Thematic:
    words = tuple(tiles.encode_plain(str(word)) for word in entry.get("words", list))
    return Thematic(player=entry.get("player", int), words=words)


def _overtime(entry: RecordObject, _: TileSet, __: Convention) -> Act:
    return Overtime(player=entry.get("player", int), points=entry.get("points", int))


def _end(entry: RecordObject, _: TileSet, __: Convention) -> Act:
    return End(nobody_can_play="nobody_can_play" in entry.data and entry.get("nobody_can_play", bool))


_READERS: dict[str, Callable[[RecordObject, TileSet, Convention], Act]] = {
    "start": _start,
    "rack": _rack,
    "place": _place,
    "exchange": _exchange,
    "pass": _pass,
    "challenge": _challenge,
    "recycle": _recycle,
    "thematic": _thematic,
    "overtime": _overtime,
    "end": _end,
}


def _pair(pair: object, entry: RecordObject, tiles: TileSet) -> tuple[int, int]:
    match pair:
        case [int(player), str(letter)] if len(tile := tiles.encode_rack(letter)) == 1:
            return player, tile[0]
    raise entry.problem("“drawn” must be a list of pairs of a player and a letter")
