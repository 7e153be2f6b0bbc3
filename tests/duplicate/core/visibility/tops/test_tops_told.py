"""The top of a round is compared with what is being played whenever it is told; and nobody honest is refused."""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.arbitration import bulk_top, corrections
from duplicate.arbitration import services as arbitration_services
from duplicate.core.visibility import rounds_in_play
from duplicate.core.visibility.rounds_in_play import asker_of, is_top_told
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Round
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.simultaneous import participant
from duplicate.slips.services import key_slip
from duplicate.training import devices, rounds, sessions
from engine.rules import RuleSet
from tests.factories.simultaneous_clubs import sent_by
from tests.factories.told_tops import (
    ENGLISH,
    RACK,
    SECOND,
    announce,
    close,
    desk_text,
    is_refused,
    new_game,
    play_round,
    tops_in,
)
from tournaments.core.errors import RuleViolation
from tournaments.models import Event
from tournaments.positions.in_play import read_positions
from tournaments.positions.search import search_position

pytestmark = pytest.mark.django_db


# --- A position that comes into play later ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("state", ["drawn", "open", "closed"])
def test_a_round_that_was_open_before_the_halls_tells_its_top_no_more(
    client, game, own_game, arbitrator, stranger, foretold, in_the_hall, state
):
    assert tops_in(desk_text(client, own_game, stranger), foretold), "nobody could know it yet"
    in_the_hall(state)
    page = desk_text(client, own_game, stranger)
    assert not tops_in(page, foretold)
    assert "This position is being played here" in page
    assert tops_in(desk_text(client, game, arbitrator), foretold), "the hall's own desk is shut out"


def test_acts_that_tell_the_top_wait_for_the_end_of_the_halls_round(
    client, game, own_game, arbitrator, stranger, foretold, in_the_hall, hands
):
    entry = player_services.join_game(game=own_game, name="Pia").entry
    in_the_hall("closed")
    at_desk = {"game": own_game, "by": stranger}
    key_slip(**at_desk, entry=entry, word="RATIOS", reference="5C", stated_score=1)
    close(own_game, stranger, hands)
    closing.judge_round(foretold.pk)
    assert is_refused(partial(announce, own_game, stranger))
    assert is_refused(partial(bulk_top.rest_have_top, **at_desk))
    overrule = partial(arbitration_services.overrule, **at_desk, entry=entry, number=2, reason="R", seen=None)
    assert is_refused(partial(overrule, score=999))
    client.force_login(stranger)
    desk = client.get(reverse("dashboard", args=[own_game.code]), headers=ENGLISH).content.decode()
    assert "The top is shown when that round is over." in desk
    announce(game, arbitrator)
    announce(own_game, stranger)
    assert own_game.rounds.get(number=2).state == Round.State.ANNOUNCED


def test_who_foretells_a_rack_takes_nothing_from_the_hall(
    client, game, own_game, arbitrator, foretold, in_the_hall, hands
):
    """They had the rack first, but not the board."""
    in_the_hall()
    client.force_login(arbitrator)
    words = client.get(reverse("words", args=[game.code]), {"q": "OARIEST"}, headers=ENGLISH).content.decode()
    assert "A game in progress here" not in words
    play_round(game, arbitrator, hands)
    assert not own_game.log.filter(act="position_asked").exists()


def test_a_round_that_the_hall_plays_again_stays_the_halls(
    game, arbitrator, stranger, foretold, in_the_hall, hands
):
    """A move that is announced once more counts from the first time."""
    corrections.cancel_round(game=game, number=1, reason="R", by=arbitrator)
    play_round(game, arbitrator, hands, RACK)
    assert is_top_told(in_the_hall(), arbitrator)
    assert not is_top_told(foretold, stranger)


def test_the_halls_arbitrator_is_told_in_another_game_too(
    client, game, copied, arbitrator, hands, in_the_hall
):
    second = new_game(arbitrator, "Mine too")
    play_round(second, arbitrator, hands, RACK)
    in_the_hall()
    round_ = round_services.type_rack(game=second, rack=SECOND, by=arbitrator)
    round_services.open_round(game=second, by=arbitrator)
    top_search.find_top(round_.pk)
    assert tops_in(desk_text(client, second, arbitrator), Round.objects.get(pk=round_.pk))


