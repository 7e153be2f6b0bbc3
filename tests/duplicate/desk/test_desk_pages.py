"""The desk's pages beside the dashboard: games, a new game, players and their phones, papers."""

import dataclasses
import json
import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from duplicate.forms.games import NewGameForm
from duplicate.forms.players import find_entry
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.games.rules.presets import PRESETS
from duplicate.models import Game
from duplicate.slips import services as slip_services
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import RackRules, TimeRules
from tournaments.events.check_in import enter_people
from tournaments.events.registration.pasted import TypedName, read_typed
from tournaments.models import Entry, Lexicon, Player
from tournaments.people.imports.lines import split_table
from tournaments.printing.registry import documents_of

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}
HTMX = {"HX-Request": "true"}


# --- Games ---------------------------------------------------------------------------------------------------------


def test_an_empty_desk_leads_by_the_hand(desk):
    page = desk.get(reverse("desk")).content.decode()
    assert "step by step" in page
    assert reverse("new-game") in page
    assert page.count("button primary") == 1


def test_the_list_has_ones_own_games(desk, game, players, arbitrator, stranger):
    game_services.create_game(
        name="Elsewhere", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    page = desk.get(reverse("desk")).content.decode()
    assert "Tuesday" in page
    assert "3 players" in page
    assert "Elsewhere" not in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_for_any_number(
    desk, arbitrator, built_in, django_assert_num_queries, count
):
    for number in range(count):
        game_services.create_game(
            name=f"Game {number}", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
        )
    with django_assert_num_queries(13):  # 6 of them for the steps of the first evening and the sample
        desk.get(reverse("desk"))


def given(page):
    """Return the fields of a new game as the form fills them in."""
    form = page.context["form"]
    return {name: form.get_initial_for_field(field, name) or "" for name, field in form.fields.items()}


def test_enter_is_enough_for_a_new_game(desk, built_in, arbitrator):
    data = given(desk.get(reverse("new-game"))) | {"lexicon": "english"}
    answer = desk.post(reverse("new-game"), data)
    game = Game.objects.get()
    assert answer.url == reverse("dashboard", args=[game.code])
    assert game.rule_set == RuleSet()
    assert game.event.arbitrators.get() == arbitrator
    assert (game.lexicon, game.tile_set, game.notation) == ("english", "english", "duplicate")


@pytest.fixture
def lexicons(built_in):
    """Store several lexicons; later ones come before the built-in one in the alphabet."""
    now = timezone.now()
    for days, (name, tile_set, words) in enumerate(
        [("zz-fr", "french", 1), ("b-fr", "french", 400_000), ("a-de", "german", 7), ("a-en", "english", 5)]
    ):
        at = now + timedelta(days=days)
        Lexicon.objects.create(name=name, tile_set=tile_set, word_count=words, loaded_at=at)


@pytest.mark.parametrize(
    ("language", "chosen"), [("en", "a-en"), ("en-gb", "a-en"), ("fr", "b-fr"), ("es", "english")]
)
def test_the_lexicon_of_ones_language_is_chosen_already(desk, lexicons, language, chosen):
    page = desk.get(reverse("new-game"), headers={"Accept-Language": language})
    assert page.context["form"]["lexicon"].value() == chosen
    assert f'<option value="{chosen}" selected>' in page.content.decode()


def test_the_lexicon_played_with_last_is_chosen_already(desk, lexicons, arbitrator, stranger):
    for name, by in [("zz-fr", arbitrator), ("a-de", arbitrator), ("a-en", stranger)]:
        game_services.create_game(name="One", by=by, lexicon=name, notation="duplicate", rules=RuleSet())
    page = desk.get(reverse("new-game"), headers={"Accept-Language": "fr"})
    assert page.context["form"]["lexicon"].value() == "a-de"
    Lexicon.objects.filter(name="a-de").delete()
    page = desk.get(reverse("new-game"), headers={"Accept-Language": "fr"})
    assert page.context["form"]["lexicon"].value() == "b-fr"


def test_each_lexicon_says_its_tiles_and_words(desk, lexicons, built_in):
    choices = {
        str(value): label
        for value, label in desk.get(reverse("new-game")).context["form"].fields["lexicon"].choices
    }
    assert choices["b-fr"] == "b-fr – French tiles, 400,000 words"
    assert choices["zz-fr"] == "zz-fr – French tiles, 1 word"
    assert choices["english"] == f"English (free list) – English tiles, {built_in.word_count:,} words"


def test_a_new_game_with_rules_of_its_own(desk, built_in):
    data = given(desk.get(reverse("new-game"))) | {
        "name": "Blitz",
        "lexicon": "english",
        "round_time": "own",
        "own_time": "45",
        "calls": "0",
        "grace_seconds": "0",
        "minimum_early": "1",
        "minimum_late": "0",
        "late_from_round": "10",
        "notation": "english",
    }
    desk.post(reverse("new-game"), data)
    rules = Game.objects.get().rule_set
    assert rules.time == TimeRules(45, (), 0)
    assert rules.rack == RackRules(minimum_early=1, minimum_late=0, late_from_round=10)
    assert Game.objects.get().notation == "english"


@pytest.mark.repeats
@pytest.mark.parametrize("preset", rule_set_names())
def test_a_new_game_by_each_rule_set(desk, built_in, preset):
    data = given(desk.get(reverse("new-game"))) | {"lexicon": "english", "rule_set": preset}
    desk.post(reverse("new-game"), data)
    assert Game.objects.get().rule_set == load_rule_set(preset)


def test_every_rule_set_is_offered_with_a_line_that_explains_it(desk, built_in):
    choices = dict(desk.get(reverse("new-game")).context["form"].fields["rule_set"].choices)
    assert set(choices) == set(rule_set_names()) == set(PRESETS)
    assert all(re.fullmatch(r"[^–]+ – .{20,}", text) for text in choices.values())


@pytest.mark.parametrize(
    ("change", "time"),
    [
        ({}, TimeRules(180, (60, 30, 5))),
        ({"round_time": "120"}, TimeRules(120, (60, 30, 5))),
        ({"round_time": "60"}, TimeRules(60, (30, 5))),
        ({"calls": "5 40"}, TimeRules(180, (40, 5))),
        ({"calls": "0", "grace_seconds": "0"}, TimeRules(180, (), 0)),
    ],
)
def test_a_rule_set_with_another_clock(built_in, change, time):
    filled = NewGameForm()
    data = {name: filled.get_initial_for_field(f, name) or "" for name, f in filled.fields.items()}
    form = NewGameForm(data | {"lexicon": "english", "rule_set": "fise"} | change)
    assert form.is_valid()
    assert form.cleaned_data["rules"] == dataclasses.replace(load_rule_set("fise"), time=time)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (load_rule_set("fisf_blitz"), "FISF, blitz"),
        (
            dataclasses.replace(load_rule_set("fisf_blitz"), time=TimeRules(round_seconds=75)),
            "FISF, blitz (modified)",
        ),
        (RuleSet(name="our club"), "our club"),
    ],
)
def test_the_desk_says_by_which_rules_it_is_played(desk, built_in, arbitrator, rules, said):
    game = game_services.create_game(
        name="Blitz", by=arbitrator, lexicon="english", notation="duplicate", rules=rules
    )
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    assert f">Rules: {said}</span>" in page


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"lexicon": "none"}, "lexicon"),
        ({"round_time": "7"}, "round_time"),
        ({"round_time": "own"}, "own_time"),
        ({"round_time": "own", "own_time": "5"}, "own_time"),
        ({"calls": "180"}, "calls"),
        ({"calls": "30, soon"}, "calls"),
        ({"calls": "60", "round_time": "60"}, "calls"),
        ({"rule_set": "chess"}, "rule_set"),
        ({"rule_set": ""}, "rule_set"),
        ({"minimum_early": "4"}, "minimum_early"),
        ({"notation": "chess"}, "notation"),
    ],
)
def test_settings_that_cannot_be(built_in, change, field):
    filled = NewGameForm()
    data = {name: filled.get_initial_for_field(f, name) or "" for name, f in filled.fields.items()}
    form = NewGameForm(data | {"lexicon": "english"} | change)
    assert list(form.errors) == [field]


