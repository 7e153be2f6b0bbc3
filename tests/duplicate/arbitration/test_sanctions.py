"""Sanctions and solos in a game: kept with the rulings, shown after the announcement and not before."""

import json
import uuid
from dataclasses import replace
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from duplicate.desk.table_rows import rows_for_round
from duplicate.games.players import services as player_services
from duplicate.live import subscriptions
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.rounds import closing
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.errors import NotationError
from engine.rules import (
    load_rule_set,
)
from tests.factories.games import totals_of
from tournaments.time import clock

FISF = load_rule_set("fisf")
# The FISF's rules, except that solos count from three players.
RULES = replace(FISF, solo=replace(FISF.solo, from_players=3))
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", rules=RULES)]


@pytest.fixture
def hand_in(game, players):
    """Return a function that hands in a slip of a player, by number."""

    def hand_in(player, word, reference, score, number=1):
        return slip_services.submit_slip(
            game=game,
            entry=players[player][0],
            client_id=uuid.uuid4(),
            number=number,
            word=word,
            reference=reference,
            score=score,
            received_at=clock.now(),
        ).slip

    return hand_in


@pytest.fixture
def first_round(open_round, hand_in, close_round, announce_top, game):
    """Key round 1: Mona has the best place without its score, Noah another word with a wrong score, Olga no
    slip.
    """
    open_round("TRAINER")
    hand_in(0, "TRAINER", "H5", None)
    hand_in(1, "TRAIN", "H4", 11)
    hand_in(2, "RAINTER", "H4", 66)
    close_round()
    return announce_top(1)


@pytest.fixture
def sheet(client, game, players):
    """Return a function that asks for a player's sheet as the phone does."""

    def sheet(player):
        headers = {"Authorization": f"Bearer {players[player][1]}", "Accept-Language": "en"}
        return client.get(reverse("api-me", args=[game.code]), headers=headers).json()

    return sheet


def rulings(game):
    return {
        ruling.slip.entry.player.name: (ruling.score, ruling.worth, ruling.sanction, ruling.code)
        for ruling in Ruling.objects.filter(slip__round__game=game)
    }


def test_rulings_keep_the_sanction(game, first_round):
    assert rulings(game) == {
        "Mona": (66, 66, "warning", "score_missing"),
        "Noah": (12, 12, "warning", "score_corrected"),
        "Olga": (0, 0, "zero", "not_in_lexicon"),
    }
    assert totals_of(game) == {"Mona": 76, "Noah": 12, "Olga": 0}


def test_the_sheet_shows_sanction_reason_rule_solo_and_warnings_so_far(first_round, sheet):
    mona, olga = sheet(0), sheet(2)
    line = mona["rounds"][0]
    assert (line["sanction"], line["sanction_text"], line["code"]) == ("warning", "Warning", "score_missing")
    assert (line["verdict"], line["rule"]) == (
        "No score was stated; the true one is 66.",
        "Stated score missing",
    )
    assert (line["solo"], mona["warnings"], mona["warning_points"], mona["solo_points"]) == (10, 1, 0, 10)
    assert (olga["rounds"][0]["sanction_text"], olga["rounds"][0]["rule"]) == (
        "Zero",
        "word not in the lexicon",
    )
    assert olga["rounds"][0]["solo"] is None


def test_nothing_is_told_before_the_announcement(game, open_round, hand_in, close_round, sheet, first_round):
    before = json.loads(subscriptions.current_frame(game.code).body)
    round_ = open_round("BOTHOSX")
    hand_in(0, "ZZZZ", "A1", 99, number=2)
    close_round()
    closing.judge_round(round_.pk)
    assert round_.slips.get().rulings.get().sanction == "zero"
    mona = sheet(0)
    assert (mona["warnings"], len(mona["rounds"])) == (1, 1)
    assert set(mona["slip"]) == {"id", "round", "round_id", "word", "ref", "score", "received_at", "late"}
    frame = json.loads(subscriptions.current_frame(game.code).body)
    assert (frame["leaders"], frame["last"]) == (before["leaders"], before["last"])


def test_the_screens_show_the_solo(game, first_round):
    frame = json.loads(subscriptions.current_frame(game.code).body)
    assert frame["last"]["solo"] == {"name": "Mona", "table": 1, "points": 10}
    first = frame["leaders"][0]
    assert (first["name"], first["solo_points"], first["warning_points"]) == ("Mona", 10, 0)


