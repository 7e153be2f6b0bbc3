"""Results of clubs at the organiser: reviewed, accepted once, corrected by a new version, restored.

A club is identified by its name without regard to accents (`folding.fold`). Results queue, as each
locks the row of the simultaneous game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models.simultaneous import InvitedClub, ResultFile, ResultVersion, Simultaneous
from duplicate.prepared_games.clubs.organiser import check_not_final, lock_simultaneous
from duplicate.prepared_games.results.file_format import ClubResult, ResultRefused, read_result
from duplicate.prepared_games.results.files import ReadResult, ResultReader, token_of_another
from duplicate.prepared_games.results.signature import Sending
from tournaments.errors import RuleViolation
from tournaments.models import Player
from tournaments.names import folding
from tournaments.organisers.scope import scope_to_organiser
from tournaments.time import clock
from tournaments.time.time_zones import moment_text

# A version is up to 2 MB, and all are kept.
MOST_SENT: Final = 50
State = Literal["first", "again", "correction", "older"]
Doubt = Literal["", "unsigned", "unknown_club"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """The outcome of a result that arrived, with warnings about it."""

    state: State
    version: ResultVersion
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileLook:
    """The effect that accepting a file would have.

    `before` is the club's result that it corrects, of version `number`, or 0.
    """

    result: ClubResult
    state: State
    doubt: Doubt
    before: ClubResult | None
    number: int
    warnings: tuple[str, ...]


def keep_file(*, sent: Simultaneous, data: bytes, file_name: str, by: User, club: str = "") -> ResultFile:
    """Store a file for review; nothing is accepted yet.

    Lines of table, name and score (`text_lines`) that do not name their club are those of `club`.

    Raises:
        ResultRefused: it is no result, was edited, or is not one of this game.
        RuleViolation: lines without a club, or of a game whose tops are not known yet.
    """
    file = file_of(sent, ResultReader(sent, club).read_file(data), file_name, by)
    with transaction.atomic():
        sent = lock_simultaneous(sent, by)
        sent.files.filter(read_by=by, club=file.club).delete()
        file.full_clean()
        file.save()
    return file


def file_of(sent: Simultaneous, read: ReadResult, file_name: str, by: User) -> ResultFile:
    """Return the row of a file that was read, not stored yet."""
    return ResultFile(
        simultaneous=sent,
        file_name=file_name[-100:],
        content=read.result.to_data(),
        club=read.result.club,
        digest=read.result.digest,
        sequence=read.sending.number if read.sending else None,
        sent_at=read.sending.sent_at if read.sending else None,
        read_by=by,
        read_at=clock.now(),
    )


def doubt_of(kept: ResultFile, invited: Mapping[str, InvitedClub]) -> Doubt:
    """Return why a file should be looked at before it is accepted; `invited` are the clubs with a token, by key."""
    club = invited.get(folding.fold(kept.club))
    if sending_of(kept, invited):
        return ""
    if club is None and invited:
        return "unknown_club"
    return "unsigned" if kept.sequence is not None or (club and club.key_id) else ""


def sending_of(kept: ResultFile, invited: Mapping[str, InvitedClub]) -> Sending | None:
    """Return number and time of a file that is signed; None if its token was revoked since it was read."""
    club = invited.get(folding.fold(kept.club))
    if kept.sequence is None or kept.sent_at is None or club is None or club.made_at > kept.read_at:
        return None
    return Sending(kept.sequence, kept.sent_at, club.key_id)


def invited_clubs(sent: Simultaneous) -> dict[str, InvitedClub]:
    """Return the clubs that have a token now, by key."""
    return {club.key: club for club in sent.invited.filter(revoked_at=None).defer("sealed_token")}


def look_at(kept: ResultFile) -> FileLook:
    """Return the effect of the file on the results that are there now."""
    result = read_result(kept.content)
    last = last_version(kept.simultaneous, result.club)
    return FileLook(
        result,
        state_of(kept, last, newest_sequence(kept.simultaneous, result.club)),
        doubt_of(kept, invited_clubs(kept.simultaneous)),
        read_result(last.content) if last else None,
        last.number if last else 0,
        odd_licences(kept.simultaneous, result),
    )


def state_of(kept: ResultFile, last: ResultVersion | None, newest: int) -> State:
    """Return the state of a file beside the last version of its club and the number of its newest sending."""
    if last is None:
        return "first"
    if last.digest == kept.digest:
        return "again"
    return "older" if kept.sequence is not None and kept.sequence <= newest else "correction"


def accept_file(*, kept: ResultFile, by: User, seen: int | None = None) -> Arrival:
    """Accept a file that was reviewed beside the version `seen` of the club's result, 0 for none.

    Raises:
        RuleViolation: another version has come since; it is older; the standings are final.
    """
    return _accept_kept(kept, read_result(kept.content), by, seen)


@transaction.atomic
def _accept_kept(kept: ResultFile, result: ClubResult, by: User, seen: int | None) -> Arrival:
    sent = lock_simultaneous(kept.simultaneous, by)
    last = last_version(sent, result.club)
    if seen is not None and seen != (last.number if last else 0):
        raise RuleViolation(
            "result_overtaken",
            _("A new result of {club} has arrived in the meantime: check the differences again."),
            club=result.club,
        )
    sending = sending_of(kept, invited_clubs(sent))
    arrival = _accept(sent, ReadResult(result, sending), by=by)
    kept.delete()
    return arrival


def accept_sent(*, sent: Simultaneous, content: object, via: InvitedClub) -> Arrival:
    """Accept a result from a club's own server.

    The token is proof enough: a result need not be signed here.

    Raises:
        ResultRefused: it is no result, not one of this game, or not that club's.
        RuleViolation: the club's token was revoked, it is older, or the standings are final.
    """
    read = ResultReader(sent).read_values(content)
    if folding.fold(read.result.club) != via.key:
        raise ResultRefused([token_of_another(via, read.result)])
    with transaction.atomic():
        return _accept(sent, read, via=via)


def restore_version(*, version: ResultVersion, by: User) -> ResultVersion:
    """Restore an earlier version of a club's result, as a new version that refers to it."""
    return _restore(version, read_result(version.content), by)


