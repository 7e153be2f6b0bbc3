"""The arbitrator's desk over HTTP: who may enter, a round by its buttons, refusals that keep what was typed."""

import json
from io import BytesIO

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from duplicate import games, play, search, slips
from duplicate.forms import AddPlayersForm, KeySlipForm, NewGameForm, split_table
from duplicate.models import Game, Slip
from duplicate.views.acts import ACTS
from engine.rules import RuleSet
from tournaments.models import Entry, Lexicon

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def desk(client, arbitrator):
    """The arbitrator's browser."""
    client.force_login(arbitrator)
    return client


@pytest.fixture
def press(desk, game):
    """A function that does an act as the page does, by htmx."""

    def press_it(act, by=desk, **data):
        return by.post(reverse("act", args=[game.code, act]), data, headers=HTMX)

    return press_it


@pytest.fixture
def judged(game, players, open_round, close_round):
    """Round 1 with rack TRAINER, closed and judged; its top is worked out."""
    open_round("TRAINER")
    close_round()
    round_ = game.rounds.get()
    search.find_top(round_.pk)
    play.judge_round(round_.pk)
    round_.refresh_from_db()
    return round_


def state_of(answer):
    """What the page's script is told."""
    text = answer.content.decode().split('id="desk-data" type="application/json">')[1].split("</script>")[0]
    return json.loads(text)


# --- Who may enter -------------------------------------------------------------------------------------------------


def pages_of(game):
    return [
        reverse("dashboard", args=[game.code]),
        reverse("panel", args=[game.code]),
        reverse("players", args=[game.code]),
        reverse("phone-link", args=[game.code, game.event.entries.first().pk]),
        reverse("standings-pdf", args=[game.code]),
        reverse("sheet-pdf", args=[game.code]),
        reverse("record-json", args=[game.code]),
    ]


def acts_of(game):
    entry = game.event.entries.first()
    return [
        *(reverse("act", args=[game.code, act]) for act in ACTS),
        reverse("players", args=[game.code]),
        reverse("phone-link", args=[game.code, entry.pk]),
        reverse("remove-player", args=[game.code, entry.pk]),
    ]


def test_the_arbitrator_sees_every_page(desk, game, players):
    for page in pages_of(game):
        assert desk.get(page).status_code == 200, page


def test_an_administrator_sees_every_page(admin_client, game, players):
    for page in pages_of(game):
        assert admin_client.get(page).status_code == 200, page


def test_to_another_arbitrator_there_is_no_such_game(client, stranger, game, players):
    client.force_login(stranger)
    log = game.log.count()
    for page in pages_of(game):
        assert client.get(page).status_code == 404, page
    for act in acts_of(game):
        assert client.post(act).status_code == 404, act
        assert client.post(act, headers=HTMX).status_code == 404, act
    assert game.log.count() == log
    assert game.code not in client.get(reverse("desk")).content.decode()


def test_a_visitor_is_sent_to_the_login(client, game, players):
    log = game.log.count()
    for page in [*pages_of(game), reverse("desk"), reverse("new-game")]:
        answer = client.get(page)
        assert answer.status_code == 302, page
        assert answer.url == f"{reverse('login')}?next={page}"
    back = f"{reverse('login')}?next={reverse('dashboard', args=[game.code])}"
    for act in acts_of(game):
        assert client.post(act).url == back
        assert client.post(act, headers=HTMX)["HX-Redirect"] == back
    assert game.log.count() == log


def test_no_act_without_the_token_of_the_form(arbitrator, game):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(arbitrator)
    assert careful.post(reverse("act", args=[game.code, "draw"])).status_code == 403
    assert not game.rounds.exists()


def test_nothing_of_the_desk_is_kept_by_caches(desk, game):
    assert "no-store" in desk.get(reverse("panel", args=[game.code]))["Cache-Control"]


def test_acts_are_posted_and_have_names(desk, game):
    assert desk.get(reverse("act", args=[game.code, "draw"])).status_code == 405
    assert desk.post(reverse("act", args=[game.code, "resign"])).status_code == 404


def test_a_code_may_be_typed_small(desk, game):
    assert desk.get(reverse("dashboard", args=[game.code.lower()])).status_code == 200


# --- A round by its buttons ----------------------------------------------------------------------------------------


