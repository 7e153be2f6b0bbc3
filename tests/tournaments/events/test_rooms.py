"""The rooms of an event: what may be, who is posted to one, and what stays on record."""

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from duplicate.website.archive.removal import delete_event
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.events.rooms import RoomPlan, check_rooms, room_of, set_rooms
from tournaments.models import Arbitrator, Entry, Player


def plan(name, first, last, key=None):
    return RoomPlan(name, range(first, last + 1), key)


def test_rooms_are_written_as_a_whole(event, chief):
    lyon, bern = set_rooms(event=event, plans=[plan("Lyon", 1, 40), plan(" Bern ", 41, 60)], by=chief)
    assert [(room.name, room.tables) for room in event.rooms.all()] == [
        ("Lyon", range(1, 41)),
        ("Bern", range(41, 61)),
    ]
    # They change names among each other, one goes and one comes.
    set_rooms(event=event, plans=[plan("Bern", 1, 40, lyon.pk), plan("Lyon", 41, 50, bern.pk)], by=chief)
    assert [(room.pk, room.name) for room in event.rooms.all()] == [(lyon.pk, "Bern"), (bern.pk, "Lyon")]
    set_rooms(event=event, plans=[plan("Nice", 7, 7)], by=chief)
    assert [room.name for room in event.rooms.all()] == ["Nice"]
    told = [act.params["rooms"] for act in event.acts.filter(act="rooms_set").order_by("pk")]
    assert told == ["Lyon 1–40, Bern 41–60", "Bern 1–40, Lyon 41–50", "Nice 7–7"]
    set_rooms(event=event, plans=[plan("Nice", 7, 7, event.rooms.get().pk)], by=chief)
    assert event.acts.count() == 3, "the same again is no act"


@pytest.mark.parametrize(
    ("plans", "code"),
    [
        ([plan("Lyon", 1, 40), plan("Bern", 40, 60)], "rooms_overlap"),
        ([plan("Lyon", 1, 40), plan("LYON", 41, 60)], "room_twice"),
        ([plan(" ", 1, 40)], "room_twice"),
        ([plan("Lyon", 40, 1)], "room_tables"),
        ([plan("Lyon", 0, 1)], "room_tables"),
        ([plan(str(number), number, number) for number in range(1, 102)], "many_rooms"),
    ],
)
def test_what_cannot_be_changes_nothing(event, chief, plans, code):
    set_rooms(event=event, plans=[plan("Nice", 1, 3)], by=chief)
    with pytest.raises(RuleViolation) as refused:
        set_rooms(event=event, plans=plans, by=chief)
    assert refused.value.code == code
    assert event.rooms.get().name == "Nice"


ranges = st.tuples(st.integers(1, 50), st.integers(0, 20)).map(lambda pair: range(pair[0], sum(pair) + 1))


@given(st.lists(ranges, max_size=5))
def test_rooms_are_refused_exactly_where_a_table_would_stand_in_two(tables):
    plans = [RoomPlan(str(number), each) for number, each in enumerate(tables)]
    all_tables = [table for each in tables for table in each]
    if len(set(all_tables)) == len(all_tables):
        check_rooms(plans)
    else:
        with pytest.raises(RuleViolation):
            check_rooms(plans)


def test_who_is_posted_to_a_room_has_its_tables_whatever_they_become(event, chief):
    [room] = set_rooms(event=event, plans=[plan("Lyon", 1, 40)], by=chief)
    user = User.objects.create_user("carl")
    post = event.posts.create(user=user, role=Arbitrator.Role.ARBITRATOR)
    post = staff.post_to_room(post=post, room=room, by=chief)
    assert staff.tables_of(event, user) == range(1, 41)
    set_rooms(event=event, plans=[plan("Lyon", 1, 30, room.pk)], by=chief)
    assert staff.tables_of(event, user) == range(1, 31)
    with pytest.raises(RuleViolation, match="carl has the room"):
        set_rooms(event=event, plans=[], by=chief)
    assert staff.set_tables(post=post, tables=range(5, 8), by=chief).room is None
    set_rooms(event=event, plans=[], by=chief)
    with pytest.raises(RuleViolation, match="no longer exists"):
        staff.post_to_room(post=post, room=room, by=chief)
    post = staff.change_role(post=post, role=Arbitrator.Role.HELPER, by=chief)
    [room] = set_rooms(event=event, plans=[plan("Lyon", 1, 40)], by=chief)
    with pytest.raises(RuleViolation, match="does not judge slips"):
        staff.post_to_room(post=post, room=room, by=chief)


def test_only_the_chief_makes_rooms(event):
    with pytest.raises(RuleViolation, match="Only the chief"):
        set_rooms(event=event, plans=[plan("Lyon", 1, 40)], by=User.objects.create_user("carl"))


def test_an_event_goes_with_its_rooms(event, chief):
    [room] = set_rooms(event=event, plans=[plan("Lyon", 1, 40)], by=chief)
    staff.post_to_room(post=event.posts.get(), room=room, by=chief)
    player = Player.named("Mona")
    player.save()
    Entry.objects.create(event=event, player=player, table=3)
    assert room_of(3, event.rooms.all()) == room
    assert room_of(41, event.rooms.all()) is None
    delete_event(event)
    assert not Arbitrator.objects.exists()
