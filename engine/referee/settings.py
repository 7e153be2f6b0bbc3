"""What may be agreed before a classic game (RULES C and T).

A `ClassicSettings` is a frozen value that is right as soon as it exists; a `RuleSetError` names the setting and
what is wrong with it. Its text form is TOML: a text says what differs from rule C as it stands, what is printed says
everything, so that a game keeps its rules whatever the program takes for usual later.
"""

# ruff: noqa: RUF009 - what gives the defaults here is dataclasses.field, with what explains the setting

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, Self

from engine.errors import RuleSetError
from engine.rule_settings import (
    OneOf,
    Points,
    Problem,
    Setting,
    Whole,
    setting,
    settings_in,
    to_toml,
)
from engine.rule_settings import gettext_noop as _
from engine.rules import NO_SUCH_SETTING
from engine.scoring import DEFAULT_BONUSES
from engine.squares import LONGEST_RACK

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
MOST_POINTS = 1000
MOST_SECONDS = 24 * 60 * 60

ChallengeRule = Literal["void", "single", "double", "points"]
CHALLENGE_RULES: dict[str, str] = {
    "void": _("none: a play with a word that is not good is refused"),
    "single": _("nothing"),
    "double": _("the next turn"),
    "points": _("points"),
}
POINTS_FOR: dict[str, str] = {"word": _("for each word challenged"), "play": _("for the play")}
POINTS_GO: dict[str, str] = {
    "lost": _("the challenger loses them"),
    "gained": _("the player who was challenged gains them"),
}
FINAL_ADJUSTMENTS: dict[str, str] = {
    "each": _("everyone loses the tiles left, and who went out gains those of the others"),
    "double": _("who went out gains the tiles of the others twice, and the others lose nothing"),
}


@dataclass(frozen=True, slots=True)
class ClassicSettings:
    """The settings of a classic game; without any, rule C with the exchange as championships have it."""

    rack_size: int = setting(7, Whole(1, LONGEST_RACK), _("Tiles on a rack"))
    bonuses: Mapping[int, int] = setting(
        DEFAULT_BONUSES,
        Points(LONGEST_RACK, MOST_POINTS),
        _("Bonuses"),
        _("Points on top for playing so many tiles."),
    )
    exchange_minimum: int = setting(
        7,
        Whole(0, 100),
        _("Tiles in the bag for an exchange"),
        _("With fewer in the bag nobody may exchange. 0: as many as are exchanged are enough."),
    )
    challenge: ChallengeRule = setting(
        "double", OneOf(CHALLENGE_RULES), _("What a challenge costs that fails")
    )
    challenge_points: int = setting(
        5, Whole(1, MOST_POINTS), _("Points for a challenge that fails"), _("Where it costs points.")
    )
    challenge_points_for: str = setting("word", OneOf(POINTS_FOR), _("What these points are for"))
    challenge_points_go: str = setting("lost", OneOf(POINTS_GO), _("Where these points go"))
    passes_each: int = setting(2, Whole(1, 10), _("Passes of each player in succession that end the game"))
    scoreless_turns: int | None = setting(
        None,
        Whole(2, 100, optional=True),
        _("Turns without a score, one after the other, that end the game"),
        _("Whether passed, exchanged, lost or played for nothing. Empty: only passes end it."),
    )
    final_adjustment: str = setting("each", OneOf(FINAL_ADJUSTMENTS), _("Tiles left at the end"))
    overtime_points: int = setting(
        10, Whole(0, MOST_POINTS), _("Points for each minute over"), _("A minute begun counts whole.")
    )
    turn_seconds: int | None = setting(
        None,
        Whole(1, MOST_SECONDS, optional=True),
        _("Seconds for a turn"),
        _("Empty: there is no limit. A player may have one of their own, as a handicap."),
    )

    def __post_init__(self) -> None:
        found = list(self._problems())
        if found:
            error, *others = (_refused(name, problem) for name, problem in found)
            error.others = tuple(others)
            raise error
        # A mapping that was handed in could be changed from outside.
        object.__setattr__(self, "bonuses", MappingProxyType(dict(self.bonuses)))

    def __hash__(self) -> int:
        return hash(self.to_toml())

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and sent between processes by its text form."""
        return (type(self).from_toml, (self.to_toml(),))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The settings in a text; one that is left out is as rule C has it."""
        try:
            return cls.from_data(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise _refused("text", Problem(_("it is no TOML: {error}"), {"error": str(error)})) from error
        except RuleSetError:
            raise
        except (ValueError, RecursionError) as error:  # a number or a nesting beyond all bounds
            raise _refused("text", Problem(_("it cannot be read"))) from error

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The settings in what TOML or JSON was read into."""
        known = all_settings()
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name not in known:
                raise _refused(name, Problem(NO_SUCH_SETTING))
            values[name] = known[name].kind.read(value)
        return cls(**values)

    @classmethod
    def of_championship(cls, challenge: str, **others: Any) -> Self:
        """Championship play with a challenge rule as tournaments name it: "void", "single", "double", "5" or "10"."""
        if challenge.isdigit():
            return cls(challenge="points", challenge_points=int(challenge), **others)
        return cls.from_data({"challenge": challenge, **others})

    def to_data(self) -> dict[str, Any]:
        """What `from_data` reads back as equal settings: plain values, those that are None left out."""
        values = {name: getattr(self, name) for name in all_settings()}
        values["bonuses"] = {str(tiles): points for tiles, points in sorted(self.bonuses.items())}
        return {name: value for name, value in values.items() if value is not None}

    def to_toml(self) -> str:
        """The text that `from_toml` reads back as equal settings."""
        return "".join(f"{name} = {to_toml(value)}\n" for name, value in self.to_data().items())

    def differences(self) -> dict[str, Any]:
        """Those of `to_data` that are not as rule C has them."""
        usual = ClassicSettings().to_data()
        return {name: value for name, value in self.to_data().items() if usual.get(name) != value}

    def _problems(self) -> Iterator[tuple[str, Problem]]:
        for name, explained in all_settings().items():
            problem = explained.kind.problem(getattr(self, name))
            if problem:
                yield name, problem


@lru_cache
def all_settings() -> dict[str, Setting]:
    """Every setting, with what explains it."""
    return dict(settings_in(ClassicSettings))


def _refused(setting: str, problem: Problem) -> RuleSetError:
    return RuleSetError(
        "bad_rules", setting=setting, problem=str(problem), template=problem.text, **problem.values
    )
