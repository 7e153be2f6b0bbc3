"""Two entries of one person in an event become one: the one that plays, with its phone and its slips."""

import uuid

import pytest

from duplicate.games import event_changes
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.games import announce_preferred, create_game, let_time_pass, start_round
from tournaments.events.tokens import entry_for_token
from tournaments.models import Player
from tournaments.people import services as people_services
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_in")]


def send(game, entry, number):
    slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=number,
        word="TRAINER",
        reference="H2",
        score=66,
        received_at=clock.now(),
    )


@pytest.fixture
def game(arbitrator):
    return create_game(arbitrator)


@pytest.fixture
def expected(game, arbitrator):
    """Enter somebody with a licence, who is expected."""
    people_services.save_player(people_services.Person("Anna Lee", licence="L1"))
    person = Player.objects.get(licence="L1")
    event_changes.enter_people(event=game.event, players=[person.pk], by=arbitrator)
    return person


@pytest.mark.repeats
@pytest.mark.parametrize("keeps_expected", [True, False])
@pytest.mark.parametrize("moment", ["before the round", "open", "sent", "closed", "round 2"])
def test_the_one_that_plays_stays(game, arbitrator, expected, hands, keeps_expected, moment):
    """Somebody is expected, and joins by phone under a misspelt name."""
    token = player_services.join_game(game=game, name="Ana Le").token
    joined = entry_for_token(token)

    def merge():
        people = [expected, joined.player]
        keep, other = people if keeps_expected else people[::-1]
        people_services.merge_players(keep=keep, other=other)
        merged = entry_for_token(token)
        assert (merged.pk, merged.player_id, merged.table) == (joined.pk, keep.pk, joined.table)
        assert game.event.entries.count() == 1
        return merged

    merged = merge() if moment == "before the round" else joined
    start_round(game, arbitrator, "TRAINER")
    merged = merge() if moment == "open" else merged
    send(game, merged, 1)
    merged = merge() if moment == "sent" else merged
    let_time_pass(hands)
    merged = merge() if moment == "closed" else merged
    announce_preferred(game, arbitrator, 1)
    if moment == "round 2":
        start_round(game, arbitrator, "AEINRST")
        merge()
    [row] = standings_for_game(Game.objects.get(pk=game.pk)).rows
    assert (row.entry_id, row.total) == (joined.pk, 66)


@pytest.mark.repeats
@pytest.mark.parametrize("keeps_expected", [True, False])
def test_an_entry_with_a_slip_gets_the_phone_of_the_other(game, arbitrator, expected, keeps_expected):
    """The arbitrator keyed paper for the name on the list; the person joined by phone as well."""
    token = player_services.join_game(game=game, name="Ana Le").token
    start_round(game, arbitrator, "TRAINER")
    listed = game.event.entries.get(player=expected)
    slip_services.key_slip(
        game=game, entry=listed, word="TRAIN", reference="H4", stated_score=12, by=arbitrator
    )
    people = [expected, entry_for_token(token).player]
    keep, other = people if keeps_expected else people[::-1]
    people_services.merge_players(keep=keep, other=other)
    merged = entry_for_token(token)
    assert (merged.pk, merged.player_id, merged.phone_number) == (listed.pk, keep.pk, 1)
    assert merged.arrived_at is not None


def test_when_the_person_was_away_stays_on_record(game, arbitrator, hands):
    """They dropped out after round 1 and came in round 4, under another name."""
    player_services.join_game(game=game, name="Zoe")
    first = player_services.join_game(game=game, name="Anna Lee").entry
    entries = [first]
    for number, rack in enumerate(("TRAINER", "AEINRST", "TRAINED", "ELATION"), start=1):
        if number == 4:
            entries.append(player_services.join_game(game=game, name="Ana Le").entry)
        start_round(game, arbitrator, rack)
        if number == 1:
            send(game, first, 1)
        let_time_pass(hands)
        announce_preferred(game, arbitrator, number)
        hands.move(5)
        if number == 1:
            player_services.withdraw_player(game=game, entry=first, by=arbitrator)
        hands.move(5)
    people_services.merge_players(keep=first.player, other=entries[1].player)
    scores = {player.name: player for player in scores_for_game(Game.objects.get(pk=game.pk)).players}
    merged = scores["Anna Lee"]
    assert (merged.scores[0], merged.absent, merged.withdrawn) == (66, (1, 2), False)


def test_a_slip_on_its_way_is_of_the_entry_that_has_the_phone_now(game, arbitrator, expected):
    """The phone was recognised before the merge, and its slip is stored after it."""
    token = player_services.join_game(game=game, name="Ana Le").token
    start_round(game, arbitrator, "TRAINER")
    listed = game.event.entries.get(player=expected)
    slip_services.key_slip(
        game=game, entry=listed, word="TRAIN", reference="H4", stated_score=12, by=arbitrator
    )
    known = entry_for_token(token)
    people_services.merge_players(keep=expected, other=known.player)
    send(game, known, 1)
    assert listed.slips.get(source="phone").in_conflict
