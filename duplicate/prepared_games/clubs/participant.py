"""The envelopes of a club: importing one, opening it with the code at its hour, deleting it.

The content is sealed again for this installation, as a prepared game of the user who opened it; nobody sees
it then.
"""

from dataclasses import dataclass
from itertools import chain

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import ReceivedEnvelope
from duplicate.prepared_games.clubs import envelope as simultaneous_envelope
from duplicate.prepared_games.clubs.envelope import ClubPart, Header
from duplicate.prepared_games.clubs.selectors import envelopes_for
from duplicate.prepared_games.drawing.parsing import GameRefused
from duplicate.prepared_games.drawing.services import read_imported
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from tournaments.errors import RuleViolation
from tournaments.installation.encryption import seal, unseal
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import Lexicon
from tournaments.names.folding import fold
from tournaments.time import clock
from tournaments.time.time_zones import moment_text

OWN_PURPOSE = "own club token"


@dataclass(frozen=True, slots=True)
class EnvelopeFacts:
    """The facts of an envelope that are known before it is opened.

    `lexicon` is the one here with its words, if there is one; `known` says that another envelope of the same
    organiser was opened before.
    """

    header: Header
    lexicon: Lexicon | None
    known: bool
    too_early: bool


def import_envelope(*, data: bytes, by: User) -> ReceivedEnvelope:
    """Store an unopened envelope; return the existing one if it is here already.

    A file that is made for a club brings its name and token. A newer one of the same club brings a new token;
    one of another club is an envelope of its own, as the game that a club has played stays that club's.

    Raises:
        RuleViolation: it is none, of a newer version, or altered.
    """
    data, part, header = simultaneous_envelope.read_envelope_file(data)
    digest = simultaneous_envelope.digest_of(data)
    there = _find_imported(digest, part, by)
    if there is not None:
        return _take_part(there, part)
    received = ReceivedEnvelope(
        data=data,
        digest=digest,
        public_key=header.public_key,
        club=part.club if part else "",
        sealed_token=seal(part.token, purpose=OWN_PURPOSE) if part else None,
        received_by=by,
        received_at=clock.now(),
    )
    received.full_clean()
    try:
        with transaction.atomic():
            received.save()
    except IntegrityError:  # imported twice at once
        return envelopes_for(by).get(digest=digest, club=received.club)
    return received


def _find_imported(digest: str, part: ClubPart | None, by: User) -> ReceivedEnvelope | None:
    """Return the stored envelope that a file belongs to: that of its club, or one without a club, not played yet."""
    rows = list(envelopes_for(by).filter(digest=digest).order_by("pk"))
    if part is None:
        return rows[0] if rows else None
    key = fold(part.club)
    of_club = (row for row in rows if fold(row.club) == key)
    of_nobody = (row for row in rows if not row.club and not (row.prepared and row.prepared.games.exists()))
    return next(chain(of_club, of_nobody), None)


def _take_part(received: ReceivedEnvelope, part: ClubPart | None) -> ReceivedEnvelope:
    if part:
        received.club = part.club
        received.sealed_token = seal(part.token, purpose=OWN_PURPOSE)
        received.save(update_fields=["club", "sealed_token"])
    return received


def own_token(received: ReceivedEnvelope) -> str:
    """Return the token that the envelope brought; empty if it was not made for one club."""
    return unseal(received.sealed_token, purpose=OWN_PURPOSE) if received.sealed_token else ""


def header_of(received: ReceivedEnvelope) -> Header:
    """Return the header; raise RuleViolation if the stored file has been damaged since."""
    return simultaneous_envelope.read_header(bytes(received.data))


def facts_of_envelope(received: ReceivedEnvelope) -> EnvelopeFacts:
    header = header_of(received)
    others = ReceivedEnvelope.objects.filter(public_key=received.public_key, opened_at__isnull=False)
    return EnvelopeFacts(
        header=header,
        lexicon=_our_lexicon(header),
        known=others.exclude(pk=received.pk).exists(),
        too_early=clock.now() < header.opens_at,
    )


