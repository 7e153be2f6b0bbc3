"""Values of settings in words, in the active language, from the descriptions of `engine.rules.setting_kinds`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from engine.rules.setting_kinds import Countdown, Flag, Numbers, OneOf, Points, Setting, Several
from tournaments.wording.clauses import join_clauses


def value_in_words(setting: Setting, value: Any) -> str:
    """Return the value of a setting in words, never empty."""
    kind = setting.kind
    if isinstance(kind, Flag):
        return gettext("yes") if value else gettext("no")
    if isinstance(kind, OneOf):
        return gettext(kind.options[value])
    if isinstance(kind, Several):
        chosen = [gettext(kind.options[item]) for item in value]
        return join_clauses(chosen) or pgettext("an empty list", "nothing")
    if isinstance(kind, Numbers):
        none = gettext("no call") if isinstance(kind, Countdown) else pgettext("an empty list", "nothing")
        return ", ".join(map(str, value)) or none
    if isinstance(kind, Points):
        return _points_in_words(value)
    return gettext("no limit") if value is None else str(value)


def _points_in_words(points: Mapping[int, int]) -> str:
    each = [
        ngettext("{tiles} tile: {points}", "{tiles} tiles: {points}", tiles).format(
            tiles=tiles, points=points
        )
        for tiles, points in sorted(points.items())
    ]
    return ", ".join(each) or pgettext("an empty list", "nothing")
