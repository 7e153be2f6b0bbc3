"""The form of a rule set, and the pages of a club's own ones."""

import re
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import given, settings

from duplicate.forms.rule_set import RulesForm
from duplicate.games.rules import services as game_rule_sets
from duplicate.games.rules.presets import chosen_rules
from duplicate.models import ClubRules, Game
from engine.rules import (
    RuleSet,
    all_settings,
    differences,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import MoveRules, Sanctions, TimeRules
from tests.engine.rules.test_rules import rule_sets
from tests.factories.club_rules import five_warnings, form_data

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@settings(max_examples=30)
@given(rule_sets())
def test_a_form_sent_back_as_it_is_changes_nothing(rules):
    rules = replace(rules, name="ours")
    form = RulesForm(form_data(rules), rules=RuleSet(), base=RuleSet())
    assert form.is_valid(), form.errors
    assert form.rules == rules


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        ("rack.size", "16", "Must be a whole number from 1 to 15."),
        ("rack.size", "", "Must be a whole number from 1 to 15."),
        ("rack.size", "seven", "Must be a whole number from 1 to 15."),
        ("rack.size", "-3", "Must be a whole number from 1 to 15."),
        ("rack.size", "9" * 5000, "Must be a whole number from 1 to 15."),
        ("rack.minimum_early", "4", "So many vowels and consonants do not fit on a rack of 7."),
        ("rack.blanks", "wild", "Must be one of stay, recycled, joker."),
        ("moves.bonuses", "7", "Must map 1 to 15 tiles to 0 to 1000 points."),
        ("moves.bonuses", "8 = 50", "A rack has 7 tiles."),
        ("time.calls", "soon", "Must be a list of whole numbers from 1 to 86400."),
        ("time.calls", "30, 240", "A call must come after the start of the round."),
        ("top.order_1", "keep_blank", "Each at most once."),
    ],
)
def test_what_cannot_be_is_told_at_its_field(path, text, problem):
    data = form_data(RuleSet())
    data[path] = text
    form = RulesForm(data, rules=RuleSet(), base=RuleSet())
    assert form.errors == {path.removesuffix("_1"): [problem]}


def test_everything_that_is_wrong_is_told_at_once():
    data = form_data(RuleSet())
    data["rack.minimum_early"] = data["rack.minimum_late"] = "4"
    data["moves.most_played"] = "8"
    form = RulesForm(data, rules=RuleSet(), base=RuleSet())
    assert set(form.errors) == {"rack.minimum_early", "rack.minimum_late", "moves.most_played"}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("time.calls", "30 60,5", RuleSet(time=TimeRules(calls=(60, 30, 5)))),
        ("time.calls", "", RuleSet(time=TimeRules(calls=()))),
        ("moves.bonuses", " 6=20 ,7 = 50", RuleSet(moves=MoveRules(bonuses={6: 20, 7: 50}))),
        ("moves.bonuses", "", RuleSet(moves=MoveRules(bonuses={}))),
        ("sanctions.free_warnings", " 3 ", RuleSet(sanctions=Sanctions(free_warnings=3))),
    ],
)
def test_people_write_as_they_please(path, text, expected):
    data = form_data(RuleSet())
    data[path] = text
    form = RulesForm(data, rules=RuleSet(), base=RuleSet())
    assert form.is_valid(), form.errors
    assert form.rules == expected


@pytest.fixture
def desk(client, stranger):
    """Return a browser of any arbitrator, in English."""
    client.force_login(stranger)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


ADDRESSES = [
    ("rule-sets", []),
    ("import-rules", []),
    ("preset", ["fisf"]),
    ("preset-text", ["fisf"]),
    ("club-rules", [1]),
    ("club-rules-text", [1]),
]


@pytest.mark.parametrize(("name", "parts"), ADDRESSES)
def test_the_pages_need_a_login(client, own, name, parts):
    address = reverse(name, args=[own.pk if part == 1 else part for part in parts])
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/login/?next={address}")


@pytest.mark.parametrize(("name", "parts"), [("copy-rules", []), ("delete-rules", [1])])
def test_acts_need_a_login_and_a_post(client, desk, own, name, parts):
    address = reverse(name, args=[own.pk for _part in parts])
    assert desk.get(address).status_code == 405
    desk.logout()
    assert desk.post(address, {"of": "fisf"}).status_code == 302
    assert ClubRules.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        "/desk/rules/999/",
        "/desk/rules/999/text/",
        "/desk/rules/preset/none/",
        "/desk/rules/preset/none/text/",
    ],
)
def test_what_is_not_there(desk, address):
    assert desk.get(address).status_code == 404


@pytest.mark.parametrize("of", ["", "none", "club-999", "club-", "club-x"])
def test_nothing_to_copy(desk, of):
    assert desk.post(reverse("copy-rules"), {"of": of}).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_for_any_number(desk, arbitrator, count, django_assert_num_queries):
    for number in range(count):
        game_rule_sets.copy_rules(rules=five_warnings(), preset="fisf", name=f"Ours {number}", by=arbitrator)
    with django_assert_num_queries(8):
        page = desk.get(reverse("rule-sets")).content.decode()
    assert (
        page.count("FISF, normal, except 1 setting<") + page.count("FISF, normal, except 1 setting\n")
        == count
    )
    assert page.count("changed by ann") == count