@transaction.atomic
def _restore(version: ResultVersion, result: ClubResult, by: User) -> ResultVersion:
    sent = lock_simultaneous(version.simultaneous, by)
    check_not_final(sent)
    last = last_version(sent, version.club)
    if last is None or last.digest == version.digest:
        return last or version
    return _add(sent, result, last, by=by, restores=version)


def last_version(sent: Simultaneous, club: str) -> ResultVersion | None:
    """Return the version of a club's result that counts, without its content."""
    return sent.results.filter(club_key=folding.fold(club)).defer("content").order_by("-number").first()


def newest_sequence(sent: Simultaneous, club: str) -> int:
    """Return the number of the newest signed result of a club that was accepted; 0 if there is none."""
    key = folding.fold(club)
    return newest_sequences(sent, [key]).get(key, 0)


def newest_sequences(sent: Simultaneous, keys: Iterable[str]) -> dict[str, int]:
    """Return the number of the newest signed result that was accepted, by club.

    Numbers of an earlier token do not count: somebody who stole it could have sent the greatest one.
    """
    tokens = sent.invited.filter(key=OuterRef("club_key"), revoked_at=None)
    rows = sent.results.filter(
        club_key__in=list(keys), arrived_at__gte=Subquery(tokens.values("made_at")[:1])
    )
    newest = rows.values_list("club_key").annotate(newest=Max("sequence")).order_by()
    return {key: number or 0 for key, number in newest}


