"""Acts on an event, and results of clubs, at the same moment: whichever comes first, what is on record is whole."""

from functools import partial
from random import Random

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection, transaction

from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.models.simultaneous import ResultVersion
from duplicate.prepared_games.clubs.organiser import invite_club, revoke_club, set_final
from duplicate.prepared_games.results.review import accept_sent
from duplicate.rounds.confirmations import MISSING_CLUBS
from duplicate.website.events import entry_import
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tests.concurrency.hall import during, together
from tests.factories.divisions import make_division
from tests.factories.fake_results import made_up_result
from tests.factories.simultaneous_clubs import sent_by, short_record
from tournaments.classic.acts.locks import lock_division
from tournaments.events.check_in import set_paid
from tournaments.events.registration import services as registration
from tournaments.events.registration.entry_plan import tag_plan
from tournaments.models import Entry, EventAct, Player
from tournaments.people.services import lock_players, merge_players

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


@pytest.fixture
def arbitrator(db):
    return User.objects.create_user("ann")


@pytest.fixture
def expected(game, players, arbitrator):
    """Return the keys of three entries of expected people."""
    for name in ("Paula", "Quentin", "Rosa"):
        Player.named(name).save()
    known = Player.objects.filter(name__in=("Paula", "Quentin", "Rosa")).values_list("pk", flat=True)
    event_changes.enter_people(event=game.event, players=list(known), by=arbitrator)
    return list(game.event.entries.filter(arrived_at=None).values_list("pk", flat=True))


@pytest.fixture
def at_desk(game, arbitrator):
    """Return a function that does an act of the event's desk."""
    return lambda act, **what: partial(getattr(event_changes, act), event=game.event, by=arbitrator, **what)


def acts_of(event):
    return list(EventAct.objects.filter(event=event).values_list("act", flat=True))


