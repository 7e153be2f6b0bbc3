"""Bringing in a list of people: kept as it was read, looked at, then carried out as a whole or not at all; lines are
left out only if somebody has said so.

What is looked at is what is done: who asks sends the mark of the plan, and if the players have changed so that another
one would be carried out, nothing is. It is background work; the list's row tells how far it is.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any, Final, Literal

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments import alike, clock
from tournaments.background import run_after_commit
from tournaments.errors import RuleViolation
from tournaments.models import Club, PeopleList, Player
from tournaments.people import Person, hold_players, person_of
from tournaments.people_columns import check_reading, is_headings, reading_of
from tournaments.people_files import lines_of, read_people
from tournaments.people_plan import Kind, Known, PlannedLine, missing_people, plan_import
from tournaments.people_record import left_out_lines

BATCH = 500
WRITTEN = tuple(field.name for field in fields(Person))
# Without progress for so long a list that was asked for got lost.
SILENT_SECONDS = 120
# Why a list was not brought in, if it was no rule: the log has it.
FAILED = "failed"

Progress = Literal["read", "running", "interrupted", "done"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a user said of a plan: the lines of `renamed` have a new name that is right, other new names are left out;
    `left_out` is how many wrong lines are to be left out, `without_licences` that the list may be read without, though
    people here have them.
    """

    renamed: Collection[int] = ()
    left_out: int = 0
    without_licences: bool = False

    def wants(self, line: PlannedLine) -> bool:
        """Whether the line is carried out."""
        if line.kind is Kind.RENAMED:
            return line.number in self.renamed
        return line.kind in {Kind.NEW, Kind.CHANGED}


NONE: Final = Choices()


@transaction.atomic
def keep_list(*, data: bytes, file_name: str, by: User) -> PeopleList:
    """Keep what stands in a file to be looked at, in place of what this user did not bring in; nobody is changed yet.
    What lists of theirs left out earlier goes as well.

    Raises:
        RuleViolation: the file is no list of people.
    """
    table = read_people(data, file_name)
    PeopleList.objects.filter(read_by=by, done_at=None, asked_at=None).delete()
    PeopleList.objects.filter(asked_by=by).exclude(left_out=[]).update(left_out=[])
    kept = PeopleList(
        file_name=file_name[-100:],
        headings=table.headings,
        reading=reading_of(table.headings, [cells for _number, cells in table.rows]),
        lines=table.rows,
        read_by=by,
        read_at=clock.now(),
    )
    kept.full_clean()
    kept.save()
    return kept


@transaction.atomic
def read_again(*, people: PeopleList, reading: Sequence[str]) -> None:
    """Take a list's columns for what a user says they are.

    Raises:
        RuleViolation: it cannot be read so, or is brought in already.
    """
    people = PeopleList.objects.select_for_update().get(pk=people.pk)
    if people.asked_at is not None:
        raise _asked_already()
    check_reading(reading, people.headings)
    people.reading = list(reading)
    people.save(update_fields=["reading"])


def licences_unread(people: PeopleList) -> int:
    """How many people here have licences, if the list is read without: it then cannot tell namesakes apart."""
    if "licence" in people.reading or not is_headings(people.reading):
        return 0
    return Player.objects.exclude(licence="").count()


def new_clubs(planned: Iterable[PlannedLine]) -> list[str]:
    """The clubs that the lines name and that are not there yet."""
    kinds = {Kind.NEW, Kind.CHANGED, Kind.RENAMED}
    named = {alike.club_key(line.person.club): line.person.club for line in planned if line.kind in kinds}
    there = set(Club.objects.values_list("key", flat=True))
    return sorted((name for key, name in named.items() if name and key not in there), key=alike.sort_key)


def plan_of(people: PeopleList) -> list[PlannedLine]:
    """What the list means for the people who are there now; nothing while no column is known to have the names."""
    return _plan(people, _known())


def look_at(people: PeopleList) -> tuple[list[PlannedLine], list[tuple[int, Person]]]:
    """The same, and who is missing from it, with their keys."""
    known = _known()
    planned = _plan(people, known)
    return planned, missing_people(planned, known) if planned else []


def _known() -> Known:
    return Known.of((player.pk, person_of(player)) for player in Player.objects.select_related("club"))


def _plan(people: PeopleList, known: Known) -> list[PlannedLine]:
    return plan_import(lines_of(people.lines, people.reading), known) if is_headings(people.reading) else []


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


def ask_import(*, people: PeopleList, mark: str, by: User, choices: Choices = NONE) -> None:
    """Have a list brought in by the background, as it was looked at.

    Raises:
        RuleViolation: a line is wrong, the plan is no longer that of the mark, or somebody asked already.
    """
    _check(people, plan_of(people), mark, choices)
    with transaction.atomic():
        held = PeopleList.objects.select_for_update().filter(pk=people.pk).first()
        if held is None or progress_of_import(held) in {"running", "done"}:
            raise _asked_already()
        held.asked_at = held.moved_at = clock.now()
        held.asked_by, held.mark, held.step, held.refused = by, mark, PeopleList.Step.WAITING, ""
        held.choices = asdict(choices) | {"renamed": sorted(choices.renamed)}
        held.save(update_fields=["asked_at", "moved_at", "asked_by", "mark", "step", "refused", "choices"])
        run_after_commit("tournaments.people_import.bring_in", held.pk)


