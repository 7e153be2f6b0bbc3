"""Bringing in a list of people: kept as it was read, looked at, then carried out as a whole or not at all."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments import alike, clock
from tournaments.errors import RuleViolation
from tournaments.models import Club, PeopleList, Player
from tournaments.people import Person, person_of
from tournaments.people_files import Line, read_people
from tournaments.people_plan import Kind, Known, PlannedLine, missing_people, plan_import

BATCH = 500
FIELDS = ("name", "key", "alike", "licence", "club", "country", "series", "birth_year", "rating")


@transaction.atomic
def keep_list(*, data: bytes, file_name: str, by: User) -> PeopleList:
    """Keep a file's lines to be looked at, in place of those that this user did not bring in; nobody is changed yet.

    Raises:
        RuleViolation: the file is no list of people.
    """
    lines = read_people(data, file_name)
    PeopleList.objects.filter(read_by=by, done_at=None).delete()
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


@transaction.atomic
def import_people(*, people: PeopleList, by: User) -> list[PlannedLine]:
    """Carry a list out; a second time it does nothing.

    Raises:
        RuleViolation: a line is wrong, perhaps since the list was looked at; nothing is done.
    """
    people = PeopleList.objects.select_for_update().get(pk=people.pk)
    if people.done_at is not None:
        return []
    planned = plan_of(people)
    wrong = sum(line.kind is Kind.WRONG for line in planned)
    if wrong:
        raise RuleViolation("lines_wrong", _("Nothing is brought in: {count} lines are wrong."), count=wrong)
    clubs = _clubs(planned)
    _write_new([line.person for line in planned if line.kind is Kind.NEW], clubs, by)
    _write_changed([line for line in planned if line.kind is Kind.CHANGED], clubs, by)
    # The players' history tells the rest; what the list says of people is not kept twice.
    people.done_at, people.lines = clock.now(), []
    people.save(update_fields=["done_at", "lines"])
    return planned


def _clubs(planned: Sequence[PlannedLine]) -> dict[str, Club]:
    """The clubs that the lines name, by key; made if they are new."""
    names = {alike.key(line.person.club): line.person.club for line in planned if line.person.club}
    Club.objects.bulk_create(map(Club.named, names.values()), ignore_conflicts=True, batch_size=BATCH)
    return {club.key: club for club in Club.objects.filter(key__in=list(names))}


def _write_new(people: Sequence[Person], clubs: dict[str, Club], by: User) -> None:
    players = [_told(Player(), person, clubs) for person in people]
    bulk_create_with_history(players, Player, batch_size=BATCH, default_user=by)


def _write_changed(lines: Sequence[PlannedLine], clubs: dict[str, Club], by: User) -> None:
    players = Player.objects.select_for_update().in_bulk([line.pk for line in lines])
    changed = [_told(players[line.pk], line.person, clubs) for line in lines if line.pk is not None]
    # An upsert by the key: one statement a batch, and ten times as quick as an update with a case for every row.
    Player.objects.bulk_create(
        changed, batch_size=BATCH, update_conflicts=True, update_fields=FIELDS, unique_fields=["pk"]
    )
    Player.history.bulk_history_create(changed, batch_size=BATCH, update=True, default_user=by)


def _told(player: Player, person: Person, clubs: dict[str, Club]) -> Player:
    player.rename(person.name)
    player.licence, player.country, player.series = person.licence, person.country, person.series
    player.birth_year, player.rating = person.birth_year, person.rating
    player.club = clubs.get(alike.key(person.club))
    return player
