"""Results of clubs as they reach the organiser: looked at, accepted once, corrected by a new version, gone back from.

A club is known by its name, whatever the accents (`alike.folded`). Results come one after the other, as each holds the
row of the simultaneous game.
"""

import codecs
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.preparing import open_record
from duplicate.result_checks import check_result
from duplicate.result_lines import read_result_lines
from duplicate.results import MOST_BYTES, ClubResult, ResultRefused, parse_result, read_result
from duplicate.sending import check_not_final, hold_simultaneous
from duplicate.simultaneous_models import InvitedClub, ResultFile, ResultVersion, Simultaneous
from tournaments import alike, clock
from tournaments.errors import RuleViolation
from tournaments.models import Player

State = Literal["first", "again", "correction"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of a result that arrived, and what is odd about it."""

    state: State
    version: ResultVersion
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileLook:
    """What accepting a file would do; `before` is the club's result that it corrects, of version `number`, or 0."""

    result: ClubResult
    state: State
    before: ClubResult | None
    number: int
    warnings: tuple[str, ...]


def keep_file(*, sent: Simultaneous, data: bytes, file_name: str, by: User, club: str = "") -> ResultFile:
    """Keep a file to be looked at; nothing is accepted yet. Lines of table, name and score (`result_lines`) do not say
    of which `club` they are.

    Raises:
        ResultRefused: it is no result, or not one of this game.
        RuleViolation: lines without a club, or of a game whose tops nobody has told yet.
    """
    begins = data.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    result = parse_result(data) if begins in {b"{", b"["} else _from_lines(sent, data, club)
    check_belongs(sent, result)
    with transaction.atomic():
        sent = hold_simultaneous(sent, by)
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


def _from_lines(sent: Simultaneous, data: bytes, club: str) -> ClubResult:
    if len(data) > MOST_BYTES:
        raise ResultRefused([gettext("This file is too big for the result of one club.")])
    if not club:
        raise RuleViolation(
            "lines_of_whom", _("These lines do not say of which club they are: write its name.")
        )
    return read_result_lines(data, game=sent.digest, name=sent.name, club=club, tops=_tops_of_rounds(sent))


def _tops_of_rounds(sent: Simultaneous) -> tuple[int, ...]:
    """By the record; where another move than the top was placed, by what the first club says."""
    tops = tuple(round_.score for round_ in open_record(sent.prepared).rounds)
    if tuple(sorted(tops, reverse=True)) == sent.prepared.game_facts.tops:
        return tops
    other = sent.results.order_by("pk").first()
    if other is None:
        raise RuleViolation(
            "lines_without_tops",
            _("In this game moves below the top are placed: bring in the result of a club in full first."),
        )
    return read_result(other.content).tops


def look_at(kept: ResultFile) -> FileLook:
    """What the file means for the results that are there now."""
    result = read_result(kept.content)
    last = last_version(kept.simultaneous, result.club)
    state: State = "first" if last is None else "again" if last.digest == result.digest else "correction"
    return FileLook(
        result,
        state,
        read_result(last.content) if last else None,
        last.number if last else 0,
        odd_licences(result),
    )


@transaction.atomic
def accept_file(*, kept: ResultFile, by: User, seen: int | None = None) -> Arrival:
    """Accept a file that was looked at beside the version `seen` of the club's result, 0 for none.

    Raises:
        RuleViolation: another version has come since; the standings are final.
    """
    result = read_result(kept.content)
    last = last_version(hold_simultaneous(kept.simultaneous, by), result.club)
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
    """A result from a club's own server.

    Raises:
        ResultRefused: it is no result, not one of this game, or not that club's.
        RuleViolation: the club's token was revoked, or the standings are final.
    """
    result = read_result(content)
    check_belongs(sent, result)
    if alike.folded(result.club) != via.key:
        said = gettext("The token is that of “{club}”, and the result says “{other}”.")
        raise ResultRefused([said.format(club=via.name, other=result.club)])
    with transaction.atomic():
        return _accept(sent, result, via=via)


@transaction.atomic
def restore_version(*, version: ResultVersion, by: User) -> ResultVersion:
    """Go back to an earlier version of a club's result: as a further one, which says so."""
    sent = hold_simultaneous(version.simultaneous, by)
    check_not_final(sent)
    last = last_version(sent, version.club)
    if last is None or last.digest == version.digest:
        return last or version
    return _add(sent, read_result(version.content), last, by=by, restores=version)


def check_belongs(sent: Simultaneous, result: ClubResult) -> None:
    """Refuse what is not a result of this very game, or does not add up.

    Raises:
        ResultRefused: the reasons.
    """
    if result.game != sent.digest:
        said = gettext("This is the result of another game (“{name}”).").format(name=result.name)
        raise ResultRefused([said])
    prepared = sent.prepared
    check_result(result, open_record(prepared), prepared.game_facts, prepared.rule_set)


def last_version(sent: Simultaneous, club: str) -> ResultVersion | None:
    return sent.results.filter(club_key=alike.folded(club)).order_by("-number").first()


def odd_licences(result: ClubResult) -> tuple[str, ...]:
    """Licences that belong to another name here, or are there twice: for the organiser to look at."""
    people = [person for entry in result.entries for person in entry.people if person.licence]
    known = dict(
        Player.objects.filter(
            licence__in=[alike.licence_key(person.licence) for person in people]
        ).values_list("licence", "name")
    )
    warnings, first = [], dict[str, str]()
    for person in people:
        holder = known.get(alike.licence_key(person.licence))
        if holder is not None and alike.folded(holder) != alike.folded(person.name):
            said = gettext("Licence {licence} of {name} is that of {holder} here.")
            warnings.append(said.format(licence=person.licence, name=person.name, holder=holder))
        if person.licence in first:
            said = gettext("Licence {licence} is there twice: {first} and {second}.")
            warnings.append(
                said.format(licence=person.licence, first=first[person.licence], second=person.name)
            )
        first.setdefault(person.licence, person.name)
    return tuple(warnings)


def _accept(
    sent: Simultaneous, result: ClubResult, *, by: User | None = None, via: InvitedClub | None = None
) -> Arrival:
    """Inside a transaction. What is there already is acknowledged, also when the standings are final."""
    sent = hold_simultaneous(sent, by)
    if via is not None and not sent.invited.filter(pk=via.pk, revoked_at=None).exists():
        raise RuleViolation("token_revoked", _("The organiser has revoked this token."))
    last = last_version(sent, result.club)
    warnings = odd_licences(result)
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
        club_key=alike.folded(result.club),
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
