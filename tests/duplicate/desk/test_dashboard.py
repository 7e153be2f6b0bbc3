"""The arbitrator's desk over HTTP: who may enter, a round by its buttons, refusals that keep what was typed."""

import json

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.games.players import services as player_services
from duplicate.models import Slip
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from duplicate.views.desk.actions import ACTS

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def press(desk, game):
    """Return a function that does an act as the page does, by htmx."""

    def press_it(act, by=desk, **data):
        return by.post(reverse("act", args=[game.code, act]), data, headers=HTMX)

    return press_it


@pytest.fixture
def judged(game, players, open_round, close_round):
    """Judge round 1 with the rack TRAINER: it is closed, and its top is known."""
    open_round("TRAINER")
    close_round()
    round_ = game.rounds.get()
    top_search.find_top(round_.pk)
    closing.judge_round(round_.pk)
    round_.refresh_from_db()
    return round_


def state_of(answer):
    """Return the data for the page's script."""
    text = answer.content.decode().split('id="desk-data" type="application/json">')[1].split("</script>")[0]
    return json.loads(text)


# --- Permission to enter -----------------------------------------------------------------------------------


def pages_of(game):
    return [
        reverse("dashboard", args=[game.code]),
        reverse("panel", args=[game.code]),
        reverse("tables", args=[game.code]),
        reverse("players", args=[game.code]),
        reverse("words", args=[game.code]),
        reverse("phone-link", args=[game.code, game.event.entries.first().pk]),
        reverse("standings-pdf", args=[game.code]),
        reverse("sheet-pdf", args=[game.code]),
        reverse("record-json", args=[game.code]),
    ]


def acts_of(game):
    entry = game.event.entries.first()
    return [
        *(reverse("act", args=[game.code, act]) for act in ACTS),
        reverse("tables", args=[game.code]),
        reverse("undo", args=[game.code]),
        reverse("redo", args=[game.code]),
        reverse("players", args=[game.code]),
        reverse("phone-link", args=[game.code, entry.pk]),
        reverse("remove-player", args=[game.code, entry.pk]),
    ]


@pytest.mark.slow
def test_the_arbitrator_sees_every_page(desk, game, players):
    for page in pages_of(game):
        assert desk.get(page).status_code == 200, page


@pytest.mark.slow
def test_an_administrator_sees_every_page(admin_client, game, players):
    for page in pages_of(game):
        assert admin_client.get(page).status_code == 200, page


@pytest.mark.slow
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


def test_a_whole_round(desk, press, key_line, game, players, hands):
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
    for line in (f"{mona.table} TRAINER H2 66", "noah train h4", "Olga TRAIL H4 10"):
        assert "All slips are in." not in desk.get(reverse("panel", args=[game.code])).content.decode()
        assert key_line(line).status_code == 200
    assert "All slips are in." in desk.get(reverse("panel", args=[game.code])).content.decode()

    assert state_of(press("end-round"))["step"] == "judging"
    hands.move(10)
    closing.close_overdue_rounds()
    round_ = game.rounds.get()
    top_search.find_top(round_.pk)
    closing.judge_round(round_.pk)
    panel = desk.get(reverse("panel", args=[game.code]))
    assert state_of(panel)["step"] == "announce"
    assert 'value="H2 TRAINER"' in panel.content.decode()
    assert "Not on the rack: L." in desk.get(reverse("dashboard", args=[game.code])).content.decode()

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
    assert press("announce", number=1, move=first, confirmed=EVERYTHING).status_code == 200
    answer = press("announce", by=other, number=1, move=second)
    assert answer.status_code == 422
    assert "Round 1 has been announced." in answer.content.decode()
    assert state_of(answer)["step"] == "draw"
    assert f"{game.rounds.get().reference} {game.rounds.get().word}" == first


def test_a_rack_that_nobody_can_play(desk, press, game, open_round, close_round):
    open_round("VVCCUUI")
    close_round()
    game.rounds.update(top_score=0, tops=[])
    closing.judge_round(game.rounds.get().pk)
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


