"""Bringing in a list of people: kept as it was read, looked at, then carried out as a whole or not at all.

What is looked at is what is done: who asks sends the mark of the plan, and if the players have changed so that another
one would be carried out, nothing is. It is background work; the list's row tells how far it is.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any, Literal

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments import alike, clock
from tournaments.background import run_after_commit
from tournaments.errors import RuleViolation
from tournaments.models import Club, PeopleList, Player
from tournaments.people import Person, hold_players, person_of
from tournaments.people_files import Line, read_people
from tournaments.people_plan import Kind, Known, PlannedLine, missing_people, plan_import

BATCH = 500
WRITTEN = tuple(field.name for field in fields(Person))
# Without progress for so long a list that was asked for got lost.
SILENT_SECONDS = 120
# Why a list was not brought in, if it was no rule: the log has it.
FAILED = "failed"

Progress = Literal["read", "running", "interrupted", "done"]


@transaction.atomic
def keep_list(*, data: bytes, file_name: str, by: User) -> PeopleList:
    """Keep a file's lines to be looked at, in place of those that this user did not bring in; nobody is changed yet.

    Raises:
        RuleViolation: the file is no list of people.
    """
    lines = read_people(data, file_name)
    PeopleList.objects.filter(read_by=by, done_at=None, asked_at=None).delete()
    kept = PeopleList(
        file_name=file_name[-100:],
        lines=[[line.number, line.values] for line in lines],
        read_by=by,
        read_at=clock.now(),
    )
    kept.full_clean()
    kept.save()
    return kept


def plan_of(people: PeopleList) -> list[PlannedLine]:
    """What the list means for the people who are there now."""
    return _plan(people, _known())


def look_at(people: PeopleList) -> tuple[list[PlannedLine], list[tuple[int, Person]]]:
    """The same, and who is missing from it, with their keys."""
    known = _known()
    planned = _plan(people, known)
    return planned, missing_people(planned, known)


def _known() -> Known:
    return Known.of((player.pk, person_of(player)) for player in Player.objects.select_related("club"))


def _plan(people: PeopleList, known: Known) -> list[PlannedLine]:
    return plan_import([Line(number, values) for number, values in people.lines], known)


def mark_of(planned: Iterable[PlannedLine]) -> str:
    """The same for plans that do the same: what was looked at is what is carried out."""
    told = [
        (line.number, line.kind, line.pk, asdict(line.person), line.before and asdict(line.before))
        for line in planned
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def progress_of_import(people: PeopleList) -> Progress:
    """How it stands. What was asked for and has not moved for a while got lost with its process."""
    if people.done_at is not None:
        return "done"
    if people.asked_at is None or people.moved_at is None:
        return "read"
    silent = clock.now() - people.moved_at > timedelta(seconds=SILENT_SECONDS)
    return "interrupted" if silent else "running"


def ask_import(*, people: PeopleList, mark: str, by: User) -> None:
    """Have a list brought in by the background, as it was looked at.

    Raises:
        RuleViolation: a line is wrong, the plan is no longer that of the mark, or somebody asked already.
    """
    _check(plan_of(people), mark)
    with transaction.atomic():
        held = PeopleList.objects.select_for_update().filter(pk=people.pk).first()
        if held is None or progress_of_import(held) in {"running", "done"}:
            raise RuleViolation("list_asked", _("This list has been brought in, or is just being."))
        held.asked_at = held.moved_at = clock.now()
        held.asked_by, held.mark, held.step, held.refused = by, mark, PeopleList.Step.WAITING, ""
        held.save(update_fields=["asked_at", "moved_at", "asked_by", "mark", "step", "refused"])
        run_after_commit("tournaments.people_import.bring_in", held.pk)


def bring_in(list_id: int) -> None:
    """Background work: carry out a list that was asked for. A second time, or without a list, it does nothing."""
    people = PeopleList.objects.filter(pk=list_id, done_at=None, asked_at__isnull=False).first()
    if people is None or people.asked_by is None:
        return
    asked = PeopleList.objects.filter(pk=list_id, done_at=None)
    try:
        import_people(people=people, mark=people.mark, by=people.asked_by)
    except RuleViolation as reason:
        asked.update(asked_at=None, refused=reason.code)
    except Exception:
        asked.update(asked_at=None, refused=FAILED)
        raise


def import_people(*, people: PeopleList, mark: str, by: User) -> list[PlannedLine]:
    """Carry a list out, all of it in one transaction; a second time it does nothing.

    The players whom it changes are held before what is written is worked out from them: what others wrote at that
    moment is either seen by the plan, which then is another one and refused, or waits.

    Raises:
        RuleViolation: a line is wrong or the plan is no longer that of the mark; nothing is done.
    """
    _move(people, PeopleList.Step.CHECKING)
    planned = plan_of(people)
    _check(planned, mark)
    _move(people, PeopleList.Step.WRITING)
    try:
        return _carry_out(people, planned, mark, by)
    except IntegrityError as error:  # somebody made one of the new players at that moment
        raise _another_plan() from error


@transaction.atomic
def _carry_out(
    people: PeopleList, looked_at: Sequence[PlannedLine], mark: str, by: User
) -> list[PlannedLine]:
    kept = PeopleList.objects.select_for_update().filter(pk=people.pk, done_at=None).first()
    if kept is None:
        return []
    held = _hold(line.pk for line in looked_at if line.kind is Kind.CHANGED and line.pk is not None)
    planned, lacking = look_at(kept)
    _check(planned, mark)
    clubs = _clubs(planned)
    _write_new([line.person for line in planned if line.kind is Kind.NEW], clubs, by)
    _write_changed([line for line in planned if line.kind is Kind.CHANGED], held, clubs, by)
    # The players' history tells the rest; what the list says of people is not kept twice.
    kept.done_at, kept.lines = clock.now(), []
    kept.result = _result(planned, lacking)
    kept.save(update_fields=["done_at", "lines", "result"])
    return planned


def _check(planned: Sequence[PlannedLine], mark: str) -> None:
    wrong = sum(line.kind is Kind.WRONG for line in planned)
    if wrong:
        raise RuleViolation("lines_wrong", _("Nothing is brought in: {count} lines are wrong."), count=wrong)
    if mark_of(planned) != mark:
        raise _another_plan()


def _another_plan() -> RuleViolation:
    return RuleViolation(
        "plan_changed",
        _(
            "Nothing is brought in: the players have changed since you looked. This is what would be done now."
        ),
    )


def _move(people: PeopleList, step: PeopleList.Step) -> None:
    PeopleList.objects.filter(pk=people.pk).update(step=step, moved_at=clock.now())


def _hold(players: Iterable[int]) -> dict[int, Player]:
    held: dict[int, Player] = {}
    keys = sorted(players)
    for start in range(0, len(keys), BATCH):
        held |= hold_players(keys[start : start + BATCH])
    return held


def _result(planned: Sequence[PlannedLine], lacking: Sequence[tuple[int, Person]]) -> dict[str, Any]:
    counts = Counter(line.kind.value for line in planned)
    moved = sum(line.move is not None for line in planned)
    return {**counts, "moved": moved, "missing": [pk for pk, _person in lacking]}


def _clubs(planned: Sequence[PlannedLine]) -> dict[str, Club]:
    """The clubs that the lines name, by key; made if they are new."""
    names = {alike.key(line.person.club): line.person.club for line in planned if line.person.club}
    Club.objects.bulk_create(map(Club.named, names.values()), ignore_conflicts=True, batch_size=BATCH)
    return {club.key: club for club in Club.objects.filter(key__in=list(names))}


def _write_new(people: Sequence[Person], clubs: dict[str, Club], by: User) -> None:
    players = [_told(Player(), person, WRITTEN, clubs) for person in people]
    bulk_create_with_history(players, Player, batch_size=BATCH, default_user=by)


def _write_changed(
    lines: Sequence[PlannedLine], held: dict[int, Player], clubs: dict[str, Club], by: User
) -> None:
    """Only what the lines change; the rows are held, so what stands beside it is as it was."""
    changed: list[Player] = []
    written: set[str] = set()
    for line in lines:
        if line.pk is None:
            continue
        named = {name for name, _before, _after in line.changes}
        changed.append(_told(held[line.pk], line.person, named, clubs))
        written |= named
    if "name" in written:
        written |= {"key", "alike"}
    if not changed:
        return
    # An upsert by the key: one statement a batch, and ten times as quick as an update with a case for every row.
    Player.objects.bulk_create(
        changed, batch_size=BATCH, update_conflicts=True, update_fields=sorted(written), unique_fields=["pk"]
    )
    Player.history.bulk_history_create(changed, batch_size=BATCH, update=True, default_user=by)


def _told(player: Player, person: Person, fields: Collection[str], clubs: dict[str, Club]) -> Player:
    for field in fields:
        if field == "name":
            player.rename(person.name)
        elif field == "club":
            player.club = clubs.get(alike.key(person.club))
        else:
            setattr(player, field, getattr(person, field))
    return player
