"""The door finds expected people under any spelling of their names, and a licence number never
becomes a name.
"""

import pytest

from tournaments.errors import RuleViolation
from tournaments.events import check_in
from tournaments.events.registration.services import register_player
from tournaments.models import Player
from tournaments.people import services as people_services
from tournaments.people.services import Person

pytestmark = pytest.mark.django_db


def expect(event, chief, *persons):
    players = [people_services.save_player(person) for person in persons]
    check_in.enter_people(event=event, players=[player.pk for player in players], by=chief)
    return players


@pytest.mark.repeats
@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize(
    ("kept", "typed"),
    [
        ("RÉGNIER Benoît", "Benoît Régnier"),
        ("Cédric Paré", "pare cedric"),
        ("Léa Dupré", "Lea Dupre"),
        ("Léa Dupré", "1001038"),
        ("Jean-Luc Œuvré", "OEUVRE jean luc"),
    ],
    ids=["order", "accents-order", "accents", "licence", "hyphen"],
)
def test_the_person_who_is_expected_is_found(event, chief, kept, typed, phone):
    (player,) = expect(event, chief, Person(kept, licence="1001038"))
    found = register_player(event=event, name=typed, phone=phone)
    assert found.expected
    assert found.entry.player == player
    assert found.entry.arrived_at is not None
    assert bool(found.token) == phone
    assert Player.objects.count() == event.entries.count() == 1


@pytest.mark.parametrize("phone", [True, False])
def test_two_who_are_alike_are_never_taken_for_each_other(event, chief, phone):
    expect(event, chief, Person("Jean Martin", licence="1"), Person("Jéan Martin", licence="2"))
    new = register_player(event=event, name="Martin Jéan Luc", phone=phone)
    assert not new.expected
    assert event.entries.filter(arrived_at=None).count() == 2
    assert register_player(event=event, name="Martin, jéan", phone=phone).entry.player.licence == "2"


def test_at_another_table_than_theirs_the_expected_are_not_moved(event, chief):
    expect(event, chief, Person("Ann"))
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="Ann", table=7, phone=False)
    assert error.value.code == "name_taken"


@pytest.mark.parametrize(
    ("phone", "code"), [(True, "licence_not_expected"), (False, "no_such_licence")], ids=["phone", "desk"]
)
@pytest.mark.parametrize("typed", ["1001038", "12-34", "***"])
def test_a_name_without_a_letter_is_none(event, chief, typed, phone, code):
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name=typed, phone=phone)
    assert error.value.code == code
    assert not Player.objects.exists()


def test_a_phone_is_not_told_whose_licence_it_is_that_nobody_expects(event):
    people_services.save_player(Person("Ann", licence="77"))
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="77", phone=True)
    assert error.value.code == "licence_not_expected"
    assert "Ann" not in str(error.value)
    assert register_player(event=event, name="77", phone=False).entry.player.name == "Ann"
