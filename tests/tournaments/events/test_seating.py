"""Tables, teams and groups: assigned, drawn, by rank; and the door."""

import pytest
from django.contrib.auth.models import User
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.errors import RuleViolation
from tournaments.events import check_in, seating
from tournaments.events import services as event_services
from tournaments.events.registration.services import register_player
from tournaments.events.seating import SeatLine, tables_drawn
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries(event):
    return [register_player(event=event, name=name, phone=False).entry for name in ("Ann", "Bob", "Cid")]


def tables(event):
    return {entry.player.name: entry.table for entry in event.entries.select_related("player")}


@given(st.sets(st.integers(1, 10_000), max_size=60), st.text(max_size=10))
@settings(max_examples=30)
def test_a_draw_gives_every_table_once_and_the_same_again(keys, seed):
    drawn = tables_drawn(keys, seed)
    assert sorted(drawn.values()) == list(range(1, len(keys) + 1))
    assert drawn == tables_drawn(sorted(keys, reverse=True), seed)


def test_people_change_places(event, entries, chief):
    a, b, c = entries
    places = {a.pk: SeatLine(2), b.pk: SeatLine(1), c.pk: SeatLine(3)}
    assert seating.place_entries(event=event, places=places, by=chief)
    assert tables(event) == {"Ann": 2, "Bob": 1, "Cid": 3}
    assert not seating.place_entries(event=event, places=places, by=chief)


@pytest.mark.parametrize(
    ("table", "group", "code"),
    [(2, "", "table_twice"), (3, "", "table_twice"), (0, "", "bad_table"), (9, "X", "no_group")],
)
def test_places_that_cannot_be(event, entries, chief, table, group, code):
    a, b, _c = entries
    with pytest.raises(RuleViolation) as error:
        seating.place_entries(
            event=event, places={a.pk: SeatLine(table, "Team", group), b.pk: SeatLine(2)}, by=chief
        )
    assert error.value.code == code
    assert tables(event) == {"Ann": 1, "Bob": 2, "Cid": 3}
    assert not event.teams.exists()


@pytest.mark.parametrize("skips", ["x", "2 1000", " ".join(map(str, range(1, 22)))])
def test_games_to_skip_that_cannot_be(event, entries, chief, skips):
    with pytest.raises(RuleViolation) as error:
        seating.place_entries(event=event, places={entries[0].pk: SeatLine(1, skips=skips)}, by=chief)
    assert error.value.code in {"bad_skips", "many_skips"}
    assert not event.entries.exclude(skips_games="").exists()


def test_who_is_gone_is_said(event, entries, chief):
    entries[0].delete()
    with pytest.raises(RuleViolation) as error:
        seating.place_entries(event=event, places={entries[0].pk: SeatLine(1)}, by=chief)
    assert error.value.code == "entry_gone"


def test_teams_are_made_by_their_names_and_go_with_their_last_member(event, entries, chief):
    a, b, _c = entries
    seating.place_entries(
        event=event, places={a.pk: SeatLine(1, "Lyon"), b.pk: SeatLine(2, " LYON ")}, by=chief
    )
    assert [team.name for team in event.teams.all()] == ["Lyon"]
    assert event.teams.get().entries.count() == 2
    seating.place_entries(event=event, places={a.pk: SeatLine(1), b.pk: SeatLine(2)}, by=chief)
    assert not event.teams.exists()


def test_a_draw_is_on_record_and_gives_the_same_again(event, entries, chief):
    seed = seating.draw_tables(event=event, by=chief)
    drawn = tables(event)
    act = event.acts.last()
    assert (act.act, act.params, act.by) == ("tables_drawn", {"seed": seed}, chief)
    seating.seat_by_rank(event=event, ranking=[entry.pk for entry in entries], by=chief)
    assert tables(event) == {"Ann": 1, "Bob": 2, "Cid": 3}
    seating.draw_tables(event=event, by=chief, seed=seed)
    assert tables(event) == drawn


