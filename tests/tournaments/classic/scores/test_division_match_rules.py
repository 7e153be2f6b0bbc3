"""The rules of a division's matches: chosen by a federation's name, changed one by one, shown in words."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from engine.referee.match_rules import load_match_rules, match_rules_names
from tests.factories.division_form import USUAL_SETTINGS
from tournaments.classic.forms.divisions import DivisionForm
from tournaments.classic.models import Division
from tournaments.classic.scores.match_rules import (
    RULE_FIELDS,
    TITLES,
    describe_match_rules,
    fields_of_rules,
    find_rules_name,
    settings_of,
)

pytestmark = pytest.mark.django_db


def form_of(match, **changed):
    division = match.round.division
    data = {"name": "A", "rounds_planned": 7, "method": "swiss", "lexicon": division.lexicon_id}
    return DivisionForm(data | USUAL_SETTINGS | changed)


def test_all_match_rules_have_a_title():
    assert set(match_rules_names()) == TITLES.keys()


@pytest.mark.parametrize("name", TITLES)
def test_a_chosen_federation_sets_every_field(match, name):
    form = form_of(match, match_rules=name, challenge="void", passes_each="many")
    assert form.is_valid(), form.errors
    division = match.round.division
    for field in RULE_FIELDS:
        setattr(division, field, form.cleaned_data[field])
    division.full_clean()
    assert settings_of(division) == load_match_rules(name)
    assert find_rules_name(form.cleaned_data) == name
    assert DivisionForm.of(division)["match_rules"].value() == name


def test_rules_of_ones_own_need_every_field(match):
    form = form_of(match, match_rules="")
    assert set(form.errors) == set(RULE_FIELDS) - {"scoreless_turns"}


def test_one_changed_field_makes_rules_of_ones_own(match):
    own = fields_of_rules("naspa") | {"exchange_minimum": 1}
    form = form_of(match, match_rules="", **own)
    assert form.is_valid(), form.errors
    assert find_rules_name(form.cleaned_data) == ""
    assert form.instance.exchange_minimum == 1
    assert form.instance.final_adjustment == "double"


def test_a_division_without_settings_plays_by_the_championship_rule(match):
    assert find_rules_name({name: getattr(Division(), name) for name in RULE_FIELDS}) == "championship"


def test_the_rules_are_shown_in_words(match):
    division = match.round.division
    for field, value in fields_of_rules("wespa").items():
        setattr(division, field, value)
    text = describe_match_rules(division)
    assert text.title == "WESPA (international)"
    lines = dict(text.lines)
    assert lines["Points for a challenge that fails"] == "5"
    assert lines["Where these points go"] == "the player who was challenged gains them"
    division.challenge = "double"
    assert "Points for a challenge that fails" not in dict(describe_match_rules(division).lines)
    with translation.override("fr"):
        assert ("Ce que coûte une contestation qui échoue", "le tour suivant") in describe_match_rules(
            division
        ).lines


@pytest.mark.parametrize(
    ("changed", "title", "told"),
    [
        ({}, "NASPA (North America)", ()),
        (
            {"exchange_minimum": 1},
            "NASPA (North America)",
            (("Tiles in the bag for an exchange", "1", "7"),),
        ),
        (
            {"challenge": "10"},
            "NASPA (North America)",
            (
                ("What a challenge costs that fails", "points", "the next turn"),
                ("Points for a challenge that fails", "10", "–"),
            ),
        ),
        ({"exchange_minimum": 1, "overtime_points": 3, "passes_each": 5, "scoreless_turns": 9}, "", ()),
    ],
)
def test_changed_rules_keep_the_name_and_say_what_differs(match, changed, title, told):
    division = match.round.division
    for field, value in (fields_of_rules("naspa") | changed).items():
        setattr(division, field, value)
    text = describe_match_rules(division)
    assert (text.title, text.changed) == (title, told)


def test_the_times_of_the_clocks_are_among_the_rules(match):
    division = match.round.division
    division.clock_minutes, division.turn_seconds = 22, None
    assert ("Minutes per player", "22") in describe_match_rules(division).lines
    assert "Seconds per turn" not in dict(describe_match_rules(division).lines)
    division.turn_seconds = 90
    assert ("Seconds per turn", "90") in describe_match_rules(division).lines


def test_everybody_sees_the_rules_of_a_public_division(match, client):
    division = match.round.division
    division.event.public = True
    division.event.save()
    page = client.get(reverse("public-division", args=[division.pk])).content.decode()
    assert re.search(r"Rules of a match: Championship rules", page)


def test_a_record_is_kept_by_the_rules_of_its_division(match, record):
    assert settings_of(match.round.division).to_toml() == record.settings


def test_every_field_of_the_form_is_in_one_group(match):
    form = DivisionForm.of(match.round.division)
    named = [bound.name for group in form.groups() for bound in group.fields]
    assert sorted(named) == sorted(form.fields)
    assert [group.folded for group in form.groups()] == [False] * 5 + [True]
    wrong = form_of(match, legs="0")
    assert not wrong.groups()[-1].folded