def test_a_whole_round(desk, press, game, players, hands):
    assert state_of(desk.get(reverse("dashboard", args=[game.code])))["step"] == "draw"

    assert state_of(press("type-rack", rack="TRAINER"))["step"] == "open"
    assert state_of(press("open"))["step"] == "start"
    assert state_of(press("start"))["step"] == "running"
    assert state_of(press("pause"))["step"] == "paused"
    assert state_of(press("start"))["step"] == "running"
    before = game.rounds.get().closes_at
    press("extend")
    assert (game.rounds.get().closes_at - before).total_seconds() == 30

    mona = players[0][0]
    assert (
        press("key-slip", player=mona.table, word="TRAINER", reference="H2", stated_score=66).status_code
        == 200
    )
    assert press("key-slip", player="noah", word="train", reference="H4").status_code == 200
    page = press("key-slip", player="Olga", word="TRAIL", reference="H4", stated_score=10).content.decode()
    assert "All slips are in." in page

    assert state_of(press("end-round"))["step"] == "judging"
    hands.move(10)
    play.close_overdue_rounds()
    round_ = game.rounds.get()
    search.find_top(round_.pk)
    play.judge_round(round_.pk)
    panel = desk.get(reverse("panel", args=[game.code]))
    assert state_of(panel)["step"] == "announce"
    text = panel.content.decode()
    assert "Not on the rack: L." in text
    assert 'value="H2 TRAINER"' in text

    answer = press("announce", number=1, move="H4 TRAINER")
    assert state_of(answer)["step"] == "draw"
    assert state_of(answer)["last"] == {"word": "TRAINER", "ref": "H4"}
    totals = [(row.name, row.total) for row in answer.context["desk"].standings.rows]
    assert totals == [("Mona", 66), ("Noah", 12), ("Olga", 0)]


def test_open_and_start_is_one_act(press, game):
    press("draw")
    assert state_of(press("open-and-start"))["step"] == "running"


def test_a_rack_is_put_back_and_another_one_drawn(press, game):
    press("draw")
    rack = game.rounds.get().rack
    assert state_of(press("put-back"))["step"] == "draw"
    press("draw")
    assert game.rounds.get().rack != rack


def test_the_top_is_on_the_desk_alone(client, desk, game, judged):
    assert judged.tops
    public = Client().get(reverse("api-game", args=[game.code])).content.decode()
    for top in judged.tops:
        assert top["word"] in desk.get(reverse("panel", args=[game.code])).content.decode()
        assert top["word"] not in public or top["word"] == "TRAINER"
    assert json.loads(public)["last"] is None


def test_the_suggested_top_is_chosen_beforehand(desk, game, judged):
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    preferred = next(top for top in judged.tops if top["preferred"])
    line = next(
        line for line in page.splitlines() if f'value="{preferred["reference"]} {preferred["word"]}"' in line
    )
    assert " checked" in line
    assert page.count(" checked") == 1


def test_two_arbitrators_announce_at_once(press, game, judged, stranger):
    """Both see round 1; the first one's choice stands, the second is told, and sees where the game is now."""
    game.event.arbitrators.add(stranger)
    other = Client()
    other.force_login(stranger)
    first, second = ([f"{top['reference']} {top['word']}" for top in judged.tops] * 2)[:2]
    assert press("announce", number=1, move=first).status_code == 200
    answer = press("announce", by=other, number=1, move=second)
    assert answer.status_code == 422
    assert "Round 1 has been announced." in answer.content.decode()
    assert state_of(answer)["step"] == "draw"
    assert f"{game.rounds.get().reference} {game.rounds.get().word}" == first


def test_a_rack_that_nobody_can_play(desk, press, game, open_round, close_round):
    open_round("VVCCUUI")
    close_round()
    game.rounds.update(top_score=0, tops=[])
    play.judge_round(game.rounds.get().pk)
    assert "No move is possible" in desk.get(reverse("panel", args=[game.code])).content.decode()
    assert state_of(press("announce", number=1, move=""))["step"] == "draw"
    assert game.rounds.get().word == ""


def test_the_end(desk, press, game, players):
    answer = desk.post(reverse("act", args=[game.code, "end-game"]))
    assert answer.url == reverse("dashboard", args=[game.code])
    page = desk.get(answer.url).content.decode()
    assert "Game over" in page
    assert "Ended by the arbitrator." in page
    assert press("draw").status_code == 422


