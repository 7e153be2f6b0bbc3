"""Players' phones in a classic event: joining by name with the code of the event, and matching a phone to its
player.

The code is told at the door, by the director or as a QR code. It is an HMAC of the event's key with the
installation's secret key, so it needs no row and cannot be guessed from the event.

Invariants: the code proves that somebody is in the room, not who they are. A phone may therefore take a name
that the desk has entered only until that player has been paired in a round that has begun, and results that
such phones agree on are marked. After that the desk gives out phones. Once a round has begun, somebody who
joins changes no round that is paired: they play from the next one on.
"""

import hmac

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division_for_phone
from tournaments.classic.divisions.numbering import enter_entries, first_round_undisturbed
from tournaments.classic.models import DivisionEntry, Match
from tournaments.codes import ALPHABET
from tournaments.errors import RuleViolation
from tournaments.events import tokens
from tournaments.events.check_in import arrive
from tournaments.events.registration import services as registration
from tournaments.events.registration.services import Registration
from tournaments.events.services import write_act
from tournaments.models import Entry, Event
from tournaments.names import folding
from tournaments.names.name_parts import plain_name
from tournaments.people.services import choose_named

CODE_LENGTH = 6


def join_code(event: Event) -> str:
    """Return the code with which a phone joins the event."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"classic join {event.pk}".encode(), "sha256")
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:CODE_LENGTH])


def is_join_code(event: Event, code: str) -> bool:
    return hmac.compare_digest(join_code(event).encode(), code.strip().upper().encode())


def guess_of(event_id: int, code: str) -> str:
    """Return the text under which a tried code of an event is counted (`tournaments.accounts.rate_limit`)."""
    return f"event {event_id} {code.upper()}"


def event_with_code(code: str) -> Event | None:
    """Find the event with classic divisions that has this code; the newest are compared first."""
    events = Event.objects.filter(divisions__isnull=False).distinct().order_by("-date", "-pk")
    return next((event for event in events if is_join_code(event, code)), None)


@transaction.atomic
def join_event(*, event: Event, name: str, division: int | None = None) -> Registration:
    """Link a phone to a player: an expected one who has no phone yet, or a new one.

    A new player enters the division with the key of the QR code, or the only one of the event; otherwise the
    director chooses the division.

    Raises:
        RuleViolation: the name is empty, has a phone already, or gets a phone from the desk only; or the
            event has no division.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    registration.check_door_open(event)
    divisions = list(event.divisions.all())
    if not divisions:
        raise RuleViolation("no_division", _("This event has no classic tournament."))
    chosen = [one for one in divisions if division is None or one.pk == division]
    known = _lock_entry_without_phone(event, name)
    if known is not None:
        _check_may_claim(event, known)
        _let_in_late(known)
        if known.arrived_at is None:
            arrive(known)
        return Registration(known, tokens.issue_token(known, claimed=True))
    made = registration.register_player(event=event, name=name, phone=True)
    if made.expected:
        _check_may_claim(event, made.entry)
        _let_in_late(made.entry)
    if len(chosen) == 1 and not DivisionEntry.objects.filter(entry=made.entry).exists():
        locked_division = lock_division_for_phone(chosen[0])
        enter_entries(locked_division, [made.entry], first_round_undisturbed(locked_division))
        write_division_act(locked_division, "joined_by_phone", by=None, name=made.entry.full_name)
    else:
        write_act(event, "joined_by_phone", by=None, name=made.entry.full_name)
    return made


def _lock_entry_without_phone(event: Event, name: str) -> Entry | None:
    """Return the one entry of that name without a phone, locked so that nobody else gives it one meanwhile."""
    waiting = event.entries.filter(token_hash=None, partner=None).select_related("player", "partner")
    named = waiting.filter(player__alike=folding.fold(name), player__alike__gt="")
    entries = {entry.player: entry for entry in named.select_for_update(no_key=True, of=("self",))}
    found = choose_named(plain_name(folding.tidy(name)), entries)
    return entries[found[0]] if len(found) == 1 else None


def _check_may_claim(event: Event, entry: Entry) -> None:
    """Refuse to give a phone, by name alone, an entry that the desk has made and that has begun to play."""
    theirs = Q(first__entry=entry) | Q(second__entry=entry)
    if Match.objects.filter(theirs, round__division__event=event, round__begun_at__isnull=False).exists():
        raise RuleViolation(
            "phone_from_desk",
            _("{name} is already playing: ask the desk for the phone link."),
            name=entry.name,
        )


def _let_in_late(entry: Entry) -> None:
    """Let a latecomer whom the desk has entered play from the first round that they do not disturb."""
    late = DivisionEntry.objects.filter(entry=entry).select_related("division").first()
    if late is None:
        return
    locked_division = lock_division_for_phone(late.division)
    first = first_round_undisturbed(locked_division)
    if first > late.first_round and not Match.objects.filter(Q(first=late) | Q(second=late)).exists():
        late.first_round = first
        late.save(update_fields=["first_round"])
