"""The script: what the arbitrator says at each step, in the language of the room."""

import pytest
from django.urls import reverse

from duplicate.desk.dashboard import desk_for_game
from duplicate.desk.script import script_for
from duplicate.models import Round
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services

pytestmark = pytest.mark.django_db


def told(game):
    game.refresh_from_db()
    return [line.text for line in script_for(desk_for_game(game)) if not line.hidden]


def test_before_the_first_rack_the_room_is_welcomed(game):
    assert told(game) == [f"Welcome to {game.name}.", "You have 3:00 for each round."]


def test_the_rack_is_read_letter_by_letter(game, arbitrator):
    round_services.type_rack(game=game, rack="TRAIN?R", by=arbitrator)
    rack = ["Round 1.", "The rack: T, R, A, I, N, blank, R."]
    assert told(game) == rack
    round_services.open_round(game=game, by=arbitrator)
    assert told(game) == [*rack, "The clock starts now."]


def test_each_call_waits_for_its_time(game, open_round):
    open_round("TRAINER")
    lines = script_for(desk_for_game(game))
    calls = game.rule_set.time.calls
    assert [line.at for line in lines[2:]] == [f"{call // 60}:{call % 60:02}" for call in calls] + ["0:00"]
    assert lines[-1].text == "Time! Hand in your slips."
    assert any(line.text.endswith("minute left.") for line in lines) == (60 in calls)


def test_the_top_is_told_with_its_letters_place_and_points(
    game, players, open_round, close_round, announce_top
):
    round_ = open_round("TRAINER")
    assert not any("top" in text for text in told(game))
    close_round()
    top_search.find_top(round_.pk)
    closing.judge_round(round_.pk)
    top = Round.objects.get(pk=round_.pk).tops
    lines = [line for line in script_for(desk_for_game(game)) if line.move]
    assert len(lines) == min(len(top), 30)
    assert sum(not line.hidden for line in lines) == 1
    announce_top(1)
    placed = Round.objects.get(pk=round_.pk)
    first, *_others, last = told(game)
    assert first == (
        f"The top: {placed.word.upper()}. {', '.join(placed.word)}. "
        f"At {placed.reference} {'across' if placed.reference[0].isalpha() else 'down'}, for {placed.score} points."
    )
    assert last == "Put it on your boards."


def test_it_is_in_the_language_of_the_event(desk, game, arbitrator):
    type(game.event).objects.update(language="fr")
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    page = desk.get(
        reverse("dashboard", args=[game.code]), headers={"Accept-Language": "en"}
    ).content.decode()
    assert '<ul lang="fr">' in page
    assert "Coup 1." in page
    assert "What to say" in page
