"""The slip from a phone that counts, given those already stored: works on rows in memory and sets their
places.

Nothing here queries the database, so that the slips of many players can be filed one after the other and then
be stored together.
"""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, Round, Slip
from duplicate.slips.changes import ASIDE, put
from duplicate.slips.conflicts import filing_of
from tournaments.core.errors import RuleViolation


def check_takes_slips(round_: Round | None, number: int) -> Round:
    """Return the round, if it takes slips.

    Raises:
        RuleViolation: it is not open yet, cancelled, or announced.
    """
    if round_ is None or round_.state == Round.State.DRAWN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=number)
    if round_.state == Round.State.CANCELLED:
        raise RuleViolation(
            "round_cancelled", _("Round {number} was cancelled; its slips do not count."), number=number
        )
    if round_.state == Round.State.ANNOUNCED:
        raise RuleViolation(
            "round_announced", _("Round {number} has been announced; the slip is too late."), number=number
        )
    return round_


def file_slip(
    slip: Slip, there: Sequence[Slip], game: Game, *, decided: Collection[int] = ()
) -> tuple[Slip, ...]:
    """Set the place of a slip among all slips of its player and round that are `there`; return those moved
    aside.

    Late slips score 0 and replace nothing. No slip replaces one that is among the `decided`.
    """
    deadline = slip.round.deadline(game.rule_set)
    slip.late = deadline is not None and slip.received_at > deadline
    if slip.late or _is_outdone(slip, there, game):
        put(slip, (ASIDE, None))
        return ()
    filing = filing_of(
        slip, [one for one in there if one.effective or one.in_conflict], game, decided=decided
    )
    put(slip, filing.place)
    for one in filing.aside:
        put(one, (ASIDE, None))
    return filing.aside


def _is_outdone(slip: Slip, there: Sequence[Slip], game: Game) -> bool:
    """Return whether a phone's slip loses to another one by the server's stamps, in whatever order they are
    stored.

    A slip that was overtaken on its way replaces nothing; if the first slip counts, a second one does not. If
    different slips make zero, their order does not matter: the one stored last counts, and has no ruling yet
    that knew fewer slips.
    """
    stamps = [one.received_at for one in there if one.source == Slip.Source.PHONE and not one.late]
    second_slip = game.rule_set.slips.second_slip
    if second_slip == "ignored":
        return any(stamp <= slip.received_at for stamp in stamps)
    return second_slip == "replaces" and any(stamp > slip.received_at for stamp in stamps)