# --- Refusals ------------------------------------------------------------------------------------------------------


def test_a_rack_that_is_refused_says_why(press, game):
    answer = press("type-rack", rack="AAEEIIO")
    assert answer.status_code == 422
    problems = answer.content.decode().split('id="type-rack-problems"')[1].split("</div>")[0]
    assert "7 vowels and 0 consonants" in problems
    assert not game.rounds.exists()


def test_without_a_script_what_was_typed_stays_in_its_field(desk, game, players):
    answer = desk.post(reverse("act", args=[game.code, "type-rack"]), {"rack": "QQQQQQQ"})
    assert answer.status_code == 422
    assert 'value="QQQQQQQ"' in answer.content.decode()
    assert [str(message) for message in get_messages(answer.wsgi_request)]
    play.type_rack(game=game, rack="TRAINER", by=game.event.arbitrators.get())
    play.open_round(game=game, by=game.event.arbitrators.get())
    slip = {"player": "nobody", "word": "TRAIN", "reference": "H4", "stated_score": "12"}
    answer = desk.post(reverse("act", args=[game.code, "key-slip"]), slip)
    assert answer.status_code == 422
    for typed in slip.values():
        assert f'value="{typed}"' in answer.content.decode()
    assert not Slip.objects.exists()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"player": ""}, "Whose slip is it?"),
        ({"word": " "}, "Which word?"),
        ({"reference": ""}, "Where? Write a reference"),
        ({"player": "9"}, "no player “9”"),
        ({"player": "Zoe"}, "no player “Zoe”"),
        ({"word": "TR4IN"}, "not a letter"),
        ({"reference": "P4"}, "off the board"),
        ({"reference": "four"}, "not a reference"),
        ({"reference": "H16"}, "off the board"),
        ({"stated_score": "many"}, "The score is a number"),
        ({"stated_score": "-3"}, "greater than or equal to 0"),
        ({"word": "A" * 60}, "at most 40"),
    ],
)
def test_a_slip_that_cannot_be_read(press, players, open_round, change, reason):
    open_round("TRAINER")
    answer = press(
        "key-slip", **({"player": "1", "word": "TRAIN", "reference": "H4", "stated_score": "12"} | change)
    )
    assert answer.status_code == 422
    problems = answer.content.decode().split('id="key-slip-problems"')[1].split("</div>")[0]
    assert reason in problems
    assert not Slip.objects.exists()


def test_acts_out_of_their_turn_change_nothing(press, game):
    for act, reason in [
        ("open", "No round is in progress."),
        ("start", "No round is in progress."),
        ("put-back", "No round is in progress."),
        ("open-and-start", "No round is in progress."),
        ("announce", "required"),
    ]:
        answer = press(act)
        assert answer.status_code == 422
        assert reason in answer.content.decode().split('id="notice"')[1].split("</div>")[0]
    press("draw")
    again = press("draw")
    assert "Round 1 is in progress." in again.content.decode()
    assert game.rounds.count() == 1


def test_a_move_that_is_no_top_is_not_announced(press, game, judged):
    for move in ("H4 TRAIN", "TRAINER", "", "H4"):
        assert press("announce", number=1, move=move).status_code == 422
    assert press("announce", number="one", move="H4 TRAINER").status_code == 422
    assert game.rounds.get().word == ""


def test_open_and_start_does_both_or_neither(press, game, monkeypatch):
    press("draw")
    monkeypatch.setattr(
        play, "start_clock", lambda **_: (_ for _ in ()).throw(slips.RuleViolation("x", "No."))
    )
    assert press("open-and-start").status_code == 422
    assert game.rounds.get().state == "drawn"


def test_names_are_never_markup(desk, game, arbitrator, open_round):
    games.add_player(game=game, name="<b>Bo</b>", by=arbitrator)
    open_round("TRAINER")
    for page in ("dashboard", "players"):
        assert "<b>Bo" not in desk.get(reverse(page, args=[game.code])).content.decode()


# --- The panel -----------------------------------------------------------------------------------------------------


