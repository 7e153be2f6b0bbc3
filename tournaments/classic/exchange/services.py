"""Import of the files of another program as an event, or as divisions of one that is there: stored as they were
uploaded, reviewed, then imported or cancelled.

Invariants: the files are stored whole or not at all, as they were reviewed. A user has one upload.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from hashlib import sha256
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.divisions.services import make_division
from tournaments.classic.exchange.export import settings_told
from tournaments.classic.exchange.files import Texts, read_texts, read_upload
from tournaments.classic.exchange.joined_event import entered_in, faults_of_joining
from tournaments.classic.exchange.review import FilesReview, review_event, review_texts
from tournaments.classic.exchange.values import FileDivision, FilePlayer
from tournaments.classic.models import (
    Division,
    DivisionEntry,
    DivisionPrize,
    DivisionRound,
    Match,
    MatchResult,
    TournamentUpload,
)
from tournaments.classic.pairing import MANUAL
from tournaments.classic.rounds.plan import set_plan
from tournaments.classic.standings.prizes import set_prizes
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.check_in import check_in
from tournaments.events.registration.entry_lists import NewEntry, enter_list
from tournaments.events.staff import check_chief
from tournaments.locks import lock_user
from tournaments.models import Entry, Event, Lexicon, Player
from tournaments.people import services as people_services
from tournaments.time import clock

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Answers:
    """The director's answers in the review. `people` has the key of the person whom an unclear name means, None for
    somebody new; `rules` are the fields of the match rules (`fields_of_rules`) and the
    rating system. `name` and `day` are those of a new event.
    """

    lexicon: Lexicon
    rules: Mapping[str, Any]
    people: Mapping[str, int | None]
    name: str = ""
    day: date | None = None


def keep_upload(
    *, files: Sequence[tuple[str, bytes]], by: User, event: Event | None = None
) -> TournamentUpload:
    """Store uploaded files for review, in place of any others of this user; with an event they are its divisions.

    Raises:
        RuleViolation: there is no event in them, or the user is not the chief of the event.
    """
    if event is not None:
        check_chief(event, by)
    texts = read_upload(files)
    names = ", ".join(name for name, _data in files)
    tournament_upload = TournamentUpload(
        event=event, file_name=names[:100], texts=texts, read_by=by, read_at=clock.now()
    )
    with transaction.atomic():
        lock_user(by)
        TournamentUpload.objects.filter(read_by=by).delete()
        tournament_upload.save()
    return tournament_upload


def upload_in_review(by: User, event: Event | None = None) -> TournamentUpload | None:
    """Return the files of this user that wait for their review: those of an event, or of a new one."""
    tournament_upload = TournamentUpload.objects.filter(read_by=by, event=event).first()
    if tournament_upload is not None:
        tournament_upload.event = event
    return tournament_upload


def cancel_upload(*, by: User, event: Event | None = None) -> None:
    """Delete the files in review."""
    TournamentUpload.objects.filter(read_by=by, event=event).delete()


def review_of(kept: TournamentUpload) -> FilesReview:
    return _joined(kept, review_texts(texts_of(kept)))


def _joined(kept: TournamentUpload, review: FilesReview) -> FilesReview:
    """Return the review with what the event of the files has already."""
    if kept.event is None:
        return review
    more = faults_of_joining(kept.event, review.event, review.known)
    return replace(review, faults=(*review.faults, *more))


def texts_of(kept: TournamentUpload) -> Texts:
    return [(name, text) for name, text in kept.texts]


def tag_upload_review(kept: TournamentUpload, review: FilesReview) -> str:
    """Return the version tag of a review: another one says that the files, or the people it means, have changed."""
    people = [
        {name: player.pk for name, player in review.known.items()},
        {name: [player.pk for player in players] for name, players in review.unclear.items()},
    ]
    return sha256(json.dumps([kept.texts, people]).encode()).hexdigest()


def review_changed() -> RuleViolation:
    return RuleViolation("review_changed", _("The list of people has changed: check the review again."))


def import_upload(*, kept: TournamentUpload, mark: str, answers: Answers, by: User) -> Event:
    """Store the event or the divisions that were reviewed, and delete the upload; return the event. The files are
    parsed before the transaction begins.

    Raises:
        RuleViolation: the files have faults, or what was reviewed has changed since, or somebody is in the event
            already.
        ValidationError: the event cannot be stored.
    """
    read = read_texts(texts_of(kept))
    with transaction.atomic():
        if not TournamentUpload.objects.select_for_update().filter(pk=kept.pk).exists():
            raise RuleViolation("upload_gone", _("These files have already been imported or cancelled."))
        if kept.event is not None:
            kept.event = event_services.lock_event(kept.event, by)
        return _store(kept, _joined(kept, review_event(*read)), mark, answers, by)


def _store(kept: TournamentUpload, review: FilesReview, mark: str, answers: Answers, by: User) -> Event:
    if mark != tag_upload_review(kept, review):
        raise review_changed()
    if review.faults:
        raise review.faults[0].error
    event = kept.event or event_services.create_event(name=answers.name, day=answers.day, by=by)
    players = _players(review, answers.people)
    entries = _enter(event, review, players, kept.file_name, by)
    for told, theirs in zip(review.event.divisions, entries, strict=True):
        settings = settings_told(told, lexicon=answers.lexicon, **answers.rules)
        division = make_division(event=event, settings=settings, by=by)
        _store_plan_and_prizes(division, told, by)
        _store_entrants(division, told, theirs)
        _store_rounds(division, told, by)
        counts = {"players": len(told.players), "rounds": told.rounds, "results": told.results}
        write_division_act(division, "division_imported", by=by, file=kept.file_name, **counts)
    kept.delete()
    return event


def _players(review: FilesReview, answers: Mapping[str, int | None]) -> dict[str, Player]:
    """Return the person of each name; new ones are stored, with rating, games and licence of the files."""
    meant = {player.pk: player for players in review.unclear.values() for player in players}
    chosen = {name: meant[key] for name, key in answers.items() if key in meant and name in review.unclear}
    found = {**review.known, **chosen}
    told = [*chain.from_iterable(division.players for division in review.event.divisions)]
    licences = Player.objects.filter(licence__in={player.licence for player in told} - {""})
    taken = set(licences.values_list("licence", flat=True))
    new = {}
    for player in told:
        for parts in player.people:
            if parts.joined not in found:
                person = new[parts.joined] = Player()
                if len(player.people) == 1:
                    person.rating, person.rated_games = player.rating, player.rated_games
                person.licence = "" if player.licence in taken else player.licence
                person.rename(parts.joined, parts)
    people_services.store_players(new.values())
    players = found | new
    entered = Counter(person.pk for person in players.values())
    for name, person in players.items():
        if entered[person.pk] > 1:
            raise RuleViolation("name_twice", _("{name} appears twice."), name=name)
    return players


def _enter(
    event: Event, review: FilesReview, players: Mapping[str, Player], file: str, by: User
) -> list[list[Entry]]:
    """Enter everybody into the event who is not there yet, and return the entries of each division in the order of its
    players.
    """
    there = entered_in(event)
    waiting = [
        [there.waiting(players[name] for name in player.names) for player in division.players]
        for division in review.event.divisions
    ]
    told = [player for division in review.event.divisions for player in division.players]
    free = [
        _new_entry(player, players)
        for player, entry in zip(told, chain.from_iterable(waiting), strict=True)
        if entry is None
    ]
    entered = enter_list(event=event, entries=free, by=by, file=file) if free else []
    new = iter(entered)
    entries = [[entry or next(new) for entry in division] for division in waiting]
    check_in(event=event, entries=[entry.pk for entry in chain.from_iterable(entries)], by=by)
    return entries


def _new_entry(player: FilePlayer, players: Mapping[str, Player]) -> NewEntry:
    first, *others = (players[name].pk for name in player.names)
    return NewEntry(player=first, partner=others[0] if others else None, team=player.team, group=player.group)


def _store_plan_and_prizes(division: Division, told: FileDivision, by: User) -> None:
    """Store the plan while no round has begun, and the prizes."""
    if told.stages:
        set_plan(division=division, stages=told.stages, by=by)
    if told.prizes:
        prizes = [DivisionPrize(**asdict(prize)) for prize in told.prizes]
        set_prizes(division=division, prizes=prizes, one_each=told.one_prize_each, by=by)


def _store_entrants(division: Division, told: FileDivision, entries: Sequence[Entry]) -> None:
    entrants = (
        DivisionEntry(
            division=division,
            entry=entry,
            number=player.number,
            rating=player.rating,
            first_round=player.first_round,
            last_round=player.last_round,
        )
        for player, entry in zip(told.players, entries, strict=True)
    )
    DivisionEntry.objects.bulk_create(entrants, batch_size=_BATCH)


def _store_rounds(division: Division, told: FileDivision, by: User) -> None:
    entrants = {entry.number: entry for entry in division.entries.all()}
    now = clock.now()
    rounds = [
        DivisionRound(
            division=division,
            number=number,
            method=MANUAL,
            paired_by=by,
            paired_at=now,
            begun_at=now if number <= told.begun else None,
        )
        for number in range(1, told.rounds + 1)
    ]
    DivisionRound.objects.bulk_create(rounds)
    matches = [
        Match(
            round=rounds[match.facts.round - 1],
            table=match.table,
            first=entrants[match.facts.first],
            second=None if match.facts.second is None else entrants[match.facts.second],
        )
        for match in told.matches
    ]
    Match.objects.bulk_create(matches, batch_size=_BATCH)
    results = (
        MatchResult(
            match=match,
            version=1,
            outcome=one.facts.outcome,
            first_score=one.facts.first_score,
            second_score=one.facts.second_score,
            by=by,
            at=now,
        )
        for match, one in zip(matches, told.matches, strict=True)
        if one.facts.outcome != "open"
    )
    MatchResult.objects.bulk_create(results, batch_size=_BATCH)
