"""Results of clubs at the organiser: reviewed, accepted once, corrected by a new version, restored.

A club is identified by its name without regard to accents (`folding.folded`). Results queue, as each
locks the row of the simultaneous game.
"""

import codecs
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models.simultaneous import InvitedClub, ResultFile, ResultVersion, Simultaneous
from duplicate.prepared.services import open_record
from duplicate.simultaneous.organiser import check_not_final, lock_simultaneous
from duplicate.simultaneous.result_format import (
    MOST_BYTES,
    ClubResult,
    ResultRefused,
    parse_result,
    read_result,
)
from duplicate.simultaneous.result_text import read_result_lines
from duplicate.simultaneous.result_validation import check_result
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.core.text import folding
from tournaments.models import Player
from tournaments.organisers.scope import scope_to_organiser

State = Literal["first", "again", "correction"]


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
    before: ClubResult | None
    number: int
    warnings: tuple[str, ...]


def keep_file(*, sent: Simultaneous, data: bytes, file_name: str, by: User, club: str = "") -> ResultFile:
    """Store a file for review; nothing is accepted yet.

    Lines of table, name and score (`result_text`) do not name their club: it is given as `club`.

    Raises:
        ResultRefused: it is no result, or not one of this game.
        RuleViolation: lines without a club, or of a game whose tops are not known yet.
    """
    begins = data.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    result = parse_result(data) if begins in {b"{", b"["} else _read_lines(sent, data, club)
    check_belongs(sent, result)
    with transaction.atomic():
        sent = lock_simultaneous(sent, by)
        sent.files.filter(read_by=by).delete()
        kept = ResultFile(
            simultaneous=sent,
            file_name=file_name[-100:],
            content=result.to_data(),
            read_by=by,
            read_at=clock.now(),
        )
        kept.full_clean()
        kept.save()
    return kept


def _read_lines(sent: Simultaneous, data: bytes, club: str) -> ClubResult:
    if len(data) > MOST_BYTES:
        raise ResultRefused([gettext("This file is too big for the result of one club.")])
    if not club:
        raise RuleViolation(
            "lines_of_whom", _("These lines do not say of which club they are: write its name.")
        )
    return read_result_lines(data, game=sent.digest, name=sent.name, club=club, tops=_tops_of_rounds(sent))


def _tops_of_rounds(sent: Simultaneous) -> tuple[int, ...]:
    """Return the tops from the record; if a move below a top was placed, those of the first club's result."""
    tops = tuple(round_.score for round_ in open_record(sent.prepared).rounds)
    if tuple(sorted(tops, reverse=True)) == sent.prepared.game_facts.tops:
        return tops
    other = sent.results.order_by("pk").first()
    if other is None:
        raise RuleViolation(
            "lines_without_tops",
            _("In this game moves below the top are placed: import the result of a club in full first."),
        )
    return read_result(other.content).tops


def look_at(kept: ResultFile) -> FileLook:
    """Return the effect of the file on the results that are there now."""
    result = read_result(kept.content)
    last = last_version(kept.simultaneous, result.club)
    state: State = "first" if last is None else "again" if last.digest == result.digest else "correction"
    return FileLook(
        result,
        state,
        read_result(last.content) if last else None,
        last.number if last else 0,
        odd_licences(kept.simultaneous, result),
    )


def accept_file(*, kept: ResultFile, by: User, seen: int | None = None) -> Arrival:
    """Accept a file that was reviewed beside the version `seen` of the club's result, 0 for none.

    Raises:
        RuleViolation: another version has come since; the standings are final.
    """
    return _accept_kept(kept, read_result(kept.content), by, seen)


@transaction.atomic
def _accept_kept(kept: ResultFile, result: ClubResult, by: User, seen: int | None) -> Arrival:
    last = last_version(lock_simultaneous(kept.simultaneous, by), result.club)
    if seen is not None and seen != (last.number if last else 0):
        raise RuleViolation(
            "result_overtaken",
            _("Another result of {club} has come in the meantime: look at the differences again."),
            club=result.club,
        )
    arrival = _accept(kept.simultaneous, result, by=by)
    kept.delete()
    return arrival


