"""The pages of worked cases and of typed ones: links, errors that keep what was typed, and positions in play."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.urls import reverse

from duplicate.cases.shown_cases import show_cases
from duplicate.cases.what_if import MOST_IN_ADDRESS, judge_what_if
from duplicate.cases.worked_cases import FILES
from duplicate.forms.what_if import WhatIfForm
from duplicate.games.rules import services as rule_sets
from engine.rules import (
    load_rule_set,
)
from tests.lanes import quick
from tournaments.lexicons.services import load_word_list, register_built_in
from tournaments.models import Arbitrator

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}
CASE = {
    "rule_set": "fisf",
    "lexicon": "english",
    "notation": "duplicate",
    "board": "H2 TRAINER",
    "rack": "BOTHSSX",
    "round_number": 2,
    "warnings": 0,
    "word": "HOB",
    "reference": "G8",
    "score": 26,
}


@pytest.fixture
def asker(client, built_in, stranger):
    """Return the browser of a user with an account who is at no desk."""
    client.force_login(stranger)
    return client


def ask(client, **changes):
    """Send the form with a case and follow to its address."""
    data = {key: value for key, value in (CASE | changes).items() if value is not None}
    return client.post("/cases/what-if/", data, headers=ENGLISH, follow=True)


def judged(answer):
    """Return the text of the verdict."""
    text = re.search(r'<div class="case-verdict.*?</div>', answer.content.decode(), re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text[0])).split()) if text else None


@pytest.mark.slow
def test_a_typed_case_tells_how_letters_of_several_signs_were_read(asker):
    register_built_in("spanish")
    spanish = {"lexicon": "spanish", "rule_set": "classic", "board": "", "round_number": 1, "reference": "H8"}
    page = ask(asker, **spanish, rack="CHALEST", word="CHAL", score=1).content.decode()
    assert "Read as CH + A + L + E + S + T; apart: [C][H]" in page
    assert "Read as CH + A + L; apart: [C][H]" in page
    page = ask(asker, **spanish, rack="[C][H]ALEST", word="[C][H]AL", score=1).content.decode()
    assert "Read as" not in page


@pytest.mark.parametrize("rule_set", quick(sorted(FILES), "classic", "fisf"))
def test_everybody_may_read_the_cases(client, rule_set):
    page = client.get(f"/cases/{rule_set}/").content.decode()
    anchors = set(re.findall(r' id="([^"]+)"', page))
    links = re.findall(r'href="#([^"]+)"', page)
    assert links
    assert set(links) - {"content"} <= anchors
    assert len(re.findall(r' id="[^"]+"', page)) == len(anchors), "an id is there twice"
    assert " style=" not in page
    for section in show_cases(rule_set):
        assert all(f'id="{case.key}"' in page for case in section.cases)


def test_the_cases_open_for_the_language_of_the_reader(client):
    for language, expected in (("fr", "fisf"), ("es", "fise"), ("en", "classic")):
        assert client.get("/cases/", headers={"Accept-Language": language}).url == f"/cases/{expected}/"
    assert client.get("/cases/none/").status_code == 404


@pytest.mark.slow
def test_a_page_that_was_opened_in_one_language_is_another_in_the_next(client):
    for language, word in (("fr", "Avertissement"), ("es", "Aviso"), ("fr", "Avertissement")):
        page = client.get("/cases/fisf/", headers={"Accept-Language": language}).content.decode()
        assert f">{word}</span>" in page


def test_only_who_has_an_account_asks_what_if(client):
    for answer in (client.get("/cases/what-if/"), client.post("/cases/what-if/", CASE)):
        assert answer.url.startswith("/login/?next=/cases/what-if/")


def test_a_typed_case_has_an_address_that_shows_it_again(asker):
    answer = ask(asker)
    assert judged(answer).startswith("21 points Penalty The reference is one square off")
    [(address, status)] = answer.redirect_chain
    assert status == 302
    colleague = asker.get(address, headers=ENGLISH)
    assert judged(colleague) == judged(answer)
    page = html.unescape(colleague.content.decode())
    assert f"http://testserver{address}" in page
    assert "H2 TRAINER</textarea>" in page


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"reference": "G7"}, "26 points Written correctly."),
        ({"reference": "G7", "score": None}, "26 points Warning No score was stated"),
        ({"reference": "G7", "score": None, "warnings": 3}, "21 points Warning"),
        ({"no_slip": "on"}, "0 points Zero No slip."),
        ({"word": ""}, "0 points Zero"),
        ({"late": "on"}, "0 points Zero Received after time."),
        ({"several": "on"}, "0 points Zero Several different slips"),
        ({"illegible": "on", "reference": "G7"}, "26 points Warning Hard to read."),
        ({"rule_set": "classic"}, "0 points Zero"),
        ({"rack": "BOTHSS?", "word": "HOb", "reference": "G7"}, "20 points Warning The stated score was 26"),
        ({"board": "", "round_number": 1, "word": "BOTH", "reference": ""}, "18 points Warning"),
        ({"notation": "english", "board": "8B TRAINER", "reference": "7H"}, "21 points Penalty"),
    ],
)
def test_everything_that_is_typed_counts(asker, changes, expected):
    assert judged(ask(asker, **changes)).startswith(expected)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"board": "H2 TRAINER\n\nG7 7G"}, "is not a move. Write reference and word"),
        ({"board": "H2 TRAINER\nH3 HOB"}, "Line 2: H3 holds R, where the move wants H."),
        ({"board": "H2 TR4INER"}, "Line 1: "),
        ({"board": "15/15"}, "Row 3 of the board"),
        ({"board": '{"rounds": '}, 'class="errorlist"'),
        ({"board": "#player1 A A\n>A: ABC H4 CAB +x 10"}, 'class="errorlist"'),
        ({"rack": "BOT1"}, "“1”"),
        ({"rack": "BOTHSSXE"}, "A rack has 7 tiles at most, this one has 8."),
        ({"rack": "BXXTHS"}, "more tiles than the set has: X."),
        ({"rack": ""}, "This field is required."),
        ({"score": "x"}, "Enter a whole number."),
        ({"round_number": 1}, "If tiles are on the board"),
        ({"rule_set": "club-99"}, "Select a valid choice"),
        ({"lexicon": "none"}, "Select a valid choice"),
        ({"word": "A" * 41}, "at most 40 characters"),
    ],
)  # fmt: skip
def test_bad_input_is_named_and_kept(asker, changes, problem):
    answer = ask(asker, **changes)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert not answer.redirect_chain
    assert problem in page
    assert judged(answer) is None
    typed = CASE | changes
    assert typed["board"] in page
    assert f'value="{typed["rack"]}"' in page or not typed["rack"]
    assert f'value="{typed["word"]}"' in page
    assert f'value="{typed["score"]}"' in page


def test_a_bad_address_says_so_as_well(asker):
    answer = asker.get("/cases/what-if/", CASE | {"rack": "BOT1"}, headers=ENGLISH)
    assert answer.status_code == 200
    assert "cannot be judged yet" in answer.content.decode()


@pytest.mark.repeats
@pytest.mark.parametrize(
    "board",
    [
        "15/15/15/15/15/15/15/1TRAINER7/15/15/15/15/15/15/15",
        "15/15/15/15/15/15/15/1TRAINER7/15/15/15/15/15/15/15 BOTHSSX/ 0/0 0 lex CSW;",
        "#player1 A A\n#player2 B B\n>A: AEINRRT 8B TRAINER +66 66\n",
        "\n".join(["." * 15] * 7 + [".TRAINER......."] + ["." * 15] * 7),
        "1 H2 TRAINER 66",
        "TRAINER H2",
    ],
)
def test_a_board_comes_in_many_forms(asker, board):
    assert judged(ask(asker, board=board, reference="G7")) == judged(ask(asker, reference="G7"))


def test_a_long_board_is_stored_in_the_address_as_its_squares(asker):
    long = "#player1 A A\n#player2 B B\n" + "#note x\n" * 80 + ">A: AEINRRT 8B TRAINER +66 66\n"
    assert len(long) > MOST_IN_ADDRESS
    answer = ask(asker, board=long, reference="G7")
    assert len(answer.redirect_chain[0][0]) < 400
    assert judged(answer) == judged(ask(asker, reference="G7"))


def test_a_rack_that_would_be_drawn_again_is_judged_and_pointed_out(asker):
    answer = ask(asker, rack="BTHSSX", word="BX")
    assert "This rack would not be valid" in answer.content.decode()


def test_each_worked_case_can_be_changed(asker, stranger):
    register_built_in("french")
    page = asker.get("/cases/fisf/").content.decode()
    addresses = [html.unescape(one) for one in re.findall(r'href="(/cases/what-if/\?[^"]+)"', page)]
    shown = [case for section in show_cases("fisf") for case in section.cases if case.address]
    assert addresses == [case.address for case in shown]
    for case in shown:
        form = WhatIfForm(QueryDict(case.address.partition("?")[2]))
        assert form.is_valid(), form.errors
        assert judge_what_if(form.cleaned_data["case"], stranger).points == case.points, case.key
    for case in shown[:3]:
        text = judged(asker.get(case.address, headers=ENGLISH))
        assert text.startswith(f"{case.points} point"), case.key


def test_a_clubs_own_rules_may_be_chosen(asker, stranger):
    own = rule_sets.copy_rules(rules=load_rule_set("fisf"), preset="fisf", name="Ours", by=stranger)
    assert judged(ask(asker, rule_set=f"club-{own.pk}")).startswith("21 points Penalty")


def test_a_position_in_play_is_judged_for_its_arbitrators_alone(
    client, game, arbitrator, stranger, open_round
):
    open_round("AEINRST")
    case = {"board": "", "round_number": 1, "word": "RETAINS", "reference": "", "score": 64}
    client.force_login(stranger)
    for rack in ("AEINRST", "TSRNIEA"):
        answer = ask(client, **case, rack=rack)
        assert answer.status_code == 409
        assert "This position is being played here" in answer.content.decode()
        assert judged(answer) is None
    assert [row.by.username for row in game.log.filter(act="position_asked")] == ["bob"]
    client.force_login(arbitrator)
    assert judged(ask(client, **case, rack="AEINRST")).startswith("66 points Warning")


def test_an_arbitrator_of_one_event_alone_may_ask(client, game):
    guest = User.objects.create_user("guest", password="x")
    Arbitrator.objects.create(event=game.event, user=guest, role="arbitrator")
    client.force_login(guest)
    assert judged(ask(client)).startswith("21 points")


@pytest.mark.slow
def test_the_desk_leads_from_a_reason_to_its_cases(desk, game, players, open_round, key_line):
    open_round("TRAINER")
    key_line("1 retain h4 99")
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    assert 'href="/cases/classic/#why-score_corrected"' in page


def test_free_warnings_are_those_of_the_rules():
    shown = {case.key: case for section in show_cases("fisf_blitz") for case in section.cases}
    assert shown["fourth-warning"].cost == 0
    assert shown["fourth-warning"].free_warnings == load_rule_set("fisf_blitz").sanctions.free_warnings


@pytest.mark.parametrize(
    ("word", "rack", "judged"),
    [("hob", "BOTHSSX", "HOB"), ("HoB", "BOTHSSX", "HoB"), ("at", "??", "at"), ("at", "A?", "AT")],
)
def test_a_word_in_small_letters_alone_has_no_blank(asker, word, rack, judged):
    answer = asker.get(reverse("what-if"), CASE | {"word": word, "rack": rack}, headers=ENGLISH)
    assert answer.context["form"].cleaned_data["case"].slip.word == judged


@pytest.mark.parametrize(
    ("lexicon", "word", "rack", "judged"),
    [
        ("spanish", "cha", "??ABCDE", "cha"),
        ("spanish", "[c][h]a", "??ABCDE", "[C][H]A"),
        ("turkish", "it", "İTABCDE", "İT"),
    ],
)
def test_small_letters_are_counted_and_raised_as_tiles(asker, lexicon, word, rack, judged):
    if lexicon == "turkish":
        load_word_list(name="turkish", data="it\nısı".encode(), tile_set="turkish")
    else:
        register_built_in(lexicon)
    data = CASE | {"lexicon": lexicon, "rule_set": "classic", "board": "", "round_number": 1}
    answer = asker.get(reverse("what-if"), data | {"word": word, "rack": rack}, headers=ENGLISH)
    assert answer.context["form"].cleaned_data["case"].slip.word == judged


def test_a_verdict_names_its_rule_in_words(client, built_in):
    page = client.get(reverse("worked-cases", args=["fisf"]), headers=ENGLISH).content.decode()
    assert "slips.missing_score" not in page
    assert "(Rule: slip after time)" in page
