"""The organiser of a simultaneous game: sealing its envelope, inviting clubs, declaring the standings final."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from duplicate.acts.locks import lock_playable
from duplicate.games.rules.presets import rules_title
from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import InvitedClub, SigningKey, Simultaneous
from duplicate.prepared_games.clubs import envelope
from duplicate.prepared_games.clubs.envelope import Header, key_of
from duplicate.rounds.confirmations import MISSING_CLUBS, require
from engine.lexicon import load_lexicon
from engine.tiles import tile_set_names
from tournaments.acts import Action
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.installation.encryption import seal, unseal
from tournaments.models import NAME_LENGTH, Organiser
from tournaments.names import folding
from tournaments.organisers.actions import add_actions, write_organiser_act
from tournaments.time import clock
from tournaments.time.time_zones import installation_zone
from tournaments.tokens import create_token, hash_token

ACTIONS: Final = (
    Action("simultaneous_final", _("“{game}”: standings released as final")),
    Action("simultaneous_provisional", _("“{game}”: standings provisional again")),
    Action("simultaneous_published", _("“{game}”: standings published")),
    Action("simultaneous_hidden", _("“{game}”: standings no longer published")),
    Action("simultaneous_solos", _("“{game}”: solos count across all clubs")),
    Action("simultaneous_no_solos", _("“{game}”: solos do not count")),
)
add_actions(ACTIONS)


KEY_PURPOSE = "signing key"
CODE_PURPOSE = "envelope code"
CLUB_PURPOSE = "club token"
MOST_CLUBS: Final = 3000
CLUBS_NAMED: Final = 30


def send_out(
    *,
    prepared: PreparedGame,
    name: str,
    organiser: str,
    opens_at: datetime,
    by: User,
    time_zone: str = "",
    address: str = "",
    merged_solos: bool = False,
) -> Simultaneous:
    """Seal a prepared game into an envelope for clubs.

    `time_zone` is the organiser's, in which clubs see the hour beside their own; empty for the installation's.
    The envelope's key is derived before the transaction that stores the envelope, as that takes long.

    Raises:
        RuleViolation: it is not this user's, cannot be opened, or came from another organiser.
    """
    with transaction.atomic():
        prepared = lock_playable(prepared, by)
    if prepared.is_received:
        raise RuleViolation(
            "received_not_yours",
            _("“{name}” comes from an organiser: only the organiser can send it."),
            name=prepared.name,
        )
    if prepared.tile_set not in tile_set_names():
        raise RuleViolation(
            "simultaneous_tiles",
            _("“{name}” uses your own tile set. Only the built-in tile sets are available at all clubs."),
            name=prepared.name,
        )
    key = signing_key()
    header = Header(
        name=name,
        organiser=organiser,
        opens_at=opens_at,
        time_zone=time_zone or installation_zone(),
        lexicon=prepared.lexicon,
        words=load_lexicon(prepared.lexicon).fingerprint,
        tile_set=prepared.tile_set,
        rules=rules_title(prepared.rule_set),
        address=address,
        public_key=key.public_key().public_bytes_raw().hex(),
    )
    code = envelope.new_code()
    data = envelope.pack(header, prepared.open_record().to_json(), code=code, key=key)
    sent = Simultaneous(
        prepared=prepared,
        name=name,
        organiser=organiser,
        opens_at=opens_at,
        time_zone=header.time_zone,
        digest=envelope.digest_of(data),
        envelope=data,
        sealed_code=seal(code, purpose=CODE_PURPOSE),
        merged_solos=merged_solos,
        made_by=by,
        made_at=clock.now(),
    )
    with transaction.atomic():
        lock_playable(prepared, by)
        sent.full_clean()
        sent.save()
    return sent


def code_of(sent: Simultaneous) -> str:
    """Return the code of the envelope, which its organiser gives out at the opening time."""
    return unseal(sent.sealed_code, purpose=CODE_PURPOSE)


def signing_key() -> Ed25519PrivateKey:
    """Return the installation's own signing key, made at the first call.

    Raises:
        RuleViolation: it was sealed with a secret key that this installation no longer has.
    """
    row = SigningKey.objects.first()
    if row is None:
        key = Ed25519PrivateKey.generate()
        made = {
            "sealed": seal(key.private_bytes_raw().hex(), purpose=KEY_PURPOSE),
            "public_key": key.public_key().public_bytes_raw().hex(),
            "made_at": clock.now(),
        }
        # Two calls at once: the first stored key is used by both.
        row, _made = SigningKey.objects.get_or_create(only=True, defaults=made)
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(unseal(row.sealed, purpose=KEY_PURPOSE)))


@transaction.atomic
def invite_club(*, sent: Simultaneous, name: str, by: User) -> tuple[InvitedClub, str]:
    """Return a new token with which a club sends and signs its result; an earlier one stops working."""
    sent = lock_simultaneous(sent, by)
    name = folding.tidy(name)
    if not name:
        raise RuleViolation("club_missing", _("Enter the name of the club."))
    revoke_tokens(sent.invited.filter(key=folding.fold(name)))
    club, token = _new_club(sent, name)
    club.full_clean()
    club.save()
    return club, token


@transaction.atomic
def invite_clubs(*, sent: Simultaneous, names: Sequence[str], by: User) -> tuple[int, int]:
    """Give a token to each club that has none; return how many got one, and how many had one before.

    Raises:
        LinesRefused: names that are too long.
        RuleViolation: no names, or too many.
    """
    sent = lock_simultaneous(sent, by)
    tidied: dict[str, str] = {}
    for name in filter(None, map(folding.tidy, names)):
        tidied.setdefault(folding.fold(name), name)
    if not tidied:
        raise RuleViolation("club_missing", _("Enter the name of the club."))
    if len(tidied) > MOST_CLUBS:
        raise RuleViolation("many_clubs", _("At most {most} clubs at a time."), most=MOST_CLUBS)
    said = _("“{name}” is longer than {most} characters.")
    long = [name for name in tidied.values() if len(name) > NAME_LENGTH]
    if long:
        refused = [RuleViolation("club_long", said, name=name[:100], most=NAME_LENGTH) for name in long]
        raise LinesRefused(list(zip(long, refused, strict=True)))
    there = set(sent.invited.filter(revoked_at=None).values_list("key", flat=True))
    fresh = [_new_club(sent, name)[0] for key, name in tidied.items() if key not in there]
    InvitedClub.objects.bulk_create(fresh, batch_size=500)
    return len(fresh), len(tidied) - len(fresh)


def _new_club(sent: Simultaneous, name: str) -> tuple[InvitedClub, str]:
    token = create_token()
    club = InvitedClub(
        simultaneous=sent,
        name=name,
        key=folding.fold(name),
        token_hash=hash_token(token),
        sealed_token=seal(token, purpose=CLUB_PURPOSE),
        key_id=key_of(token),
        made_at=clock.now(),
    )
    return club, token


def token_of(club: InvitedClub) -> str:
    """Return the token of a club; empty for a token of an earlier release, which is stored as a hash alone."""
    return unseal(club.sealed_token, purpose=CLUB_PURPOSE) if club.sealed_token else ""


@transaction.atomic
def revoke_club(*, club: InvitedClub, by: User) -> None:
    """Revoke the club's token; the results that it has sent stay."""
    sent = lock_simultaneous(club.simultaneous, by)
    revoke_tokens(sent.invited.filter(pk=club.pk))


