"""Rule sets in words, in the active language: every setting, its value, and the value in a preset."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext

from duplicate.games.rules.presets import PRESETS
from duplicate.models import Game
from engine.rules import (
    RuleSet,
    all_settings,
    differences,
    group_labels,
    load_rule_set,
)
from tournaments.described_settings.setting_words import value_in_words


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting in words; `base` is its value in the rule set compared with, empty if both agree."""

    path: str
    label: str
    help: str
    value: str
    base: str

    @property
    def differs(self) -> bool:
        return bool(self.base)


@dataclass(frozen=True, slots=True)
class SettingGroup:
    name: str
    label: str
    lines: tuple[SettingLine, ...]


def rules_in_words(rules: RuleSet, base: RuleSet) -> tuple[SettingGroup, ...]:
    """Return all settings by group, compared with another rule set."""
    lines = setting_lines(rules, base)
    return tuple(
        SettingGroup(name, gettext(label), tuple(line for line in lines if line.path.startswith(f"{name}.")))
        for name, label in group_labels().items()
    )


def setting_lines(rules: RuleSet, base: RuleSet) -> tuple[SettingLine, ...]:
    other = set(differences(rules, base))
    return tuple(
        SettingLine(
            path,
            gettext(setting.label),
            gettext(setting.help) if setting.help else "",
            value_in_words(setting, rules.value(path)),
            value_in_words(setting, base.value(path)) if path in other else "",
        )
        for path, setting in all_settings()
    )


def find_changed_settings(game: Game) -> tuple[SettingLine, ...]:
    """Return the settings that differ between a game and the club's rules, if the club changed these since
    the game began.

    Each line has the game's value beside the club's. The result is empty if the club's rules have not changed
    since.
    """
    own = game.club_rules
    if own is None or own.changed_at <= game.created_at:
        return ()
    return tuple(line for line in setting_lines(game.rule_set, own.rule_set) if line.differs)


@lru_cache
def nearest_preset(rules: RuleSet) -> str:
    """Return the preset that a rule set differs from least; its own name if that is a preset's."""
    if rules.name in PRESETS:
        return rules.name
    return min(PRESETS, key=lambda name: len(differences(rules, load_rule_set(name))))