def test_copy_change_and_take_out(desk, stranger):
    answer = desk.post(reverse("copy-rules"), {"of": "fisf"})
    own = ClubRules.objects.get()
    assert answer.headers["Location"] == reverse("club-rules", args=[own.pk])
    assert (own.name, own.preset, own.changed_by) == ("Our FISF, normal", "fisf", stranger)
    page = desk.get(answer.headers["Location"]).content.decode()
    assert 'class="beside"' not in page
    changed = {"sanctions.free_warnings": "5", "name": "Lyon", "seen": own.changed_at.isoformat()}
    data = form_data(own.rule_set).dict() | changed
    assert desk.post(answer.headers["Location"], data).status_code == 302
    page = desk.get(answer.headers["Location"]).content.decode()
    assert page.count('class="beside"') == 1
    assert "FISF, normal: 3" in page
    assert desk.post(reverse("copy-rules"), {"of": f"club-{own.pk}"}).status_code == 302
    copy = ClubRules.objects.get(name="Our Lyon")
    assert (copy.preset, copy.rule_set.sanctions.free_warnings) == ("fisf", 5)
    assert desk.post(reverse("delete-rules", args=[own.pk])).status_code == 302
    assert ClubRules.objects.get() == copy


def test_nothing_typed_is_lost(desk, own):
    address = reverse("club-rules", args=[own.pk])
    data = form_data(own.rule_set).dict() | {
        "seen": own.changed_at.isoformat(),
        "name": "Villeurbanne",
        "rack.size": "many",
        "moves.bonuses": "seven: 50",
        "top.order_1": "keep_blank",
    }
    answer = desk.post(address, data)
    page = answer.content.decode()
    assert answer.status_code == 422
    for text in ('value="Villeurbanne"', 'value="many"', 'value="seven: 50"', "Each at most once."):
        assert text in page
    assert page.count('value="keep_blank" selected') == 2
    own.refresh_from_db()
    assert own.name == "Lyon"


def test_who_saves_over_the_work_of_another_is_told_first(desk, own, change, hands):
    address = reverse("club-rules", args=[own.pk])
    data = form_data(own.rule_set).dict() | {"seen": own.changed_at.isoformat()}
    hands.move(60)
    change(five_warnings())
    answer = desk.post(address, data | {"sanctions.warning_points": "7"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "ann has changed these rules in the meantime." in page
    seen = re.search(r'name="seen" value="([^"]+)"', page)[1]
    assert desk.post(address, data | {"sanctions.warning_points": "7", "seen": seen}).status_code == 302
    own.refresh_from_db()
    assert (own.rule_set.sanctions.free_warnings, own.rule_set.sanctions.warning_points) == (3, 7)


@pytest.mark.parametrize("name", rule_set_names())
def test_what_is_downloaded_can_be_brought_in(desk, name):
    text = desk.get(reverse("preset-text", args=[name]))
    assert text.headers["Content-Disposition"] == f'attachment; filename="{name}.toml"'
    file = SimpleUploadedFile("rules.toml", text.content)
    assert desk.post(reverse("import-rules"), {"file": file}).status_code == 302
    own = ClubRules.objects.get()
    assert (own.preset, differences(own.rule_set, load_rule_set(name))) == (name, ())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({}, "Paste a rule set, or choose a file."),
        (
            {"text": "[rack]\nsize = 70"},
            "“Tiles on a rack” (rack.size): must be a whole number from 1 to 15.",
        ),
        ({"text": "[rack]\ncolour = 1"}, "Rule setting rack.colour: there is no such setting."),
        ({"text": 'based_on = "none"'}, "Rule setting name: there is no rule set “none”."),
        ({"text": "rack ="}, "it is not valid TOML"),
        ({"text": "x = 1\n" * 6000}, "32768"),
        ({"text": "a." * 15_000 + "a = 1"}, "a key has more than 3 parts"),
        ({"text": 'name = "x"', "name": "classic"}, "Rules named “Classic” already exist."),
        ({"file": SimpleUploadedFile("x", b"\xff\xfe\x00")}, "This file is not UTF-8 text."),
        ({"file": SimpleUploadedFile("x", b"#" * 70_000)}, "This file is too large for a rule set."),
    ],
)
def test_a_text_that_cannot_be_brought_in(desk, data, problem):
    answer = desk.post(reverse("import-rules"), data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert problem in page
    assert not ClubRules.objects.exists()


def test_a_file_with_a_mistake_stands_in_the_field_to_be_mended(desk):
    file = SimpleUploadedFile("x", b"[rack]\nsize = 70  # too many")
    assert "size = 70  # too many" in desk.post(reverse("import-rules"), {"file": file}).content.decode()


def test_a_game_is_made_from_the_club_s_own(desk, own, built_in, stranger):
    page = desk.get(reverse("new-game")).content.decode()
    assert f'<option value="club-{own.pk}">Lyon</option>' in page
    assert "Built into Isotop" in page
    fields = {
        "name": "Evening",
        "lexicon": "english",
        "rule_set": f"club-{own.pk}",
        "round_time": "",
        "notation": "duplicate",
    }
    assert desk.post(reverse("new-game"), fields).status_code == 302
    game = Game.objects.get()
    assert (game.club_rules, game.rule_set) == (own, own.rule_set)
    assert chosen_rules(f"club-{own.pk}") == (own.rule_set, own)


def test_the_desk_says_that_the_club_s_rules_have_changed(
    client, own_game, own, change, hands, arbitrator, stranger
):
    client.force_login(arbitrator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    panel, page = (reverse(name, args=[own_game.code]) for name in ("panel", "game-rules"))
    assert "changed: " not in client.get(panel).content.decode()
    assert "changed-since" not in client.get(page).content.decode()
    hands.move(60)
    change(five_warnings())
    assert ">changed: 1<" in client.get(panel).content.decode()
    text = client.get(page).content.decode()
    assert "Free warnings: <b>3</b> in this game, 5 in the club’s rules" in text
    assert text.count("<dt>") == len(all_settings())
    client.force_login(stranger)
    assert client.get(page).status_code == 404
