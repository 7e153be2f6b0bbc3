"""Row locks on a division until the end of the transaction, so that acts of two directors run one after the
other.

Acts that move people between an event and its divisions lock the event first, then the division.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, DivisionRound
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief, check_may_judge
from tournaments.locks import lock_events
from tournaments.models import Event


def lock_division(division: Division, by: User) -> Division:
    """Lock the division for its director and return it as it stands.

    Raises:
        RuleViolation: the user is not the chief.
    """
    locked_division = _lock_division(division)
    check_chief(locked_division.event, by)
    return locked_division


def lock_division_for_results(division: Division, by: User) -> Division:
    """Lock the division for a user who enters results.

    Raises:
        RuleViolation: the user is a helper or has no post in the event.
    """
    locked_division = _lock_division(division)
    check_may_judge(
        locked_division.event,
        by,
        "may_not_enter_results",
        _("Only arbitrators can enter results; helpers can only view."),
    )
    return locked_division


def lock_division_for_phone(division: Division) -> Division:
    """Lock the division for a phone's report; the caller has checked whose match it is."""
    return _lock_division(division)


def lock_divisions(keys: Iterable[int]) -> list[Division]:
    """Lock the divisions of these keys, before an act locks the players whom it enters into them."""
    return list(Division.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))


def round_of(division: Division, number: int) -> DivisionRound:
    """Return a round of a locked division.

    Raises:
        RuleViolation: the round is not paired, or not any more.
    """
    round_ = division.rounds.filter(number=number).first()
    if round_ is None:
        raise RuleViolation("round_not_paired", _("Round {number} is not paired."), number=number)
    return round_


def check_round_begun(division: Division, number: int) -> DivisionRound:
    """Return a round of a locked division whose matches can no longer change.

    Raises:
        RuleViolation: the round is not paired, or has not begun.
    """
    round_ = round_of(division, number)
    if round_.begun_at is None:
        raise RuleViolation("round_not_begun", _("Round {number} has not begun."), number=number)
    return round_


def lock_begun_round(round_: DivisionRound) -> DivisionRound:
    """Lock the round's division and return the round, for rows that belong to its matches.

    Matches may be replaced until the round begins.

    Raises:
        RuleViolation: the round has not begun, or does not exist any more.
    """
    return check_round_begun(_lock_division(round_.division), round_.number)


def check_not_begun(round_: DivisionRound) -> None:
    if round_.begun_at is not None:
        raise RuleViolation(
            "round_has_begun",
            _("Round {number} has begun: its pairings cannot be changed."),
            number=round_.number,
        )


def _lock_division(division: Division) -> Division:
    # A changed result makes final standings provisional, which writes the event: its lock comes first. It comes last
    # if they become final between these two lines; should that ever end in a deadlock, PostgreSQL refuses one act.
    final = Event.objects.filter(pk=division.event_id, released=Event.Released.FINAL)
    lock_events(final.values_list("pk", flat=True))
    rows = Division.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("event", "lexicon").get(pk=division.pk)
