"""Pairing methods for a round of a classic division: one module a method, and one registry. Pure.

`pair("swiss", field, number, settings)` returns a `PairedRound`, always the same for the same values: all
lots are drawn from the seed of the settings. `reasons.sentence` states in words why a pairing is as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.pairing import manual
from tournaments.classic.pairing.gibson import pair_gibsonized
from tournaments.classic.pairing.history import PairingInput, pairing_input_for
from tournaments.classic.pairing.methods import (
    australian,
    contenders,
    cop,
    king_of_the_hill,
    quartiles,
    round_robin,
    swiss,
    team_match,
)
from tournaments.classic.pairing.reasons import sentence
from tournaments.classic.pairing.values import PairedRound, Pairing, PairingField, Reason, Settings
from tournaments.errors import RuleViolation

__all__ = [
    "MANUAL",
    "METHODS",
    "Method",
    "PairedRound",
    "Pairing",
    "PairingField",
    "Reason",
    "Settings",
    "goes_by_results",
    "is_method",
    "method_choices",
    "method_label",
    "pair",
    "planned_choices",
    "sentence",
]
# Manual pairing has a page of its own.
MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Method:
    """A pairing method: its title, its function, whether it pairs by results, and whether the Gibson rule holds
    before it.
    """

    title: Promise
    pair: Callable[[PairingInput], list[Pairing]]
    by_results: bool
    gibson: Literal["never", "if_set", "always"] = "never"


METHODS: dict[str, Method] = {
    "swiss": Method(_("Swiss"), swiss.pair_swiss, by_results=True, gibson="if_set"),
    "round_robin": Method(_("Round robin"), round_robin.pair_round_robin, by_results=False),
    "king_of_the_hill": Method(
        _("King of the hill"), king_of_the_hill.pair_king_of_the_hill, by_results=True, gibson="if_set"
    ),
    "quartiles": Method(_("Quartiles"), quartiles.pair_quartiles, by_results=False),
    "team_against_team": Method(_("Team against team"), team_match.pair_team_against_team, by_results=False),
    "australian_draw": Method(
        _("Australian draw"), australian.pair_australian, by_results=True, gibson="if_set"
    ),
    "contenders": Method(
        _("Contenders (Chew pairings)"), contenders.pair_contenders, by_results=True, gibson="always"
    ),
    "cop": Method(_("COP (Castellano O’Connor)"), cop.pair_cop, by_results=True, gibson="always"),
    MANUAL: Method(_("By hand"), manual.pair_manual, by_results=True),
}


def pair(method: str, field: PairingField, number: int, settings: Settings | None = None) -> PairedRound:
    """Pair round `number`, counted from 1, by one of `METHODS`.

    Raises:
        RuleViolation: there is no such method, or it cannot pair these contestants in this round.
    """
    if method not in METHODS:
        raise RuleViolation("no_such_method", _("There is no pairing method “{method}”."), method=method)
    if len(field.present) < 2:
        raise RuleViolation("too_few_to_pair", _("There are fewer than two players to pair."))
    pairing_input = pairing_input_for(field, number, settings or Settings())
    return PairedRound(number, method, tuple(_pair_by(METHODS[method], pairing_input)))


def _pair_by(method: Method, pairing_input: PairingInput) -> list[Pairing]:
    """Pair by the Gibson rule, if it holds, and the others by the method; byes last."""
    holds = method.gibson == "always" or (method.gibson == "if_set" and pairing_input.settings.gibson)
    pairings = pair_gibsonized(pairing_input) if holds else []
    left = pairing_input.without(
        {key for pairing in pairings for key in (pairing.first, pairing.second) if key is not None}
    )
    if left.lines:
        pairings += method.pair(left)
    return sorted(pairings, key=lambda pairing: pairing.second is None)


def method_choices() -> list[tuple[str, str]]:
    """Return code and title of the methods that pair a round automatically."""
    return [(code, str(method.title)) for code, method in METHODS.items() if code != MANUAL]


def planned_choices() -> list[tuple[str, str]]:
    """Return code and title of what a plan may have for a round: the methods, and pairing by hand."""
    return [(code, str(method.title)) for code, method in METHODS.items()]


def is_method(code: str) -> bool:
    """Return whether the method pairs a round automatically."""
    return code in METHODS and code != MANUAL


def goes_by_results(code: str) -> bool:
    """Return whether the rounds of a method follow from results; those of the others are known beforehand."""
    return METHODS[code].by_results


def method_label(code: str) -> str:
    """Return the method as it is named within a sentence."""
    if code == MANUAL:
        return gettext("by hand")
    return str(METHODS[code].title) if code in METHODS else code
