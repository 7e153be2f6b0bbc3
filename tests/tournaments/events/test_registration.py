"""Entering players, and the tokens of their phones."""

from base64 import urlsafe_b64decode

import pytest

from tournaments.errors import RuleViolation
from tournaments.events.registration.services import register_player
from tournaments.events.tokens import entry_for_token, issue_token
from tournaments.models import Entry, Event, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def event():
    return Event.objects.create(name="Tuesday")


def test_tables_are_given_in_order_of_arrival(event):
    entries = [register_player(event=event, name=name, phone=False).entry for name in ("Mona", "Noah")]
    assert [entry.table for entry in entries] == [1, 2]


def test_a_table_can_be_chosen_once(event):
    register_player(event=event, name="Mona", table=7, phone=False)
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="Noah", table=7, phone=False)
    assert (error.value.code, str(error.value)) == ("table_taken", "Table 7 is already taken.")
    assert register_player(event=event, name="Noah", phone=False).entry.table == 8
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "code"), [("", "name_missing"), (" \t", "name_missing"), ("x" * 81, "name_too_long")]
)
def test_names_that_cannot_be(event, name, code):
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name=name, phone=True)
    assert error.value.code == code
    assert not Player.objects.exists()


def test_a_player_enters_an_event_once_whatever_the_case_and_the_blanks(event):
    register_player(event=event, name="Mona  Lisa", phone=True)
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name=" mona lisa", phone=True)
    assert error.value.code == "name_taken"
    assert Entry.objects.count() == 1


def test_a_player_is_found_again_at_the_next_event(event):
    register_player(event=event, name="Mona", phone=True)
    register_player(event=Event.objects.create(name="Next"), name="mona", phone=True)
    assert Player.objects.count() == 1


def test_a_token_is_kept_as_a_hash_alone(event):
    registered = register_player(event=event, name="Mona", phone=True)
    assert entry_for_token(registered.token) == registered.entry
    assert registered.token not in str(Entry.objects.values_list().get())
    assert entry_for_token("") is None
    assert entry_for_token(registered.entry.token_hash) is None


def test_a_token_has_192_random_bits(event):
    entry = register_player(event=event, name="Mona", phone=False).entry
    tokens = {issue_token(entry) for _number in range(20)}
    assert len(tokens) == 20
    assert {len(urlsafe_b64decode(token)) * 8 for token in tokens} == {192}


def test_a_new_token_makes_the_old_one_worthless(event):
    registered = register_player(event=event, name="Mona", phone=True)
    token = issue_token(registered.entry)
    assert entry_for_token(registered.token) is None
    assert entry_for_token(token) == registered.entry


def test_who_is_typed_in_has_no_token(event):
    registered = register_player(event=event, name="Mona", phone=False)
    assert (registered.token, registered.entry.token_hash) == (None, None)


@pytest.mark.parametrize("name", ["\u200b", "\u202e", "\x00\x07"])
def test_a_name_that_cannot_be_seen_is_none(event, name):
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name=name, phone=True)
    assert error.value.code == "name_missing"


def test_case_and_accents_are_the_same_on_every_database(event):
    registered = register_player(event=event, name="Élise", phone=False)
    next_event = Event.objects.create(name="Next")
    again = register_player(event=next_event, name="élise", phone=False)
    assert again.entry.player == registered.entry.player
