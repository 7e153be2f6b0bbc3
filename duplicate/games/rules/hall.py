"""The rules that the hall needs before the first round, as a few short lines for the big screen."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from duplicate.games.rules.presets import rules_title
from engine.rules import (
    RuleSet,
)


def rules_for_hall(rules: RuleSet) -> list[str]:
    """Return the rules of a game in short lines, in the active language."""
    return [rules_title(rules), *_of_slips(rules), *_of_points(rules), *_of_end(rules)]


def _of_slips(rules: RuleSet) -> Iterator[str]:
    minutes, seconds = divmod(rules.time.round_seconds, 60)
    yield _("Time for a round: {time}").format(time=f"{minutes}:{seconds:02}")
    if rules.slips.score_stated:
        yield _("Write the word, its square and the points")
    else:
        yield _("Write the word and its square")
    if rules.slips.second_slip == "replaces":
        yield _("You can change your slip until time is up")
    else:
        yield _("Only one slip a round")


def _of_points(rules: RuleSet) -> Iterator[str]:
    for tiles, points in sorted(rules.moves.bonuses.items()):
        yield ngettext("{tiles} tile: +{points}", "{tiles} tiles: +{points}", tiles).format(
            tiles=tiles, points=points
        )
    solo = rules.solo
    if solo.points and solo.from_players > 1:
        yield _("A solo brings {points} points, from {players} players on").format(
            points=solo.points, players=solo.from_players
        )
    elif solo.points:
        yield _("A solo brings {points} points").format(points=solo.points)


def _of_end(rules: RuleSet) -> Iterator[str]:
    if rules.end.rounds is not None:
        yield ngettext("{rounds} round", "{rounds} rounds", rules.end.rounds).format(rounds=rules.end.rounds)