def test_a_rack_is_changed_before_it_is_out_with_a_reason(press, game):
    press("type-rack", rack="TRAINER")
    answer = press("change-rack", rack="TRAINED", reason="")
    assert answer.status_code == 422
    problems = answer.content.decode().split('id="change-rack-problems"')[1].split("</div>")[0]
    assert "Give a reason" in problems
    assert state_of(press("change-rack", rack="TRAINED", reason="an R for a D"))["rackText"] == "TRAINED"
    row = game.log.last()
    assert (row.act, row.params["why"]) == ("rack_changed", "an R for a D")
    press("open")
    assert press("change-rack", rack="RETINAS", reason="too late").status_code == 422
    assert game.rounds.get().rack == "TRAINED"


def test_without_a_script_what_was_typed_stays_in_its_field(desk, game, players):
    answer = desk.post(reverse("act", args=[game.code, "type-rack"]), {"rack": "QQQQQQQ"})
    assert answer.status_code == 422
    assert 'value="QQQQQQQ"' in answer.content.decode()
    assert [str(message) for message in get_messages(answer.wsgi_request)]
    round_services.type_rack(game=game, rack="TRAINER", by=game.event.arbitrators.get())
    round_services.open_round(game=game, by=game.event.arbitrators.get())
    sent = {"line": "nobody TRAIN H4 12", "number": 1}
    answer = desk.post(reverse("tables", args=[game.code]), sent, follow=True)
    assert "There is no player “nobody”." in answer.content.decode()
    assert not Slip.objects.exists()
    sent = {"line": "1 TRAIN H4 12", "number": 1}
    answer = desk.post(reverse("tables", args=[game.code]), sent, follow=True)
    assert "TRAIN" in answer.content.decode()
    assert Slip.objects.exists()


UNREADABLE = (
    ("", "such as 5T"),
    ("TRAIN", "Type the table number first"),
    ("1", "Type what table 1 has"),
    ("1 TRAIN 12", "The reference is missing"),
    ("9 TRAIN H4 12", "no table 9"),
    ("Zoe TRAIN H4 12", "no player “Zoe”"),
    ("1 TR4IN H4 12", "not a letter"),
    ("1 TRAIN P4 12", "off the board"),
    ("1 TRAIN four 12", "not a reference"),
    ("1 TRAIN H16 12", "off the board"),
    ("1 TRAIN H4 many", "is not a slip"),
    ("1 TRAIN H4 -3", "is not a slip"),
    (f"1 {'A' * 41} H4 12", "is not a slip"),
)


def test_a_slip_that_cannot_be_read(key_line, players, open_round):
    open_round("TRAINER")
    wrong = []
    for line, reason in UNREADABLE:
        answer = key_line(line)
        if answer.status_code != 422 or reason not in answer.json()["problem"]:
            wrong.append(f"{line!r}: {answer.status_code} {answer.content.decode()}")
    assert not wrong, "\n".join(wrong)
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
        round_services,
        "start_clock",
        lambda **_: (_ for _ in ()).throw(slip_services.RuleViolation("x", "No.")),
    )
    assert press("open-and-start").status_code == 422
    assert game.rounds.get().state == "drawn"


def test_names_are_never_markup(desk, game, arbitrator, open_round):
    player_services.add_player(game=game, name="<b>Bo</b>", by=arbitrator)
    open_round("TRAINER")
    for page in ("dashboard", "players"):
        assert "<b>Bo" not in desk.get(reverse(page, args=[game.code])).content.decode()


# --- The panel -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_regions_of_the_page_and_of_the_panel_are_the_same(desk, game, judged):
    """The page's script leaves a region alone when it is sent again unchanged."""
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    panel = desk.get(reverse("panel", args=[game.code])).content.decode()
    for part in panel.split("\n\n"):
        region = part.strip().replace(' hx-swap-oob="true"', "")
        assert region in page, region[:80]
    assert panel.count("hx-swap-oob") == 15


@pytest.mark.slow
def test_the_panel_asks_the_database_as_much_for_one_player_as_for_three(desk, game, open_round):
    open_round("TRAINER")
    asked = []
    for name in ("Pia", "Quinn", "Rob"):
        by = game.event.arbitrators.get()
        entry = player_services.add_player(game=game, name=name, by=by).entry
        slip_services.key_slip(game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=by)
        with CaptureQueriesContext(connection) as queries:
            desk.get(reverse("panel", args=[game.code]))
        asked.append(len(queries))
    assert len(set(asked)) == 1
    assert asked[0] <= 23


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
