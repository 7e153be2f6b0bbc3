"""A club that was sent an envelope: bringing it in, opening it with the code at its hour, throwing it away.

What is inside is sealed again for this installation, as a prepared game of whoever opened it; nobody sees it then.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from duplicate import envelopes
from duplicate.envelopes import Header
from duplicate.prepared_models import PreparedGame
from duplicate.preparing import prepare_imported
from duplicate.simultaneous_models import ReceivedEnvelope
from duplicate.written_games import GameRefused
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Lexicon


@dataclass(frozen=True, slots=True)
class EnvelopeFacts:
    """What is known of an envelope before it is opened. `lexicon` is ours with its words, if there is one; `known` says
    that one of the same organiser's was opened before.
    """

    header: Header
    lexicon: Lexicon | None
    known: bool
    too_early: bool


def envelopes_for(user: User) -> QuerySet[ReceivedEnvelope]:
    """The envelopes that a user brought in: to anybody else they do not exist."""
    return ReceivedEnvelope.objects.filter(received_by=user).select_related("prepared")


@transaction.atomic
def bring_in(*, data: bytes, by: User) -> ReceivedEnvelope:
    """Keep an envelope, shut. One that is here already is that one.

    Raises:
        RuleViolation: it is none, of a newer version, or altered.
    """
    header = envelopes.read_header(data)
    digest = envelopes.digest_of(data)
    there = envelopes_for(by).filter(digest=digest).first()
    if there is not None:
        return there
    received = ReceivedEnvelope(
        data=data, digest=digest, public_key=header.public_key, received_by=by, received_at=clock.now()
    )
    received.full_clean()
    try:
        with transaction.atomic():
            received.save()
    except IntegrityError:  # brought in twice at once
        return envelopes_for(by).get(digest=digest)
    return received


def header_of(received: ReceivedEnvelope) -> Header:
    """Raises RuleViolation if the file on this computer has been damaged since."""
    return envelopes.read_header(bytes(received.data))


def facts_of_envelope(received: ReceivedEnvelope) -> EnvelopeFacts:
    header = header_of(received)
    others = ReceivedEnvelope.objects.filter(public_key=received.public_key, opened_at__isnull=False)
    return EnvelopeFacts(
        header=header,
        lexicon=_our_lexicon(header),
        known=others.exclude(pk=received.pk).exists(),
        too_early=clock.now() < header.opens_at,
    )


@transaction.atomic
def open_received(*, received: ReceivedEnvelope, code: str, by: User) -> PreparedGame:
    """Open an envelope: its game is prepared here. A second time it is the game that was made the first time.

    Raises:
        RuleViolation: it is too early, the code is wrong, there is no such lexicon, or the game cannot be played here.
    """
    received = _held(received, by)
    if received.prepared:
        return received.prepared
    header = header_of(received)
    _check_hour(header)
    content = envelopes.open_envelope(bytes(received.data), code)
    lexicon = _our_lexicon(header)
    if lexicon is None:
        raise RuleViolation(
            "envelope_lexicon",
            _(
                "This game is played with the lexicon “{name}”: no lexicon here has exactly its words. Load it first."
            ),
            name=header.lexicon,
        )
    received.prepared = _prepared(header, content, lexicon, by)
    received.opened_at = clock.now()
    received.save(update_fields=["prepared", "opened_at"])
    return received.prepared


@transaction.atomic
def say_all_have_played(*, received: ReceivedEnvelope, by: User) -> None:
    """All clubs have played its game: from now on what was played of it here may be shown to everybody.

    Raises:
        RuleViolation: it has not even been opened.
    """
    received = _held(received, by)
    if received.prepared is None:
        raise RuleViolation("envelope_shut", _("This envelope has not been opened."))
    if received.all_played_at is None:
        received.all_played_at = clock.now()
        received.save(update_fields=["all_played_at"])


@transaction.atomic
def throw_away(*, received: ReceivedEnvelope, by: User) -> None:
    received = _held(received, by)
    if received.prepared:
        raise RuleViolation("envelope_opened", _("This envelope has been opened: it stays."))
    received.delete()


def _held(received: ReceivedEnvelope, by: User) -> ReceivedEnvelope:
    held = envelopes_for(by).select_for_update(no_key=True, of=("self",)).filter(pk=received.pk).first()
    if held is None:
        raise RuleViolation("envelope_gone", _("This envelope is not here any more."))
    return held


def _check_hour(header: Header) -> None:
    if clock.now() < header.opens_at:
        when = formats.date_format(timezone.localtime(header.opens_at), "SHORT_DATETIME_FORMAT")
        raise RuleViolation(
            "envelope_early",
            _("This envelope may not be opened before {when}, by the clock of this computer."),
            when=when,
        )


def _our_lexicon(header: Header) -> Lexicon | None:
    """The lexicon with exactly the envelope's words, first looked for under its name."""
    of_tiles = Lexicon.objects.filter(tile_set=header.tile_set)
    for lexicon in sorted(of_tiles, key=lambda row: (row.name != header.lexicon, row.name)):
        try:
            if load_lexicon(lexicon.name).fingerprint() == header.words:
                return lexicon
        except EngineError:
            continue  # one that cannot be used is not it
    return None


def _prepared(header: Header, content: str, lexicon: Lexicon, by: User) -> PreparedGame:
    try:
        return prepare_imported(
            name=header.name,
            text=content,
            lexicon=lexicon.name,
            by=by,
            origin=PreparedGame.Origin.RECEIVED,
        )
    except (GameRefused, EngineError, RuleViolation):
        # What is wrong would tell of the racks: that is for the organiser to find. Not even as the cause in a log.
        raise RuleViolation(
            "envelope_unplayable",
            _("The game in this envelope cannot be played with this program: tell the organiser."),
        ) from None
