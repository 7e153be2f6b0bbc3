"""A position that is being played is searched only for those who arbitrate that very game, at whichever door."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.arbitration import corrections
from duplicate.games import services as game_services
from duplicate.models import AuditLogEntry, Round
from duplicate.models.prepared import PreparedGame
from duplicate.models.training import Training
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from engine.rules import RuleSet
from tests.factories.matches import make_matches
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import MatchRecord, RecordEntry
from tournaments.core.errors import RuleViolation
from tournaments.models import Arbitrator, EventAct

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def own_game(game, stranger):
    """Return a game of a user with an account, and no post at the hall's desk."""
    return game_services.create_game(
        name="My own", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )


@pytest.fixture
def attempts(game):
    """Return a function that lists who asked, by the log of the hall's game."""
    return lambda: [row.by and row.by.username for row in game.log.filter(act="position_asked")]


@pytest.fixture
def kept_match():
    """Return a match with TRAINER on the board; the rack of its second player is known."""
    director = User.objects.create_user("director")
    match = make_matches(by=director)[0]
    Arbitrator.objects.get_or_create(event=match.round.division.event, user=director, role="chief")
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=director)
    enter = {"record": record, "keeper": Keeper(by=director)}
    record_services.enter_turn(**enter, key=uuid.uuid4(), line="8D TRAINER", rack="AEINRRT")
    return record


def type_own(own_game, rack, by):
    return round_services.type_rack(game=own_game, rack=rack, by=by)


@pytest.mark.parametrize("rack", ["AEINRST", "TSRNIEA"])
@pytest.mark.parametrize("state", ["drawn", "open", "closed"])
def test_an_own_game_with_the_halls_rack_is_not_opened(
    game, own_game, arbitrator, stranger, attempts, hands, close_round, rack, state
):
    round_services.type_rack(game=game, rack="AEINRST", by=arbitrator)
    if state != "drawn":
        round_services.open_round(game=game, by=arbitrator)
        round_services.start_clock(game=game, by=arbitrator)
    if state == "closed":
        close_round()
    round_ = type_own(own_game, rack, stranger)
    with pytest.raises(RuleViolation) as refused:
        round_services.open_round(game=own_game, by=stranger)
    assert refused.value.code == "position_in_play"
    round_.refresh_from_db()
    assert (round_.state, round_.tops) == (Round.State.DRAWN, None)
    assert attempts() == ["bob"]


def test_opening_and_starting_at_once_is_no_way_around(client, own_game, stranger, open_round, attempts):
    open_round("AEINRST")
    type_own(own_game, "AEINRST", stranger)
    client.force_login(stranger)
    for _again in range(3):
        answer = client.post(reverse("act", args=[own_game.code, "open-and-start"]), headers=ENGLISH)
        assert answer.status_code == 422
    assert own_game.rounds.get().state == Round.State.DRAWN
    assert attempts() == ["bob"], "one row for each who asks"


@pytest.mark.parametrize("name", ["moves", "below-top"])
def test_the_desks_moves_of_an_own_game(
    client, game, own_game, arbitrator, stranger, open_round, attempts, name
):
    open_round("AEINRST")
    round_ = type_own(own_game, "AEINRST", stranger)
    if name == "below-top":
        Round.objects.filter(pk=round_.pk).update(state=Round.State.OPEN, remaining_ms=1)
        top_search.find_top(round_.pk)
    client.force_login(stranger)
    page = client.get(reverse(name, args=[own_game.code]), headers=ENGLISH).content.decode()
    assert "This position is being played here" in page
    assert "RETAINS" not in page
    assert attempts() == ["bob"]