def test_without_a_lexicon_a_new_game_says_what_to_do(desk):
    assert "manage.py setup" in desk.get(reverse("new-game")).content.decode()


# --- Players -------------------------------------------------------------------------------------------------------


def test_players_are_typed_one_a_line(desk, game):
    answer = desk.post(reverse("players", args=[game.code]), {"names": "Ann Marsh\n\n 12 Bo Ek \nÇağla"})
    assert answer.status_code == 302
    entries = game.event.entries.values_list("table", "player__name")
    assert list(entries) == [(1, "Ann Marsh"), (12, "Bo Ek"), (13, "Çağla")]


def test_with_lines_that_cannot_be_entered_all_stay_with_the_reasons(desk, game, players):
    answer = desk.post(reverse("players", args=[game.code]), {"names": "Pia\nmona\n2 Rob\n" + "x" * 81})
    assert answer.status_code == 422
    assert game.event.entries.count() == 3
    field = answer.content.decode().split("<textarea")[1].split("</textarea>")[0]
    for line in ("Pia", "mona", "2 Rob", "x" * 81):
        assert line in field
    assert len(answer.context["form"].errors["names"]) == 3


def test_nothing_typed(desk, game):
    assert desk.post(reverse("players", args=[game.code]), {"names": "  \n "}).status_code == 422