def test_a_slip_changed_long_after_changes_everything_after(game, first_round, players, arbitrator):
    """Rulings are added; standings follow from the last ones."""
    for number in range(2, 6):
        round_ = Round.objects.create(
            game=game,
            number=number,
            rack="X",
            state="announced",
            announced_at=clock.now(),
            score=20,
            top_score=20,
        )
        for entry, _token in players[:2]:
            slip = Slip.objects.create(
                round=round_, entry=entry, client_id=uuid.uuid4(), word="X", received_at=clock.now()
            )
            Ruling.objects.create(slip=slip, score=10, worth=10, sanction="warning", code="score_missing")
    assert totals_of(game) == {"Mona": 76 + 40 - 10, "Noah": 12 + 40 - 10, "Olga": 0}
    noah = Slip.objects.get(round__number=1, entry=players[1][0])
    Ruling.objects.create(slip=noah, score=66, worth=66, code="good", by=arbitrator)
    # No solo any more, and one warning less to pay for.
    assert totals_of(game) == {"Mona": 66 + 40 - 10, "Noah": 66 + 40 - 5, "Olga": 0}
    assert standings_for_game(game).solos[0] is None


@pytest.mark.parametrize("more", [0, 20])
def test_standings_take_the_same_queries_however_many_players(game, first_round, arbitrator, more):
    for number in range(more):
        player_services.add_player(game=game, name=f"Player {number}", by=arbitrator)
    game = Game.objects.select_related("event").get(pk=game.pk)
    with CaptureQueriesContext(connection) as queries:
        standings_for_game(game)
    assert len(queries) == 4


def test_the_desk_marks_what_is_not_plain(game, open_round, hand_in, close_round, client, arbitrator):
    round_ = open_round("TRAINER")
    hand_in(0, "TRAINER", "H2", 66)
    hand_in(1, "TRAIN", "H4", 11)
    hand_in(2, "TRAIN", "H4", 12)
    close_round()
    closing.judge_round(round_.pk)
    rows = rows_for_round(Round.objects.get(), arbitrator)
    assert [(row.entry.name, row.is_plain) for row in rows] == [
        ("Mona", True),
        ("Noah", False),
        ("Olga", True),
    ]
    client.force_login(arbitrator)
    page = client.get(
        reverse("dashboard", args=[game.code]), headers={"Accept-Language": "en"}
    ).content.decode()
    assert "Warning" in page
    assert ">Stated score wrong</a>)" in page


def test_the_desk_sees_what_a_slip_could_also_mean(
    game, first_round, open_round, hand_in, close_round, client, arbitrator
):
    top = first_round
    round_ = open_round("BOTHOSX")
    hand_in(0, "S" + top.word, "A1", 99, number=2)
    slip = hand_in(1, "HOB", "A1", 99, number=2)
    close_round()
    closing.judge_round(round_.pk)
    assert len(slip.rulings.get().params["meant"]) > 1
    client.force_login(arbitrator)
    assert "Could also mean: HOB" in client.get(reverse("dashboard", args=[game.code])).content.decode()


@pytest.mark.parametrize("page", ["standings-pdf", "sheet-pdf"])
def test_paper_has_columns_for_solos_and_sanctions(game, first_round, client, arbitrator, page):
    client.force_login(arbitrator)
    pdf = client.get(reverse(page, args=[game.code]), headers={"Accept-Language": "en"}).content
    text = " ".join(PdfReader(BytesIO(pdf)).pages[0].extract_text().split())
    wanted = {
        # Nobody has a penalty: a column of zeros is left out.
        "standings-pdf": ["Tops Solos Warnings Top 66", "1 1 Mona 76 +10 115.15 1 1 1 2 2 Noah"],
        "sheet-pdf": ["Isotops Solo", "Mona, +10"],
    }
    assert all(words in text for words in wanted[page]), text


def test_a_paper_slip_may_lack_its_reference(first_round, open_round, key_line):
    round_ = open_round("BOTHOSX")
    assert key_line("1 HOB 26", number=2).status_code == 200
    assert round_.slips.values_list("word", "reference", "stated_score").get() == ("HOB", "", 26)


def test_the_classic_rule_wants_a_reference(game, players, open_round, arbitrator):
    Game.objects.filter(pk=game.pk).update(rules=load_rule_set("classic").to_toml())
    game.refresh_from_db()
    open_round("TRAINER")
    with pytest.raises(NotationError):
        slip_services.key_slip(
            game=game, entry=players[0][0], word="TRAINER", reference="", stated_score=66, by=arbitrator
        )


def test_where_the_first_slip_counts_another_one_is_kept_beside_it(game, players, open_round, hand_in, hands):
    text = game.rules.replace('second_slip = "replaces"', 'second_slip = "ignored"')
    Game.objects.filter(pk=game.pk).update(rules=text)
    game.refresh_from_db()
    open_round("TRAINER")
    assert json.loads(subscriptions.current_frame(game.code).body)["round"]["one_slip"]
    first = hand_in(0, "TRAIN", "H4", 12)
    hands.move(5)
    second = hand_in(0, "TRAINER", "H2", 66)
    assert (first.effective, second.effective) == (True, False)
    assert list(Slip.objects.values_list("word", "effective")) == [("TRAIN", True), ("TRAINER", False)]
    hands.move(-10)  # sent before both, and overtaken on its way
    hand_in(0, "RAIN", "H5", 10)
    assert Slip.objects.get(effective=True).word == "RAIN"
