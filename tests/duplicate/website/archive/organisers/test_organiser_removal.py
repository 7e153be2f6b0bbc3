"""An organiser erased, with nothing left of it and all left of others."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from duplicate.website.archive.organisers import removal
from tests.duplicate.website.archive.organisers.rows import rows_of_owner, whole_database
from tests.permissions.world import NAMES
from tournaments.club_tables.models import ClubTable
from tournaments.models import Event, Organiser, OrganiserTeam
from tournaments.organisers.scope import scope_to_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.database]
# Names of people of the first organiser, of its clubs and of the accounts that work for nobody else.
GONE = (
    *NAMES,
    "Nobody Elsewhere",
    "Zoe",
    "Iris",
    "Vera",
    "Namur",
    "Renata",
    "Rupert",
    "the-helper",
    "the-other",
)


def test_erasing_leaves_nothing_of_it_and_all_of_the_other(first, second, two_organisers):
    before, theirs = whole_database(), rows_of_owner(second)
    removal.erase_organiser(first, even_running=True)
    after = whole_database()
    assert rows_of_owner(second) == theirs
    assert not any(rows_of_owner(first).values())
    new = {table: sorted(set(rows) - set(before[table])) for table, rows in after.items()}
    assert {table: rows for table, rows in new.items() if rows} == {}
    told = [
        f"{table}: {row}"
        for table, rows in after.items()
        for row in rows
        if any(name in row for name in GONE)
    ]
    assert told == []
    connection.check_constraints()
    assert not Organiser.objects.filter(pk=first.pk).exists()


@pytest.mark.slow
def test_accounts_go_that_nothing_else_names(first, second):
    User.objects.create_user("stranger")
    with scope_to_organiser(second.pk):
        Event.objects.get(organiser=second).posts.create(
            user=User.objects.get(username="the-helper"), role="helper"
        )
    removal.erase_organiser(first, even_running=True)
    there = set(User.objects.values_list("username", flat=True))
    assert there == {"administrator", "both", "stranger", "the-helper"}


@pytest.mark.slow
def test_accounts_go_together(first, django_assert_max_num_queries):
    """One by one, the users of a refused archive kept slips waiting."""
    users = [User.objects.create_user(f"nobody-{number}") for number in range(30)]
    with django_assert_max_num_queries(200):
        removal.delete_unnamed_users([user.pk for user in users])
    assert not User.objects.filter(username__startswith="nobody-").exists()


@pytest.mark.slow
def test_an_interrupted_erasure_goes_on(first, second, monkeypatch):
    theirs, deleted = rows_of_owner(second), []

    def delete_one(event):
        if deleted:
            raise KeyboardInterrupt
        deleted.append(event)
        delete_event(event)

    delete_event = removal.delete_event
    with monkeypatch.context() as patch:
        patch.setattr(removal, "delete_event", delete_one)
        with pytest.raises(KeyboardInterrupt):
            removal.erase_organiser(first, even_running=True)
    assert Event.objects.filter(organiser=first).exists()
    assert not OrganiserTeam.members.through.objects.filter(organiserteam__organiser=first).exists()
    removal.erase_organiser(first, even_running=True)
    assert not Organiser.objects.filter(pk=first.pk).exists()
    assert rows_of_owner(second) == theirs


def test_the_only_organiser_and_one_that_plays_stay(first, second):
    with pytest.raises(CommandError, match=r"is not over.*--even-running"):
        call_command("erase_organiser", first.name, confirm=first.name)
    with pytest.raises(CommandError, match="names differ"):
        call_command("erase_organiser", first.name, confirm="Liège")
    with pytest.raises(CommandError, match="no organiser"):
        call_command("erase_organiser", "Spa", confirm="Spa")
    assert Event.objects.filter(organiser=first).exists()
    for name in ("liège", "mons"):
        call_command("erase_organiser", name, confirm=name)
    assert not Organiser.objects.filter(pk=second.pk).exists()
    with pytest.raises(CommandError, match="only organiser"):
        call_command("erase_organiser", first.name, "--even-running", confirm=first.name)


@pytest.mark.slow
def test_tables_go_of_which_one_follows_another(first):
    table, following = ClubTable.objects.order_by("pk")[:2]
    following.follows = table
    following.save()
    removal.erase_organiser(first, even_running=True)
    assert not ClubTable.objects.exists()
