"""Refused acts and settings of Scrabble Me, and games of earlier versions of its rules."""

import dataclasses
import json
from pathlib import Path

import pytest

from engine.errors import EngineError, RuleSetError
from engine.modes import replay_acts
from engine.modes.scrabble_me.state import ScrabbleMeSettings
from engine.referee import Player
from engine.rules.game_settings import read_settings, settings_data
from tests.engine.modes.scrabble_me_table import CATS, MODE, play_script, refusal_of, table, view_of
from tests.engine.modes.sitting import setup

RECORDS = Path(__file__).parents[1] / "records" / "scrabble_me"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("A 8H CAB", ("not_in_rack", "C2")),
        ("A 8H CTA", ("not_in_lexicon", "B4")),
        ("A doubts B", ("challenge_void", "C4")),
        ("A accepts", ("challenge_void", "C4")),
        ("A swaps B", ("scrabble_me_phase", "V13")),
        ("A takes E", ("scrabble_me_phase", "V13")),
        ({"act": "exchange", "player": 0, "tiles": "CAT"}, ("act_unknown", "V13")),
        ({"act": "pass", "player": 2}, ("no_such_player", "C2")),
        ({"act": "place", "player": 0, "word": "CAT"}, ("act_unreadable", "")),
        ({"act": "place", "player": 0, "ref": "8H", "word": "C4T"}, ("unknown_letter", "")),
        ({"act": "place", "player": 0, "ref": "9Z", "word": "CAT"}, ("reference_off_board", "")),
        ({"player": 0}, ("act_unreadable", "")),
    ],
)
def test_acts_that_the_round_does_not_have(act, code):
    assert refusal_of(table(*CATS[:2], challenge="void"), act) == code


def test_who_has_played_plays_no_second_time():
    assert refusal_of(play_script(table(*CATS[:2]), "A 8H CAT"), "A 8H CATS") == ("act_not_now", "V13")


@pytest.mark.parametrize("values", [{"from": "hat"}, {"from": "podium"}, {"from": "bag", "seed": 5}, {}])
def test_a_pick_says_where_from(values):
    state = play_script(table(*CATS[:2], challenge="void"), "A 8H CAT", "B pass")
    assert refusal_of(state, {"act": "pick", "player": 0, "seed": "s", **values}) == ("act_unreadable", "")


def test_after_the_end_nothing_is_done():
    state = play_script(table(*CATS[:2]), "A pass", "B pass")
    for act in ("A 8H CAT", "B pass", "A doubts B", "A takes E"):
        assert refusal_of(state, act) == ("scrabble_me_over", "V13")


def test_it_is_not_played_on_paper():
    with pytest.raises(EngineError, match="cannot be played with these settings") as caught:
        MODE.start(setup(MODE, 2, way="paper"))
    assert caught.value.rule == "V13"


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players):
    with pytest.raises(EngineError, match="2 to 4 players"):
        MODE.start(setup(MODE, people=tuple(map(Player, "ABCDE"[:players]))))


@pytest.mark.parametrize(
    "wrong",
    [
        {"rack_size": 0},
        {"rack_size": 16},
        {"bonuses": {"7": -1}},
        {"challenge": "double"},
        {"podium_tiles": 0},
        {"exchange_minimum": 7},
    ],
)
def test_settings_that_the_game_does_not_have(wrong):
    with pytest.raises(RuleSetError, match=next(iter(wrong))):
        read_settings(ScrabbleMeSettings, wrong)


def test_a_record_by_the_first_version_folds_as_it_was_played():
    """In that version tiles were picked by score, and a player who had passed got the extra turn."""
    record = json.loads((RECORDS / "refilled_by_score.json").read_text(encoding="utf-8"))
    sitting = setup(MODE, record["players"], seed=record["seed"], version=1, **record["settings"])
    state = replay_acts(MODE, sitting, record["acts"])
    assert list(MODE.scores(state)) == record["scores"]
    assert list(MODE.winners(state)) == record["winners"]
    with pytest.raises(EngineError):
        replay_acts(MODE, dataclasses.replace(sitting, version=None), record["acts"])


@pytest.mark.parametrize("version", [0, MODE.version + 1])
def test_a_version_that_the_program_does_not_know_is_refused(version):
    with pytest.raises(EngineError, match=f"version {version} of Scrabble Me") as caught:
        MODE.start(setup(MODE, 2, version=version))
    assert (caught.value.code, caught.value.rule) == ("mode_version_unknown", "V13")


def test_settings_are_kept():
    chosen = ScrabbleMeSettings(rack_size=8, bonuses={7: 40, 8: 60}, challenge="void", podium_tiles=4)
    assert read_settings(ScrabbleMeSettings, json.loads(json.dumps(settings_data(chosen)))) == chosen
    state = table(
        "TRAINERS", "TRAINOOO", challenge="void", rack_size=8, bonuses={7: 40, 8: 60}, podium_tiles=4
    )
    assert len(view_of(state)["podium"]) == 8
    assert MODE.scores(play_script(state, "A 8B TRAINER", "B pass")) == (56, 0)