def test_what_comes_into_play_during_a_search_is_not_told(own_game, stranger, copied, in_the_hall):
    round_ = round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    asker = asker_of(round_, stranger)
    assert is_refused(lambda: search_position(asker, [asker.own.position], in_the_hall))


def test_a_move_that_was_changed_counts_from_its_change(
    game, own_game, arbitrator, stranger, in_the_hall, hands
):
    """Somebody announces any move early, and puts the hall's in its place afterwards."""
    round_services.type_rack(game=own_game, rack=RACK, by=stranger)
    round_services.open_round(game=own_game, by=stranger)
    close(own_game, stranger, hands)
    top_search.find_top(own_game.rounds.get().pk)
    round_services.announce(
        game=own_game, number=1, by=stranger, word="TRAIN", reference="H4", confirmed=EVERYTHING
    )
    hands.move(20)
    play_round(game, arbitrator, hands, RACK)
    hall = game.rounds.get(number=1)
    corrections.change_placed_move(
        game=own_game, number=1, reference=hall.reference, word=hall.word, reason="R", by=stranger
    )
    round_ = in_the_hall()
    assert is_top_told(round_, arbitrator)
    round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    assert is_refused(partial(round_services.open_round, game=own_game, by=stranger))


@pytest.mark.parametrize("attempt", [0, 120])
def test_drawing_until_it_is_the_halls_rack_is_no_way(own_game, copied, stranger, in_the_hall, attempt):
    """Few tiles are left, so that the program draws the hall's rack before long."""
    in_the_hall()
    round_ = round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    Round.objects.filter(pk=round_.pk).update(attempt=attempt)
    assert is_refused(partial(round_services.open_round, game=own_game, by=stranger))


# --- Honest people ---------------------------------------------------------------------------------------------------


@pytest.fixture
def two_clubs(built_in, arbitrator, stranger):
    """Return a function that gives two clubs a game of one envelope; the second opens it at the call."""
    sent, code = sent_by(User.objects.create_user("olaf"))

    def begin(by):
        received = participant.import_envelope(data=bytes(sent.envelope), by=by)
        prepared = participant.open_received(received=received, code=code, by=by)
        return new_game(by, rules=prepared.rule_set, prepared=prepared)

    return begin


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [0, 1])
def test_two_clubs_play_the_game_of_one_envelope_at_the_same_time(
    client, two_clubs, arbitrator, stranger, hands, ahead
):
    """Each at its own pace, and the second opens the envelope when the first plays it."""
    first = two_clubs(arbitrator)
    round_services.draw_rack(game=first, by=arbitrator)
    round_services.open_round(game=first, by=arbitrator)
    hands.move(5)
    second = two_clubs(stranger)
    for _round in range(ahead):
        play_round(first, arbitrator, hands)
        round_services.draw_rack(game=first, by=arbitrator)
    for _round in range(2):
        round_ = round_services.draw_rack(game=second, by=stranger)
        rack = round_.rack.replace("+", "")
        client.force_login(stranger)
        words = client.get(reverse("words", args=[second.code]), {"q": rack}, headers=ENGLISH)
        assert b"A game in progress here" not in words.content
        round_services.open_round(game=second, by=stranger)
        top_search.find_top(round_.pk)
        assert tops_in(desk_text(client, second, stranger), Round.objects.get(pk=round_.pk))
        play_round(second, stranger, hands)
    assert not any(one.log.filter(act="position_asked").exists() for one in (first, second))


def test_a_club_with_the_envelope_is_told_the_moves_of_a_round_that_another_one_still_plays(
    client, two_clubs, arbitrator, stranger, hands
):
    first, second = two_clubs(arbitrator), two_clubs(stranger)
    for one, by in ((first, arbitrator), (second, stranger)):
        round_services.draw_rack(game=one, by=by)
        round_services.open_round(game=one, by=by)
    play_round(second, stranger, hands)
    client.force_login(stranger)
    page = client.get(reverse("moves", args=[second.code]), {"number": 1}, headers=ENGLISH).content.decode()
    assert "This position is being played here" not in page


