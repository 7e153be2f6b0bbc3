"""Positions as the commands read them: one a line, in JSON or CGP.

A JSON line is an object with "board" (fifteen rows) and, if the command needs them, "rack" and "move" ("ref"
and "word", in the duplicate convention). Its "lexicon" and "tiles" take precedence over the options. Unknown
keys are ignored. Letters of several signs are read first there ("CHAL" is CH, A, L), while in CGP they stand in
brackets. A CGP line begins with its board, so with a number or a letter. Only its board and first
rack count; its "lex" counts only if no option names a lexicon, because the names are those of other programs. If
there is none of that name here, the default one is used, and a message says so.
If a rule set is named, only racks that it allows are accepted.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from engine.board import Board
from engine.cli.console import InputError, NoLexiconError, open_lexicon, say, utf8_text
from engine.errors import RackError
from engine.formats.cgp import CgpPosition, lexicon_named
from engine.lexicon import BUILTIN, Lexicon, builtin_names
from engine.notation import Move
from engine.racks.draw import Placed, find_draw_problems
from engine.rules import (
    RuleSet,
)
from engine.squares import LONGEST_RACK, SIZE
from engine.tiles import TileSet, load_tile_set

_Kind = TypeVar("_Kind", str, list[Any], dict[str, Any])


@dataclass(frozen=True, slots=True)
class ParsedPosition:
    """The position that `top` or `score` is asked about; without a rack the move may play any tiles.

    `read` are the tiles of its rack and word, where letters of several signs could be several tiles as well.
    """

    board: Board
    rack: tuple[int, ...] | None
    move: Move | None
    tiles: TileSet
    lexicon: Lexicon
    read: Mapping[str, str] = field(default_factory=dict)


def read_position(
    line: bytes, *, lexicon: str | None = None, tiles: str | None = None, rules: RuleSet | None = None
) -> ParsedPosition:
    """Parse the position on a line; `lexicon`, `tiles` and `rules` are the values of the options."""
    text = utf8_text(line).strip()
    position = (_read_cgp if _looks_like_cgp(text) else _read_json)(text, lexicon, tiles)
    _check_rack(position, rules)
    return position


def holds_position(text: str) -> bool:
    """Tell whether a text is a position, for a caller that expected something else."""
    text = text.strip()
    if _looks_like_cgp(text):
        return text.split(maxsplit=1)[0].count("/") == SIZE - 1
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "board" in data and "rounds" not in data


def _looks_like_cgp(text: str) -> bool:
    return text[:1].isalnum() or (text[:1] == "[" and text[1:2].isalpha())


def _check_rack(position: ParsedPosition, rules: RuleSet | None) -> None:
    """Refuse a rack that is too long, or that could not have been drawn by the rules, if these are named."""
    rack = position.rack or ()
    if len(rack) > LONGEST_RACK:
        raise RackError("rack_too_long", given=len(rack), most=LONGEST_RACK)
    if rules is not None and position.rack is not None:
        for problem in find_draw_problems(rack, Placed(position.board, ()), position.tiles, rules):
            raise problem


def _read_cgp(text: str, lexicon_name: str | None, tiles_name: str | None) -> ParsedPosition:
    lexicon = open_lexicon(lexicon_name, tiles_name) if lexicon_name else _lexicon_of_cgp(text, tiles_name)
    tiles = load_tile_set(lexicon.tile_set)
    position = CgpPosition.parse(text, tiles)
    return ParsedPosition(position.board, position.racks[0] or None, None, tiles, lexicon)


def _lexicon_of_cgp(text: str, tiles_name: str | None) -> Lexicon:
    """Return the lexicon that a line names, or else the default one of the tiles."""
    default = tiles_name if tiles_name in builtin_names() else BUILTIN
    named = lexicon_named(text)
    if named:
        try:
            return open_lexicon(named, tiles_name)
        except NoLexiconError:
            _say_unknown(named, default)
    return open_lexicon(default, tiles_name)


@cache
def _say_unknown(named: str, default: str) -> None:
    say(f"there is no lexicon “{named}” here: {default} is used; choose another one with --lexicon")


def _read_json(text: str, lexicon_name: str | None, tiles_name: str | None) -> ParsedPosition:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:  # a number too large or a nesting too deep
        raise InputError("no usable JSON") from error
    if not isinstance(data, dict):
        raise InputError("a position is a JSON object")
    lexicon = open_lexicon(
        _optional(data, "lexicon", str) or lexicon_name or BUILTIN,
        _optional(data, "tiles", str) or tiles_name,
    )
    tiles = load_tile_set(lexicon.tile_set)
    rows = _optional(data, "board", list)
    if rows is None:
        raise InputError("“board” is missing")
    if not all(isinstance(row, str) for row in rows):
        raise InputError("“board” must be a list of texts")
    written, board = _optional(data, "rack", str), Board.from_rows(rows, tiles)
    rack = None if written is None else tiles.encode_rack(written)
    move = _move(_optional(data, "move", dict), tiles)
    typed = {"rack": rack or (), "word": move.word if move else ()}
    read = {name: tiles.list_tiles(cells) for name, cells in typed.items() if tiles.written_apart(cells)}
    return ParsedPosition(board, rack, move, tiles, lexicon, read)


def _move(data: dict[str, Any] | None, tiles: TileSet) -> Move | None:
    if data is None:
        return None
    reference, word = _optional(data, "ref", str), _optional(data, "word", str)
    if reference is None or word is None:
        raise InputError("“move” needs “ref” and “word”")
    return Move.parse(reference, word, tiles)


def _optional(data: dict[str, Any], key: str, kind: type[_Kind]) -> _Kind | None:
    """Return the value of a key; if present, it must be of that kind."""
    value = data.get(key)
    if value is not None and not isinstance(value, kind):
        kinds = {str: "a text", list: "a list", dict: "an object"}
        raise InputError(f"“{key}” must be {kinds[kind]}")
    return value