def accept_sent(*, sent: Simultaneous, content: object, via: InvitedClub) -> Arrival:
    """Accept a result from a club's own server.

    Raises:
        ResultRefused: it is no result, not one of this game, or not that club's.
        RuleViolation: the club's token was revoked, or the standings are final.
    """
    result = read_result(content)
    check_belongs(sent, result)
    if folding.fold(result.club) != via.key:
        said = gettext("The token is that of “{club}”, and the result says “{other}”.")
        raise ResultRefused([said.format(club=via.name, other=result.club)])
    with transaction.atomic():
        return _accept(sent, result, via=via)


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


def check_belongs(sent: Simultaneous, result: ClubResult) -> None:
    """Refuse a result of another game, or one that does not add up.

    Raises:
        ResultRefused: the reasons.
    """
    if result.game != sent.digest:
        said = gettext("This is the result of another game (“{name}”).").format(name=result.name)
        raise ResultRefused([said])
    prepared = sent.prepared
    check_result(result, open_record(prepared), prepared.game_facts, prepared.rule_set)


def last_version(sent: Simultaneous, club: str) -> ResultVersion | None:
    return sent.results.filter(club_key=folding.fold(club)).order_by("-number").first()


def odd_licences(sent: Simultaneous, result: ClubResult) -> tuple[str, ...]:
    """Return warnings for licences that belong to another name at the organiser, or occur twice."""
    people = [person for entry in result.entries for person in entry.people if person.licence]
    licences = [folding.licence_key(person.licence) for person in people]
    with scope_to_organiser(sent.prepared.organiser_id):
        known = dict(Player.objects.filter(licence__in=licences).values_list("licence", "name"))
    warnings, first = [], dict[str, str]()
    for person in people:
        key = folding.licence_key(person.licence)
        holder = known.get(key)
        if holder is not None and folding.fold(holder) != folding.fold(person.name):
            said = gettext("Licence {licence} of {name} is that of {holder} here.")
            warnings.append(said.format(licence=person.licence, name=person.name, holder=holder))
        if key in first:
            said = gettext("Licence {licence} is there twice: {first} and {second}.")
            warnings.append(said.format(licence=person.licence, first=first[key], second=person.name))
        first.setdefault(key, person.name)
    return tuple(warnings)


def _accept(
    sent: Simultaneous, result: ClubResult, *, by: User | None = None, via: InvitedClub | None = None
) -> Arrival:
    """Accept a result, inside a transaction.

    A result that is there already is acknowledged, also when the standings are final.
    """
    sent = lock_simultaneous(sent, by)
    if via is not None and not sent.invited.filter(pk=via.pk, revoked_at=None).exists():
        raise RuleViolation("token_revoked", _("The organiser has revoked this token."))
    last = last_version(sent, result.club)
    warnings = odd_licences(sent, result)
    if last is not None and last.digest == result.digest:
        return Arrival("again", last, warnings)
    check_not_final(sent)
    version = _add(sent, result, last, by=by, via=via)
    return Arrival("correction" if last else "first", version, warnings)


def _add(
    sent: Simultaneous,
    result: ClubResult,
    last: ResultVersion | None,
    *,
    by: User | None = None,
    via: InvitedClub | None = None,
    restores: ResultVersion | None = None,
) -> ResultVersion:
    version = ResultVersion(
        simultaneous=sent,
        club_key=folding.fold(result.club),
        club=result.club,
        number=last.number + 1 if last else 1,
        content=result.to_data(),
        digest=result.digest,
        by=by,
        via=via,
        restores=restores,
        arrived_at=clock.now(),
    )
    version.full_clean()
    version.save()
    return version
