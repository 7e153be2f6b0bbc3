"""People merged while something else happens to their entries: no slip is lost, and nobody waits for ever."""

import uuid
from functools import partial

import pytest
from django.db import transaction

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration.questions import ask_question
from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Question, Slip
from duplicate.slips import services as slip_services
from duplicate.website.models import SampleEvent
from duplicate.website.onboarding import sample_event
from tests.concurrency.hall import during
from tournaments.events.seating import SeatLine
from tournaments.locks import lock_entries
from tournaments.models import Club, Entry, Event, Player
from tournaments.people import services as people_services
from tournaments.people.privacy import erase_player
from tournaments.people.services import Person, merge_clubs, merge_players
from tournaments.time import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


@pytest.fixture
def twice(game, players, arbitrator, open_round):
    """Enter one person twice: by phone under a misspelt name, and at the desk, which has keyed a slip."""
    mistyped = player_services.join_game(game=game, name="Jean Martn").entry
    entered = player_services.add_player(game=game, name="Jean Martin", by=arbitrator).entry
    open_round("TRAINER")
    slip_services.key_slip(
        game=game, entry=entered, word="TRAINER", reference="H4", stated_score=66, by=arbitrator
    )
    return mistyped, entered


def hand_in(game, entry):
    return slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=12,
        received_at=clock.now(),
    )


@pytest.mark.repeats
@pytest.mark.parametrize("at", ["duplicate_question", "duplicate_slip", "tournaments_entry", "commit"])
@pytest.mark.parametrize("merging_first", [True, False])
def test_a_slip_with_a_receipt_stays_when_its_player_is_merged(game, twice, at, merging_first):
    mistyped, entered = twice
    merge = partial(merge_players, keep=entered.player, other=mistyped.player)
    send = partial(hand_in, game, mistyped)
    if merging_first:
        merged, answer = during(merge, send, at=at)
    elif at == "duplicate_question":
        pytest.skip("a slip asks for no questions")
    else:
        answer, merged = during(send, merge, at=at)
    assert isinstance(answer, slip_services.HandedIn), answer
    # The slip is stored first, and both have played; or the entry that stays has the phone, and the slip.
    both_stay = merged == "played_together"
    assert Slip.objects.get(word="TRAIN").entry == (mistyped if both_stay else entered)
    assert Entry.objects.filter(pk=mistyped.pk).exists() == both_stay


@pytest.fixture
def ask(game, open_round, close_round, announce_top):
    """Return a function that sends a question about the first round."""

    def ask_it(entry):
        if not game.rounds.exists():
            open_round("TRAINER")
            close_round()
            announce_top(1)
        client_id = uuid.uuid4()
        return lambda: ask_question(
            game=game, entry=entry, client_id=client_id, number=1, text="Why?", asked_at=clock.now()
        )

    return ask_it


@pytest.mark.repeats
@pytest.mark.parametrize("at", ["tournaments_entry", "duplicate_question", "commit"])
@pytest.mark.parametrize("merging_first", [True, False])
def test_a_question_with_a_receipt_stays_when_its_player_is_merged(game, players, ask, at, merging_first):
    mona, olga = players[0][0], players[2][0]
    send, merge = ask(mona), partial(merge_players, keep=olga.player, other=mona.player)
    ask(olga)()
    asked, merged = during(merge, send, at=at)[::-1] if merging_first else during(send, merge, at=at)
    assert (asked == "player_gone") != (merged == "played_together"), (asked, merged)
    assert Question.objects.filter(entry=mona.pk).count() == int(merged == "played_together")


@pytest.mark.parametrize("at", ['UPDATE "tournaments_entry"', "commit"])
def test_a_question_waits_for_a_merge_that_keeps_its_entry(players, ask, at):
    entry, keep = players[0][0], people_services.save_player(Person("Mona Old"))
    during(partial(merge_players, keep=keep, other=entry.player), ask(entry), at=at)
    assert Question.objects.get().entry.player == keep


@pytest.mark.repeats
@pytest.mark.parametrize("merging_first", [True, False])
@pytest.mark.parametrize(
    "at", ['UPDATE "tournaments_entry"', 'FROM "tournaments_entry"', 'FROM "tournaments_player"', "commit"]
)
@pytest.mark.parametrize("name", ["Pat Partner", "Mona Old"])
def test_a_partner_is_named_while_a_player_is_merged(game, players, arbitrator, name, at, merging_first):
    """Neither waits for the other for ever, and both are done where both can be."""
    entry = players[0][0]
    keep = people_services.save_player(Person("Mona Old"))
    pair = partial(player_services.set_partner, game=game, entry=entry, name=name, by=arbitrator)
    merge = partial(merge_players, keep=keep, other=entry.player)
    paired, merged = during(merge, pair, at=at)[::-1] if merging_first else during(pair, merge, at=at)
    entry.refresh_from_db()
    if name == "Pat Partner":
        assert (paired, merged) == (None, None)
        assert (entry.player, entry.partner.name) == (keep, name)
    else:
        assert (merged is None) != (paired is None), (paired, merged)


def test_a_player_merged_while_they_are_entered_elsewhere_brings_that_entry(game, players, arbitrator):
    """The entry that is new is locked as well before anything is changed."""
    other, keep = players[0][0].player, people_services.save_player(Person("Mona Old"))
    further = Event.objects.create(name="Further")
    further.arbitrators.add(arbitrator, through_defaults={"role": "chief"})
    enter = partial(event_changes.enter_people, event=further, players=[other.pk], by=arbitrator)
    during(enter, partial(merge_players, keep=keep, other=other))
    assert set(Entry.objects.filter(player=keep).values_list("event", flat=True)) == {
        game.event_id,
        further.pk,
    }
    assert not Player.objects.filter(pk=other.pk).exists()


