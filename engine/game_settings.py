"""Settings of a game in one group: a frozen dataclass of `rule_settings.setting` fields, read, checked and
written alike.

A class of settings calls `check_settings(self)` in its `__post_init__`, so that a value is right as soon as it exists.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from engine.errors import RuleSetError
from engine.rule_settings import Problem, settings_in, to_toml
from engine.rule_settings import gettext_noop as _

NO_SUCH_SETTING = _("there is no such setting")

Found = tuple[str, Problem]  # a setting, and what is wrong with it
_Settings = TypeVar("_Settings")


def _no_conflicts() -> Iterable[Found]:
    return ()


def read_settings(kind: type[_Settings], data: Mapping[str, Any]) -> _Settings:
    """The settings in what JSON or TOML was read into; what is left out is as usual.

    Raises:
        RuleSetError: a setting is none of this kind, or not what it may be.
    """
    known = dict(settings_in(kind))
    for name in data:
        if name not in known:
            raise refused(name, Problem(NO_SUCH_SETTING))
    return kind(**{name: known[name].kind.read(value) for name, value in data.items()})


def read_toml(text: str) -> dict[str, Any]:
    """What the text of settings has; a `RuleSetError` if it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refused("text", Problem(_("it is no TOML: {error}"), {"error": str(error)})) from error
    except (ValueError, RecursionError) as error:  # a number or a nesting beyond all bounds
        raise refused("text", Problem(_("it cannot be read"))) from error


def settings_data(settings: Any) -> dict[str, Any]:
    """What `read_settings` reads back as equal settings: plain values, those that are None left out."""
    values = {name: getattr(settings, name) for name, _setting in settings_in(settings)}
    return {name: plain(value) for name, value in values.items() if value is not None}


def settings_toml(settings: Any) -> str:
    """The text of `settings_data`."""
    return "".join(f"{name} = {to_toml(value)}\n" for name, value in settings_data(settings).items())


def check_settings(settings: Any, conflicts: Callable[[], Iterable[Found]] = _no_conflicts) -> None:
    """Refuse settings of which one is not what it may be, or some cannot be together.

    Conflicts are looked for only among settings that are right by themselves.
    """
    raise_found(list(_problems(settings)) or list(conflicts()))


def raise_found(found: list[Found]) -> None:
    """Raise what is wrong, if anything is: the first as the error, which carries all others."""
    if found:
        error, *others = (refused(name, problem) for name, problem in found)
        error.others = tuple(others)
        raise error


def refused(setting: str, problem: Problem) -> RuleSetError:
    """The error that names the setting and what is wrong with it."""
    return RuleSetError(
        "bad_rules", setting=setting, problem=str(problem), template=problem.text, **problem.values
    )


def plain(value: object) -> object:
    """The value of a setting as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in sorted(value.items())}
    return list(value) if isinstance(value, tuple) else value


def _problems(settings: Any) -> Iterable[Found]:
    for name, setting in settings_in(settings):
        problem = setting.kind.problem(getattr(settings, name))
        if problem:
            yield name, problem