def test_the_hall_and_its_event_search_their_own_position(client, game, arbitrator, open_round, attempts):
    open_round("AEINRST")
    client.force_login(arbitrator)
    assert b"RETAINS" in client.get(reverse("moves", args=[game.code])).content
    second = game_services.create_game(
        name="Mine too", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    round_services.type_rack(game=second, rack="AEINRST", by=arbitrator)
    round_services.open_round(game=second, by=arbitrator)
    assert attempts() == []


def test_a_helper_of_the_hall_is_nobody_who_arbitrates(game, own_game, stranger, open_round, attempts):
    Arbitrator.objects.create(event=game.event, user=stranger, role=Arbitrator.Role.HELPER)
    open_round("AEINRST")
    type_own(own_game, "AEINRST", stranger)
    with pytest.raises(RuleViolation):
        round_services.open_round(game=own_game, by=stranger)
    assert attempts() == ["bob"]


def test_a_rack_that_the_program_draws_is_nobodys_choice(game, own_game, arbitrator, stranger, attempts):
    drawn = round_services.draw_rack(game=own_game, by=stranger)
    round_services.type_rack(game=game, rack=drawn.rack.replace("+", ""), by=arbitrator)
    round_services.open_round(game=own_game, by=stranger)
    assert attempts() == []


def test_who_copies_a_position_takes_nothing_from_the_hall(
    client, game, own_game, arbitrator, stranger, open_round, attempts
):
    open_round("AEINRST")
    type_own(own_game, "AEINRST", stranger)
    client.force_login(arbitrator)
    assert b"RETAINS" in client.get(reverse("moves", args=[game.code])).content
    words = client.get(reverse("words", args=[game.code]), {"q": "TRAINES"}).content
    assert b"NASTIER" in words
    corrections.cancel_round(game=game, number=1, reason="again", by=arbitrator)
    round_services.type_rack(game=game, rack="AEINRST", by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    assert attempts() == []
    assert not own_game.log.filter(act="position_asked").exists()


def test_once_it_is_announced_anybody_may_search_it(
    game, own_game, stranger, open_round, close_round, announce_top, attempts
):
    open_round("AEINRST")
    close_round()
    announce_top(1)
    type_own(own_game, "AEINRST", stranger)
    round_services.open_round(game=own_game, by=stranger)
    assert attempts() == []


def test_anagrams_of_the_halls_rack(client, own_game, stranger, open_round, attempts):
    open_round("AEINRST")
    client.force_login(stranger)

    def ask(text):
        return client.get(reverse("words", args=[own_game.code]), {"q": text}, headers=ENGLISH)

    page = ask("TRAINES").content.decode()
    assert "A game in progress here has these tiles" in page
    assert "NASTIER" not in page
    assert "STAINER" in ask("STAINER").content.decode(), "whether a word is good is told"
    assert "A game in progress here" not in ask("QUOTE").content.decode()
    assert attempts() == ["bob"]


@pytest.mark.parametrize("door", ["type-game", "import-game"])
def test_games_written_by_hand(client, built_in, stranger, open_round, attempts, door):
    open_round("AEINRST")
    client.force_login(stranger)
    data = {"name": "Mine", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}
    text = "AEINRST RETAINS H4" if door == "type-game" else " 1  AEINRST  RETAINS  H4  66"
    answer = client.post(reverse(door), data | {"text": text}, headers=ENGLISH)
    assert answer.status_code == 422
    assert b"This position is being played here" in answer.content
    assert not PreparedGame.objects.exists()
    assert attempts() == ["bob"]


def test_a_game_brought_along_with_the_position_of_a_match(client, kept_match):
    enter = {"record": kept_match, "keeper": Keeper(by=User.objects.get(username="director"))}
    record_services.enter_turn(**enter, key=uuid.uuid4(), line="J8 REST")
    rounds = (" 1  AEINRRT  TRAINER  8D  66", " 2  ESTOOUU  REST  J8  5", " 3  BCDOOUU  TO  11J  2")
    data = {"name": "Mine", "lexicon": "english", "rule_set": "classic", "notation": "english", "seconds": ""}
    answer = client.post(reverse("bring-game"), data | {"text": "\n".join(rounds)}, headers=ENGLISH)
    assert answer.status_code == 422
    assert b"This position is being played here" in answer.content
    assert not Training.objects.exists()
    [told] = EventAct.objects.filter(act="position_asked")
    assert (told.by, told.params["table"]) == (None, 1)


def test_the_advice_of_a_kept_match_tells_nothing_of_the_hall(kept_match, open_round, attempts):
    RecordEntry.objects.all().delete()
    open_round("AEINRRT")
    director = User.objects.get(username="director")
    enter = {"record": kept_match, "keeper": Keeper(by=director), "rack": "AEINRRT"}
    record_services.enter_turn(**enter, key=uuid.uuid4(), line="8D TRAINER")
    assert RecordEntry.objects.get().best == []
    assert attempts() == ["director"]


def test_the_log_says_it_in_plain_words(desk, game, own_game, stranger, open_round):
    open_round("AEINRST")
    type_own(own_game, "AEINRST", stranger)
    with pytest.raises(RuleViolation):
        round_services.open_round(game=own_game, by=stranger)
    page = desk.get(reverse("log", args=[game.code]), headers=ENGLISH).content.decode()
    assert "Round 1: bob tried to search this position elsewhere on this server" in page
    assert AuditLogEntry.objects.filter(game=own_game, act="position_asked").count() == 0
    assert not EventAct.objects.filter(act="position_asked").exists()
