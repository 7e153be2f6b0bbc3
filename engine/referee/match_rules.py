"""The match rules of federations by name: texts of `ClassicSettings` in `engine/data/match_rules`.

Each file names its source. A setting that it leaves out is that of rule C.
"""

from functools import lru_cache
from importlib import resources

from engine.referee.settings import ClassicSettings
from engine.rules.game_settings import refusal
from engine.rules.setting_kinds import SettingProblem
from engine.translation import gettext_noop as _


def match_rules_names() -> tuple[str, ...]:
    """List the names of the match rules."""
    folder = resources.files("engine") / "data" / "match_rules"
    return tuple(sorted(path.name.removesuffix(".toml") for path in folder.iterdir()))


@lru_cache
def load_match_rules(name: str) -> ClassicSettings:
    """Return the match rules of that name.

    Raises:
        RuleSetError: there are none.
    """
    if name not in match_rules_names():
        raise refusal("name", SettingProblem(_("there are no match rules “{name}”"), {"name": name}))
    path = resources.files("engine") / "data" / "match_rules" / f"{name}.toml"
    return ClassicSettings.from_toml(path.read_text(encoding="utf-8"))
