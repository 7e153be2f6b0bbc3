"""Solos and averages in words, in the language in force."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.standings.rules.ranking import Average, Solo
from engine.rules import (
    all_settings,
)


def solo_text(solo: Solo) -> str:
    """Return the name of the player who alone had the best score of a round, and the points for it."""
    if not solo.points:
        return solo.name
    return gettext("{name}, +{points}").format(name=solo.name, points=solo.points)


AVERAGES: dict[str, tuple[Promise, str]] = {
    "arbitrated": (
        _("The average of the players, for the arbitrator of the round: {points}."),
        "standings.arbitrators_averaged",
    ),
    "second_zero": (
        _(
            "The same fault before the first zero was announced: the average of this arbitrator’s "
            "players, {points}."
        ),
        "sanctions.second_zero_averaged",
    ),
}


def average_text(average: Average) -> str:
    """Return why a round counts the average."""
    return str(AVERAGES[average.why][0]).format(points=average.points)


def average_rule(average: Average) -> str:
    """Return the label of the setting that an average comes from."""
    return gettext(dict(all_settings())[AVERAGES[average.why][1]].label)
