"""Rule sets of a club: copied, changed, taken out; what games keep of them; and their words."""

from dataclasses import replace
from datetime import timedelta

import pytest

from duplicate.games import services as game_services
from duplicate.games.rules import services as game_rule_sets
from duplicate.games.rules.descriptions import find_changed_settings, nearest_preset, rules_in_words
from duplicate.games.rules.presets import PRESETS
from duplicate.models import ClubRules, Game
from engine.rules import (
    RuleSet,
    all_settings,
    differences,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import RackRules, TimeRules
from tests.factories.club_rules import FISF, five_warnings
from tournaments.described_settings.setting_words import value_in_words
from tournaments.errors import RuleViolation

pytestmark = pytest.mark.django_db


# --- Use cases -----------------------------------------------------------------------------------------------------


def test_a_copy_has_every_setting_and_a_name_of_its_own(own, arbitrator):
    assert (own.name, own.preset, own.rule_set.name, own.changed_by) == ("Lyon", "fisf", "Lyon", arbitrator)
    assert differences(own.rule_set, FISF) == ()


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "lyon", "FISF", "fisf, normal", "Classic"])
def test_names_that_cannot_be(own, arbitrator, name):
    with pytest.raises(RuleViolation):
        game_rule_sets.copy_rules(rules=FISF, preset="fisf", name=name, by=arbitrator)
    assert ClubRules.objects.count() == 1


def test_free_names_are_numbered(own):
    assert game_rule_sets.free_name("Lyon") == "Lyon (2)"
    assert game_rule_sets.free_name("fisf") == "fisf (2)"
    assert len(game_rule_sets.free_name("L" * 60)) == 40
    assert game_rule_sets.free_name(" " * 50 + "Nice") == "Nice"
    assert game_rule_sets.free_name("N" * 39 + " club") == "N" * 39


def test_changing_says_who_and_when(own, change, stranger, hands):
    hands.move(60)
    change(five_warnings(), by=stranger)
    own.refresh_from_db()
    assert (own.changed_by, own.changed_at) == (stranger, hands.now)
    assert differences(own.rule_set, FISF) == ("sanctions.free_warnings",)


def test_a_new_name_alone_is_no_change_of_the_rules(own, change, stranger, hands):
    before = own.changed_at
    hands.move(60)
    change(replace(FISF, name="Villeurbanne"), by=stranger)
    own.refresh_from_db()
    assert (own.name, own.rule_set.name, own.changed_at) == ("Villeurbanne", "Villeurbanne", before)


def test_two_change_the_same_rules(own, change, stranger):
    seen = own.changed_at - timedelta(seconds=1)
    with pytest.raises(RuleViolation, match="ann has changed these rules"):
        change(five_warnings(), seen=seen, by=stranger)
    assert ClubRules.objects.get().rule_set.sanctions.free_warnings == 3


def test_rules_that_somebody_has_taken_out(own, change):
    game_rule_sets.delete_rules(club_rules=own)
    with pytest.raises(RuleViolation, match="has deleted these rules"):
        game_rule_sets.change_rules(club_rules=own, rules=FISF, seen=own.changed_at, by=own.changed_by)


# --- Games ---------------------------------------------------------------------------------------------------------


def test_a_game_keeps_what_it_started_with_and_says_what_has_changed(own_game, own, change, hands):
    assert find_changed_settings(own_game) == ()
    hands.move(60)
    change(five_warnings())
    game = Game.objects.select_related("club_rules").get()
    assert game.rule_set.sanctions.free_warnings == 3
    (line,) = find_changed_settings(game)
    assert (line.label, line.value, line.base) == ("Free warnings", "3", "5")
    hands.move(60)
    change(replace(FISF, name="Lyon"))
    assert find_changed_settings(Game.objects.get()) == ()


def test_what_was_set_for_one_game_is_no_change_of_the_club(built_in, arbitrator, own, change, hands):
    rules = replace(own.rule_set, time=TimeRules(round_seconds=90))
    game = game_services.create_game(
        name="Short", by=arbitrator, lexicon="english", notation="duplicate", rules=rules, club_rules=own
    )
    change(replace(FISF, name="Villeurbanne"))
    assert find_changed_settings(Game.objects.get(pk=game.pk)) == ()


def test_a_game_stays_when_its_rules_are_taken_out(own_game, own):
    game_rule_sets.delete_rules(club_rules=own)
    own_game.refresh_from_db()
    assert own_game.club_rules is None
    assert own_game.rule_set.sanctions.free_warnings == 3


# --- In words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rule_set_names())
def test_every_setting_of_every_preset_has_words(name):
    rules = load_rule_set(name)
    groups = rules_in_words(rules, RuleSet())
    lines = [line for group in groups for line in group.lines]
    assert [line.path for line in lines] == [path for path, _setting in all_settings()]
    assert all(line.value for line in lines)
    assert tuple(line.path for line in lines if line.differs) == differences(rules, RuleSet())


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("rack.size", 8, "8"),
        ("rack.maximum_early", None, "no limit"),
        ("rack.blanks", "stay", "stay on the board"),
        ("slips.score_stated", False, "no"),
        ("time.calls", (60, 30), "60, 30"),
        ("time.calls", (), "no call"),
        ("moves.bonuses", {8: 75, 7: 50}, "7 tiles: 50, 8 tiles: 75"),
        ("moves.bonuses", {}, "nothing"),
        ("standings.tie_breaks", (), "nothing"),
        ("standings.tie_breaks", ("most_tops", "best_move"), "the most tops found; the best single move"),
    ],
)
def test_values_in_words(path, value, words):
    assert value_in_words(dict(all_settings())[path], value) == words


@pytest.mark.parametrize("name", rule_set_names())
def test_the_nearest_preset_of_a_preset_is_itself(name):
    assert nearest_preset(replace(load_rule_set(name), name="ours")) == name
    assert set(PRESETS) == set(rule_set_names())


def test_the_nearest_preset_is_the_one_with_the_fewest_differences():
    assert nearest_preset(five_warnings()) == "fisf"
    assert nearest_preset(RuleSet(name="ours", rack=RackRules(size=8))) == "classic"
