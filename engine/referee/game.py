"""A classic game as the list of its acts: it replays from them, and is written as JSON.

A record is a JSON object: the tile set, the players, the settings (the differences from rule C), the lexicon,
the player who begins, the convention of its references, and the acts in order (see `acts`). It contains racks
as far as they are known.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from engine.errors import EngineError, RecordError
from engine.json_fields import RecordObject, parse_record
from engine.notation import Convention
from engine.referee.acts import Act, act_from_data, act_to_data
from engine.referee.judge import apply
from engine.referee.players import Player
from engine.referee.settings import ClassicSettings
from engine.referee.state import State
from engine.scoring import WordSource
from engine.tiles import load_tile_set

_KEYS = ("tiles", "notation", "players", "first", "settings", "lexicon", "acts")


@dataclass(frozen=True, slots=True)
class ClassicGame:
    """Everything that determines a game."""

    players: tuple[Player, ...]
    acts: tuple[Act, ...] = ()
    settings: ClassicSettings = field(default_factory=ClassicSettings)
    tiles: str = "english"
    lexicon: str | None = None
    first: int = 0
    notation: Convention = "english"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the record in a text; a `RecordError` names the faulty line or act."""
        return cls.from_data(parse_record(text))

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Read the record from parsed JSON."""
        entry = RecordObject(data, "the record", _KEYS)
        tiles, notation = load_tile_set(entry.get("tiles", str)), entry.convention
        acts = enumerate(entry.get("acts", list), start=1)
        return cls(
            players=tuple(_player(item, entry) for item in entry.get("players", list)),
            acts=tuple(act_from_data(act, f"act {number}", tiles, notation) for number, act in acts),
            settings=ClassicSettings.from_data(entry.get("settings", dict) if "settings" in data else {}),
            tiles=tiles.name,
            lexicon=entry.get("lexicon", str) if "lexicon" in data else None,
            first=entry.get("first", int) if "first" in data else 0,
            notation=notation,
        )

    def to_data(self) -> dict[str, object]:
        """Return data that `from_data` reads back as an equal record."""
        head: dict[str, object] = {"tiles": self.tiles, "notation": self.notation}
        head["players"] = [_player_data(player) for player in self.players]
        if self.first:
            head["first"] = self.first
        if self.lexicon is not None:
            head["lexicon"] = self.lexicon
        tiles = load_tile_set(self.tiles)
        acts = [act_to_data(act, tiles, self.notation) for act in self.acts]
        return head | {"settings": self.settings.differences(), "acts": acts}

    def to_json(self) -> str:
        """Return the text that `from_json` reads back as an equal record, with one act per line."""
        data = self.to_data()
        acts = data.pop("acts")
        assert isinstance(acts, list)
        lines = "".join(f" {_json(key)}: {_json(value)},\n" for key, value in data.items())
        return "{\n" + lines + ' "acts": [\n' + ",\n".join(f"  {_json(act)}" for act in acts) + "\n ]\n}\n"

    def start(self) -> State:
        """Return the game before its first act."""
        tiles = load_tile_set(self.tiles)
        return State.start(self.players, tiles, self.settings, first=self.first, convention=self.notation)

    def with_act(self, act: Act) -> Self:
        return replace(self, acts=(*self.acts, act))


@dataclass(frozen=True, slots=True)
class Step:
    """An act with the game before and after it."""

    act: Act
    before: State
    after: State


def replay(game: ClassicGame, lexicon: WordSource | None = None) -> Iterator[Step]:
    """Play the game again, act by act; a `RecordError` names the act that the rules do not allow."""
    state = game.start()
    for number, act in enumerate(game.acts, start=1):
        try:
            after = apply(state, act, lexicon)
        except EngineError as error:
            problem = str(error).removesuffix(".")
            raise RecordError("bad_record", where=f"act {number}", problem=problem) from error
        yield Step(act, state, after)
        state = after


def state_of(game: ClassicGame, lexicon: WordSource | None = None) -> State:
    """Return the game after all its acts."""
    state = game.start()
    for step in replay(game, lexicon):
        state = step.after
    return state


def holds_classic_game(text: str) -> bool:
    """Tell whether a text is such a record, rather than that of a duplicate game."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "acts" in data


def _player_data(player: Player) -> dict[str, object]:
    return {key: value for key, value in asdict(player).items() if value is not None}


def _player(item: object, entry: RecordObject) -> Player:
    kinds: dict[str, type[Any]] = {"name": str, "turn_seconds": int, "level": str, "target": int}
    if not isinstance(item, dict) or "name" not in item or not item.keys() <= kinds.keys():
        raise entry.problem(
            "“players” must be objects with “name”, and “turn_seconds”, “level” or “target” as need be"
        )
    read = RecordObject(item, entry.where, tuple(kinds))
    values: dict[str, Any] = {key: read.get(key, kinds[key]) for key in item}
    return Player(**values)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
