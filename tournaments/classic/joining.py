"""Players' phones in a classic event: joining by name with the code of the event, and whose match a phone asks for.

The code is told at the door, by the director or as a QR code; it follows from the event and the installation's key, so
that it needs no row, and nobody can work it out.

What always holds: the code says that somebody is in the room, not who they are. So until the first round has begun a
phone may take a name that the desk has entered, and what such phones agree on is marked; later the desk gives phones.
"""

import hmac

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import alike, registration
from tournaments.arrivals import arrive
from tournaments.classic.acts import write_division_act
from tournaments.classic.holding import hold_for_phone
from tournaments.classic.numbering import enter_entries, first_round_open
from tournaments.codes import ALPHABET
from tournaments.errors import RuleViolation
from tournaments.events import write_act
from tournaments.models import DivisionEntry, DivisionRound, Entry, Event
from tournaments.registration import Registration

CODE_LENGTH = 6


def join_code(event: Event) -> str:
    """What a phone has to know to join."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"classic join {event.pk}".encode(), "sha256")
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:CODE_LENGTH])


def is_join_code(event: Event, code: str) -> bool:
    return hmac.compare_digest(join_code(event).encode(), code.strip().upper().encode())


def event_with_code(code: str) -> Event | None:
    """The event with classic divisions that a code is of; the newest are asked first."""
    events = Event.objects.filter(divisions__isnull=False).distinct().order_by("-date", "-pk")
    return next((event for event in events if is_join_code(event, code)), None)


@transaction.atomic
def join_event(*, event: Event, name: str) -> Registration:
    """Let a phone be a player's: of one who is expected and has none yet, or of a new one. Who is new plays in the
    division if there is one only; otherwise the director puts them into theirs.

    Raises:
        RuleViolation: no name, one that has a phone already or that only the desk gives one, or an event without
            divisions.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    divisions = list(event.divisions.all()[:2])
    if not divisions:
        raise RuleViolation("no_division", _("This event has no classic tournament."))
    known = _without_phone(event, name)
    if known is not None:
        _check_may_claim(event, known)
        if known.arrived_at is None:
            arrive(known)
        return Registration(known, registration.issue_token(known, claimed=True))
    made = registration.register_player(event=event, name=name, phone=True)
    if made.expected:
        _check_may_claim(event, made.entry)
    if len(divisions) == 1 and not DivisionEntry.objects.filter(entry=made.entry).exists():
        held = hold_for_phone(divisions[0])
        enter_entries(held, [made.entry], first_round_open(held))
        write_division_act(held, "joined_by_phone", by=None, name=made.entry.full_name)
    else:
        write_act(event, "joined_by_phone", by=None, name=made.entry.full_name)
    return made


def _without_phone(event: Event, name: str) -> Entry | None:
    """The one entry of that name that has no phone yet, held so that nobody gives it one meanwhile."""
    waiting = event.entries.filter(token_hash=None, partner=None).select_related("player", "partner")
    named = waiting.filter(player__key=alike.key(alike.tidied(name)))
    found = list(named.select_for_update(no_key=True, of=("self",))[:2])
    return found[0] if len(found) == 1 else None


def _check_may_claim(event: Event, entry: Entry) -> None:
    """Refuse to let a phone be that of somebody the desk has entered, by the name alone, once they may be playing."""
    if DivisionRound.objects.filter(division__event=event, begun_at__isnull=False).exists():
        raise RuleViolation(
            "phone_from_desk",
            _("{name} is entered, and the first round has begun: the desk has the link for the phone."),
            name=entry.name,
        )
