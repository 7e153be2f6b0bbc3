"""Random acts on players, people, arbitrators and the event. Each tells what it tries before it does it."""

from datetime import timedelta

from duplicate.games import door, event_changes, playing_arbitrators, staff
from duplicate.games.players import joined, phone_links
from duplicate.games.players import services as player_services
from tests.walk.world import MOST_ENTRIES, MOST_GAMES, CannotBe, named, post_of
from tournaments.events.door import SETS
from tournaments.events.seating import place_of
from tournaments.people import services as people_services


def join(world):
    if world.event.entries.count() >= MOST_ENTRIES:
        raise CannotBe
    name = world.new_name()
    world.tell(f"{name} joins by phone")
    player_services.join_game(game=world.game, name=name)


def add_player(world):
    if world.event.entries.count() >= MOST_ENTRIES:
        raise CannotBe
    by, name = world.arbitrator(), world.new_name()
    partner = world.new_name() if world.chance.random() < 0.4 else ""
    table = world.chance.choice([None, None, 11, 12])
    phone = world.chance.random() < 0.5
    world.tell(f"{by} enters {name}{' & ' if partner else ''}{partner}, table {table}")
    player_services.add_player(game=world.game, name=name, partner=partner, table=table, phone=phone, by=by)


def enter_expected(world):
    if world.event.entries.count() >= MOST_ENTRIES:
        raise CannotBe
    player = world.one_of(world.players())
    by = world.arbitrator()
    world.tell(f"{by} enters {player.name} {player.licence}, who is expected")
    event_changes.enter_people(event=world.event, players=[player.pk], by=by)


def check_in(world):
    expected = world.one_of([entry for entry in world.entries() if entry.arrived_at is None])
    by = world.arbitrator()
    world.tell(f"{by} checks {named(expected)} in")
    event_changes.check_in(event=world.event, entries=[expected.pk], by=by)


def leave_out_absent(world):
    world.at_times(0.5)
    by = world.arbitrator()
    world.tell(f"{by} leaves out those who have not come")
    event_changes.leave_out_absent(event=world.event, by=by)


def remove_player(world):
    by, entry = world.arbitrator(), world.entry()
    world.tell(f"{by} removes {named(entry)}")
    player_services.remove_player(game=world.game, entry=entry, by=by)


def remove_joined(world):
    """Take those out who joined by themselves within some minutes, but for one perhaps."""
    minutes, by = world.chance.choice([1, 10, 1000]), world.arbitrator()
    keep = [world.entry().pk] if world.chance.random() < 0.3 else []
    world.tell(f"{by} removes who joined within {minutes} minutes, but for {keep}")
    since = world.now - timedelta(minutes=minutes)
    joined.remove_joined(game=world.game, since=since, until=world.now, keep=keep, by=by)


def set_at_door(world):
    """Close or open the door, or say whether the hall is on one address."""
    by, act = world.arbitrator(), world.chance.choice([*SETS, "door_opened"])
    world.tell(f"{by}: {act}")
    if not door.set_at_door(game=world.game, act=act, by=by):
        raise CannotBe


def withdraw(world):
    by, entry = world.arbitrator(), world.entry()
    world.tell(f"{by}: {named(entry)} drops out")
    player_services.withdraw_player(game=world.game, entry=entry, by=by)


def bring_back(world):
    by = world.arbitrator()
    away = [entry for entry in world.entries() if entry.withdrawn_at is not None]
    entry = world.one_of(away)
    world.tell(f"{by}: {named(entry)} is back")
    player_services.bring_back_player(game=world.game, entry=entry, by=by)


def set_partner(world):
    by, entry = world.arbitrator(), world.entry()
    name = world.chance.choice(["", world.new_name()])
    world.tell(f"{by} gives {named(entry)} the partner “{name}”")
    player_services.set_partner(game=world.game, entry=entry, name=name, by=by)


def give_phone(world):
    by, entry = world.arbitrator(), world.entry()
    world.tell(f"{by} gives {named(entry)} a phone")
    phone_links.give_phone(game=world.game, entry=entry, by=by)


def change_places(world):
    """Let two players change tables; one of them gets another group and team."""
    entries = world.entries()
    if len(entries) < 2:
        raise CannotBe
    one, other = world.chance.sample(entries, 2)
    places = {one.pk: place_of(one), other.pk: place_of(other)}
    team = world.chance.choice(["", "Reds"])
    places = {
        one.pk: type(places[one.pk])(other.table, team, places[one.pk].group),
        other.pk: type(places[other.pk])(one.table, places[other.pk].team, places[other.pk].group),
    }
    by = world.arbitrator()
    world.tell(f"{by}: {named(one)} and {named(other)} change places; team “{team}”")
    event_changes.place_entries(event=world.event, places=places, by=by)


def merge_people(world):
    everybody = world.players()
    keep, other = world.chance.sample(everybody, 2)
    licence = keep.licence if keep.licence and other.licence else ""
    world.tell(f"{other.name} {other.licence} is made one with {keep.name} {keep.licence}")
    people_services.merge_players(keep=keep, other=other, licence=licence)


def name_arbitrator(world):
    """Say which player an arbitrator is, or that they are none."""
    by, user = world.arbitrator(), world.arbitrator()
    post = post_of(world.event, user)
    if post is None:
        raise CannotBe
    entry = None if world.chance.random() < 0.2 else world.entry()
    world.tell(f"{by}: {user} plays as {entry and named(entry)}")
    playing_arbitrators.name_arbitrators(game=world.game, entries={post.pk: entry}, by=by)


def dismiss(world):
    world.at_times(0.3)
    post = post_of(world.event, world.second)
    if post is None:
        raise CannotBe
    world.tell("ann dismisses ben")
    staff.dismiss(game=world.game, post=post, by=world.chief)


def let_in(world):
    if world.is_at_desk(world.second):
        raise CannotBe
    world.tell("ann lets ben in")
    world.let_back_in()


def next_game(world):
    world.at_times(0.5)
    if world.event.games.count() >= MOST_GAMES:
        raise CannotBe
    world.tell("the event has a further game")
    world.open_game()


def other_game(world):
    """Go on with all acts in another game of the event."""
    world.look(world.one_of(list(world.event.games.order_by("number"))))
    world.tell("from here on it is about this game")
