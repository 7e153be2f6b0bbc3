"""Late players, pairs, dropping out and coming back: who is waited for, whose slips are taken, who was there when."""

import json
import re
import uuid
from io import BytesIO

import pytest
from django.core.cache import cache
from django.urls import reverse
from pypdf import PdfReader

from duplicate.attendance.absences import first_rounds
from duplicate.desk.dashboard import desk_for_game
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.live.frame import make_frame
from duplicate.log.messages import act_text
from duplicate.models import Game
from duplicate.recaps.reading import recap_of
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.divisions import make_division
from tournaments.errors import RuleViolation
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game"), pytest.mark.database]


@pytest.fixture(autouse=True)
def no_throttle_memory():
    cache.clear()


@pytest.fixture
def hand_in(game, hands):
    def hand_in(entry, number=1, word="TRAIN", reference="H4"):
        return slip_services.submit_slip(
            game=game,
            entry=entry,
            client_id=uuid.uuid4(),
            number=number,
            word=word,
            reference=reference,
            score=None,
            received_at=hands.now,
        ).slip

    return hand_in


@pytest.fixture
def play_round(open_round, close_round, announce_top, hands):
    """Return a function that plays a whole round; `during` is called while it is open."""

    def play_it(number, rack, during=lambda: None):
        open_round(rack)
        during()
        close_round()
        announce_top(number)
        hands.move(5)

    return play_it


def names(entries):
    return [entry.name for entry in entries]


def present(game):
    """Return the names of the players in each announced round."""
    scored = scores_for_game(game)
    return [
        sorted(player.name for player in scored.players if number not in player.absent)
        for number in range(len(scored.tops))
    ]


def sentences(game):
    return [act_text(entry.act, entry.params) for entry in game.log.all()]


# --- Pairs --------------------------------------------------------------------------------------------------


def test_a_pair_is_entered_at_the_desk(desk, game):
    desk.post(reverse("players", args=[game.code]), {"names": "Ann & Bob\n12 Cid&Dan"})
    assert names(game.event.entries.select_related("player", "partner")) == ["Ann & Bob", "Cid & Dan"]
    assert sentences(game)[-2:] == ["Ann & Bob entered at table 1", "Cid & Dan entered at table 12"]


def test_lines_that_cannot_be_entered_stay(desk, game):
    typed = "Ann & Bob\nBob\nA & B & C\nEve & Eve"
    answer = desk.post(reverse("players", args=[game.code]), {"names": typed})
    assert answer.status_code == 422
    assert len(answer.context["form"].errors["names"]) == 3
    assert answer.context["form"]["names"].value() == typed
    assert not game.event.entries.exists()


def test_a_partner_joins_by_phone(client, game):
    address = reverse("api-entries", args=[game.code])
    answer = client.post(address, {"name": "Ann", "partner": "Bob"}, content_type="application/json")
    assert (answer.status_code, answer.json()["name"]) == (201, "Ann & Bob")
    answer = client.post(address, {"name": "Cid", "partner": "bob"}, content_type="application/json")
    assert (answer.status_code, [wrong["field"] for wrong in answer.json()["errors"]]) == (400, ["name"])
    assert "Bob is already entered" in answer.json()["detail"]


def test_a_partner_is_named_at_the_desk(desk, game, players):
    entry = players[0][0]
    page = reverse("player", args=[game.code, entry.pk])
    assert desk.post(page, {"partner": "Pia"}).status_code == 302
    assert sentences(game)[-1] == "Table 1 now plays as Mona & Pia"
    assert 'value="Pia"' in desk.get(page).content.decode()
    refused = desk.post(page, {"partner": "Noah"})
    assert (refused.status_code, Entry.objects.get(pk=entry.pk).name) == (422, "Mona & Pia")
    assert "Noah is already entered" in refused.content.decode()
    desk.post(page, {"partner": ""})
    assert Entry.objects.get(pk=entry.pk).name == "Mona"


