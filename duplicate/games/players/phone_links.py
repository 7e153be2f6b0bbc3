"""Links that hand an entry to a phone: giving one, and who may renew it while a round is open."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_entry, lock_games_at_desk
from duplicate.acts.publish import publish
from duplicate.log import audit_log
from duplicate.models import Game, Round
from tournaments.errors import RuleViolation
from tournaments.events import tokens
from tournaments.events.check_in import arrive
from tournaments.events.game_seating import seat_in
from tournaments.events.staff import JUDGES, role_of
from tournaments.events.tokens import renewing_phone
from tournaments.models import Entry
from tournaments.tokens import hash_token


@transaction.atomic
def give_phone(*, game: Game, entry: Entry, by: User) -> str:
    """Return a new token for the player's phone; an earlier token stops working. An expected player is
    checked in.

    Raises:
        RuleViolation: see `check_may_renew`.
    """
    at_desk = lock_games_at_desk(game)
    game = next(each for each in at_desk if each.pk == game.pk)
    locked_entry = lock_entry(game, entry)
    opened = check_may_renew(locked_entry, by)
    expected = locked_entry.arrived_at is None
    if expected:
        arrive(locked_entry)
    write_renewals(opened, locked_entry, by)
    if game.pk not in {round_.game_id for round_ in opened}:
        audit_log.write(game, "phone_given", by=by, entry=locked_entry)
    if expected:
        publish(game)
    return tokens.issue_token(locked_entry)


@transaction.atomic
def take_device(*, game: Game, entry: Entry, token: str) -> None:
    """Replace the entry's token with one that the phone made itself.

    The first phone that opens the link keeps the entry, and the link stops working. A second call changes
    nothing.

    Raises:
        RuleViolation: another phone has used the link already.
    """
    locked_entry = lock_entry(game, entry)
    if locked_entry.token_hash == hash_token(token):
        return
    if locked_entry.token_hash != entry.token_hash:
        raise RuleViolation(
            "link_used", _("This link has been opened on another phone. Ask the arbitrator for a new one.")
        )
    tokens.take_token(locked_entry, token)
    audit_log.write(game, "device_taken", by=None, entry=locked_entry)


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
    if opened and role_of(entry.event, by) not in JUDGES:
        raise RuleViolation(
            "round_open_link",
            _("Round {number} is open: only an arbitrator can create a new link for a phone in use."),
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
