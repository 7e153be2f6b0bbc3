"""Tokens that identify the phones of an event's players.

A token has 192 random bits. It is told once and stored only as a hash; a new one makes the old one worthless.
"""

from collections.abc import Collection

from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.tokens import create_token, hash_token

# Sent with `entry` and `by` before a desk other than a game's renews an entry's link, and before it locks
# the entry; a receiver may lock games, and raise a RuleViolation.
renewing_phone = Signal()


def issue_token(entry: Entry, *, claimed: bool = False) -> str:
    """Return a new token for the entry's phone; the one before stops working.

    It is `claimed` if it was not given out by somebody who knows whose phone it is.
    """
    token = renew_token(entry)
    entry.phone_claimed = claimed
    entry.save(update_fields=["token_hash", "phone_claimed", "phone_number"])
    return token


def take_token(entry: Entry, token: str) -> None:
    """Store a token that the phone made itself; the one before stops working.

    Raises:
        RuleViolation: somebody has that token.
    """
    if Entry.objects.filter(token_hash=hash_token(token)).exists():
        raise RuleViolation("token_taken", _("This token has already been used: create a new one."))
    entry.token_hash = hash_token(token)
    entry.save(update_fields=["token_hash"])


def entry_for_token(token: str) -> Entry | None:
    return Entry.objects.select_related("player", "partner").filter(token_hash=hash_token(token)).first()


def entries_for_tokens(tokens: Collection[str]) -> dict[str, Entry]:
    """Return the entries of several tokens, without their players; unknown tokens are left out."""
    by_hash = {hash_token(token): token for token in tokens}
    return {by_hash[entry.token_hash]: entry for entry in Entry.objects.filter(token_hash__in=by_hash)}  # type: ignore[index] # the filter leaves out entries without a hash


def renew_token(entry: Entry) -> str:
    """Return a new token for an entry, which the caller saves."""
    token = create_token()
    entry.token_hash = hash_token(token)
    entry.phone_number += 1
    return token
