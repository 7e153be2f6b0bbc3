"""Averages in games: what slips, posts and acts make of them, and where they are told."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from duplicate.attendance.round_arbitrators import name_in_rounds, note_arbitrator
from duplicate.games import playing_arbitrators
from duplicate.games.players import services as player_services
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, Round, Ruling, Slip
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import Average
from engine.rules import (
    load_rule_set,
)
from tournaments.errors import RuleViolation
from tournaments.time import clock

FISF = load_rule_set("fisf")
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", name="Mardi", rules=FISF)]


@pytest.fixture
def announced(game, arbitrator):
    """Return a function that stores an announced round."""

    def announce(number, by=arbitrator):
        now = clock.now()
        round_ = Round.objects.create(
            game=game,
            number=number,
            rack="TRAINER",
            state=Round.State.ANNOUNCED,
            closes_at=now,
            announced_at=now + timedelta(minutes=1),
            score=66,
            top_score=66,
        )
        audit_log.write(game, "move_announced", by=by, number=number)
        keep_arbitrators(game)
        return round_

    return announce


@pytest.fixture
def slip(game, arbitrator):
    """Return a function that stores a slip with its ruling, by default on paper."""

    def slip(round_, name, score=0, *, code="bad_reference", keyed_by=arbitrator, **more):
        stored = Slip.objects.create(
            round=round_,
            entry=game.event.entries.get(player__name=name),
            client_id=uuid.uuid4(),
            word="TRAINER",
            received_at=clock.now(),
            source="desk" if keyed_by else "phone",
            keyed_by=keyed_by,
        )
        sanction = "none" if score else "zero"
        code = "good" if score else code
        Ruling.objects.create(
            slip=stored, score=score, worth=score, sanction=sanction, code=code, params={"text": "?"}, **more
        )
        keep_arbitrators(game)
        return stored

    return slip


def keep_arbitrators(game):
    """Store round arbitrators for hand-made rows, as the use cases do at each act."""
    posts = game.event.posts.filter(entry__isnull=False)
    name_in_rounds(game, dict(posts.values_list("user", "entry")), since=1)


def totals(game):
    return {row.name: row.total for row in standings_for_game(Game.objects.get(pk=game.pk)).rows}


def averages(game, name):
    rows = standings_for_game(Game.objects.get(pk=game.pk)).rows
    return dict(next(row for row in rows if row.name == name).averages)


@pytest.fixture
def two_zeros(players, announced, slip):
    """Key two slips of Mona without a reference; Noah and Olga have 20 and 45 in the second round."""
    first, second = announced(1), announced(2)
    for round_ in (first, second):
        slip(round_, "Mona")
    slip(second, "Noah", 20)
    slip(second, "Olga", 45)
    return first, second


def test_a_second_zero_on_paper_is_averaged(game, two_zeros):
    assert averages(game, "Mona") == {1: Average(33, "second_zero")}
    assert totals(game) == {"Mona": 33, "Noah": 20, "Olga": 45}


def test_who_was_away_and_came_back_is_in_no_average_of_the_rounds_between(
    game, players, announced, slip, arbitrator
):
    post = game.event.posts.get(user=arbitrator)
    mona, _noah, olga = (entry for entry, _token in players)
    playing_arbitrators.name_arbitrators(game=game, entries={post.pk: mona}, by=arbitrator)
    player_services.withdraw_player(game=game, entry=olga, by=arbitrator)
    slip(announced(1), "Noah", 40, keyed_by=None)
    player_services.bring_back_player(game=game, entry=olga, by=arbitrator)
    assert averages(game, "Mona") == {0: Average(40, "arbitrated")}


def test_rules_without_it_leave_the_zero(game, two_zeros):
    rules = replace(FISF, sanctions=replace(FISF.sanctions, second_zero_averaged=False))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    assert totals(game)["Mona"] == 0


def test_on_a_phone_the_first_was_told_with_the_announcement(game, two_zeros):
    first, _second = two_zeros
    first.slips.filter(entry__player__name="Mona").update(source="phone", keyed_by=None)
    assert averages(game, "Mona") == {}


def test_the_average_is_that_of_the_arbitrator_who_keyed_the_second(game, two_zeros, stranger):
    _first, second = two_zeros
    second.slips.filter(entry__player__name="Olga").update(keyed_by=stranger)
    assert averages(game, "Mona") == {1: Average(20, "second_zero")}


def test_an_overruling_takes_the_average_away_again(game, two_zeros, arbitrator):
    first, _second = two_zeros
    mona = first.slips.get(entry__player__name="Mona")
    Ruling.objects.create(slip=mona, score=12, worth=12, code="good", by=arbitrator)
    assert averages(game, "Mona") == {}
    assert totals(game)["Mona"] == 12


def test_the_sheet_says_why_there_is_an_average(client, game, two_zeros, players):
    headers = {"Authorization": f"Bearer {players[0][1]}", "Accept-Language": "en"}
    sheet = client.get(reverse("api-me", args=[game.code]), headers=headers).json()
    line = sheet["rounds"][0]
    assert (sheet["total"], line["score"], line["sanction"]) == (33, 33, "zero")
    assert "average of this arbitrator’s players, 33" in line["verdict"]
    assert line["rule"] == "A second zero for the same fault is averaged"


@pytest.fixture
def playing_arbitrator(game, players, arbitrator):
    """Tie Ann at the desk to Mona at table 1."""
    post = game.event.posts.get(user=arbitrator)
    playing_arbitrators.name_arbitrators(game=game, entries={post.pk: players[0][0]}, by=arbitrator)
    return post


def test_who_announced_a_round_arbitrated_it(game, announced, slip, playing_arbitrator, stranger):
    first, second = announced(1), announced(2, by=stranger)
    for round_ in (first, second):
        slip(round_, "Mona", 66, keyed_by=None)
        slip(round_, "Noah", 30, keyed_by=None)
        slip(round_, "Olga", 11, keyed_by=None)
    assert averages(game, "Mona") == {0: Average(21, "arbitrated")}
    assert totals(game)["Mona"] == 21 + 66


def test_of_a_round_announced_twice_the_second_time_counts(
    game, announced, slip, playing_arbitrator, stranger
):
    """It had been cancelled in between."""
    first = announced(1)
    Round.objects.filter(pk=first.pk).update(state="cancelled", announced_at=None, score=None)
    audit_log.write(game, "round_cancelled", by=stranger, number=1)
    slip(announced(1, by=stranger), "Noah", 30, keyed_by=None)
    assert averages(game, "Mona") == {}


def test_the_sheet_of_an_arbitrator(client, game, players, announced, slip, playing_arbitrator):
    round_ = announced(1)
    slip(round_, "Mona", 0, keyed_by=None)
    slip(round_, "Noah", 30, keyed_by=None)
    headers = {"Authorization": f"Bearer {players[0][1]}", "Accept-Language": "en"}
    line = client.get(reverse("api-me", args=[game.code]), headers=headers).json()["rounds"][0]
    assert (line["score"], line["sanction"], line["sanction_text"]) == (15, "none", "")
    assert line["verdict"] == "The average of the players, for the arbitrator of the round: 15."


def test_what_warnings_cost_is_the_same_on_the_phone_and_in_the_standings(
    client, game, players, announced, slip, playing_arbitrator, stranger, arbitrator
):
    """Four warnings, of which three are free; the first one is of a round that the player arbitrated."""
    by_round = [announced(1), *(announced(number, by=stranger) for number in (2, 3, 4, 5))]
    note_arbitrator(by_round[0], arbitrator)
    for round_ in by_round:
        slip(round_, "Noah", 30, keyed_by=stranger)
        warned = slip(round_, "Mona", 20, keyed_by=stranger)
        warned.rulings.update(sanction="warning")
    row = next(row for row in standings_for_game(Game.objects.get(pk=game.pk)).rows if row.name == "Mona")
    headers = {"Authorization": f"Bearer {players[0][1]}", "Accept-Language": "en"}
    sheet = client.get(reverse("api-me", args=[game.code]), headers=headers).json()
    costs = [line["warning_points"] for line in reversed(sheet["rounds"])]
    assert (row.warnings, row.warning_points, sheet["warning_points"]) == (4, 5, 5)
    assert costs == [0, 0, 0, 0, 5]


def test_one_player_is_one_arbitrator(game, players, playing_arbitrator, stranger, arbitrator):
    other = game.event.posts.create(user=stranger)
    with pytest.raises(RuleViolation, match="already plays as another arbitrator"):
        playing_arbitrators.name_arbitrators(game=game, entries={other.pk: players[0][0]}, by=arbitrator)
    swapped = {other.pk: players[0][0], playing_arbitrator.pk: players[1][0]}
    playing_arbitrators.name_arbitrators(game=game, entries=swapped, by=arbitrator)
    assert {post.pk: post.entry for post in game.event.posts.all()} == swapped
    acts = [entry.act for entry in AuditLogEntry.objects.filter(game=game, act__contains="arbitrat")]
    assert acts == ["player_arbitrates"] * 3


def test_the_page_of_players_asks_which_one_an_arbitrator_is(client, game, players, arbitrator):
    client.force_login(arbitrator)
    post = game.event.posts.get()
    address = reverse("playing-arbitrators", args=[game.code])
    answer = client.post(address, {f"post-{post.pk}": "nobody"}, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "There is no player “nobody”." in answer.content.decode()
    assert 'value="nobody"' in answer.content.decode()
    assert client.post(address, {f"post-{post.pk}": "noah"}).status_code == 302
    assert game.event.posts.get().entry == players[1][0]
    assert 'value="2 Noah"' in client.get(reverse("players", args=[game.code])).content.decode()
    assert client.post(address, {f"post-{post.pk}": "2 Noah"}).status_code == 302
    assert client.post(address, {f"post-{post.pk}": ""}).status_code == 302
    assert game.event.posts.get().entry is None


def test_only_rules_with_averages_ask(client, game, arbitrator):
    Game.objects.filter(pk=game.pk).update(rules=load_rule_set("fise").to_toml())
    client.force_login(arbitrator)
    assert "Arbitrators who play" not in client.get(reverse("players", args=[game.code])).content.decode()


@pytest.mark.parametrize("more", [0, 20])
def test_the_same_queries_however_many_players(game, two_zeros, arbitrator, more, django_assert_num_queries):
    for number in range(more):
        player_services.add_player(game=game, name=f"Player {number}", by=arbitrator)
    game = Game.objects.select_related("event").get(pk=game.pk)
    with django_assert_num_queries(6):
        standings_for_game(game)


@pytest.mark.parametrize(("column", "absent"), [("withdrawn_at", (1,)), ("joined_at", (0,))])
def test_who_came_late_or_dropped_out_is_absent(game, players, announced, slip, column, absent):
    """Sixteen are entered: a solo brings its points only in rounds in which all sixteen were there."""
    for number in range(13):
        player_services.add_player(game=game, name=f"Player {number:02}", by=game.event.arbitrators.get())
    first, second = announced(1), announced(2)
    moment = first.announced_at + timedelta(minutes=5)
    Round.objects.filter(pk=second.pk).update(
        closes_at=moment + timedelta(minutes=5), announced_at=moment + timedelta(minutes=6)
    )
    for round_ in (first, second):
        slip(round_, "Mona", 66, keyed_by=None)
    game.event.entries.filter(player__name="Olga").update(**{column: moment})
    solos = standings_for_game(Game.objects.get(pk=game.pk)).solos
    assert tuple(number for number, solo in enumerate(solos) if not solo.points) == absent