@pytest.mark.repeats
@pytest.mark.parametrize("at", ['FROM "tournaments_player"', "commit"])
@pytest.mark.parametrize("players_first", [True, False])
def test_players_and_their_clubs_are_merged_at_once(at, players_first, db, arbitrator):
    keep = people_services.save_player(Person("Paul Martin"))
    other = people_services.save_player(Person("Paul Martinn", club="Lyon"))
    lyon = other.club
    lyons = Club.named("Lyons")
    lyons.save()
    merge_people = partial(merge_players, keep=keep, other=other)
    merge_both = partial(merge_clubs, keep=lyons, other=lyon, by=arbitrator)
    during(*((merge_people, merge_both) if players_first else (merge_both, merge_people)), at=at)
    assert Player.objects.get().club == lyons


@pytest.mark.repeats
@pytest.mark.parametrize("at", ["duplicate_game", 'FROM "tournaments_player"', "commit"])
def test_a_player_is_merged_while_they_are_erased(game, players, arbitrator, at):
    """Erasing writes the games, so it locks them before the player, as merging does."""
    game_services.end_game(game=game, by=arbitrator)
    mona, keep = players[0][0].player, people_services.save_player(Person("Mona Old"))
    during(partial(erase_player, mona), partial(merge_players, keep=keep, other=mona), at=at)
    assert Entry.objects.get(pk=players[0][0].pk).player == keep
    assert not Player.objects.filter(name="Mona").exists()


def test_screens_show_that_a_twin_is_gone(game, players):
    before = Game.objects.get().version
    merge_players(keep=players[0][0].player, other=players[1][0].player)
    assert Game.objects.get().version > before
    assert game.event.entries.count() == len(players) - 1


@pytest.fixture
def expected(game):
    """Return the keys of forty entries; the row of the first is stored after the others, where a statement
    reaches it last.
    """
    for place in range(1, 41):
        player = Player.named(f"Player {place}")
        player.save()
        Entry.objects.create(
            event=game.event, player=player, table=place, joined_at=clock.now(), arrived_at=None
        )
    first, *rest = game.event.entries.order_by("pk").values_list("pk", flat=True)
    game.event.entries.filter(pk=first).update(group="")
    return [first, *rest]


@pytest.mark.repeats
@pytest.mark.parametrize("act", ["draw_tables", "place_entries", "leave_out_absent"])
def test_an_act_on_many_entries_waits_for_the_first_before_it_locks_another(game, arbitrator, expected, act):
    places = {key: SeatLine(100 - place, "Les Lettres") for place, key in enumerate(expected)}
    written = {"places": places} if act == "place_entries" else {}
    change = partial(getattr(event_changes, act), event=game.event, by=arbitrator, **written)
    entries = game.event.entries.all()

    @transaction.atomic
    def store_slips():
        """Lock entries as phones' slips do: here the first of them, then the rest."""
        lock_entries(entries.filter(pk=expected[0]))
        lock_entries(entries)

    during(store_slips, change, at='FROM "tournaments_entry"')
    first = entries.get(pk=expected[0])
    seen = {"draw_tables": first.table <= 40, "place_entries": first.table == 100}
    assert seen.get(act, first.withdrawn_at is not None)


def test_tables_change_while_a_game_of_final_standings_is_corrected(
    game, players, arbitrator, open_round, close_round, announce_top
):
    """The correction takes the final standings back, which writes the event, when it has locked an entry."""
    open_round("TRAINER")
    slip_services.key_slip(
        game=game, entry=players[0][0], word="TRAIN", reference="H4", stated_score=12, by=arbitrator
    )
    close_round()
    announce_top(1)
    game_services.end_game(game=game, by=arbitrator)
    event_changes.release_standings(event=game.event, released=Event.Released.FINAL, by=arbitrator)
    overrule = partial(
        arbitration_services.overrule,
        game=game,
        entry=players[0][0],
        number=1,
        score=11,
        by=arbitrator,
        reason="misread",
    )
    places = {entry.pk: SeatLine(entry.table, "Les Lettres") for entry, _token in players}
    place = partial(event_changes.place_entries, event=game.event, places=places, by=arbitrator)
    during(overrule, place, at='FROM "tournaments_entry"')
    game.event.refresh_from_db()
    assert game.event.released == Event.Released.PROVISIONAL
    assert game.event.teams.get().entries.count() == len(players)


@pytest.mark.parametrize("removing_first", [True, False])
def test_a_slip_comes_while_the_sample_is_removed(game, players, arbitrator, open_round, removing_first):
    """Stored before, it goes with the sample; afterwards it is refused, and nobody has a receipt for nothing."""
    open_round("TRAINER")
    SampleEvent.objects.create(event=game.event, players=[], made_by=arbitrator)
    remove = partial(sample_event.remove_sample, event=game.event, by=arbitrator)
    send = partial(hand_in, game, players[0][0])
    if removing_first:
        _none, answer = during(remove, send)
        assert answer in {"round_not_open", "round_unknown", "player_gone"}
    else:
        during(send, remove)
    assert not Event.objects.exists()
    assert not Slip.objects.exists()
