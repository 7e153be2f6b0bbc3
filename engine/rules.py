"""Rule sets: what a club may set about a duplicate game.

A `RuleSet` is a frozen value that is right as soon as it exists: every setting is checked when it is made,
and a `RuleSetError` names the setting and what is wrong. Its text form is TOML; the presets lie in
`engine/data/rules`.
"""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Self

from engine.errors import RuleSetError
from engine.scoring import DEFAULT_BONUSES

MOST_RACK = 15
MOST_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The settings of a game; `bonuses` maps the number of tiles played in one move to points."""

    name: str = "classic"
    rack_size: int = 7
    bonuses: Mapping[int, int] = field(default_factory=lambda: DEFAULT_BONUSES, hash=False)
    minimum_early: int = 2
    minimum_late: int = 1
    late_from_round: int = 16
    round_seconds: int = 180
    call_seconds: int = 30
    grace_seconds: int = 2

    def __post_init__(self) -> None:
        for setting, problem in self._problems():
            raise RuleSetError("bad_rules", setting=setting, problem=problem)
        object.__setattr__(self, "bonuses", MappingProxyType(dict(self.bonuses)))

    def __reduce__(self) -> tuple[Callable[[str], Self], tuple[str]]:
        """Copied and sent between processes by its text form."""
        return (type(self).from_toml, (self.to_toml(),))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The rule set in a text; a setting left out has its classic value."""
        try:
            data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RuleSetError("bad_rules", setting="text", problem=str(error)) from error
        known = {setting.name for setting in fields(cls)}
        for setting in data:
            if setting not in known:
                raise RuleSetError("bad_rules", setting=setting, problem="there is no such setting")
        if isinstance(data.get("bonuses"), dict):
            data["bonuses"] = {_tile_count(key): points for key, points in data["bonuses"].items()}
        return cls(**data)

    def to_toml(self) -> str:
        """The text that `from_toml` reads back as an equal rule set."""
        return "".join(f"{setting.name} = {_toml(getattr(self, setting.name))}\n" for setting in fields(self))

    def minimum(self, round_number: int) -> int:
        """How many vowels, and how many consonants, a rack of that round must have (RULES D3)."""
        return self.minimum_early if round_number < self.late_from_round else self.minimum_late

    def _problems(self) -> Iterator[tuple[str, str]]:
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            yield "name", "a rule set needs a name"
        for setting, least, most in (
            ("rack_size", 1, MOST_RACK),
            ("minimum_early", 0, MOST_RACK),
            ("minimum_late", 0, MOST_RACK),
            ("late_from_round", 1, 1000),
            ("round_seconds", 1, MOST_SECONDS),
            ("call_seconds", 0, MOST_SECONDS),
            ("grace_seconds", 0, 60),
        ):
            if not _is_number(getattr(self, setting), least, most):
                yield setting, f"must be a whole number from {least} to {most}"
        for setting in ("minimum_early", "minimum_late"):
            if 2 * getattr(self, setting) > self.rack_size:
                yield setting, f"so many vowels and consonants do not fit on a rack of {self.rack_size}"
        if self.call_seconds >= self.round_seconds:
            yield "call_seconds", "the call must come after the start of the round"
        bonuses: object = self.bonuses
        if not isinstance(bonuses, Mapping):
            yield "bonuses", "must map numbers of tiles to points"
        for tiles, points in self.bonuses.items():
            if not _is_number(tiles, 1, self.rack_size) or not _is_number(points, 0, 1000):
                yield "bonuses", f"must map 1 to {self.rack_size} tiles to 0 to 1000 points"


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _tile_count(key: str) -> int | str:
    """TOML has texts for keys; what is no number stays as it is, for the check to refuse."""
    return int(key) if key.isascii() and key.isdigit() and len(key) < 3 else key


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {points}" for key, points in sorted(value.items())) + " }"
    return json.dumps(value, ensure_ascii=False)


@lru_cache
def load_rule_set(name: str) -> RuleSet:
    """The preset of that name."""
    folder = resources.files("engine") / "data" / "rules"
    if f"{name}.toml" not in {path.name for path in folder.iterdir()}:
        raise RuleSetError("bad_rules", setting="name", problem=f"there is no rule set “{name}”")
    return RuleSet.from_toml((folder / f"{name}.toml").read_text(encoding="utf-8"))
