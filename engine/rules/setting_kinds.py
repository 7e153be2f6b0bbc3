"""The settings of a rule set: the kinds of values, and the words that explain a setting.

A *setting* is a field of a frozen dataclass (a group of `rules.RuleSet`) that carries a `Setting`: a label, a
sentence of help, and a *kind*. The kind says which values are valid, and has the data that a form needs.
Labels, help, options and problems are English. They are marked with `gettext_noop` so that the apps find them
for translation, and are translated on display.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

from engine.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """An error of a value: English, with placeholders for `values`, to be translated on display."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


class SettingKind(Protocol):
    """A kind of values that a setting may have."""

    def read(self, value: object) -> object:
        """Convert a value from TOML or JSON; an invalid one stays unchanged, and is refused later."""
        ...

    def problem(self, value: object) -> SettingProblem | None:
        """Return the error of a value, or None."""
        ...


class _Plain:
    """A kind whose values are read unchanged."""

    def read(self, value: object) -> object:
        return value


class _Listed:
    """A kind whose lists are read as tuples: a rule set is immutable."""

    def read(self, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Whole(_Plain):
    """A whole number; an optional one may be left out, which is None."""

    least: int
    most: int
    optional: bool = False

    def problem(self, value: object) -> SettingProblem | None:
        if _is_number(value, self.least, self.most) or (self.optional and value is None):
            return None
        return SettingProblem(
            _("must be a whole number from {least} to {most}"), {"least": self.least, "most": self.most}
        )


@dataclass(frozen=True, slots=True)
class Flag(_Plain):
    """Yes or no."""

    def problem(self, value: object) -> SettingProblem | None:
        return None if isinstance(value, bool) else SettingProblem(_("must be true or false"))


@dataclass(frozen=True, slots=True)
class Text(_Plain):
    """A text of any number of lines, which may be empty."""

    most: int

    def problem(self, value: object) -> SettingProblem | None:
        if isinstance(value, str) and len(value) <= self.most:
            return None
        return SettingProblem(_("must be a text of at most {most} characters"), {"most": self.most})


@dataclass(frozen=True, slots=True)
class OneOf(_Plain):
    """One of the options, which map values to their meanings."""

    options: Mapping[str, str]

    def problem(self, value: object) -> SettingProblem | None:
        if isinstance(value, str) and value in self.options:
            return None
        return SettingProblem(_("must be one of {options}"), {"options": ", ".join(self.options)})


@dataclass(frozen=True, slots=True)
class OneLine(_Plain):
    """A text of one line, with a maximum length; it may be empty."""

    most: int

    def problem(self, value: object) -> SettingProblem | None:
        if _is_line(value, self.most) and value == str(value).strip():
            return None
        return SettingProblem(
            _("must be a text of one line, of {most} characters at most"), {"most": self.most}
        )


@dataclass(frozen=True, slots=True)
class DistinctWords(_Listed):
    """Words, none empty and none twice."""

    most: int
    longest: int

    def problem(self, value: object) -> SettingProblem | None:
        words = value if isinstance(value, tuple) else (None,)
        if all(_is_line(word, self.longest) and word.split() == [word] for word in words):
            if len(set(words)) == len(words) <= self.most:
                return None
            return SettingProblem(_("must be {most} words at most, none twice"), {"most": self.most})
        return SettingProblem(_("must be a list of words"))


@dataclass(frozen=True, slots=True)
class Several(_Listed):
    """Some of the options in an order that matters, none twice."""

    options: Mapping[str, str]

    def problem(self, value: object) -> SettingProblem | None:
        known = isinstance(value, tuple) and all(isinstance(item, str) for item in value)
        if known and isinstance(value, tuple) and len(set(value) & set(self.options)) == len(value):
            return None
        return SettingProblem(
            _("must be a list of some of {options}, none twice"), {"options": ", ".join(self.options)}
        )


@dataclass(frozen=True, slots=True)
class Numbers(_Listed):
    """Whole numbers from 1 on."""

    most: int

    def problem(self, value: object) -> SettingProblem | None:
        if isinstance(value, tuple) and all(_is_number(item, 1, self.most) for item in value):
            return None
        return SettingProblem(_("must be a list of whole numbers from 1 to {most}"), {"most": self.most})


@dataclass(frozen=True, slots=True)
class Countdown(Numbers):
    """Seconds before an end, each less than the one before."""

    def problem(self, value: object) -> SettingProblem | None:
        problem = Numbers.problem(self, value)
        if problem is None and isinstance(value, tuple) and list(value) != sorted(set(value), reverse=True):
            return SettingProblem(_("must go down"))
        return problem


@dataclass(frozen=True, slots=True)
class Points:
    """Points by a number of tiles."""

    most_tiles: int
    most_points: int

    def read(self, value: object) -> object:
        """Convert the keys, which are texts in TOML and JSON, to numbers; others stay, and are refused later.

        "07" is no number here: it would be a second 7.
        """
        if not isinstance(value, Mapping):
            return value
        numbers = {str(tiles): tiles for tiles in range(1, self.most_tiles + 1)}
        return {numbers.get(key, key): points for key, points in value.items()}

    def problem(self, value: object) -> SettingProblem | None:
        if isinstance(value, Mapping) and all(
            _is_number(tiles, 1, self.most_tiles) and _is_number(points, 0, self.most_points)
            for tiles, points in value.items()
        ):
            return None
        return SettingProblem(
            _("must map 1 to {tiles} tiles to 0 to {points} points"),
            {"tiles": self.most_tiles, "points": self.most_points},
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """The explanation of a setting, and its kind."""

    label: str
    help: str
    kind: SettingKind


def setting(default: Any, kind: SettingKind, label: str, explained: str = "", **options: Any) -> Any:
    """Define a field of a group of settings."""
    metadata = {"setting": Setting(label, explained, kind)}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata, **options)
    return field(default=default, metadata=metadata, **options)


def settings_in(group: Any) -> Iterator[tuple[str, Setting]]:
    """Yield name and explanation of each setting of a group, given as its class or a value of it."""
    for item in fields(group):
        yield item.name, item.metadata["setting"]


def to_toml(value: object) -> str:
    """Format the value of a setting as TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {to_toml(item)}" for key, item in sorted(value.items())) + " }"
    return json.dumps(value, ensure_ascii=False)


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_line(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()