def test_the_regions_of_the_page_and_of_the_panel_are_the_same(desk, game, judged):
    """The page's script leaves a region alone when it is sent again unchanged."""
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    panel = desk.get(reverse("panel", args=[game.code])).content.decode()
    for part in panel.split("\n\n"):
        region = part.strip().replace(' hx-swap-oob="true"', "")
        assert region in page, region[:80]
    assert panel.count("hx-swap-oob") == 9


def test_the_panel_asks_the_database_as_much_for_one_player_as_for_three(desk, game, open_round):
    open_round("TRAINER")
    asked = []
    for name in ("Pia", "Quinn", "Rob"):
        by = game.event.arbitrators.get()
        entry = games.add_player(game=game, name=name, by=by).entry
        slips.key_slip(game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=by)
        with CaptureQueriesContext(connection) as queries:
            desk.get(reverse("panel", args=[game.code]))
        asked.append(len(queries))
    assert len(set(asked)) == 1
    assert asked[0] <= 20


def test_the_desk_in_french(desk, game, judged):
    answer = desk.get(reverse("dashboard", args=[game.code]), headers={"Accept-Language": "fr"})
    assert answer.status_code == 200
    assert '<html lang="fr">' in answer.content.decode()


def test_no_page_has_inline_scripts_or_styles(desk, game, players):
    for page in [*pages_of(game)[:4], reverse("desk"), reverse("new-game"), reverse("login")]:
        text = desk.get(page).content.decode()
        assert " style=" not in text, page
        assert "<style" not in text, page
        assert " onclick=" not in text, page


# --- Games ---------------------------------------------------------------------------------------------------------


def test_an_empty_desk_leads_by_the_hand(desk):
    page = desk.get(reverse("desk")).content.decode()
    assert "three steps" in page
    assert reverse("new-game") in page


def test_the_list_has_ones_own_games(desk, game, players, arbitrator, stranger):
    games.create_game(name="Elsewhere", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet())
    page = desk.get(reverse("desk")).content.decode()
    assert "Tuesday" in page
    assert "3 players" in page
    assert "Elsewhere" not in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_for_any_number(
    desk, arbitrator, built_in, django_assert_num_queries, count
):
    for number in range(count):
        games.create_game(
            name=f"Game {number}", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
        )
    with django_assert_num_queries(4):
        desk.get(reverse("desk"))


def given(page):
    """The fields of a new game as the form fills them in."""
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


def test_a_new_game_with_rules_of_its_own(desk, built_in):
    data = given(desk.get(reverse("new-game"))) | {
        "name": "Blitz",
        "lexicon": "english",
        "round_time": "own",
        "own_time": "45",
        "call_seconds": "0",
        "grace_seconds": "0",
        "minimum_early": "1",
        "minimum_late": "0",
        "late_from_round": "10",
        "notation": "english",
    }
    desk.post(reverse("new-game"), data)
    rules = Game.objects.get().rule_set
    assert (rules.round_seconds, rules.call_seconds, rules.grace_seconds) == (45, 0, 0)
    assert (rules.minimum_early, rules.minimum_late, rules.late_from_round) == (1, 0, 10)
    assert Game.objects.get().notation == "english"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"lexicon": "none"}, "lexicon"),
        ({"round_time": "7"}, "round_time"),
        ({"round_time": "own"}, "own_time"),
        ({"round_time": "own", "own_time": "5"}, "own_time"),
        ({"call_seconds": "180"}, "call_seconds"),
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


