"""The rules of a division's matches: from its fields, by the name of a federation, and in words.

A division has a field for each setting in `RULE_FIELDS`, with the name of the setting. `challenge` is the one that
differs: it holds the points too ("5", "10").
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from engine.referee import ClassicSettings
from engine.referee.match_rules import load_match_rules, match_rules_names
from engine.referee.settings import all_settings
from engine.rules.setting_kinds import Setting
from tournaments.classic.models import Division
from tournaments.classic.models.divisions import MATCHES
from tournaments.described_settings.setting_columns import names_by_group
from tournaments.described_settings.setting_words import value_in_words

RULE_FIELDS = (*names_by_group(Division)[MATCHES], "overtime_points")
TITLES = {
    "championship": _("Championship rules"),
    "naspa": _("NASPA (North America)"),
    "wespa": _("WESPA (international)"),
    "absp": _("ABSP (Great Britain)"),
    "club": _("Club evening"),
}
# Rules with more changed settings are no longer called by the name of a federation.
MOST_CHANGED = 3
_OF_POINTS = ("challenge_points", "challenge_points_for", "challenge_points_go")
_IN_WORDS = ("challenge", *_OF_POINTS, *RULE_FIELDS[3:])


@dataclass(frozen=True, slots=True)
class MatchRulesText:
    """Match rules in words: the title, empty for rules of one's own, and pairs of a label and a value.

    `changed` are the settings that differ from the rules of the title: the label, the value, and the value there.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str, str], ...] = ()


def settings_of(division: Division) -> ClassicSettings:
    """Return the settings by which the division's matches are played."""
    others = {name: getattr(division, name) for name in RULE_FIELDS if name != "challenge"}
    return ClassicSettings.of_championship(division.challenge, turn_seconds=division.turn_seconds, **others)


def fields_of_rules(name: str) -> dict[str, Any]:
    """Return the values that the match rules of this name give to the fields of a division."""
    settings = load_match_rules(name)
    values = {field: getattr(settings, field) for field in RULE_FIELDS}
    if settings.challenge == "points":
        values["challenge"] = str(settings.challenge_points)
    return values


def find_rules_name(values: Mapping[str, Any]) -> str:
    """Return the name of the match rules with these values of `RULE_FIELDS`, or "" if there are none."""
    wanted = {name: values.get(name) for name in RULE_FIELDS}
    return next((name for name in TITLES if fields_of_rules(name) == wanted), "")


def find_nearest_rules(values: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the name of the match rules from which these values differ least, and the settings that differ.

    The name is "" if more than `MOST_CHANGED` of them differ.
    """
    best = ""
    least: tuple[str, ...] = RULE_FIELDS
    for name in TITLES:
        theirs = fields_of_rules(name)
        differing = tuple(one for one in RULE_FIELDS if values.get(one) != theirs[one])
        if len(differing) < len(least):
            best, least = name, differing
    return (best, _settings_named(least)) if len(least) <= MOST_CHANGED else ("", ())


def _settings_named(names: Iterable[str]) -> tuple[str, ...]:
    """Return the settings of these fields: that of a challenge holds its points too."""
    settings = set(names)
    return tuple(settings | {"challenge_points"} if "challenge" in settings else settings)


def match_rules_choices() -> list[tuple[str, Any]]:
    """Return the names and titles of the match rules, and a last choice for rules of one's own."""
    assert TITLES.keys() == set(match_rules_names()), "each file of match rules has a title"
    return [*TITLES.items(), ("", _("As set below"))]


def describe_match_rules(division: Division) -> MatchRulesText:
    """Return the rules of the division's matches and the times of its clocks in the active language."""
    settings = settings_of(division)
    name, changed = find_nearest_rules({name: getattr(division, name) for name in RULE_FIELDS})
    compared = compare_in_words(changed, settings, load_match_rules(name)) if name else ()
    times = [(gettext("Minutes per player"), str(division.clock_minutes))]
    if division.turn_seconds:
        times.append((gettext("Seconds per turn"), str(division.turn_seconds)))
    return MatchRulesText(
        str(TITLES.get(name, "")),
        (*match_rules_in_words(settings), *times),
        tuple((label, ours, theirs) for label, (ours, theirs) in compared if ours != theirs),
    )


def match_rules_in_words(settings: ClassicSettings) -> tuple[tuple[str, str], ...]:
    """Return the label and the value of each setting that a director may change, in the active language."""
    shown = [name for name in _IN_WORDS if settings.challenge == "points" or name not in _OF_POINTS]
    return tuple(
        (gettext(all_settings()[name].label), _in_words(all_settings()[name], getattr(settings, name)))
        for name in shown
    )


def compare_in_words(
    names: Iterable[str], *compared: ClassicSettings
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the label of each of these settings, and its value in each of the compared rules."""
    every = all_settings()
    return tuple(
        (
            gettext(every[name].label),
            tuple(_value_in_words(settings, name) for settings in compared),
        )
        for name in every
        if name in set(names)
    )


def _value_in_words(settings: ClassicSettings, name: str) -> str:
    if name in _OF_POINTS and settings.challenge != "points":
        return "–"
    return _in_words(all_settings()[name], getattr(settings, name))


def _in_words(setting: Setting, value: Any) -> str:
    none = pgettext("a setting without a value", "none")
    return none if value is None else value_in_words(setting, value)
