"""Settings of a game in one group: reading, checking and writing a frozen dataclass of `settings.setting`
fields.

A class of settings calls `check_settings(self)` in its `__post_init__`, so that every value is checked on
creation.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from engine.errors import RuleSetError
from engine.rules.setting_kinds import SettingProblem, settings_in, to_toml
from engine.rules.toml import TomlError, parse_toml
from engine.translation import gettext_noop as _

NO_SUCH_SETTING = _("there is no such setting")

Found = tuple[str, SettingProblem]  # a setting, and its error
_Settings = TypeVar("_Settings")


def _no_conflicts() -> Iterable[Found]:
    return ()


def read_settings(kind: type[_Settings], data: Mapping[str, Any]) -> _Settings:
    """Read settings from parsed JSON or TOML; those left out have their defaults.

    Raises:
        RuleSetError: a setting does not exist, or has a value that is not allowed.
    """
    known = dict(settings_in(kind))
    for name in data:
        if name not in known:
            raise refusal(name, SettingProblem(NO_SUCH_SETTING))
    return kind(**{name: known[name].kind.read(value) for name, value in data.items()})


def read_toml(text: str) -> dict[str, Any]:
    """Parse the text of settings; raise a `RuleSetError` if it is no TOML, or dangerous to parse."""
    try:
        return parse_toml(text)
    except TomlError as error:
        raise refusal("text", error.problem) from error


def settings_data(settings: Any) -> dict[str, Any]:
    """Return plain values that `read_settings` reads back as equal settings, without those that are None."""
    values = {name: getattr(settings, name) for name, _setting in settings_in(settings)}
    return {name: plain(value) for name, value in values.items() if value is not None}


def settings_toml(settings: Any) -> str:
    """Return `settings_data` as a TOML text."""
    return "".join(f"{name} = {to_toml(value)}\n" for name, value in settings_data(settings).items())


def check_settings(settings: Any, conflicts: Callable[[], Iterable[Found]] = _no_conflicts) -> None:
    """Refuse settings if one has a value that is not allowed, or some do not go together.

    Conflicts are checked only if every single setting is valid.
    """
    raise_found(list(_problems(settings)) or list(conflicts()))


def raise_found(found: list[Found]) -> None:
    """Raise the errors found, if any: the first one, with all others attached."""
    if found:
        error, *others = (refusal(name, problem) for name, problem in found)
        error.others = tuple(others)
        raise error


def refusal(setting: str, problem: SettingProblem) -> RuleSetError:
    """Return the error that names the setting and the problem."""
    return RuleSetError(
        "bad_rules", setting=setting, problem=str(problem), template=problem.text, **problem.values
    )


def plain(value: object) -> object:
    """Return the value of a setting as plain JSON data."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in sorted(value.items())}
    return list(value) if isinstance(value, tuple) else value


def _problems(settings: Any) -> Iterable[Found]:
    for name, setting in settings_in(settings):
        problem = setting.kind.problem(getattr(settings, name))
        if problem:
            yield name, problem
