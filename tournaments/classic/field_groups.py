"""The fields of a division's form in groups, in the order in which a director thinks of them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.forms import BoundField, Form
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.classic.core.match_rules import RULE_FIELDS

GROUPS: Final = (
    (
        pgettext_lazy("match", "Players and rounds"),
        ("name", "rounds_planned", "lexicon", "first_table", "missed_late", "missed_left"),
    ),
    (_("How rounds are paired"), ("method", "rounds_ahead", "apart_teams", "apart_clubs")),
    (
        _("How matches are played"),
        ("match_rules", *(name for name in RULE_FIELDS if name != "overtime_points")),
    ),
    (
        pgettext_lazy("settings of a match", "Clock"),
        ("clock_minutes", "overtime_points", "turn_seconds", "clocks_given"),
    ),
    (
        _("Standings, prizes and ratings"),
        (
            *("tie_break", "second_tie_break", "third_tie_break", "spread_caps", "bye_spread"),
            *("forfeit_spread", "leavers_unranked", "prize_places", "rating_system"),
        ),
    ),
)
# For few divisions: folded.
METHODS: Final = (
    _("Details of pairing methods"),
    ("opponents", "hill_rematches", "gibson", "quarters", "cycles", "group_size", "groups_by", "legs"),
)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields of a form under a title; `folded` if they are rarely changed and none has an error."""

    title: Promise
    fields: list[BoundField]
    folded: bool


def group_fields(form: Form, without: Collection[str] = ()) -> list[FieldGroup]:
    """Return the fields of a division's form by group, but those named; only the last group is ever folded."""
    return [
        FieldGroup(
            title,
            [form[name] for name in names if name not in without],
            folded=(title, names) == METHODS and not without and not form.errors.keys() & set(names),
        )
        for title, names in (*GROUPS, METHODS)
    ]
