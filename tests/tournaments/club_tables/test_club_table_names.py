"""Names at club tables do not outlast the people, nor the tables the time for which a club keeps things."""

import io
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse

from tests.tournaments.club_tables.play import pass_turn, table_of
from tournaments.club_tables import tables
from tournaments.club_tables.games import turns
from tournaments.club_tables.models import ClubTable, TableAct
from tournaments.club_tables.privacy import erase_tables
from tournaments.models import Lexicon
from tournaments.people import privacy
from tournaments.people import services as people_services
from tournaments.people.services import Person
from tournaments.time import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db):
    lexicon = Lexicon.objects.create(name="english", tile_set="english", word_count=170_000)
    by = User.objects.create_user("opener")
    table = tables.open_table(mode="classic", way="phones", lexicon=lexicon, settings={}, by=by).table
    for name in ("élodie martin", "Bob"):
        tables.sit_down(table=table, name=name, phone=True)
    return tables.begin(table=table)


def played(table):
    """Play at a table, and take an act back."""
    first = next(seat for seat in table.seats.all() if _passes(table, seat))
    turns.ask_undo(table=table, hand=turns.Hand(first), key=uuid.uuid4())
    other = table.seats.exclude(pk=first.pk).get()
    turns.answer_undo(table=table, hand=turns.Hand(other), agrees=True)


def _passes(table, seat):
    try:
        turns.act(table=table, hand=turns.Hand(seat), key=uuid.uuid4(), said={"act": "pass"})
    except ValueError:
        return False
    return True


def test_who_is_forgotten_is_nobody_at_tables_either(table):
    privacy.erase_player(people_services.save_player(Person("Elodie Martin")))
    assert [seat.name for seat in table.seats.all()] == ["–", "Bob"]


def test_the_name_is_gone_from_screens_the_record_and_the_review_of_a_game_that_is_over(
    client, table, clear_guesses
):
    for _ in range(4):
        pass_turn(table)
    pages = [
        reverse("table-review", args=[table.code]),
        reverse("table-record", args=[table.code, "gcg"]),
        reverse("table-record", args=[table.code, "json"]),
        reverse("api-table", args=[table.code]),
    ]

    def told():
        return {page: "odie" in client.get(page).text for page in pages}

    assert all(told().values())
    version = table_of(table).version
    privacy.erase_player(people_services.save_player(Person("Elodie Martin")))
    assert not any(told().values())
    assert table_of(table).version > version, "screens follow"


def test_tables_go_when_nobody_has_used_them_for_so_long(table, time_machine):
    played(table)
    assert erase_tables(30) == 0
    time_machine.move_to(clock.now() + timedelta(days=29))
    assert erase_tables(30) == 0
    time_machine.shift(timedelta(days=2))
    said = io.StringIO()
    call_command("erase_people", days=30, stdout=said, stderr=said)
    assert "1 club tables taken away" in said.getvalue()
    assert not ClubTable.objects.exists()
    assert not TableAct.objects.exists()


def test_a_table_goes_before_the_one_that_follows_it(table, time_machine):
    for _ in range(4):
        pass_turn(table)
    following = tables.play_again(table=table, is_keeper=False).table
    ClubTable.objects.filter(pk=following.pk).update(begun_at=clock.now() + timedelta(days=20))
    time_machine.move_to(clock.now() + timedelta(days=31))
    assert erase_tables(30) == 1
    left = ClubTable.objects.get()
    assert (left, left.follows) == (following, None)
    time_machine.shift(timedelta(days=30))
    assert erase_tables(30) == 1
