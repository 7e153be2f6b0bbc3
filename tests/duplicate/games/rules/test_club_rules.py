"""Rule sets of a club: copied, changed, taken out; what games keep of them; and their pages."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.urls import reverse
from hypothesis import given

from duplicate.forms.rule_set import RulesForm
from duplicate.games import services as game_services
from duplicate.games.rules import services as game_rule_sets
from duplicate.games.rules.descriptions import changed_since, nearest_preset, rules_in_words, value_in_words
from duplicate.games.rules.presets import PRESETS, chosen_rules
from duplicate.models import ClubRules, Game
from engine.rules import RuleSet, all_settings, differences, load_rule_set, rule_set_names
from engine.rules.groups import MoveRules, RackRules, Sanctions, TimeRules
from tests.engine.rules.test_rules import rule_sets
from tournaments.core.errors import RuleViolation

FISF = load_rule_set("fisf")
pytestmark = pytest.mark.django_db


@pytest.fixture
def own(arbitrator):
    return game_rule_sets.copy_rules(rules=FISF, preset="fisf", name="Lyon", by=arbitrator)


@pytest.fixture
def change(own, arbitrator):
    """A function that changes the club's rules."""

    def change(rules, **more):
        own.refresh_from_db()
        given = {"club_rules": own, "rules": rules, "seen": own.changed_at, "by": arbitrator}
        return game_rule_sets.change_rules(**given | more)

    return change


def five_warnings(name="Lyon"):
    return replace(FISF, name=name, sanctions=replace(FISF.sanctions, free_warnings=5))


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
    with pytest.raises(RuleViolation, match="taken out"):
        game_rule_sets.change_rules(club_rules=own, rules=FISF, seen=own.changed_at, by=own.changed_by)


# --- Games ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(built_in, arbitrator, own):
    return game_services.create_game(
        name="Tuesday",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=own.rule_set,
        club_rules=own,
    )


def test_a_game_keeps_what_it_started_with_and_says_what_has_changed(game, own, change, hands):
    assert changed_since(game) == ()
    hands.move(60)
    change(five_warnings())
    game = Game.objects.select_related("club_rules").get()
    assert game.rule_set.sanctions.free_warnings == 3
    (line,) = changed_since(game)
    assert (line.label, line.value, line.base) == ("Free warnings", "3", "5")
    hands.move(60)
    change(replace(FISF, name="Lyon"))
    assert changed_since(Game.objects.get()) == ()


def test_what_was_set_for_one_game_is_no_change_of_the_club(built_in, arbitrator, own, change, hands):
    rules = replace(own.rule_set, time=TimeRules(round_seconds=90))
    game = game_services.create_game(
        name="Short", by=arbitrator, lexicon="english", notation="duplicate", rules=rules, club_rules=own
    )
    change(replace(FISF, name="Villeurbanne"))
    assert changed_since(Game.objects.get(pk=game.pk)) == ()


def test_a_game_stays_when_its_rules_are_taken_out(game, own):
    game_rule_sets.delete_rules(club_rules=own)
    game.refresh_from_db()
    assert game.club_rules is None
    assert game.rule_set.sanctions.free_warnings == 3


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


# --- The form ------------------------------------------------------------------------------------------------------


def written(rules):
    """Return the data that a browser sends for a form that shows these rules."""
    form = RulesForm(rules=rules, base=rules)
    data = QueryDict(mutable=True)
    data["name"] = rules.name
    for path, _setting in all_settings():
        bound = form[path]
        value = bound.value()
        if hasattr(bound.field.widget, "widgets"):
            for number, part in enumerate(bound.field.widget.decompress(bound.initial)):
                data[f"{path}_{number}"] = part
        elif value is not False and value is not None:
            data[path] = "on" if value is True else str(value)
    return data


@given(rule_sets())
def test_a_form_sent_back_as_it_is_changes_nothing(rules):
    rules = replace(rules, name="ours")
    form = RulesForm(written(rules), rules=RuleSet(), base=RuleSet())
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
        ("top.order_1", "keep_blank", "Each of them once at most."),
    ],
)
def test_what_cannot_be_is_told_at_its_field(path, text, problem):
    data = written(RuleSet())
    data[path] = text
    form = RulesForm(data, rules=RuleSet(), base=RuleSet())
    assert form.errors == {path.removesuffix("_1"): [problem]}


def test_everything_that_is_wrong_is_told_at_once():
    data = written(RuleSet())
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
    data = written(RuleSet())
    data[path] = text
    form = RulesForm(data, rules=RuleSet(), base=RuleSet())
    assert form.is_valid(), form.errors
    assert form.rules == expected


# --- The pages -----------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(client, stranger):
    """A browser of any arbitrator, in English."""
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
def test_the_pages_are_for_accounts(client, own, name, parts):
    address = reverse(name, args=[own.pk if part == 1 else part for part in parts])
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/login/?next={address}")


@pytest.mark.parametrize(("name", "parts"), [("copy-rules", []), ("delete-rules", [1])])
def test_acts_are_for_accounts_and_no_links(client, desk, own, name, parts):
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
    with django_assert_num_queries(3):
        page = desk.get(reverse("rule-sets")).content.decode()
    assert (
        page.count("FISF, normal, but for 1 setting<") + page.count("FISF, normal, but for 1 setting\n")
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
    data = written(own.rule_set).dict() | changed
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
    data = written(own.rule_set).dict() | {
        "seen": own.changed_at.isoformat(),
        "name": "Villeurbanne",
        "rack.size": "many",
        "moves.bonuses": "seven: 50",
        "top.order_1": "keep_blank",
    }
    answer = desk.post(address, data)
    page = answer.content.decode()
    assert answer.status_code == 422
    for text in ('value="Villeurbanne"', 'value="many"', 'value="seven: 50"', "Each of them once at most."):
        assert text in page
    assert page.count('value="keep_blank" selected') == 2
    own.refresh_from_db()
    assert own.name == "Lyon"


def test_who_saves_over_the_work_of_another_is_told_first(desk, own, change, hands):
    address = reverse("club-rules", args=[own.pk])
    data = written(own.rule_set).dict() | {"seen": own.changed_at.isoformat()}
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
        ({"text": "rack ="}, "it is no TOML"),
        ({"text": "x = 1\n" * 6000}, "32768"),
        ({"text": "a." * 15_000 + "a = 1"}, "a key has more than 3 parts"),
        ({"text": 'name = "x"', "name": "classic"}, "There are rules named “Classic” already."),
        ({"file": SimpleUploadedFile("x", b"\xff\xfe\x00")}, "This file is no text in UTF-8."),
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
    assert "As Isotop brings them" in page
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
    client, game, own, change, hands, arbitrator, stranger
):
    client.force_login(arbitrator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    panel, page = (reverse(name, args=[game.code]) for name in ("panel", "game-rules"))
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