def test_who_dropped_out_sits_after_the_rest(event, entries, chief):
    Entry.objects.filter(pk=entries[0].pk).update(withdrawn_at=entries[0].joined_at)
    seating.seat_by_rank(event=event, ranking=[entries[2].pk], by=chief)
    assert tables(event) == {"Cid": 1, "Bob": 2, "Ann": 3}


def test_seating_is_the_chiefs(event, entries):
    other = User.objects.create_user("other")
    event.posts.create(user=other, role="arbitrator")
    for act in (
        lambda: seating.draw_tables(event=event, by=other),
        lambda: seating.seat_by_rank(event=event, ranking=[], by=other),
        lambda: seating.place_entries(event=event, places={}, by=other),
        lambda: event_services.release_standings(event=event, released="final", by=other),
    ):
        with pytest.raises(RuleViolation) as error:
            act()
        assert error.value.code == "chief_only"


# --- The door ------------------------------------------------------------------------------------------------------


@pytest.fixture
def expected(event, chief):
    people = [Player.named(name) for name in ("Dan", "Eve")]
    for one in people:
        one.save()
    check_in.enter_people(event=event, players=[one.pk for one in people], by=chief)
    return list(check_in.list_expected(event).order_by("table"))


def test_people_of_the_list_are_expected_once(event, entries, expected, chief):
    assert [entry.table for entry in expected] == [4, 5]
    again = [entry.player_id for entry in expected] + [entries[0].player_id]
    assert check_in.enter_people(event=event, players=again, by=chief) == 0


def test_who_comes_to_the_desk_is_there(event, expected, chief):
    assert check_in.check_in(event=event, entries=[expected[0].pk, 999], by=chief) == 1
    assert check_in.check_in(event=event, entries=[expected[0].pk], by=chief) == 0
    assert [entry.player.name for entry in check_in.list_expected(event)] == ["Eve"]


def test_who_comes_by_phone_is_there_at_the_table_that_is_theirs(event, expected):
    joined = register_player(event=event, name="dan", phone=True)
    assert (joined.entry.pk, joined.entry.table) == (expected[0].pk, expected[0].table)
    assert joined.token
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="Dan", phone=True)
    assert error.value.code == "name_taken"


@pytest.fixture
def expected_pair(expected):
    dan, eve = expected
    dan.partner = eve.player
    eve.delete()
    dan.save()
    return dan


@pytest.mark.parametrize("name", ["Dan", "eve", "Eve & Dan", "E7", "E7 & Dan"])
def test_a_pair_comes_as_soon_as_one_of_them_does(event, expected_pair, name):
    Player.objects.filter(name="Eve").update(licence="E7")
    assert register_player(event=event, name=name, phone=True).entry.pk == expected_pair.pk
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="Eve", phone=True)
    assert error.value.code == "name_taken"


def test_a_name_is_that_of_the_one_who_plays_alone_before_that_of_a_pair(event, expected_pair, chief):
    alone = Player.named("Dán")
    alone.save()
    check_in.enter_people(event=event, players=[alone.pk], by=chief)
    assert register_player(event=event, name="dan", phone=True).entry.player_id == alone.pk
    assert register_player(event=event, name="Dan", phone=True).entry.pk == expected_pair.pk


def test_a_pair_is_nobody_else(event, expected_pair):
    with pytest.raises(RuleViolation):
        register_player(event=event, name="Dan & Dora", phone=True)


def test_who_has_not_come_is_left_out_at_once_and_may_still_come(event, entries, expected, chief):
    assert check_in.leave_out_absent(event=event, by=chief) == 2
    assert check_in.leave_out_absent(event=event, by=chief) == 0
    assert event.entries.filter(withdrawn_at=None).count() == 3
    check_in.check_in(event=event, entries=[expected[1].pk], by=chief)
    back = Entry.objects.get(pk=expected[1].pk)
    assert back.withdrawn_at is None
    assert back.joined_at == back.arrived_at > expected[1].joined_at


def test_a_stranger_does_nothing_at_the_door(event, expected):
    with pytest.raises(RuleViolation) as error:
        check_in.check_in(event=event, entries=[expected[0].pk], by=User.objects.create_user("stranger"))
    assert error.value.code == "not_yours"
