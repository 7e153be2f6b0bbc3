"""Names at club tables do not outlast the people, nor the tables the time for which a club keeps things."""

import io
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from tournaments import clock, forgetting, people
from tournaments.club_table_models import ClubTable, TableAct
from tournaments.club_tables import opening, playing
from tournaments.club_tables.forgetting import forget_tables
from tournaments.models import Lexicon
from tournaments.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db):
    lexicon = Lexicon.objects.create(name="english", tile_set="english", word_count=170_000)
    by = User.objects.create_user("opener")
    table = opening.open_table(mode="classic", way="phones", lexicon=lexicon, settings={}, by=by).table
    for name in ("élodie martin", "Bob"):
        opening.sit_down(table=table, name=name, phone=True)
    return opening.begin(table=table)


def played(table):
    """A table with an act that was taken back."""
    first = next(seat for seat in table.seats.all() if _passes(table, seat))
    playing.ask_undo(table=table, hand=playing.Hand(first), key=uuid.uuid4())
    other = table.seats.exclude(pk=first.pk).get()
    playing.answer_undo(table=table, hand=playing.Hand(other), agrees=True)


def _passes(table, seat):
    try:
        playing.act(table=table, hand=playing.Hand(seat), key=uuid.uuid4(), said={"act": "pass"})
    except ValueError:
        return False
    return True


def test_who_is_forgotten_is_nobody_at_tables_either(table):
    forgetting.forget_player(people.save_player(Person("Elodie Martin")))
    assert [seat.name for seat in table.seats.all()] == ["–", "Bob"]


def test_tables_go_when_nobody_has_used_them_for_so_long(table, time_machine):
    played(table)
    assert forget_tables(30) == 0
    time_machine.move_to(clock.now() + timedelta(days=29))
    assert forget_tables(30) == 0
    time_machine.shift(timedelta(days=2))
    said = io.StringIO()
    call_command("forget_people", days=30, stdout=said, stderr=said)
    assert "1 club tables taken away" in said.getvalue()
    assert not ClubTable.objects.exists()
    assert not TableAct.objects.exists()