def test_a_pair_stays_as_it_is_after_its_first_slip(desk, game, players, arbitrator, open_round, hand_in):
    open_round("TRAINER")
    entry = players[0][0]
    hand_in(entry)
    with pytest.raises(RuleViolation) as error:
        player_services.set_partner(game=game, entry=entry, name="Pia", by=arbitrator)
    assert error.value.code == "pair_has_slips"
    page = desk.get(reverse("player", args=[game.code, entry.pk])).content.decode()
    assert 'name="partner"' not in page
    assert reverse("remove-player", args=[game.code, entry.pk]) not in page


def test_a_paper_slip_is_found_by_either_name(game, arbitrator, players):
    from duplicate.forms.players import find_entry

    player_services.add_player(game=game, name="Ann Marsh & Bob Ek", by=arbitrator)
    entries = game.event.entries.select_related("player", "partner")
    assert {
        find_entry(entries, text).table for text in ("bob", "ek", "ann m", "4", "Ann Marsh & Bob Ek")
    } == {4}


def test_long_pairs_on_paper(desk, game, arbitrator, players, play_round, hand_in):
    pair = "Maximiliane-Alexandra Eckstein & Bartholomäus-Christian Marschall"
    entry = player_services.add_player(game=game, name=pair, by=arbitrator).entry
    play_round(1, "TRAINER", lambda: hand_in(entry))
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    pdf = desk.get(reverse("standings-pdf", args=[game.code])).content
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    squeezed = re.sub(r"\s", "", text)
    assert f"{pair}(dropped out)".replace(" ", "") in squeezed


# --- Dropping out -------------------------------------------------------------------------------------------


def test_nobody_waits_for_who_has_dropped_out(game, players, arbitrator, open_round, hand_in):
    open_round("TRAINER")
    first, second, third = (entry for entry, _token in players)
    hand_in(first)
    player_services.withdraw_player(game=game, entry=second, by=arbitrator)
    desk = desk_for_game(game)
    assert (desk.players, desk.round.counts.received, desk.round.counts.awaited) == (2, 1, 2)
    assert desk.round.counts.missing == 1
    # A slip that was there before counts.
    hand_in(third)
    player_services.withdraw_player(game=game, entry=third, by=arbitrator)
    desk = desk_for_game(game)
    assert (
        desk.players,
        desk.round.counts.received,
        desk.round.counts.awaited,
        desk.round.counts.missing,
    ) == (1, 2, 2, 0)


def test_dropping_out_and_coming_back_are_on_record_once(game, players, arbitrator, hands):
    entry = players[0][0]
    version = game.version
    for _ in range(2):
        player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    entry.refresh_from_db()
    assert entry.withdrawn_at == hands.now
    for _ in range(2):
        player_services.bring_back_player(game=game, entry=entry, by=arbitrator)
    assert sentences(game)[-2:] == ["Mona dropped out, table 1", "Mona came back, table 1"]
    entry.refresh_from_db()
    assert entry.withdrawn_at is None
    # Every screen is told, twice.
    assert Game.objects.get(pk=game.pk).version == version + 5  # three players joined since


