"""Matches kept move by move: entered, refused by the rule, taken back, and what follows to the final scores."""

import html
import uuid
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from engine.errors import EngineError
from engine.referee import state_of
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.selectors import game_of
from tournaments.classic.match_records.services import Keeper, enter_turn, take_back
from tournaments.classic.models import MatchRecord, RecordEntry
from tournaments.errors import RuleViolation

pytestmark = pytest.mark.django_db


def test_turns_are_entered_with_what_the_engine_would_have_played(record, enter):
    state = enter("AEINRST:8D NASTIER", "-")
    assert (state.scores, state.bag_count, state.to_move) == ((66, 0), 79, 0)
    first, second = record.entries.all()
    assert first.best[0][2] >= 66
    assert {len(each) for each in first.best} == {3}
    # No rack is known for this turn, so that it has no best plays.
    assert second.best == []


@pytest.mark.parametrize(
    ("lines", "refused", "code"),
    [
        (("8D TRAIN",), "8D TRAIN", "no_tile_played"),
        ((), "8A TRAIN", "not_on_centre"),
        ((), "TRAIN", "bad_turn"),
        ((), "8D TRAIN X", "unknown_letter"),
        ((), "ABCDEFG:8D TRAIN", "not_in_rack"),
        ((), "?", "challenge_nothing"),
        ((), ".", "end_may_exchange"),
        (("-", "-", "-", "-"), "8D TRAIN", "turn_after_passes"),
    ],
)
def test_what_the_rules_do_not_allow_changes_nothing(record, enter, lines, refused, code):
    before = enter(*lines)
    with pytest.raises(EngineError) as error:
        enter(refused)
    assert error.value.code == code
    assert record.entries.count() == len(lines)
    assert state_of(game_of(record)) == before


def test_t2_an_exchange_with_six_tiles_in_the_bag_is_refused_with_the_reason(record, enter, monkeypatch):
    # Twelve plays of seven tiles bring the bag from 86 to below seven.
    record.settings = record.settings.replace("exchange_minimum = 7", "exchange_minimum = 80")
    record.save()
    enter("8D TRAIN")
    enter("-5")
    enter("D8 TRAINERS")
    with pytest.raises(EngineError) as error:
        enter("-AB")
    assert (error.value.code, error.value.rule) == ("exchange_restricted", "C3")
    assert error.value.params == {"bag": 74, "minimum": 80}


def test_c4_a_challenge_is_decided_by_the_lexicon(enter):
    state = enter("8D TRAINZX", "?")
    assert (state.scores, state.to_move) == ((0, 0), 1)
    state = enter("8D TRAIN", "?")
    # It was good: who doubted it loses the next turn, by the division's setting.
    assert (state.scores, state.to_move) == ((0, 12), 1)


def test_the_latest_entry_is_taken_back_by_a_further_one(record, chief, enter):
    enter("8D TRAIN", "-")
    for _ in range(2):
        take_back(record=record, keeper=Keeper(by=chief), key=uuid.uuid4())
    assert state_of(game_of(record)).scores == (0, 0)
    assert record.entries.count() == 4
    assert enter("8E RAIN").scores == (8, 0)
    take_back(record=record, keeper=Keeper(by=chief), key=uuid.uuid4())
    with pytest.raises(RuleViolation, match="Nothing has been entered"):
        take_back(record=record, keeper=Keeper(by=chief), key=uuid.uuid4())


def test_what_is_sent_twice_counts_once(record, chief):
    key = uuid.uuid4()
    for _ in range(2):
        enter_turn(record=record, keeper=Keeper(by=chief), key=key, line="8D TRAIN")
    assert RecordEntry.objects.count() == 1
    back = uuid.uuid4()
    for _ in range(2):
        take_back(record=record, keeper=Keeper(by=chief), key=back)
    assert RecordEntry.objects.count() == 2


def test_players_keep_their_own_turns(match, chief):
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
    ann, bob = Keeper(player=match.first), Keeper(player=match.second)
    as_player = partial(enter_turn, record=record)
    with pytest.raises(RuleViolation, match="It is Ann’s turn"):
        as_player(keeper=bob, key=uuid.uuid4(), line="8D TRAIN")
    as_player(keeper=ann, key=uuid.uuid4(), line="8D TRAIN")
    with pytest.raises(RuleViolation, match="Only your opponent can undo"):
        take_back(record=record, keeper=bob, key=uuid.uuid4())
    as_player(keeper=bob, key=uuid.uuid4(), line="-")
    assert [entry.player for entry in record.entries.all()] == [match.first, match.second]


def test_who_is_not_of_the_match_keeps_nothing(record, match, chief):
    stranger = User.objects.create_user("eve")
    for keeper in (Keeper(by=stranger), Keeper(player=match.first)):
        with pytest.raises(RuleViolation):
            enter_turn(record=record, keeper=keeper, key=uuid.uuid4(), line="-")
    with pytest.raises(RuleViolation):
        record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=stranger)
    assert not record.entries.exists()


def test_the_annotators_link_opens_this_record_alone(record, chief):
    first = record_services.link_annotator(record=record, by=chief)
    assert record_selectors.record_for_token(first) == record
    second = record_services.link_annotator(record=record, by=chief)
    assert record_selectors.record_for_token(first) is None
    assert record_selectors.record_for_token(second) == record


def test_c6_passes_end_it_and_the_tiles_left_are_taken_off(record, enter):
    enter("8D TRAIN", "-", "-", "-", "-")
    with pytest.raises(EngineError) as error:
        enter(".")
    assert error.value.code == "rack_unknown"
    assert record_selectors.final_scores(record) is None
    state = enter("=QZAEIOU", "==AEERSTT", ".")
    assert state.is_over
    # Bob has the turn, and 25 points on his rack; Ann, who made 12, has 7.
    assert record_selectors.final_scores(record) == (5, -25)


def test_a_result_that_differs_from_the_record_asks(record, chief, enter, client):
    enter("-", "-", "-", "-", "=AEINRST", "==AEINRSD", ".")
    client.force_login(chief)
    round_ = record.match.round
    line = reverse("result-line", args=[round_.division.event_id, round_.division_id, round_.number])
    entered = {"line": f"{record.match.table} 400 380"}
    page = html.unescape(client.post(line, entered).content.decode())
    assert "The record of this match ends with −7–−8. Is 400–380 right all the same?" in page
    assert 'name="despite_record"' in page
    assert not record.match.results.exists()
    client.post(line, entered | {"despite_record": "1"})
    assert record.match.results.get().first_score == 400
