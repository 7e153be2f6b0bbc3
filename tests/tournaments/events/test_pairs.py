"""Pairs: two names, one entry; nobody is in an event twice."""

import pytest
from django.db import IntegrityError, transaction

from tournaments.errors import RuleViolation
from tournaments.events.registration.services import register_player, set_partner
from tournaments.models import Entry, Event, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def event():
    return Event.objects.create(name="Tuesday")


@pytest.fixture
def enter(event):
    return lambda name, partner="": (
        register_player(event=event, name=name, partner=partner, phone=False).entry
    )


@pytest.mark.parametrize(
    ("name", "partner"),
    [
        ("Ann & Bob", ""),
        ("Ann&Bob", ""),
        (" Ann  &  Bob ", "  "),
        ("Ann", "Bob"),
        ("Ann", " Bob "),
    ],
)
def test_a_pair_is_two_names(enter, name, partner):
    entry = enter(name, partner)
    assert (entry.player.name, entry.partner.name, entry.name) == ("Ann", "Bob", "Ann & Bob")


@pytest.mark.parametrize(
    ("name", "partner", "code"),
    [
        ("Ann &", "", "name_missing"),
        ("& Bob", "", "name_missing"),
        ("", "Bob", "name_missing"),
        ("Ann & Bob & Cid", "", "pair_of_two"),
        ("Ann & Bob", "Cid", "pair_of_two"),
        ("Ann", "Bob & Cid", "pair_of_two"),
        ("Ann & ann", "", "same_name_twice"),
        ("Ann", "x" * 81, "name_too_long"),
    ],
)
def test_pairs_that_cannot_be(enter, name, partner, code):
    with pytest.raises(RuleViolation) as error:
        enter(name, partner)
    assert error.value.code == code
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("first", ["Ann", "Ann & Bob", "Bob & Ann"])
@pytest.mark.parametrize("second", ["ANN", "Ann & Cid", "Cid & ann"])
def test_nobody_is_in_an_event_twice(event, enter, first, second):
    enter(first)
    with pytest.raises(RuleViolation) as error:
        enter(second)
    assert error.value.code == "name_taken"
    assert "Ann" in str(error.value)
    assert Entry.objects.count() == 1
    other = Event.objects.create(name="Wednesday")
    assert register_player(event=other, name=second, phone=False).entry.pk


def test_the_database_has_a_partner_once_an_event(event, enter):
    entry = enter("Ann & Bob")
    other = enter("Cid")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=other.pk).update(partner=entry.partner)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=other.pk).update(partner=other.player)


def test_a_partner_comes_changes_and_goes(enter):
    entry = enter("Ann")
    for name, shown in [("Bob", "Ann & Bob"), ("bob", "Ann & Bob"), ("Cid", "Ann & Cid"), (" ", "Ann")]:
        set_partner(entry, name)
        assert Entry.objects.get().name == shown
    # A former partner may be entered.
    assert enter("Bob & Cid").table == 2


@pytest.mark.parametrize(
    ("name", "code"), [("Ann", "same_name_twice"), ("Dan", "name_taken"), ("Bob & Cid", "pair_of_two")]
)
def test_partners_that_cannot_be(enter, name, code):
    entry = enter("Ann")
    enter("Dan")
    with pytest.raises(RuleViolation) as error, transaction.atomic():
        set_partner(entry, name)
    assert error.value.code == code
    assert Entry.objects.get(table=1).name == "Ann"