def revoke_tokens(clubs: QuerySet[InvitedClub]) -> None:
    clubs.filter(revoked_at=None).update(revoked_at=clock.now())


def has_token(token: str) -> bool:
    """Tell whether a club has this token now."""
    return _clubs_with(token).exists()


def club_for_token(token: str) -> InvitedClub | None:
    clubs = _clubs_with(token).select_related("simultaneous__prepared")
    return clubs.defer("simultaneous__envelope", "simultaneous__sealed_code").first()


def _clubs_with(token: str) -> QuerySet[InvitedClub]:
    return InvitedClub.objects.filter(revoked_at=None, token_hash=hash_token(token))


@transaction.atomic
def set_final(*, sent: Simultaneous, final: bool, by: User, confirmed: Collection[str] = ()) -> None:
    """Mark the standings as final, or as provisional again: then results are accepted once more.

    Raises:
        ConfirmationNeeded: clubs with a token have not sent a result, and that has not been confirmed.
    """
    sent = lock_simultaneous(sent, by)
    if final != (sent.final_at is not None):
        if final:
            _require_clubs(sent, confirmed)
        sent.final_at = clock.now() if final else None
        sent.save(update_fields=["final_at"])
        _write_act(sent, "simultaneous_final" if final else "simultaneous_provisional", by)