def test_lines_that_cannot_be_entered_stay_with_the_reason(desk, game, players):
    answer = desk.post(reverse("players", args=[game.code]), {"names": "Pia\nmona\n2 Rob\n" + "x" * 81})
    assert answer.status_code == 422
    assert game.event.entries.count() == 4
    field = answer.content.decode().split("<textarea")[1].split("</textarea>")[0]
    assert "Pia" not in field
    for line in ("mona", "2 Rob", "x" * 81):
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
    slips.key_slip(game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=arbitrator)
    answer = desk.post(reverse("remove-player", args=[game.code, entry.pk]), follow=True)
    assert "stays in the game" in answer.content.decode()
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_players_of_another_event_are_not_there(desk, game, stranger, players):
    other = games.create_game(
        name="Elsewhere", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    entry = games.add_player(game=other, name="Zoe", by=stranger).entry
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
    form = KeySlipForm({"player": typed, "word": "TRAIN", "reference": "H4"}, game=game)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["player"].table == table


def test_a_name_that_two_players_have_names_both(game, arbitrator, players):
    games.add_player(game=game, name="Noah Berg", by=arbitrator, table=9)
    games.add_player(game=game, name="Nora Berg", by=arbitrator, table=10)
    form = KeySlipForm({"player": "berg", "word": "TRAIN", "reference": "H4"}, game=game)
    assert form.errors["player"] == ["Which of them: Noah Berg (9), Nora Berg (10)?"]


def test_a_word_typed_small_is_no_word_of_blanks(game, players):
    for typed, word in [("train", "TRAIN"), ("TRAiN", "TRAiN"), ("TRAIN", "TRAIN")]:
        form = KeySlipForm({"player": "1", "word": typed, "reference": "H4"}, game=game)
        assert form.is_valid()
        assert form.cleaned_data["word"] == word


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("Ann", (None, "Ann")),
        ("12 Ann Marsh", (12, "Ann Marsh")),
        ("12. Ann", (12, "Ann")),
        ("12", (None, "12")),
        ("٣ Ann", (None, "٣ Ann")),
        ("99999999 Ann", (None, "99999999 Ann")),
    ],
)
def test_a_table_in_front_of_a_name(line, split):
    assert split_table(line) == split


def test_lines_of_names():
    form = AddPlayersForm({"names": "Ann\r\n3 Bo\n\n"})
    assert form.is_valid()
    assert form.lines() == [(None, "Ann"), (3, "Bo")]


# --- Paper ---------------------------------------------------------------------------------------------------------


def test_what_is_printed(desk, game, judged, announce_top):
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


# --- Support desk --------------------------------------------------------------------------------------------------


def test_the_admin_shows_and_does_not_change(admin_client, game, judged):
    admin = "admin:duplicate_"
    for model, row in [("game", game), ("logentry", game.log.first())]:
        assert admin_client.get(reverse(f"{admin}{model}_changelist")).status_code == 200
        page = reverse(f"{admin}{model}_change", args=[row.pk])
        assert admin_client.get(page).status_code == 200
        assert admin_client.post(page, {"name": "Other"}).status_code == 403
        assert admin_client.post(reverse(f"{admin}{model}_delete", args=[row.pk])).status_code == 403
    assert admin_client.get(reverse("admin:duplicate_slip_changelist")).status_code == 200
    for model in ("player", "event", "lexicon"):
        assert admin_client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
    assert (
        admin_client.get(reverse("admin:tournaments_event_change", args=[game.event_id])).status_code == 200
    )


def test_a_second_arbitrator_is_let_in_by_the_admin(admin_client, game, players, arbitrator, stranger):
    page = reverse("admin:tournaments_event_change", args=[game.event_id])
    data = {
        "name": "Tuesday",
        "date": "2026-03-03",
        "arbitrators": [arbitrator.pk, stranger.pk],
        "entries-TOTAL_FORMS": "0",
        "entries-INITIAL_FORMS": "0",
    }
    assert admin_client.post(page, data).status_code == 302
    assert game.event.arbitrators.count() == 2
    assert game.event.entries.count() == 3


@pytest.fixture
def lexicon_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


def test_a_word_list_is_loaded_by_the_admin(admin_client, lexicon_folder):
    words = SimpleUploadedFile("words.txt", b"train\nrain\nin\n")
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, {"name": "club", "tile_set": "english", "words": words}, follow=True)
    assert answer.status_code == 200
    lexicon = Lexicon.objects.get()
    assert (lexicon.name, lexicon.tile_set, lexicon.word_count) == ("club", "english", 3)
    assert admin_client.get(reverse("admin:tournaments_lexicon_change", args=[lexicon.pk])).status_code == 200


def test_a_faulty_word_list_is_refused_line_by_line(admin_client, lexicon_folder):
    words = SimpleUploadedFile("words.txt", b"train\nr4in\nx\nra\xeen\n")
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, {"name": "club", "tile_set": "english", "words": words})
    assert answer.status_code == 200
    text = answer.content.decode()
    for line in ("r4in", "“x” is one tile", "not encoded in utf-8"):
        assert line in text
    assert not Lexicon.objects.exists()