def bring_in(list_id: int) -> None:
    """Background work: carry out a list that was asked for. A second time, or without a list, it does nothing."""
    people = PeopleList.objects.filter(pk=list_id, done_at=None, asked_at__isnull=False).first()
    if people is None or people.asked_by is None:
        return
    asked = PeopleList.objects.filter(pk=list_id, done_at=None)
    try:
        import_people(people=people, mark=people.mark, by=people.asked_by, choices=Choices(**people.choices))
    except RuleViolation as reason:
        asked.update(asked_at=None, refused=reason.code)
    except Exception:
        asked.update(asked_at=None, refused=FAILED)
        raise


def import_people(*, people: PeopleList, mark: str, by: User, choices: Choices = NONE) -> list[PlannedLine]:
    """Carry a list out, all of it in one transaction; a second time it does nothing.

    The players whom it changes are held before what is written is worked out from them: what others wrote at that
    moment is either seen by the plan, which then is another one and refused, or waits.

    Raises:
        RuleViolation: a line is wrong or the plan is no longer that of the mark; nothing is done.
    """
    _move(people, PeopleList.Step.CHECKING)
    planned = plan_of(people)
    _check(people, planned, mark, choices)
    _move(people, PeopleList.Step.WRITING)
    try:
        return _carry_out(people, planned, mark, by, choices)
    except IntegrityError as error:  # somebody made one of the new players at that moment
        raise _another_plan() from error


@transaction.atomic
def _carry_out(
    people: PeopleList, looked_at: Sequence[PlannedLine], mark: str, by: User, choices: Choices
) -> list[PlannedLine]:
    kept = PeopleList.objects.select_for_update().filter(pk=people.pk, done_at=None).first()
    if kept is None:
        return []
    # Clubs before players, as whoever makes one club of two holds them.
    clubs = _clubs([line for line in looked_at if choices.wants(line)])
    held = _hold(line.pk for line in looked_at if choices.wants(line) and line.pk is not None)
    planned, lacking = look_at(kept)
    _check(kept, planned, mark, choices)
    wanted = [line for line in planned if choices.wants(line)]
    _write_new([line.person for line in wanted if line.pk is None], clubs, by, kept.reason)
    _write_changed([line for line in wanted if line.pk is not None], held, clubs, by, kept.reason)
    # The players' history tells the rest; what the list says of people is not kept twice.
    kept.left_out = left_out_lines(kept, planned, choices.renamed)
    kept.done_at, kept.lines = clock.now(), []
    kept.result = _result(planned, lacking, choices)
    kept.save(update_fields=["done_at", "lines", "left_out", "result"])
    return planned


def _check(people: PeopleList, planned: Sequence[PlannedLine], mark: str, choices: Choices) -> None:
    if not planned:
        raise RuleViolation("no_name_column", _("Choose the column that has the names."))
    wrong = sum(line.kind is Kind.WRONG for line in planned)
    if wrong != choices.left_out:
        raise RuleViolation("lines_wrong", _("Nothing is brought in: {count} lines are wrong."), count=wrong)
    if not choices.without_licences and licences_unread(people):
        raise RuleViolation(
            "licences_unread",
            _("Nothing is brought in: people here have licences, and no column is read as the licence."),
        )
    if mark_of(planned) != mark:
        raise _another_plan()


def _asked_already() -> RuleViolation:
    return RuleViolation("list_asked", _("This list has been brought in, or is just being."))


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


def _result(
    planned: Sequence[PlannedLine], lacking: Sequence[tuple[int, Person]], choices: Choices
) -> dict[str, Any]:
    done = [line for line in planned if choices.wants(line) or line.kind is Kind.SAME]
    counts = Counter(line.kind.value for line in done)
    moved = sum(line.move is not None for line in done)
    return {**counts, "moved": moved, "missing": [pk for pk, _person in lacking]}


def _clubs(planned: Sequence[PlannedLine]) -> dict[str, Club]:
    """The clubs that the lines name, by key; made if they are new."""
    names = {alike.club_key(line.person.club): line.person.club for line in planned if line.person.club}
    Club.objects.bulk_create(map(Club.named, names.values()), ignore_conflicts=True, batch_size=BATCH)
    clubs = Club.objects.select_for_update(no_key=True).filter(key__in=list(names)).order_by("pk")
    return {club.key: club for club in clubs}


def _write_new(people: Sequence[Person], clubs: dict[str, Club], by: User, reason: str) -> None:
    players = [_told(Player(), person, WRITTEN, clubs) for person in people]
    bulk_create_with_history(players, Player, batch_size=BATCH, default_user=by, default_change_reason=reason)


def _write_changed(
    lines: Sequence[PlannedLine], held: dict[int, Player], clubs: dict[str, Club], by: User, reason: str
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
    Player.history.bulk_history_create(
        changed, batch_size=BATCH, update=True, default_user=by, default_change_reason=reason
    )


def _told(player: Player, person: Person, fields: Collection[str], clubs: dict[str, Club]) -> Player:
    for field in fields:
        if field == "name":
            player.rename(person.name)
        elif field == "club":
            player.club = clubs[alike.club_key(person.club)] if person.club else None
        else:
            setattr(player, field, getattr(person, field))
    return player
