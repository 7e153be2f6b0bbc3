"""Settings of a mode: a frozen dataclass of `rule_settings.setting` fields, read, checked and written alike for all.

A class of settings calls `check_settings(self)` in its `__post_init__`, so that a value is right as soon as it exists.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.errors import RuleSetError
from engine.rule_settings import Problem, settings_in
from engine.rules import NO_SUCH_SETTING

_Settings = TypeVar("_Settings")


def read_settings(kind: type[_Settings], data: Mapping[str, Any]) -> _Settings:
    """The settings in what JSON or TOML was read into; what is left out is as usual.

    Raises:
        RuleSetError: a setting is none of this mode, or not what it may be.
    """
    known = dict(settings_in(kind))
    for name in data:
        if name not in known:
            raise refused(name, Problem(NO_SUCH_SETTING))
    return kind(**{name: known[name].kind.read(value) for name, value in data.items()})


def settings_data(settings: Any) -> dict[str, Any]:
    """What `read_settings` reads back as equal settings: plain values, those that are None left out."""
    values = {name: getattr(settings, name) for name, _setting in settings_in(settings)}
    return {name: _plain(value) for name, value in values.items() if value is not None}


def check_settings(settings: Any) -> None:
    """Refuse settings of which one is not what it may be; the error carries all the others that are not."""
    found = [
        refused(name, problem)
        for name, setting in settings_in(settings)
        if (problem := setting.kind.problem(getattr(settings, name)))
    ]
    if found:
        error, *others = found
        error.others = tuple(others)
        raise error


def refused(setting: str, problem: Problem) -> RuleSetError:
    """The error that names the setting and what is wrong with it."""
    return RuleSetError(
        "bad_rules", setting=setting, problem=str(problem), template=problem.text, **problem.values
    )


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): item for key, item in sorted(value.items())}
    return list(value) if isinstance(value, tuple) else value
