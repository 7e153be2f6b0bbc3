"""Links that hand an entry to a phone while rounds are open: the right to renew one, and its log row."""

from typing import Any

from django.contrib.auth.models import User
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from duplicate.core import audit_log
from duplicate.models import Game, Round
from tournaments.core.errors import RuleViolation
from tournaments.events.game_seating import seat_in
from tournaments.events.staff import Role, role_of
from tournaments.events.tokens import renewing_phone
from tournaments.models import Entry


def check_may_renew(entry: Entry, by: User) -> list[Round]:
    """Return the open rounds of the entry's event, whose games are locked, if `by` may renew the entry's
    link.

    A new link makes its holder the player: while a round is open only users who may see slips may make one.

    Raises:
        RuleViolation: a round is open, the entry has a phone, and `by` does not arbitrate.
    """
    if entry.token_hash is None:
        return []
    rounds = Round.objects.filter(game__event=entry.event_id, state=Round.State.OPEN)
    opened = list(rounds.select_related("game").order_by("game"))
    if opened and role_of(entry.event, by) in {None, Role.HELPER}:
        raise RuleViolation(
            "round_open_link",
            _("Round {number} is open: only an arbitrator makes a new link for a phone that is in use."),
            number=opened[0].number,
        )
    return opened


def write_renewals(opened: list[Round], entry: Entry, by: User) -> None:
    """Log a renewed link in each game with an open round."""
    for round_ in opened:
        audit_log.write(
            round_.game, "phone_renewed", by=by, number=round_.number, entry=seat_in(round_.game.code, entry)
        )


@receiver(renewing_phone, sender=Entry)
def guard_other_desks(entry: Entry, by: User, **_more: Any) -> None:
    """Check and log a renewal in the same way if another desk of the event does it, such as a division's."""
    playing = Game.objects.filter(event=entry.event_id, state=Game.State.PLAYING)
    list(playing.order_by("pk").select_for_update(no_key=True, of=("self",)))
    write_renewals(check_may_renew(entry, by), entry, by)