def _require_clubs(sent: Simultaneous, confirmed: Collection[str]) -> None:
    waited_for = sent.invited.filter(revoked_at=None).exclude(key__in=sent.results.values("club_key"))
    missing = sorted(waited_for.values_list("name", flat=True), key=folding.sort_key)
    if not missing:
        return
    said = ngettext_lazy(
        "{count} club has not sent its result: {clubs}. Final standings accept no further results.",
        "{count} clubs have not sent their results: {clubs}. Final standings accept no further results.",
        len(missing),
    )
    more = " …" if len(missing) > CLUBS_NAMED else ""
    named = ", ".join(missing[:CLUBS_NAMED]) + more
    require(MISSING_CLUBS, said, confirmed, count=len(missing), clubs=named)


@transaction.atomic
def set_published(*, sent: Simultaneous, published: bool, by: User) -> None:
    """Show the merged standings to everybody, or hide them again."""
    sent = lock_simultaneous(sent, by)
    if published != (sent.published_at is not None):
        sent.published_at = clock.now() if published else None
        sent.save(update_fields=["published_at"])
        _write_act(sent, "simultaneous_published" if published else "simultaneous_hidden", by)


@transaction.atomic
def set_merged_solos(*, sent: Simultaneous, merged_solos: bool, by: User) -> None:
    sent = lock_simultaneous(sent, by)
    check_not_final(sent)
    if merged_solos != sent.merged_solos:
        sent.merged_solos = merged_solos
        sent.save(update_fields=["merged_solos"])
        _write_act(sent, "simultaneous_solos" if merged_solos else "simultaneous_no_solos", by)


def _write_act(sent: Simultaneous, act: str, by: User) -> None:
    """Put an act on record in the log of the organiser."""
    organiser = Organiser.objects.get(pk=sent.prepared.organiser_id)
    write_organiser_act(organiser, act, by=by, game=sent.name)


@transaction.atomic
def take_back(*, sent: Simultaneous, by: User) -> None:
    """Delete a simultaneous game without results: its prepared game is free again.

    Raises:
        RuleViolation: a club has sent its result.
    """
    sent = lock_simultaneous(sent, by)
    if sent.results.exists():
        raise RuleViolation(
            "has_results", _("Clubs have sent results of “{name}”: it cannot be cancelled."), name=sent.name
        )
    sent.delete()


def lock_simultaneous(sent: Simultaneous, by: User | None) -> Simultaneous:
    """Lock the row until the transaction ends and return it as it is now, without the envelope, so that results
    queue.

    `by` is None for a club's server.
    """
    rows = Simultaneous.objects.select_for_update(no_key=True).defer("envelope", "sealed_code")
    held = rows.get(pk=sent.pk)
    if by is not None and held.made_by_id != by.pk:
        raise RuleViolation("not_organised_by_you", _("Somebody else organises this game."))
    return held


def check_not_final(sent: Simultaneous) -> None:
    if sent.final_at is not None:
        raise RuleViolation(
            "simultaneous_final",
            _("The standings of “{name}” are final and cannot be changed."),
            name=sent.name,
        )