def test_slips_are_refused_from_who_has_dropped_out(client, game, players, arbitrator, open_round, hand_in):
    open_round("TRAINER")
    entry, token = players[0]
    known = hand_in(entry)
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    slip = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAIN", "ref": "H4"}

    def send():
        return client.post(
            reverse("api-slips", args=[game.code]),
            json.dumps(slip),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    answer = send()
    assert (answer.status_code, answer.json()["code"]) == (409, "player_withdrawn")
    # One that has its receipt gets it again.
    slip["id"] = str(known.client_id)
    assert send().status_code == 200
    with pytest.raises(RuleViolation) as error:
        slip_services.key_slip(
            game=game, entry=entry, word="TRAIN", reference="H4", stated_score=None, by=arbitrator
        )
    assert error.value.code == "player_withdrawn"
    player_services.bring_back_player(game=game, entry=entry, by=arbitrator)
    slip["id"] = str(uuid.uuid4())
    assert send().status_code == 201


def test_who_has_dropped_out_keeps_what_they_had(game, players, arbitrator, play_round, hand_in, desk):
    entry = players[0][0]
    play_round(1, "TRAINER", lambda: hand_in(entry))
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    play_round(2, "AEIOURS")
    rows = {row.name: row for row in standings_for_game(game).rows}
    assert (rows["Mona"].total, rows["Mona"].rank, rows["Mona"].withdrawn) == (12, 1, True)
    assert not rows["Noah"].withdrawn
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    assert '<th scope="row">Mona (dropped out)</th>' in page
    # A rank is one of so many, on the phone and in the recap.
    frame = json.loads(make_frame(Game.objects.get(pk=game.pk)).body)
    assert (frame["players"], frame["ranked"]) == (2, 3)
    assert recap_of(game, entry).players == 3


def test_every_screen_is_told(client, game, players, arbitrator):
    entry, token = players[1]
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    frame = json.loads(make_frame(Game.objects.get(pk=game.pk)).body)
    assert (frame["players"], frame["withdrawn"]) == (2, [2])
    assert [leader["withdrawn"] for leader in frame["leaders"]].count(True) == 1
    me = client.get(reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {token}"}).json()
    assert me["withdrawn"]


def test_the_players_page(desk, game, players, arbitrator, open_round, hand_in):
    open_round("TRAINER")
    entry = players[0][0]
    hand_in(entry)
    page = reverse("players", args=[game.code])
    body = desk.get(page).content.decode()
    assert reverse("withdraw-player", args=[game.code, entry.pk]) in body
    assert reverse("remove-player", args=[game.code, entry.pk]) not in body
    assert reverse("remove-player", args=[game.code, players[1][0].pk]) in body
    answer = desk.post(reverse("withdraw-player", args=[game.code, entry.pk]), follow=True)
    assert "Mona dropped out." in answer.content.decode()
    assert reverse("bring-back-player", args=[game.code, entry.pk]) in answer.content.decode()
    answer = desk.post(reverse("bring-back-player", args=[game.code, entry.pk]), follow=True)
    assert "Mona is back." in answer.content.decode()


@pytest.mark.parametrize("name", ["withdraw-player", "bring-back-player", "player"])
def test_only_the_desk_of_the_game(client, game, players, stranger, name):
    address = reverse(name, args=[game.code, players[0][0].pk])
    assert "login" in client.post(address, {"partner": "Pia"}).url
    client.force_login(stranger)
    assert client.post(address, {"partner": "Pia"}).status_code == 404
    assert Entry.objects.get(pk=players[0][0].pk).withdrawn_at is None
    assert sentences(game)[-1] == "Olga joined by phone at table 3"


def test_an_entry_of_another_game(desk, game, players, arbitrator):
    from engine.rules import (
        RuleSet,
    )

    other = game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    entry = players[0][0]
    assert desk.post(reverse("withdraw-player", args=[other.code, entry.pk])).status_code == 404
    with pytest.raises(RuleViolation):
        player_services.withdraw_player(game=other, entry=entry, by=arbitrator)
    assert Entry.objects.get(pk=entry.pk).withdrawn_at is None


def test_a_game_that_is_over_stays_as_it_is(game, players, arbitrator):
    game_services.end_game(game=game, by=arbitrator)
    with pytest.raises(RuleViolation):
        player_services.withdraw_player(game=game, entry=players[0][0], by=arbitrator)


@pytest.mark.parametrize("count", [1, 5])
def test_the_players_page_takes_the_same_queries_for_any_number(
    desk, game, arbitrator, django_assert_num_queries, count
):
    for number in range(count):
        player_services.add_player(game=game, name=f"Ann {number} & Bob {number}", by=arbitrator)
    with django_assert_num_queries(9):
        desk.get(reverse("players", args=[game.code]))


# --- Coming late, and who was there when --------------------------------------------------------------------


def test_a_late_player_plays_the_round_at_once_and_has_zero_for_those_missed(
    client, game, players, play_round, hand_in
):
    play_round(1, "TRAINER", lambda: hand_in(players[0][0]))
    late = []

    def joins():
        late.append(player_services.join_game(game=game, name="Pia"))
        hand_in(late[0].entry, 2, "SORTIE", "8A")

    play_round(2, "AEIOURS", joins)
    me = client.get(
        reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {late[0].token}"}
    ).json()
    assert me["entered"] == 2
    assert [line["number"] for line in me["rounds"]] == [2, 1]
    assert (me["rounds"][1]["code"], me["rounds"][1]["score"]) == ("no_slip", 0)
    assert me["rounds"][0]["code"] != "no_slip"
    row = next(row for row in standings_for_game(game).rows if row.name == "Pia")
    assert row.total == me["rounds"][0]["score"]


def test_from_which_round_each_plays(
    game, players, arbitrator, open_round, close_round, announce_top, hands, desk
):
    def enter(name):
        return player_services.add_player(game=game, name=name, by=arbitrator).entry

    open_round("TRAINER")
    during = enter("During")
    close_round()
    collected, after = enter("Collected"), enter("After")
    # Typed in only when the first slips were collected.
    slip_services.key_slip(
        game=game, entry=collected, word="TRAIN", reference="H4", stated_score=None, by=arbitrator
    )
    announce_top(1)
    between = enter("Between")
    first = first_rounds(game, game.event.entries.all())
    expected = {players[0][0]: 1, during: 1, collected: 1, after: 2, between: 2}
    assert {entry: first[entry.pk] for entry in expected} == expected
    page = desk.get(reverse("players", args=[game.code])).content.decode()
    assert page.count("from round 2") == 2


def test_who_was_present(game, players, arbitrator, play_round, open_round, close_round, hands):
    mona, noah, olga = (entry for entry, _token in players)
    play_round(1, "TRAINER")
    player_services.withdraw_player(game=game, entry=mona, by=arbitrator)
    hands.move(1)
    play_round(2, "AEIOURS", lambda: player_services.withdraw_player(game=game, entry=noah, by=arbitrator))
    player_services.bring_back_player(game=game, entry=mona, by=arbitrator)
    pia = player_services.add_player(game=game, name="Pia", by=arbitrator).entry
    hands.move(1)
    play_round(3, "AEINOST")
    player_services.withdraw_player(game=game, entry=olga, by=arbitrator)
    assert present(game) == [["Mona", "Noah", "Olga"], ["Olga"], ["Mona", "Olga", "Pia"]]
    assert pia.table == 4


def test_a_slip_shows_that_somebody_was_there(
    game, players, arbitrator, open_round, close_round, announce_top, hand_in
):
    open_round("TRAINER")
    hand_in(players[0][0])
    player_services.withdraw_player(game=game, entry=players[0][0], by=arbitrator)
    close_round()
    late, _later = (
        player_services.add_player(game=game, name=name, by=arbitrator).entry for name in ("Late", "Later")
    )
    slip_services.key_slip(
        game=game, entry=late, word="TRAIN", reference="H4", stated_score=None, by=arbitrator
    )
    announce_top(1)
    assert present(game) == [["Late", "Mona", "Noah", "Olga"]]


def test_an_entry_that_never_came(game, players, arbitrator, play_round):
    """It may be taken out as if it had not been, or drop out and stay listed."""
    play_round(1, "TRAINER")
    player_services.remove_player(game=game, entry=players[0][0], by=arbitrator)
    player_services.withdraw_player(game=game, entry=players[1][0], by=arbitrator)
    assert [(row.name, row.withdrawn) for row in standings_for_game(game).rows] == [
        ("Noah", True),
        ("Olga", False),
    ]


def test_a_player_of_a_division_is_not_removed(desk, game, arbitrator):
    division = make_division(arbitrator, ["Zoe"], event=game.event)
    entry = game.event.entries.get()
    remove = reverse("remove-player", args=[game.code, entry.pk])
    answer = desk.post(remove, headers={"Accept-Language": "en"}, follow=True)
    assert "Zoe plays in the division “Open”." in answer.content.decode()
    assert division.entries.count() == 1
