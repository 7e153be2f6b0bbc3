"""Players of a game: joining, phones, pairs, dropping out, removal. One function an act, each one transaction."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_entry, lock_playing_game
from duplicate.acts.publish import publish
from duplicate.attendance.changes import presence_change, presence_of, reverse_presence
from duplicate.games.players.changes import keep_entry, restore_entry
from duplicate.games.players.entering import log_entered
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game
from duplicate.models.deck import DeckCard
from duplicate.models.round_arbitrator import RoundArbitrator
from tournaments.errors import RuleViolation
from tournaments.events import results
from tournaments.events.check_in import arrive
from tournaments.events.kinds_of_play import places_of
from tournaments.events.registration import services as registration
from tournaments.events.registration.services import Registration
from tournaments.locks import lock_events
from tournaments.models import Entry


@transaction.atomic
def add_player(
    *,
    game: Game,
    name: str,
    by: User,
    partner: str = "",
    table: int | None = None,
    phone: bool = False,
) -> Registration:
    """Enter a player or a pair at the desk."""
    game = lock_playing_game(game)
    registered = registration.register_player(
        event=game.event, name=name, partner=partner, table=table, phone=phone
    )
    log_entered(game, registered, by)
    publish(game)
    return registered


@transaction.atomic
def join_game(*, game: Game, name: str, partner: str = "") -> Registration:
    """Enter a player or a pair from their own phone; the token is returned only this once."""
    game = lock_playing_game(game)
    (event,) = lock_events([game.event_id])
    registration.check_door_open(event)
    registered = registration.register_player(event=event, name=name, partner=partner, phone=True)
    known: dict[str, Any] = {"expected": True} if registered.expected else {}
    audit_log.write(game, "player_joined", by=None, entry=registered.entry, **known)
    publish(game)
    return registered


@transaction.atomic
def remove_player(*, game: Game, entry: Entry, by: User, undoes: AuditLogEntry | None = None) -> None:
    """Remove a player entered by mistake. A player with a slip or a question stays on record."""
    game, held = _lock_game_and_entry(game, entry)
    if held.slips.on_record().exists():
        raise RuleViolation(
            "player_has_slips", _("{name} has handed in slips and cannot be removed."), name=held.name
        )
    if held.questions.exists():
        raise RuleViolation(
            "player_has_asked", _("{name} has asked a question and cannot be removed."), name=held.name
        )
    if RoundArbitrator.objects.filter(entry=held).exists():
        raise RuleViolation(
            "player_has_arbitrated", _("{name} has arbitrated a round and cannot be removed."), name=held.name
        )
    if DeckCard.objects.filter(entry=held).exists():
        raise RuleViolation(
            "player_has_repeated",
            _("{name} has repeated missed words of this event and cannot be removed."),
            name=held.name,
        )
    if place := places_of([held.pk]).get(held.pk):
        raise RuleViolation(
            "plays_in_division",
            _("{name} plays in the division “{division}”."),
            name=held.name,
            division=place.division,
        )
    if results.has_results(held):
        raise RuleViolation(
            "player_has_results",
            _("{name} is in the result of a game and cannot be removed."),
            name=held.name,
        )
    audit_log.write(game, "player_removed", by=by, entry=held, undoes=undoes, removed=keep_entry(held))
    held.delete()
    publish(game)


@transaction.atomic
def set_partner(*, game: Game, entry: Entry, name: str, by: User) -> None:
    """Make a pair of a player who has not handed in a slip yet; with an empty name, undo a pair."""
    game = lock_playing_game(game)
    lock_events([game.event_id])
    locked_entry = lock_entry(game, entry)
    if not name.strip() and locked_entry.partner is None:
        return
    if locked_entry.slips.on_record().exists():
        raise RuleViolation(
            "pair_has_slips",
            _("{name} has handed in slips: the entry cannot be changed."),
            name=locked_entry.name,
        )
    registration.set_partner(locked_entry, name)
    audit_log.write(game, "pair_changed", by=by, entry=locked_entry)
    publish(game)


@transaction.atomic
def restore_player(*, game: Game, removal: AuditLogEntry, by: User) -> None:
    """Restore a player whom an act removed, with the data kept in the log."""
    game = lock_playing_game(game)
    entry = restore_entry(game.event, removal)
    audit_log.write(game, "player_added", by=by, entry=entry, undoes=removal)
    publish(game)


@transaction.atomic
def withdraw_player(*, game: Game, entry: Entry, by: User) -> None:
    """Withdraw a player: nobody waits for their slips any more, and their scores stay in the standings."""
    game, held = _lock_game_and_entry(game, entry)
    if held.withdrawn_at is not None:
        return
    before = presence_of(held)
    registration.withdraw(held)
    audit_log.write(game, audit_log.DROPPED_OUT, by=by, entry=held, presence=presence_change(before, held))
    publish(game)


@transaction.atomic
def bring_back_player(*, game: Game, entry: Entry, by: User) -> None:
    """Bring back a player who had dropped out; the rounds in between count 0. A player who was left out as
    absent is checked in.
    """
    game, held = _lock_game_and_entry(game, entry)
    if held.withdrawn_at is None:
        return
    before = presence_of(held)
    registration.bring_back(held)
    if held.arrived_at is None:
        arrive(held)
    audit_log.write(game, audit_log.CAME_BACK, by=by, entry=held, presence=presence_change(before, held))
    publish(game)


@transaction.atomic
def reverse_departure(*, game: Game, row: AuditLogEntry, by: User) -> bool:
    """Undo that a player dropped out or came back; return False if the entry is no longer as that act left
    it.
    """
    if row.entry is None:
        return False
    game, held = _lock_game_and_entry(game, row.entry)
    back = reverse_presence(held, row.params["presence"])
    if back is None:
        return False
    act = audit_log.CAME_BACK if held.withdrawn_at is None else audit_log.DROPPED_OUT
    audit_log.write(game, act, by=by, entry=held, undoes=row, presence=back)
    publish(game)
    return True


def _lock_game_and_entry(game: Game, entry: Entry) -> tuple[Game, Entry]:
    """Lock the game, which must not be over, and an entry of it; return both.

    A slip that is being stored comes first; a later slip sees the change.
    """
    return lock_playing_game(game), lock_entry(game, entry)