def test_a_player_entered_by_mistake(desk, game, players):
    entry = players[0][0]
    assert desk.post(reverse("remove-player", args=[game.code, entry.pk])).status_code == 302
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_a_player_with_slips_stays(desk, game, arbitrator, players, open_round):
    entry = players[0][0]
    open_round("TRAINER")
    slip_services.key_slip(
        game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=arbitrator
    )
    answer = desk.post(reverse("remove-player", args=[game.code, entry.pk]), follow=True)
    assert "cannot be removed" in answer.content.decode()
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_players_of_another_event_are_not_there(desk, game, stranger, players):
    other = game_services.create_game(
        name="Elsewhere", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    entry = player_services.add_player(game=other, name="Zoe", by=stranger).entry
    for page in ("phone-link", "remove-player"):
        assert desk.post(reverse(page, args=[game.code, entry.pk])).status_code == 404
    assert Entry.objects.filter(pk=entry.pk, token_hash=None).exists()


def test_a_link_for_a_phone_is_made_by_asking_not_by_looking(desk, game, players):
    entry, token = players[0]
    page = reverse("phone-link", args=[game.code, entry.pk])
    me = reverse("api-me", args=[game.code])
    assert "stop working" in desk.get(page).content.decode()
    assert desk.get(me, headers={"Authorization": f"Bearer {token}"}).status_code == 200
    answer = desk.post(page)
    fresh = answer.context["address"].partition("#t=")[2]
    assert "no-store" in answer["Cache-Control"]
    assert desk.get(me, headers={"Authorization": f"Bearer {fresh}"}).json()["name"] == "Mona"
    assert desk.get(me, headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_the_list_of_players_is_asked_for_alone(desk, game, players):
    part = desk.get(reverse("players", args=[game.code]), headers=HTMX).content.decode()
    assert "Mona" in part
    assert "<html" not in part


@pytest.mark.parametrize(
    ("typed", "table"),
    [("2", 2), ("02", 2), ("2 Noah", 2), ("noah", 2), ("Olg", 3), ("MONA", 1)],
)
def test_a_player_is_found_by_table_or_name(game, players, typed, table):
    assert find_entry(game.event.entries.all(), typed).table == table


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("typed", "table"),
    [
        ("elise", 21),
        ("Élise", 21),
        ("éli", 21),
        ("eri", 22),
        ("elb", 22),
        ("oeil", 23),
        ("Zoe", 24),
        ("Zoé", 25),
    ],
)
def test_a_player_is_found_without_accents(game, arbitrator, typed, table):
    names = {21: "Élise Martin", 22: "Éric Elbaz", 23: "Jean Œillet", 24: "Zoe", 25: "Zoé"}
    for number, name in names.items():
        player_services.add_player(game=game, name=name, by=arbitrator, table=number)
    assert find_entry(game.event.entries.all(), typed).table == table


def test_a_name_that_two_players_have_names_both(game, arbitrator, players):
    player_services.add_player(game=game, name="Noah Berg", by=arbitrator, table=9)
    player_services.add_player(game=game, name="Nora Berg", by=arbitrator, table=10)
    with pytest.raises(ValidationError) as error:
        find_entry(game.event.entries.all(), "berg")
    assert error.value.messages == ["Several players match: Noah Berg (9), Nora Berg (10). Which one?"]


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("Ann", (None, "Ann")),
        ("12 Ann Marsh", (12, "Ann Marsh")),
        ("12. Ann", (12, "Ann")),
        ("12", (None, "12")),
        ("٣ Ann", (None, "٣ Ann")),
        ("99999999 Ann", (None, "99999999 Ann")),
        ("12\tAnn", (12, "Ann")),
        ("12,Ann", (12, "Ann")),
        ("12; Ann", (12, "Ann")),
    ],
)
def test_a_table_in_front_of_a_name(line, split):
    assert split_table(line) == split


def test_lines_of_names():
    plain = "Ann\r\n3 Bo\n\nPlayer 150\nAnn Marsh & Bo Ek\n1234567\n4\tCy\n5,Di"
    assert read_typed(plain, tables=True) == [
        TypedName("Ann"),
        TypedName("Bo", 3),
        TypedName("Player 150"),
        TypedName("Ann Marsh & Bo Ek"),
        TypedName("1234567"),
        TypedName("Cy", 4),
        TypedName("Di", 5),
    ]


@pytest.mark.parametrize(
    "line",
    ["Marsh, Ann", "Paul;1540", "Name\nPaul", "Ann & Bo;2222222", "Mia Moss 3333333", "Marsh Ann:AA001234"],
)
def test_a_line_that_says_more_is_reviewed(line):
    assert read_typed(f"Bo\n{line}", tables=True) is None