def open_received(*, received: ReceivedEnvelope, code: str, by: User) -> PreparedGame:
    """Open an envelope and return its game as a prepared game; a second call returns the same one.

    The content is decrypted and its game played before the transaction begins, as that takes long.

    Raises:
        RuleViolation: it is too early, the code is wrong, there is no such lexicon, or the game cannot be
            played here.
    """
    received = _own(received, by)
    if received.prepared:
        return received.prepared
    header = header_of(received)
    _check_hour(header)
    content = simultaneous_envelope.open_envelope(bytes(received.data), code)
    lexicon = _our_lexicon(header)
    if lexicon is None:
        raise RuleViolation(
            "envelope_lexicon",
            _(
                "This game uses the lexicon “{name}”. No lexicon here has exactly the same words: load "
                "it first."
            ),
            name=header.lexicon,
        )
    prepared = _store_prepared_game(header, content, lexicon, by, envelope=received.digest)
    with transaction.atomic():
        received = _lock_envelope(received, by)
        if received.prepared:  # opened twice at once
            return received.prepared
        prepared.save()
        received.prepared, received.opened_at = prepared, clock.now()
        received.save(update_fields=["prepared", "opened_at"])
    return prepared


@transaction.atomic
def say_all_have_played(*, received: ReceivedEnvelope, by: User) -> None:
    """Note that all clubs have played the game: from now on what was played here may be public.

    Raises:
        RuleViolation: it has not even been opened.
    """
    received = _lock_envelope(received, by)
    if received.prepared is None:
        raise RuleViolation("envelope_shut", _("This envelope has not been opened yet."))
    if received.all_played_at is None:
        received.all_played_at = clock.now()
        received.save(update_fields=["all_played_at"])


@transaction.atomic
def throw_away(*, received: ReceivedEnvelope, by: User) -> None:
    received = _lock_envelope(received, by)
    if received.prepared:
        raise RuleViolation("envelope_opened", _("This envelope has been opened and cannot be deleted."))
    received.delete()


def _lock_envelope(received: ReceivedEnvelope, by: User) -> ReceivedEnvelope:
    """Lock the envelope and return it as it stands."""
    return _own(received, by, envelopes_for(by).select_for_update(no_key=True, of=("self",)))


def _own(
    received: ReceivedEnvelope, by: User, rows: QuerySet[ReceivedEnvelope] | None = None
) -> ReceivedEnvelope:
    found = (envelopes_for(by) if rows is None else rows).filter(pk=received.pk).first()
    if found is None:
        raise RuleViolation("envelope_gone", _("This envelope has been deleted."))
    return found


def _check_hour(header: Header) -> None:
    if clock.now() < header.opens_at:
        when = moment_text(timezone.localtime(header.opens_at))
        raise RuleViolation(
            "envelope_early",
            _("This envelope may not be opened before {when}, by the clock of this computer."),
            when=when,
        )


def _our_lexicon(header: Header) -> Lexicon | None:
    """Return the lexicon with exactly the envelope's words; try the one of its name first."""
    of_tiles = lexicons_offered().filter(tile_set=header.tile_set)
    for lexicon in sorted(of_tiles, key=lambda row: (row.name != header.lexicon, row.name)):
        try:
            if load_lexicon(lexicon.name).fingerprint == header.words:
                return lexicon
        except EngineError:
            continue  # a lexicon that cannot be loaded is no match
    return None


def _store_prepared_game(
    header: Header, content: str, lexicon: Lexicon, by: User, *, envelope: str
) -> PreparedGame:
    try:
        return read_imported(
            name=header.name,
            text=content,
            lexicon=lexicon.name,
            by=by,
            origin=PreparedGame.Origin.RECEIVED,
            envelope=envelope,
        )
    except (GameRefused, EngineError, RuleViolation):
        # The problem would reveal racks to others than the organiser; `from None` keeps it out of logs too.
        raise RuleViolation(
            "envelope_unplayable",
            _("The game in this envelope cannot be played with this program: tell the organiser."),
        ) from None
