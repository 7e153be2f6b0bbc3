"""Entering players into an event, and the tokens by which their phones are known.

A token is 192 random bits, told once and kept only as a hash; a new one makes the old one worthless.
"""

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import NAME_LENGTH, Entry, Event, Player


@dataclass(frozen=True, slots=True)
class Registration:
    """A new entry, with its phone's token if one was asked for."""

    entry: Entry
    token: str | None


@transaction.atomic
def register_player(*, event: Event, name: str, table: int | None = None, phone: bool) -> Registration:
    """Enter a player by name at `table` (or the next free one).

    Raises:
        RuleViolation: no name, a name or a table that is taken in this event.
    """
    name = _tidy(name)
    if not name:
        raise RuleViolation("name_missing", _("Write a name."))
    if len(name) > NAME_LENGTH:
        raise RuleViolation("name_too_long", _("A name has at most {most} characters."), most=NAME_LENGTH)
    # Two phones joining at once must not be given the same table.
    Event.objects.select_for_update().get(pk=event.pk)
    player, _created = Player.objects.get_or_create(key=name.casefold(), defaults={"name": name})
    if Entry.objects.filter(event=event, player=player).exists():
        raise RuleViolation(
            "name_taken",
            _(
                "{name} is already entered. Add something to the name, or ask the arbitrator for your own link."
            ),
            name=player.name,
        )
    if table is None:
        table = (Entry.objects.filter(event=event).aggregate(last=Max("table"))["last"] or 0) + 1
    elif Entry.objects.filter(event=event, table=table).exists():
        raise RuleViolation("table_taken", _("Table {table} is taken."), table=table)
    entry = Entry(event=event, player=player, table=table)
    token = _renew_token(entry) if phone else None
    entry.full_clean()
    entry.save()
    return Registration(entry, token)


def issue_token(entry: Entry) -> str:
    """A new token for the entry's phone; the one before stops working."""
    token = _renew_token(entry)
    entry.save(update_fields=["token_hash"])
    return token


def entry_for_token(token: str) -> Entry | None:
    return Entry.objects.select_related("player").filter(token_hash=_hash(token)).first()


def _tidy(name: str) -> str:
    """A name as it is kept: single blanks, one form of each accent, nothing that cannot be seen."""
    seen = unicodedata.normalize("NFC", " ".join(name.split()))
    return "".join(letter for letter in seen if not unicodedata.category(letter).startswith("C")).strip()


def _renew_token(entry: Entry) -> str:
    token = secrets.token_urlsafe(24)
    entry.token_hash = _hash(token)
    return token


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