PASTED = '41\tCarl Carlsson\nDURAND;Paul;2222222\n"DUPONT, Anne",1234567\n42,Dora Day\nMia Moss 3333333\n'


def send_list(desk, game, names, **more):
    return desk.post(reverse("players", args=[game.code]), {"names": names, **more}, headers=ENGLISH)


def entered(game):
    entries = game.event.entries.order_by("table")
    return list(entries.values_list("table", "player__name", "player__licence"))


def test_cells_of_a_pasted_list_are_reviewed_and_entered(desk, game):
    page = send_list(desk, game, PASTED)
    assert not game.event.entries.exists()
    assert [one.state for one in page.context["pasted"]] == ["new"] * 5
    assert send_list(desk, game, PASTED, mark=page.context["mark"]).status_code == 302
    assert entered(game) == [
        (41, "Carl Carlsson", ""),
        (42, "Dora Day", ""),
        (43, "Paul DURAND", "2222222"),
        (44, "Anne DUPONT", "1234567"),
        (45, "Mia Moss", "3333333"),
    ]
    assert not game.event.entries.filter(arrived_at=None).exists()


def test_a_heading_is_nobody(desk, game):
    text = "Table;Nom;Licence\n7;DUPONT Anne & LEROY Zoé;1111111 & 2222222\n;Bo Ek;"
    page = send_list(desk, game, text)
    assert send_list(desk, game, text, mark=page.context["mark"]).status_code == 302
    pair, alone = game.event.entries.order_by("table")
    assert (pair.table, pair.full_name, pair.partner.licence) == (7, "DUPONT Anne & LEROY Zoé", "2222222")
    assert (alone.table, alone.full_name) == (8, "Bo Ek")


def test_a_licence_beside_a_name_is_that_of_the_same_person(desk, game):
    ann = Player.named("Ann Marsh")
    ann.licence = "1111111"
    ann.save()
    page = send_list(desk, game, "Eve Moss;1111111")
    [line] = page.context["pasted"]
    assert line.state == "open"
    assert "Licence 1111111 belongs to Ann Marsh." in page.content.decode()
    assert send_list(desk, game, "Eve Moss;1111111", mark=page.context["mark"]).status_code == 422
    assert not game.event.entries.exists()
    page = send_list(desk, game, "7;Marsh, Ann;1111111")
    send_list(desk, game, "7;Marsh, Ann;1111111", mark=page.context["mark"])
    assert entered(game) == [(7, "Ann Marsh", "1111111")]


def test_a_list_that_means_others_by_now_enters_nobody(desk, game):
    page = send_list(desk, game, PASTED)
    Player.named("Dora Day").save()
    assert send_list(desk, game, PASTED, mark=page.context["mark"]).status_code == 422
    assert [one.name for one in Player.objects.all()] == ["Dora Day"]


def test_who_is_expected_arrives_with_a_pasted_list(desk, game, arbitrator):
    ann = Player.named("Ann Marsh")
    ann.save()
    enter_people(event=game.event, players=[ann.pk], by=arbitrator)
    page = send_list(desk, game, "9;MARSH;Ann")
    assert [(one.state, one.entry.table) for one in page.context["pasted"]] == [("known", 1)]
    send_list(desk, game, "9;MARSH;Ann", mark=page.context["mark"])
    assert game.event.entries.get().arrived_at is not None
    again = send_list(desk, game, "9;MARSH;Ann")
    assert [one.state for one in again.context["pasted"]] == ["there"]


# --- Paper ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_printed(desk, game, players, open_round, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    for name, words in [("standings-pdf", ["Standings", "Mona"]), ("sheet-pdf", ["Game sheet", "TRAINER"])]:
        answer = desk.get(reverse(name, args=[game.code]))
        assert answer["Content-Type"] == "application/pdf"
        assert answer["Content-Disposition"].startswith("inline; filename=")
        assert "tuesday" in answer["Content-Disposition"]
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
        for word in words:
            assert word in text
    answer = desk.get(reverse("record-json", args=[game.code]))
    assert json.loads(answer.content)["rounds"][0]["rack"] == "TRAINER"
    assert answer["Content-Disposition"].startswith("attachment; filename=")


@pytest.mark.parametrize("name", ["standings", "sheet", "poster"])
def test_what_is_printed_from_the_desk_is_known_to_the_print_page(
    desk, game, name, open_round, close_round, announce_top
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    assert not game.event.printed.exists()
    desk.get(reverse(f"{name}-pdf", args=[game.code]))
    printed = game.event.printed.get()
    document = next(one for one in documents_of("game") if one.name == name)
    assert (printed.kind, printed.subject, printed.document) == ("game", game.pk, name)
    assert printed.options == document.options(game, {})