def odd_licences(sent: Simultaneous, result: ClubResult, *, for_club: bool = False) -> tuple[str, ...]:
    """Return warnings for licences that belong to another name at the organiser, or occur twice.

    A club is not told the other name: it could read the organiser's list of people by trying licences.
    """
    people = [person for entry in result.entries for person in entry.people if person.licence]
    licences = [folding.licence_key(person.licence) for person in people]
    with scope_to_organiser(sent.prepared.organiser_id):
        known = dict(Player.objects.filter(licence__in=licences).values_list("licence", "name"))
    warnings, first = [], dict[str, str]()
    for person in people:
        key = folding.licence_key(person.licence)
        holder = known.get(key)
        if holder is not None and folding.fold(holder) != folding.fold(person.name):
            said = gettext("Licence {licence} of {name} belongs to {holder} here.")
            if for_club:
                said = gettext("Licence {licence} of {name} belongs to another name here.")
            warnings.append(said.format(licence=person.licence, name=person.name, holder=holder))
        if key in first:
            said = gettext("Licence {licence} appears twice: {first} and {second}.")
            warnings.append(said.format(licence=person.licence, first=first[key], second=person.name))
        first.setdefault(key, person.name)
    return tuple(warnings)


def _accept(
    sent: Simultaneous, read: ReadResult, *, by: User | None = None, via: InvitedClub | None = None
) -> Arrival:
    """Accept a result, inside a transaction.

    A result that is there already is acknowledged, also when the standings are final.
    """
    result, sending = read.result, read.sending
    warnings = odd_licences(sent, result, for_club=via is not None)
    sent = lock_simultaneous(sent, by)
    if via is not None and not sent.invited.filter(pk=via.pk, revoked_at=None).exists():
        raise RuleViolation("token_revoked", _("The organiser has revoked this token."))
    last = last_version(sent, result.club)
    if last is not None and last.digest == result.digest:
        if sending:
            note_sending(last, sending)
        return Arrival("again", last, warnings)
    check_not_final(sent)
    if last is not None and sending:
        _check_not_older(sent, result.club, sending)
    if via is not None and sent.results.filter(via=via).count() >= MOST_SENT:
        raise RuleViolation(
            "many_corrections",
            _("{club} has sent {most} results with this token: ask the organiser for a new one."),
            club=via.name,
            most=MOST_SENT,
        )
    version = _add(sent, result, last, by=by, via=via, sending=sending)
    return Arrival("correction" if last else "first", version, warnings)


def note_sending(version: ResultVersion, sending: Sending) -> None:
    """Note that a later file has the same content: files between the two are older."""
    if version.sequence is None or sending.number > version.sequence:
        version.sequence, version.sent_at = sending.number, sending.sent_at
        version.save(update_fields=["sequence", "sent_at"])


def _check_not_older(sent: Simultaneous, club: str, sending: Sending) -> None:
    newest = newest_sequence(sent, club)
    if sending.number <= newest:
        raise RuleViolation(
            "result_older",
            _(
                "This result of {club} is out of date: it is number {number}, of {when}; number {newest} "
                "has already arrived."
            ),
            club=club,
            number=sending.number,
            when=moment_text(timezone.localtime(sending.sent_at)),
            newest=newest,
        )


def next_version(
    sent: Simultaneous, club: str, last: ResultVersion | None, **values: object
) -> ResultVersion:
    """Return the row of a club's result after its `last` one, not stored yet; `values` are its other fields."""
    return ResultVersion(
        simultaneous=sent,
        club_key=folding.fold(club),
        club=club,
        number=last.number + 1 if last else 1,
        arrived_at=clock.now(),
        **values,
    )


def _add(
    sent: Simultaneous,
    result: ClubResult,
    last: ResultVersion | None,
    *,
    sending: Sending | None = None,
    **origin: User | InvitedClub | ResultVersion | None,
) -> ResultVersion:
    version = next_version(
        sent,
        result.club,
        last,
        content=result.to_data(),
        digest=result.digest,
        sequence=sending.number if sending else None,
        sent_at=sending.sent_at if sending else None,
        **origin,
    )
    # Not cleaned: all values were checked, and queries for the keys and the number, which the database holds as
    # well, would take as long as the rest.
    version.save(force_insert=True)
    return version
