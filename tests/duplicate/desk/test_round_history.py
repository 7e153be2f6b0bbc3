"""The pages on which an arbitrator goes back: a round in full, and the log with its files."""

import csv
import io
import json

import pytest
from django.urls import reverse

from duplicate.arbitration import undo
from duplicate.games.players import services as player_services
from duplicate.log import audit_log
from duplicate.log.messages import act_text
from duplicate.models import Round
from duplicate.rounds import services as round_services
from duplicate.slips.services import key_slip
from tests.factories.games import (
    announce_preferred,
    create_game,
    join_players,
    let_time_pass,
    own_clock,
    start_round,
    totals_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture(scope="module")
def rows_for_file(rows_for_file):
    """Announce a round with slips of Mona and Noah."""
    game, by = rows_for_file.game, rows_for_file.arbitrator
    with own_clock() as hands:
        start_round(game, by, "TRAINER")
        for (entry, _token), word in zip(rows_for_file.players, ("RETRAIN", "TRAIN"), strict=False):
            key_slip(game=game, entry=entry, word=word, reference="H4", stated_score=None, by=by)
        let_time_pass(hands)
        announce_preferred(game, by, 1)
        rows_for_file.now = hands.now
    return rows_for_file


@pytest.fixture
def played(game, hands):
    return game.rounds.get(number=1)


def page(client, name, game, *args, **asked):
    return client.get(reverse(name, args=[game.code, *args]), asked)


def test_a_round_in_full(desk, game, played):
    shown = page(desk, "round", game, 1).content.decode()
    for text in ("TRAINER", "RETRAIN", "Mona", "Noah", "paper, ann", "Cancel the round"):
        assert text in shown


def test_corrected_letters_are_told_as_they_are_read(desk, game, played):
    shown = page(desk, "round", game, 1)
    assert "{tiles}" in shown.context["strings"]["readAs"]
    fields = [
        form.fields[name]
        for form, name in ((shown.context["move_form"], "word"), (shown.context["slip_form"], "line"))
    ]
    assert [field.widget.attrs["data-letters"] for field in fields] == ["", "line"]


def test_a_round_that_is_not_out_has_no_page(desk, arbitrator):
    game = create_game(arbitrator)
    round_services.draw_rack(game=game, by=arbitrator)
    assert page(desk, "round", game, 1).status_code == 404
    assert page(desk, "round", game, 9).status_code == 404


@pytest.mark.parametrize("name", ["round", "log", "log-file", "log-json"])
def test_strangers_do_not_find_them(client, game, played, stranger, name):
    args = {"round": [1], "log-file": ["csv"]}.get(name, [])
    assert page(client, name, game, *args).status_code == 302
    client.force_login(stranger)
    assert page(client, name, game, *args).status_code == 404


def test_cancelling_at_the_desk(desk, game, played):
    address = reverse("correct", args=[game.code, 1, "cancel"])
    refused = desk.post(address, {"reason": " "})
    assert refused.status_code == 422
    assert "Give a reason" in refused.content.decode()
    assert desk.post(address, {"reason": "a tile was missing"}, follow=True).status_code == 200
    assert game.rounds.get().state == Round.State.CANCELLED


def test_a_refused_correction_keeps_what_was_typed(desk, game, played, arbitrator):
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    answer = desk.post(reverse("correct", args=[game.code, 1, "cancel"]), {"reason": "a tile was missing"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "a tile was missing" in shown
    assert "Round 1 is not the last one" in shown


def change(desk, game, act, **typed):
    return desk.post(reverse("correct", args=[game.code, 1, act]), typed)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("line", "left"), [("2 =7", 7), ("2 0", 0), ("2 RETRAIN H4", None), ("2T", None), ("Noah =3", 3)]
)
def test_a_slip_is_changed_after_the_announcement(desk, game, played, line, left):
    top = totals_of(game)["Mona"]
    assert change(desk, game, "slip", line=line, reason="misread").status_code == 302
    assert totals_of(game)["Noah"] == (top if left is None else left)
    assert "misread" in page(desk, "log", game).content.decode()


def test_a_change_that_is_not_understood_stays_in_its_fields(desk, game, played):
    before = totals_of(game)
    answer = change(desk, game, "slip", line="2 =999", reason="misread")
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="2 =999"' in shown
    assert 'value="misread"' in shown
    assert totals_of(game) == before
    assert change(desk, game, "slip", line="2T", reason="").status_code == 422
    empty = change(desk, game, "slip", line="", reason="misread").content.decode()
    assert "such as 5T or 5 HOUSE H8 24." in empty


def test_a_blank_makes_more_isotops_than_the_page_lists(desk, game, played, arbitrator):
    round_ = game.rounds.get(number=1)
    round_.tops = [{"word": f"W{place}", "reference": "H4", "preferred": False} for place in range(14)]
    round_.save()
    shown = page(desk, "round", game, 1).content.decode()
    assert ("W11" in shown, "W12" in shown, "and 2 more" in shown) == (True, False, True)


@pytest.mark.repeats
@pytest.mark.parametrize("line", ["2 =7", "2W", "2 RETRAIN H4", "2T"])
def test_a_reason_stands_in_the_log_before_the_announcement_too(desk, arbitrator, line):
    game = create_game(arbitrator)
    players = join_players(game)
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    key_slip(game=game, entry=players[1][0], word="TRAIN", reference="H4", stated_score=12, by=arbitrator)
    assert change(desk, game, "slip", line=line, reason="misread").status_code == 302
    entry = game.log.last()
    assert act_text(entry.act, entry.params).endswith(": misread")
    undo.undo(game=game, by=arbitrator)
    shown = page(desk, "log", game).content.decode()
    assert shown.count("misread") == 2  # the act, and its undoing


def test_the_move_on_the_board_is_changed(desk, game, played):
    assert change(desk, game, "move", word="TRAIN", reference="H4", reason="laid wrong").status_code == 302
    assert game.rounds.get().word == "TRAIN"
    assert change(desk, game, "move", word="XX", reference="H4", reason="laid wrong").status_code == 422


def test_there_are_no_other_corrections(desk, game, played):
    assert desk.post(reverse("correct", args=[game.code, 1, "forget"])).status_code == 404
    assert desk.get(reverse("correct", args=[game.code, 1, "cancel"])).status_code == 405


def test_the_log_is_found_by_round_player_and_arbitrator(desk, game, played, players, arbitrator):
    (mona, _token), *_others = players

    def acts(**asked):
        return [entry["act"] for entry in page(desk, "log-json", game, **asked).json()]

    assert len(acts()) == game.log.count()
    assert set(acts(number=1)) == {
        "rack_typed",
        "round_opened",
        "clock_started",
        "slip_keyed",
        "round_closed",
        "move_announced",
    }
    assert acts(entry=mona.pk) == ["slip_keyed", "player_joined"]
    assert "round_closed" not in acts(by=arbitrator.pk)
    assert acts(number="nonsense") == acts()


def test_the_log_as_sentences(desk, game, played):
    shown = page(desk, "log", game).content.decode()
    assert "slip of Mona keyed, RETRAIN H4" in shown
    assert shown.index("announced") < shown.index("Game created")


def test_a_long_log_has_pages(desk, game, arbitrator):
    for number in range(150):
        audit_log.write(game, "clock_paused", by=arbitrator, number=number)
    assert "Page 1 of 2" in page(desk, "log", game).content.decode()
    second = page(desk, "log", game, page=2).content.decode()
    assert "Game created" in second


def test_no_cell_of_the_file_is_a_formula(desk, game, arbitrator):
    player_services.add_player(game=game, name="=SUM(A1)", by=arbitrator)
    rows = list(csv.reader(io.StringIO(page(desk, "log-file", game, "csv").content.decode("utf-8-sig"))))
    assert rows[0] == ["Time", "By", "Round", "Table", "Player", "Act", "Why"]
    assert rows[1][4] == "'=SUM(A1)"
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]


def test_the_log_in_french(desk, game, played):
    desk.cookies["django_language"] = "fr"
    assert "Journal" in page(desk, "log", game).content.decode()


def test_values_are_in_the_file_for_programs(desk, game, played):
    keyed = [
        entry for entry in json.loads(page(desk, "log-json", game).content) if entry["act"] == "slip_keyed"
    ]
    assert keyed[-1]["values"] == {
        "number": 1,
        "name": "Mona",
        "table": 1,
        "word": "RETRAIN",
        "reference": "H4",
    }


@pytest.mark.repeats
@pytest.mark.parametrize("rows", [1, 3])
def test_as_many_queries_for_few_slips_as_for_many(desk, arbitrator, django_assert_num_queries, rows):
    game = create_game(arbitrator)
    players = join_players(game)
    start_round(game, arbitrator, "TRAINER")
    for entry, _token in players[:rows]:
        key_slip(game=game, entry=entry, word="TRAIN", reference="H4", stated_score=None, by=arbitrator)
    page(desk, "round", game, 1)
    with django_assert_num_queries(11):
        page(desk, "round", game, 1)
