"""Pairing methods for a round of a classic division: one module a method, and one registry. Pure.

`pair("swiss", field, number, settings)` returns a `PairedRound`, always the same for the same values: all
lots are drawn from the seed of the settings. `reasons.sentence` states in words why a pairing is as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.classic.pairing import king_of_the_hill, manual, quartiles, round_robin, swiss, team_match
from tournaments.classic.pairing.history import Ground, ground_for
from tournaments.classic.pairing.reasons import sentence
from tournaments.classic.pairing.values import Field, PairedRound, Pairing, Reason, Settings
from tournaments.core.errors import RuleViolation

__all__ = ["METHODS", "Field", "Method", "PairedRound", "Pairing", "Reason", "Settings", "pair", "sentence"]


@dataclass(frozen=True, slots=True)
class Method:
    """A pairing method: its title, and its function."""

    title: Promise
    pair: Callable[[Ground], list[Pairing]]


METHODS: dict[str, Method] = {
    "swiss": Method(_("Swiss"), swiss.pair_swiss),
    "round_robin": Method(_("Round robin"), round_robin.pair_round_robin),
    "king_of_the_hill": Method(_("King of the hill"), king_of_the_hill.pair_king_of_the_hill),
    "quartiles": Method(_("Quartiles"), quartiles.pair_quartiles),
    "team_against_team": Method(_("Team against team"), team_match.pair_team_against_team),
    "manual": Method(_("By hand"), manual.pair_manual),
}


def pair(method: str, field: Field, number: int, settings: Settings | None = None) -> PairedRound:
    """Pair round `number`, counted from 1, by one of `METHODS`.

    Raises:
        RuleViolation: there is no such method, or it cannot pair these contestants in this round.
    """
    if method not in METHODS:
        raise RuleViolation("no_such_method", _("There is no way to pair called “{method}”."), method=method)
    if len(field.present) < 2:
        raise RuleViolation("too_few_to_pair", _("Fewer than two are there to be paired."))
    ground = ground_for(field, number, settings or Settings())
    return PairedRound(number, method, tuple(METHODS[method].pair(ground)))