@pytest.mark.parametrize("drawing_first", [True, False])
def test_checking_in_while_tables_are_drawn(game, expected, at_desk, drawing_first):
    acts = [at_desk("draw_tables"), at_desk("check_in", entries=expected[:2])]
    during(*(acts if drawing_first else reversed(acts)))
    entries = Entry.objects.filter(event=game.event)
    assert sorted(entries.values_list("table", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert set(entries.filter(arrived_at=None).values_list("pk", flat=True)) == {expected[2]}


def test_one_who_is_checked_in_at_two_desks_comes_once(game, expected, at_desk):
    check_in = at_desk("check_in", entries=expected)
    assert sorted(during(check_in, check_in)) == [0, 3]
    assert acts_of(game.event).count("checked_in") == 1


@pytest.mark.slow
def test_five_doors_check_everybody_in_once(game, at_desk):
    for number in range(30):
        Player.named(f"Player {number}").save()
    at_desk("enter_people", players=list(Player.objects.values_list("pk", flat=True)))()
    entries = list(game.event.entries.filter(arrived_at=None).values_list("pk", flat=True))

    def work(door):
        """Check everybody in, one after the other, in an order of this door's own."""
        order = Random(door).sample(entries, len(entries))
        return sum(at_desk("check_in", entries=[entry])() for entry in order)

    assert sum(together(*(partial(work, door) for door in range(5)))) == len(entries)
    assert not game.event.entries.filter(arrived_at=None).exists()
    assert acts_of(game.event).count("checked_in") == len(entries)


def test_one_door_undoes_while_another_checks_in(game, expected, at_desk):
    """Either order is fine: what is on record is what happened."""
    at_desk("check_in", entries=expected[:1])()
    during(at_desk("undo_check_in", entry=expected[0]), at_desk("check_in", entries=expected[:1]))
    there = Entry.objects.get(pk=expected[0]).arrived_at is not None
    acts = acts_of(game.event)
    assert acts.count("checked_in") - acts.count("check_in_undone") == there


def test_five_doors_take_each_payment_once(game, at_desk, arbitrator):
    for number in range(10):
        Player.named(f"Player {number}").save()
    at_desk("enter_people", players=list(Player.objects.values_list("pk", flat=True)))()
    entries = list(game.event.entries.values_list("pk", flat=True))

    def work(door):
        order = Random(door).sample(entries, len(entries))
        return sum(set_paid(event=game.event, entry=entry, paid=True, by=arbitrator) for entry in order)

    assert sum(together(*(partial(work, door) for door in range(5)))) == len(entries)
    assert not game.event.entries.filter(paid=False).exists()
    assert acts_of(game.event).count("entry_paid") == len(entries)


def test_one_who_checks_in_while_the_absent_are_left_out_plays(game, expected, at_desk):
    during(at_desk("leave_out_absent"), at_desk("check_in", entries=expected[:1]))
    one = Entry.objects.get(pk=expected[0])
    assert (one.arrived_at is None, one.withdrawn_at) == (False, None)


def test_a_list_that_two_desks_enter_is_entered_once(game, at_desk):
    for number in range(5):
        Player.named(f"Player {number}").save()
    enter = at_desk("enter_people", players=list(Player.objects.values_list("pk", flat=True)))
    assert sorted(during(enter, enter)) == [0, 5]
    assert game.event.entries.count() == 5


def test_a_file_is_entered_into_a_division_that_another_act_locks(game, arbitrator):
    """The other act locks the division and then the player: in the order of `tournaments.locks`."""
    arbitrator.user_permissions.add(Permission.objects.get(codename="change_player"))
    division = make_division(arbitrator, [], event=game.event, name="Classique")
    player = Player.named("Ann")
    player.save()
    kept = entry_import.keep_entry_list(
        event=game.event, data=b"Name;Classique\nAnn;x\n", file_name="festival.csv", by=arbitrator
    )
    mark = tag_plan(entry_import.plan_of(kept, game.event, arbitrator, {}))
    entry_import.ask_entering(kept=kept, event=game.event, by=arbitrator, answers={}, mark=mark)

    @transaction.atomic
    def lock_both():
        lock_division(division, arbitrator)
        return len(lock_players([player.pk]))

    enter = partial(entry_import.enter_file, kept.pk)
    assert during(enter, lock_both, at='INSERT INTO "tournaments_entry"') == (None, 1)
    assert [one.entry.player for one in division.entries.all()] == [player]


def test_two_phones_that_expect_one_name(game, expected):
    join = partial(registration.register_player, event=game.event, name="Paula", phone=True)
    outcomes = together(join, join)
    assert sum(outcome == "name_taken" for outcome in outcomes) == 1
    assert game.event.entries.filter(player__name="Paula", arrived_at__isnull=False).count() == 1


@pytest.mark.parametrize("merging_first", [True, False])
def test_two_rows_of_one_player_merged_while_both_are_entered(game, at_desk, merging_first):
    keep, other = Player.named("Paul Martin"), Player.named("Paul Martinn")
    keep.save()
    other.save()
    merge = partial(merge_players, keep=keep, other=other)
    enter = at_desk("enter_people", players=[keep.pk, other.pk])
    outcomes = during(merge, enter) if merging_first else during(enter, merge)
    names = game.event.entries.values_list("player__name", flat=True)
    if merging_first:
        assert list(names) == ["Paul Martin"]
    else:
        # Neither has played: the entry that left nothing goes with its row.
        assert outcomes == (2, None)
        assert list(names) == ["Paul Martin"]


def test_a_name_that_is_merged_away_while_it_joins_is_said_to_be(game):
    keep, other = Player.named("Paul Martin"), Player.named("Paul Martinn")
    keep.save()
    other.save()
    join = partial(registration.register_player, event=game.event, name="Paul Martinn", phone=True)
    _merged, outcome = during(partial(merge_players, keep=keep, other=other), join)
    if connection.vendor == "sqlite":
        # The second transaction waits for the first, and the name is new again.
        assert outcome.entry.player.name == "Paul Martinn"
    else:
        assert outcome == "player_merged"
        assert not game.event.entries.exists()


@pytest.fixture
def two_rows(game):
    """Make two rows of one player: the first is in no event, the second in the game's event."""
    keep, other = Player.named("Paul Martin"), Player.named("Paul Martinn")
    keep.save()
    other.save()
    registration.register_player(event=game.event, name="Paul Martinn", phone=False)
    return keep, other


@pytest.mark.repeats
@pytest.mark.parametrize("at", ["commit", 'FROM "tournaments_player"'])
@pytest.mark.parametrize("way", ["player", "partner", "new partner", "list"])
@pytest.mark.parametrize("merging_first", [True, False])
def test_nobody_is_entered_twice_by_merging(game, at_desk, two_rows, way, at, merging_first):
    keep, other = two_rows
    bob = Player.named("Bob")
    bob.save()
    register = partial(registration.register_player, event=game.event, phone=False)
    if way == "new partner":
        entry = register(name="Bob").entry
    enter = {
        "player": lambda: register(name="Paul Martin"),
        "partner": lambda: register(name="Bob", partner="Paul Martin"),
        "new partner": lambda: registration.set_partner(entry, "Paul Martin"),
        "list": at_desk("enter_people", players=[keep.pk]),
    }[way]
    merge = partial(merge_players, keep=keep, other=other)
    outcomes = during(merge, enter, at=at) if merging_first else during(enter, merge, at=at)
    rows = Entry.objects.filter(event=game.event).values_list("player__name", "partner__name")
    names = [name for row in rows for name in row if name and name != "Bob"]
    assert names in (["Paul Martin"], ["Paul Martinn", "Paul Martin"]), outcomes
    # Exactly one of the two is done.
    assert (names == ["Paul Martin"]) == ("played_together" not in outcomes)


@pytest.mark.parametrize("making_first", [True, False])
def test_a_further_game_is_made_while_somebody_checks_in(game, expected, at_desk, arbitrator, making_first):
    """Everybody holds games before the event: neither waits for the other for ever."""
    make = partial(
        game_services.create_game,
        name="Noon",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        event=game.event,
    )
    check_in = at_desk("check_in", entries=expected[:1])
    # Held where the one has the event and the other the games.
    first, then, at = (
        (make, check_in, "tournaments_event") if making_first else (check_in, make, "duplicate_game")
    )
    during(first, then, at=at)
    assert game.event.games.count() == 2
    assert game.event.entries.filter(arrived_at=None).count() == 2


# --- Results of a simultaneous game -----------------------------------------------------------------------------------


@pytest.fixture
def sent(built_in, arbitrator):
    return sent_by(arbitrator, rules="fisf")[0]


@pytest.fixture
def club(sent, arbitrator):
    return invite_club(sent=sent, name="Namur", by=arbitrator)[0]


@pytest.fixture
def sending(sent, club):
    """Return a function that returns the act of sending a fake result from a seed."""

    def of(seed):
        tops = [line.score for line in short_record("fisf").rounds]
        result = made_up_result(
            game=sent.digest, club="Namur", tops=tops, rules=load_rule_set("fisf"), players=4, seed=seed
        )
        return partial(accept_sent, sent=sent, content=result.to_data(), via=club)

    return of


def test_a_result_sent_twice_at_once_counts_once(sent, sending):
    outcomes = during(sending("a"), sending("a"))
    assert [one.state for one in outcomes] == ["first", "again"]
    assert ResultVersion.objects.filter(simultaneous=sent).count() == 1


def test_two_results_of_a_club_at_once_are_two_versions(sent, sending):
    outcomes = during(sending("a"), sending("b"))
    assert [(one.state, one.version.number) for one in outcomes] == [("first", 1), ("correction", 2)]


@pytest.mark.parametrize("final_first", [True, False])
def test_a_result_while_the_standings_become_final(sent, sending, arbitrator, final_first):
    finish = partial(set_final, sent=sent, final=True, by=arbitrator, confirmed=[MISSING_CLUBS])
    acts = [finish, sending("a")]
    outcomes = during(*(acts if final_first else reversed(acts)))
    assert ("simultaneous_final" in outcomes) == final_first
    assert sent.results.count() == (0 if final_first else 1)


def test_a_result_while_its_token_is_revoked(sent, club, sending, arbitrator):
    outcomes = during(partial(revoke_club, club=club, by=arbitrator), sending("a"))
    assert outcomes[1] == "token_revoked"
    assert not sent.results.exists()
