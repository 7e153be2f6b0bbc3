"""The import of a list of people: stored as it was read, reviewed, then carried out. Lines are left out only
if a user has said so.

The reviewed plan is the one that is carried out: the request sends the plan's mark, and if the players have
changed so that the plan would differ, nothing is done. The import is background work, which writes in chunks
(`writer`); the list's row has the progress. If it is interrupted, the written lines stay, and a second
request for the list does the rest.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from operator import attrgetter
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.jobs import finish, job_of, lock_idle, move, start
from tournaments.models import Club, Event, PeopleList, Player
from tournaments.names import folding
from tournaments.people.imports.clubs import ClubNames, learn_clubs, read_club_names
from tournaments.people.imports.columns import check_reading, is_headings, name_order, reading_of
from tournaments.people.imports.files import FileLine, lines_of, read_people
from tournaments.people.imports.plan import Known, PlanKind, PlannedPerson, missing_people, plan_import
from tournaments.people.imports.report import list_left_out
from tournaments.people.imports.writer import count_written_lines, plan_changed, write_lines
from tournaments.people.name_checks import confirm_names
from tournaments.people.services import Person, people_changed, person_of
from tournaments.processes.memory import returns_memory
from tournaments.time import clock

_VALUES: Final = attrgetter(*(field.name for field in fields(Person)))


@dataclass(frozen=True, slots=True)
class Choices:
    """A user's choices for a plan.

    The lines of `renamed` have a new name that is right; other new names are left out. `left_out` is the
    number of wrong lines that are to be left out. `without_licences` allows a list to be read without
    licences, though people here have them.
    """

    renamed: Collection[int] = ()
    left_out: int = 0
    without_licences: bool = False

    def wants(self, line: PlannedPerson) -> bool:
        """Tell whether the line is to be carried out."""
        if line.kind is PlanKind.RENAMED:
            return line.number in self.renamed
        return line.kind in {PlanKind.NEW, PlanKind.CHANGED}


NONE: Final = Choices()
NO_CODES: Final = ClubNames()


def keep_list(
    *,
    data: bytes,
    file_name: str,
    by: User,
    event: Event | None = None,
    read: Callable[[Sequence[str]], list[str]] = reading_of,
) -> PeopleList:
    """Store a file's list for review, in place of lists that this user did not import; no player is changed
    yet. `event` is the one into which the list enters people, `read` returns the reading of its headings.

    Lines that earlier lists of theirs left out are deleted as well. The file is parsed before the transaction
    begins.

    Raises:
        RuleViolation: the file is no list of people.
    """
    table = read_people(data, file_name)
    people_list = PeopleList(
        event=event,
        file_name=file_name[-100:],
        headings=table.headings,
        reading=read(table.headings),
        lines=table.rows,
        read_by=by,
        read_at=clock.now(),
    )
    with transaction.atomic():
        not_imported = PeopleList.objects.filter(event=event, read_by=by)
        not_imported.exclude(state__in=[PeopleList.State.RUNNING, PeopleList.State.DONE]).delete()
        PeopleList.objects.filter(event=event, asked_by=by).exclude(left_out=[]).update(left_out=[])
        people_list.full_clean()
        people_list.save()
    return people_list


@transaction.atomic
def read_again(
    *,
    people: PeopleList,
    reading: Sequence[str],
    check: Callable[[Sequence[str], Sequence[str]], None] = check_reading,
) -> None:
    """Store a user's reading of a list's columns, after a check of it against the headings.

    Raises:
        RuleViolation: the reading is not valid, or the list is imported already.
    """
    locked_list = lock_list(people)
    check(reading, locked_list.headings)
    locked_list.reading = list(reading)
    locked_list.save(update_fields=["reading"])


def licences_unread(people: PeopleList) -> int:
    """Return how many people here have licences, if the list is read without: namesakes then cannot be told
    apart.
    """
    if "licence" in people.reading or not is_headings(people.reading):
        return 0
    return Player.objects.exclude(licence="").count()


def new_clubs(planned: Iterable[PlannedPerson]) -> list[str]:
    """Return the clubs that the lines name and that do not exist yet."""
    kinds = {PlanKind.NEW, PlanKind.CHANGED, PlanKind.RENAMED}
    named = {folding.club_key(line.person.club): line.person.club for line in planned if line.kind in kinds}
    there = set(Club.objects.values_list("key", flat=True))
    return sorted((name for key, name in named.items() if name and key not in there), key=folding.sort_key)


def plan_of(people: PeopleList) -> list[PlannedPerson]:
    """Return the plan of a list for the present people; empty as long as no column has the names."""
    return look_at(people, missing=False)[0]


def look_at(
    people: PeopleList, *, missing: bool = True
) -> tuple[list[PlannedPerson], list[tuple[int, Person]]]:
    """Return the plan, and the people who are missing from the list, with their keys."""
    names = read_club_names(lines := lines_of(people.lines, people.reading))
    known = _known(people_now(names))
    planned = _plan(people, lines, known, names)
    return planned, missing_people(planned, known) if planned and missing else []


def people_now(names: ClubNames = NO_CODES) -> dict[int, Person]:
    """Return everybody by key, with the names of clubs that the list teaches."""
    people = {player.pk: person_of(player) for player in Player.objects.select_related("club")}
    if not names.learnt:
        return people
    return {
        pk: replace(person, club=names.learnt.get(folding.club_key(person.club), person.club))
        for pk, person in people.items()
    }


def _known(people: Mapping[int, Person]) -> Known:
    """Return everybody as a plan needs them."""
    rows = list(Player.objects.order_by().values_list("pk", "federation_player", "names_checked"))
    copies = {pk for pk, source, _checked in rows if source is not None}
    unsure = {pk for pk, _source, checked in rows if not checked}
    return Known.of(people.items(), copies, unsure)


def _plan(
    people: PeopleList, lines: Sequence[FileLine], known: Known, names: ClubNames
) -> list[PlannedPerson]:
    if not is_headings(people.reading):
        return []
    order = name_order(people.headings, people.reading)
    return plan_import(lines, known, order, names.by_code)


def tag_import_plan(planned: Iterable[PlannedPerson]) -> str:
    """Return the version tag of a plan, which is equal for plans that do the same."""
    told = [
        (line.number, line.kind, line.pk, _VALUES(line.person), line.before and _VALUES(line.before))
        for line in planned
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def ask_import(*, people: PeopleList, mark: str, by: User, choices: Choices = NONE) -> None:
    """Queue the import of a list as background work, as it was reviewed.

    Raises:
        RuleViolation: a line is wrong, the plan is no longer that of the mark, or the import was requested
            already.
    """
    _check(people, plan_of(people), mark, choices)
    chosen = asdict(choices) | {"renamed": sorted(choices.renamed)}
    start_import(people, import_list, mark=mark, by=by, choices=chosen)


@transaction.atomic
def start_import(
    people: PeopleList, work: Callable[[int], None], *, mark: str, by: User, choices: Mapping[str, Any]
) -> None:
    """Start the background work on a list as it was reviewed.

    Raises:
        RuleViolation: it was requested already.
    """
    start(
        lock_list(people),
        work,
        step=PeopleList.Step.WAITING,
        asked_at=clock.now(),
        asked_by=by,
        mark=mark,
        choices=choices,
        language=get_language() or "",
    )


def lock_list(people: PeopleList) -> PeopleList:
    """Lock a list that is neither imported nor being imported.

    Raises:
        RuleViolation: it is, or it is gone.
    """
    locked_idle = lock_idle(people)
    if locked_idle is None:
        raise RuleViolation("list_asked", _("This list has already been imported, or is being imported now."))
    return locked_idle


@job_of(PeopleList)
@returns_memory
def import_list(people: PeopleList) -> None:
    """Carry out a requested import."""
    assert people.asked_by is not None, "whoever asks is noted"
    import_people(people=people, mark=people.mark, by=people.asked_by, choices=Choices(**people.choices))


def import_people(*, people: PeopleList, mark: str, by: User, choices: Choices = NONE) -> list[PlannedPerson]:
    """Carry an import out, in chunks. Errors are found before the first chunk; a second call does nothing.

    Raises:
        RuleViolation: a line is wrong or the plan is no longer that of the mark; nothing is done. Or players
            changed while it was written: earlier chunks stay, as `people.result` counts.
    """
    undone = PeopleList.objects.filter(pk=people.pk).exclude(state=PeopleList.State.DONE)
    if not undone.update(state=PeopleList.State.RUNNING, step=PeopleList.Step.CHECKING, moved_at=clock.now()):
        return []
    people.refresh_from_db(fields=["result"])
    names = read_club_names(lines := lines_of(people.lines, people.reading))
    known = people_now(names)
    found = _known(known)
    planned = _plan(people, lines, found, names)
    lacking = missing_people(planned, found)
    _check(people, planned, mark, choices)
    learn_clubs(names, by)
    same = sum(line.kind is PlanKind.SAME for line in planned) - count_written_lines(people)
    people.result["same"] = max(0, same)
    move(people, step=PeopleList.Step.WRITING)
    wanted = [line for line in planned if choices.wants(line)]
    try:
        write_lines(people, wanted, known, by, names.codes)
        confirm_names([line.pk for line in planned if line.kind is PlanKind.SAME and line.apart and line.pk])
        _finish(people, planned, lacking, choices)
    finally:
        # Written chunks stay.
        people_changed.send(Player, organiser=people.organiser_id)
    return planned


def _finish(
    people: PeopleList,
    planned: Sequence[PlannedPerson],
    lacking: Sequence[tuple[int, Person]],
    choices: Choices,
) -> None:
    """Store what the list did. The players' history has the rest; the list's data on people is not kept
    twice.
    """
    finish(
        people,
        left_out=list_left_out(people, planned, choices.renamed),
        done_at=clock.now(),
        lines=[],
        result=people.result | {"missing": [pk for pk, _person in lacking]},
    )


def _check(people: PeopleList, planned: Sequence[PlannedPerson], mark: str, choices: Choices) -> None:
    if not planned:
        raise RuleViolation("no_name_column", _("Choose the column with the names."))
    wrong = sum(line.kind is PlanKind.WRONG for line in planned)
    if wrong != choices.left_out:
        raise RuleViolation(
            "lines_wrong", _("Nothing was imported. Lines with errors: {count}."), count=wrong
        )
    if not choices.without_licences and licences_unread(people):
        raise RuleViolation(
            "licences_unread",
            _("Nothing was imported: people here have licences, but no column is read as the licence."),
        )
    if tag_import_plan(planned) != mark:
        raise plan_changed()
