"""Entries that joined with a phone lately, and their removal after a flood.

Only entries without anything else on record are removed. The others are listed with the reason why they stay;
those that left only slips or questions can be withdrawn together.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_playing_game
from duplicate.acts.publish import publish
from duplicate.attendance.seating import entries_of
from duplicate.games.players.changes import keep_entries, restore_entries
from duplicate.games.players.services import withdraw_player
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, Question, Slip, SlipQuerySet
from duplicate.models.round_arbitrator import RoundArbitrator
from tournaments.errors import RuleViolation
from tournaments.events.kinds_of_play import places_of
from tournaments.events.staff import check_may_judge
from tournaments.locks import lock_entries
from tournaments.models import Arbitrator, Entry, ResultLine
from tournaments.wording.number_ranges import ranges_text

# Reasons why an entry stays; the first that applies counts. Each has the model whose rows give it, or a function
# that returns those of some entries (keys) to which it applies.
Reasons = tuple[tuple[type[Model] | Callable[[Collection[int]], Collection[int]], Promise], ...]
# Rows that any phone that has joined may leave.
LEFT_BY_PHONE: Reasons = (
    (Slip, _("has handed in slips")),
    (Question, _("has asked a question")),
)
OTHER_REASONS: Reasons = (
    (Arbitrator, _("is an arbitrator")),
    (RoundArbitrator, _("has arbitrated a round")),
    (places_of, _("plays in a division")),
    (ResultLine, _("is in the result of a game")),
)
REASONS = LEFT_BY_PHONE + OTHER_REASONS
REMOVED = "joined_removed"
EXPECTED = _("was entered by an arbitrator")


@dataclass(frozen=True, slots=True)
class Joined:
    """An entry that joined with a phone, when, and why it stays; an empty `reason` means that it can be
    removed. `withdrawable`: it left only what any phone leaves.
    """

    entry: Entry
    at: datetime
    reason: Promise | str
    withdrawable: bool = False


def list_joined(game: Game, since: datetime, until: datetime) -> list[Joined]:
    """Return the entries that joined the event's games with a phone in that time, by table of the game."""
    at, expected = _acts_of_joining(game, since, until)
    entries = list(entries_of(game).select_related("player", "partner").filter(pk__in=at))
    reasons = dict.fromkeys(expected, EXPECTED) | _reasons(at)
    left = _reasons(at, LEFT_BY_PHONE).keys() - expected - _reasons(at, OTHER_REASONS).keys()
    return [
        Joined(
            entry,
            at[entry.pk],
            reasons.get(entry.pk, ""),
            withdrawable=entry.pk in left and entry.withdrawn_at is None,
        )
        for entry in entries
    ]


@transaction.atomic
def remove_joined(
    *,
    game: Game,
    since: datetime,
    until: datetime,
    by: User,
    keep: Collection[int] = (),
) -> int:
    """Remove the entries that joined with a phone in that time; return how many.

    Entries to `keep` (by key) stay, and so do those with a reason.
    """
    game = lock_playing_game(game)
    check_may_judge(game.event, by)
    at, expected = _acts_of_joining(game, since, until)
    entries = lock_entries(game.event.entries.filter(pk__in=at.keys() - expected - set(keep)))
    # Query after locking: a slip that is being stored comes first.
    reasons = _reasons([entry.pk for entry in entries])
    removed = [entry for entry in entries if entry.pk not in reasons]
    if not removed:
        raise RuleViolation("nobody_to_remove", _("There is nobody to remove."))
    minutes = max(1, round((until - since).total_seconds() / 60))
    kept = keep_entries(removed)
    seats = entries_of(game).filter(pk__in=[entry.pk for entry in removed]).values_list("seat", flat=True)
    tables = ranges_text(sorted(seats))
    audit_log.write(game, REMOVED, by=by, count=len(removed), minutes=minutes, tables=tables, removed=kept)
    _delete(game, removed)
    return len(removed)


def withdraw_joined(
    *,
    game: Game,
    since: datetime,
    until: datetime,
    by: User,
    keep: Collection[int] = (),
) -> int:
    """Withdraw the entries that joined with a phone in that time and stay only for their slips or questions.

    Entries to `keep` (by key) are left alone. Return how many were withdrawn. Each withdrawal is an act of
    its own, in a transaction of its own, and can be undone alone: slips do not wait for all of them.
    """
    check_may_judge(game.event, by)
    found = [one.entry for one in list_joined(game, since, until) if one.withdrawable]
    leaving = [entry for entry in found if entry.pk not in keep]
    if not leaving:
        raise RuleViolation("nobody_to_withdraw", _("Nobody is selected to drop out."))
    for entry in leaving:
        withdraw_player(game=game, entry=entry, by=by)
    return len(leaving)


def restore_joined(game: Game, removal: AuditLogEntry) -> list[int]:
    """Restore the entries that an act, or its repetition, removed; return their keys. The game is locked."""
    back = restore_entries(game.event, removal)
    publish(game)
    return [entry.pk for entry in back]


def remove_again(game: Game, keys: Collection[int]) -> list[dict[str, Any]]:
    """Remove entries that an undo restored; return what the log keeps of them. The game is locked.

    Raises:
        RuleViolation: one of them has handed in a slip since, or has something else on record.
    """
    entries = lock_entries(game.event.entries.filter(pk__in=keys))
    reasons = _reasons(keys)
    for entry in entries:
        if entry.pk in reasons:
            raise RuleViolation(
                "player_has_slips",
                _("{name} {reason} and cannot be removed."),
                name=entry.name,
                reason=reasons[entry.pk],
            )
    kept = keep_entries(entries)
    _delete(game, entries)
    return kept


def _delete(game: Game, entries: Sequence[Entry]) -> None:
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
    publish(game)


def _acts_of_joining(game: Game, since: datetime, until: datetime) -> tuple[dict[int, datetime], set[int]]:
    """Return when each entry joined, and the keys of those whom the desk had entered before."""
    acts = AuditLogEntry.objects.filter(
        game__event=game.event_id, act="player_joined", at__gte=since, at__lte=until, entry__isnull=False
    )
    rows = list(acts.order_by("pk").values_list("entry", "at", "params__expected"))
    return {key: at for key, at, _expected in rows if key}, {
        key for key, _at, expected in rows if key and expected
    }


def _reasons(keys: Collection[int], reasons: Reasons = REASONS) -> dict[int, Promise]:
    found: dict[int, Promise] = {}
    for source, reason in reversed(reasons):
        found |= dict.fromkeys(_rows_of(source, keys) if isinstance(source, type) else source(keys), reason)
    return found


def _rows_of(model: type[Model], keys: Collection[int]) -> QuerySet[Any, int]:
    """Return the keys of those of the entries that have rows of the model."""
    rows: QuerySet[Any] = model._default_manager.filter(entry__in=list(keys))  # noqa: SLF001 - Django's documented way to the rows of any model
    if isinstance(rows, SlipQuerySet):
        rows = rows.on_record()
    return rows.order_by().values_list("entry", flat=True).distinct()
