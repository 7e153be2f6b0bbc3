"""A division held until the end of the transaction, so that acts of two directors come one after the other.

Acts that move people between an event and its divisions hold the event first, then the division.
"""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Division, DivisionRound, Event
from tournaments.posts import check_chief, role_of


def hold_division(division: Division, by: User) -> Division:
    """The division as it stands, held for its director.

    Raises:
        RuleViolation: somebody else asks.
    """
    held = _held(division)
    check_chief(held.event, by)
    return held


def hold_for_results(division: Division, by: User) -> Division:
    """The same for whoever enters results.

    Raises:
        RuleViolation: a helper or a stranger asks.
    """
    held = _held(division)
    check_enters_results(held.event, by)
    return held


def hold_for_phone(division: Division) -> Division:
    """The same for a report: whose match it is has been seen to."""
    return _held(division)


def check_enters_results(event: Event, by: User) -> None:
    if role_of(event, by) in {None, Arbitrator.Role.HELPER}:
        raise RuleViolation(
            "may_not_enter_results", _("Helpers look on; results are entered by the arbitrators.")
        )


def round_of(division: Division, number: int) -> DivisionRound:
    """A round of a division that is held.

    Raises:
        RuleViolation: it is not paired, or not any more.
    """
    round_ = division.rounds.filter(number=number).first()
    if round_ is None:
        raise RuleViolation("round_not_paired", _("Round {number} is not paired."), number=number)
    return round_


def begun_round(division: Division, number: int) -> DivisionRound:
    """A round of a division that is held, of which the matches stay.

    Raises:
        RuleViolation: it is not paired, or has not begun.
    """
    round_ = round_of(division, number)
    if round_.begun_at is None:
        raise RuleViolation("round_not_begun", _("Round {number} has not begun."), number=number)
    return round_


def hold_begun(round_: DivisionRound) -> DivisionRound:
    """The round with its division held, for what is given to its matches: until it begins they may be made anew.

    Raises:
        RuleViolation: it has not begun, or is there no more.
    """
    return begun_round(_held(round_.division), round_.number)


def check_not_begun(round_: DivisionRound) -> None:
    if round_.begun_at is not None:
        raise RuleViolation(
            "round_has_begun", _("Round {number} has begun: its pairings stay."), number=round_.number
        )


def _held(division: Division) -> Division:
    rows = Division.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("event", "lexicon").get(pk=division.pk)
