"""Which slip from a phone counts, given those that are there: rows that were read go in, and are told their places.

Nothing here asks the database, so that the slips of many players can be filed one after the other and then be stored
together.
"""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from duplicate.changes import ASIDE, put
from duplicate.conflicts import filing_of
from duplicate.models import Game, Round, Slip
from tournaments.errors import RuleViolation


def check_takes_slips(round_: Round | None, number: int) -> Round:
    """The round, if slips can be handed in.

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


def file_slip(slip: Slip, there: Sequence[Slip], game: Game) -> tuple[Slip, ...]:
    """Say where a slip stands among all those of its player and round that are `there`; those of them that lie aside
    now. A late one is worth nothing, and takes nothing away.
    """
    deadline = slip.round.deadline(game.rule_set)
    slip.late = deadline is not None and slip.received_at > deadline
    if slip.late or _is_outdone(slip, there, game):
        put(slip, (ASIDE, None))
        return ()
    filing = filing_of(slip, [one for one in there if one.effective or one.in_conflict], game)
    put(slip, filing.place)
    for one in filing.aside:
        put(one, (ASIDE, None))
    return filing.aside


def _is_outdone(slip: Slip, there: Sequence[Slip], game: Game) -> bool:
    """By the server's stamps, in whatever order the slips of a phone come to be stored: one that was overtaken on
    its way replaces nothing, and where the first slip counts a second one does not. Where different ones make zero it
    does not matter which is in force: the one stored last, which has no ruling yet that knew of fewer.
    """
    stamps = [one.received_at for one in there if one.source == Slip.Source.PHONE and not one.late]
    second_slip = game.rule_set.slips.second_slip
    if second_slip == "ignored":
        return any(stamp <= slip.received_at for stamp in stamps)
    return second_slip == "replaces" and any(stamp > slip.received_at for stamp in stamps)