def test_a_training_on_racks_at_random_goes_on_with_the_opening_rack_of_a_game(
    built_in, game, arbitrator, open_round
):
    training = sessions.start_at_random(
        trainee=devices.know_device().trainee,
        lexicon=built_in,
        rules=RuleSet(),
        notation="duplicate",
        seconds=None,
    )
    round_ = rounds.open_round(training=training)
    open_round(round_.rack.replace("+", ""))
    rounds.take_hint(round_=round_)
    assert rounds.answer(round_=round_, word="", reference="", stated_score=None).is_answered
    assert rounds.open_round(training=training) is not None
    assert not game.log.filter(act="position_asked").exists()


def test_a_training_on_a_game_of_the_club_waits_where_it_is_played_again(
    game, arbitrator, stranger, open_round, close_round, announce_top, hands
):
    open_round(RACK)
    close_round()
    announce_top(1)
    game_services.end_game(game=game, by=arbitrator)
    Event.objects.filter(pk=game.event_id).update(shows_games=True, released=Event.Released.FINAL)
    training = sessions.start_game(trainee=devices.know_device().trainee, game=game, seconds=None)
    round_ = rounds.open_round(training=training)
    again = new_game(stranger)
    round_services.type_rack(game=again, rack=RACK, by=stranger)
    round_services.open_round(game=again, by=stranger)
    assert is_refused(partial(rounds.take_hint, round_=round_))
    assert is_refused(partial(rounds.answer, round_=round_, word="", reference="", stated_score=None))
    play_round(again, stranger, hands)
    assert rounds.take_hint(round_=round_).hints == 1


def test_clubs_that_begin_with_nearly_the_same_rack_by_chance(game, own_game, stranger, open_round, hands):
    """The program drew it at the first attempt; a rack that somebody typed may be a question."""
    hall = "BDEINRT"
    open_round(hall)
    for attempt, is_opened in ((0, True), (1, False), (None, False)):
        Round.objects.filter(game=own_game).delete()
        Round.objects.create(game=own_game, number=1, rack="BDEINRS", attempt=attempt)
        if is_opened:
            round_services.open_round(game=own_game, by=stranger)
        else:
            assert is_refused(partial(round_services.open_round, game=own_game, by=stranger))
    Round.objects.filter(game=own_game).update(rack=hall, attempt=0)
    assert is_refused(partial(round_services.open_round, game=own_game, by=stranger)), "this is no chance"


def test_a_game_that_was_left_alone_is_not_being_played(game, own_game, stranger, open_round, hands):
    open_round(SECOND)
    hands.move(13 * 60 * 60)
    round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    round_services.open_round(game=own_game, by=stranger)


def test_games_that_were_left_alone_are_not_even_read(open_round, hands):
    """However many there are, a page that tells a top takes no longer."""
    open_round(SECOND)
    assert len(read_positions()) == 1
    hands.move(13 * 60 * 60)
    assert read_positions() == []


def test_a_hall_that_goes_on_the_next_day_is_played_again(game, own_game, arbitrator, stranger, hands):
    round_services.type_rack(game=game, rack=SECOND, by=arbitrator)
    hands.move(24 * 60 * 60)
    round_services.open_round(game=game, by=arbitrator)
    round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    assert is_refused(lambda: round_services.open_round(game=own_game, by=stranger))


def test_nobody_draws_racks_in_any_number_of_games(game, own_game, arbitrator, stranger, monkeypatch, hands):
    """Each of them is compared whenever any desk tells a top."""
    monkeypatch.setattr(rounds_in_play, "MOST_DRAWN", 2)
    more = [own_game, new_game(stranger), new_game(stranger)]
    for each in more[:2]:
        round_services.draw_rack(game=each, by=stranger)
    with pytest.raises(RuleViolation) as refused:
        round_services.draw_rack(game=more[2], by=stranger)
    assert refused.value.code == "too_many_rounds"
    assert "in 2 games" in str(refused.value)
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.put_back_rack(game=own_game, by=stranger)
    round_services.draw_rack(game=more[2], by=stranger)


def test_the_refusal_says_in_plain_words_what_to_do(client, game, own_game, stranger, open_round):
    open_round(SECOND)
    round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    client.force_login(stranger)
    for language, sentence in (
        ("en", "Try again when its round is over, or put the rack back."),
        ("fr", "Réessayez quand son coup est fini, ou remettez le tirage."),
        ("es", "Inténtelo de nuevo cuando termine su ronda, o devuelva el atril."),
    ):
        answer = client.post(
            reverse("act", args=[own_game.code, "open"]), headers={"Accept-Language": language}
        )
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
