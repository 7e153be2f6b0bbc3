"""A round keeps its arbitrators: posts and names of a later day change no round that is over."""

import uuid
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.arbitration import bulk_top, corrections, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.games import playing_arbitrators, staff
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.rounds import closing, room_readiness
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    RuleSet,
)
from tournaments.errors import RuleViolation
from tournaments.events import staff as event_staff
from tournaments.events.results import read_recorded_scores
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.models import Arbitrator
from tournaments.people import merging

AVERAGED = replace(RuleSet(), standings=replace(RuleSet().standings, arbitrators_averaged=True))
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", name="Friday", rules=AVERAGED)]


def new_game(by, event=None, rules=AVERAGED):
    return game_services.create_game(
        name="Friday", by=by, lexicon="english", notation="duplicate", rules=rules, event=event
    )


@pytest.fixture
def second(game, arbitrator):
    """Return an arbitrator who is not chief."""
    user = User.objects.create_user("ben")
    event_staff.let_in(event=game.event, user_name="ben", role=Arbitrator.Role.ARBITRATOR, by=arbitrator)
    return user


@pytest.fixture
def name(game, second, arbitrator):
    """Return a function that ties the second arbitrator to a player."""

    def name_it(entry, at=game, **more):
        post = game.event.posts.get(user=second)
        playing_arbitrators.name_arbitrators(game=at, entries={post.pk: entry}, by=arbitrator, **more)

    return name_it


@pytest.fixture
def play_round(game, players, second, arbitrator, open_round, close_round):
    """Return a function that plays round 1: the second arbitrator keys 66 for Noah, the chief announces."""

    def play_it():
        open_round("TRAINER")
        key(game, players[1][0], second)
        close_round()
        announce(game, arbitrator)

    return play_it


def announce(game, by):
    round_services.announce(game=game, number=1, reference="H4", word="TRAINER", by=by, confirmed=EVERYTHING)


def key(game, entry, by, word="TRAINER"):
    slip_services.key_slip(game=game, entry=entry, word=word, reference="H4", stated_score=None, by=by)


def totals(game):
    return {row.name: row.total for row in standings_for_game(Game.objects.get(pk=game.pk)).rows}


def recorded(game, entry):
    return read_recorded_scores(game.event)[game.code].scores[entry.pk].total


def refused(code):
    return pytest.raises(RuleViolation, check=lambda error: error.code == code)


# --- A round that is over -------------------------------------------------------------------------------------------


def test_a_dismissed_arbitrator_keeps_the_averages(game, players, name, play_round, second, arbitrator):
    olga = players[2][0]
    name(olga)
    play_round()
    game_services.end_game(game=game, by=arbitrator)
    assert totals(game) == {"Mona": 0, "Noah": 66, "Olga": 33}
    following = new_game(arbitrator, game.event)
    staff.dismiss(game=following, post=game.event.posts.get(user=second), by=arbitrator)
    assert totals(game)["Olga"] == recorded(game, olga) == 33


@pytest.mark.parametrize("then", ["another", "nobody"])
def test_who_is_named_later_changes_no_round_before(game, players, name, play_round, then):
    mona, _noah, olga = (entry for entry, _token in players)
    name(olga)
    play_round()
    name(mona if then == "another" else None)
    assert totals(game) == {"Mona": 0, "Noah": 66, "Olga": 33}


def test_naming_for_another_game_changes_no_game_before(game, players, name, play_round, arbitrator):
    play_round()
    game_services.end_game(game=game, by=arbitrator)
    following = new_game(arbitrator, game.event)
    version = Game.objects.get(pk=game.pk).version
    name(players[2][0], at=following)
    assert totals(game)["Olga"] == recorded(game, players[2][0]) == 0
    assert Game.objects.get(pk=game.pk).version == version


def test_a_round_that_is_cancelled_takes_its_arbitrators_along(game, players, name, play_round, arbitrator):
    name(players[2][0])
    play_round()
    corrections.cancel_round(game=game, number=1, reason="a tile was missing", by=arbitrator)
    name(None)
    play_round()
    assert totals(game)["Olga"] == 0


# --- Acts recorded as arbitrating ---------------------------------------------------------------------------


def check(game, noah, second):
    key(game, noah, second)


def rule(game, noah, second):
    arbitration_services.mark_warning(game=game, entry=noah, by=second)


def overrule(game, noah, second):
    arbitration_services.overrule(game=game, entry=noah, by=second, score=5, reason="R")


def settle(game, noah, second):
    slip = noah.slips.get(in_conflict=True)
    arbitration_services.settle_conflict(game=game, entry=noah, by=second, slip=slip)


def all_the_rest(game, _noah, second):
    bulk_top.rest_have_top(game=game, by=second)


@pytest.mark.repeats
@pytest.mark.parametrize("act", [check, rule, overrule, settle, all_the_rest])
def test_every_act_on_a_slip_is_arbitrating(
    game, players, name, second, stranger, arbitrator, open_round, act
):
    noah, olga = players[1][0], players[2][0]
    event_staff.let_in(event=game.event, user_name="bob", role=Arbitrator.Role.ARBITRATOR, by=arbitrator)
    name(olga)
    open_round("TRAINER")
    key(game, noah, arbitrator)
    if act is settle:
        key(game, noah, stranger, word="TRAIN")
    assert not RoundArbitrator.objects.exists()
    act(game, noah, second)
    act_of = RoundArbitrator.objects.values_list("round__number", "entry", "user")
    assert list(act_of) == [(1, olga.pk, second.pk)]
    for _turn in range(2):
        undo.undo(game=game, by=second)
        assert not RoundArbitrator.objects.exists()
        undo.redo(game=game, by=second)
        assert list(act_of.all()) == [(1, olga.pk, second.pk)]


def test_announcing_is_arbitrating(game, players, name, second, open_round, close_round):
    name(players[2][0])
    open_round("TRAINER")
    close_round()
    announce(game, second)
    assert RoundArbitrator.objects.get().entry == players[2][0]


def test_taking_slips_of_a_line_that_was_cut_is_arbitrating(
    game, players, name, second, arbitrator, open_round, hands
):
    [room] = set_rooms(event=game.event, plans=[RoomPlan("Lyon", range(1, 60))], by=arbitrator)
    event_staff.post_to_room(post=game.event.posts.get(user=second), room=room, by=arbitrator)
    name(players[2][0])
    open_round("TRAINER")
    hands.move(10_000)
    closing.close_overdue_rounds()
    slip_services.submit_slip(
        game=game,
        entry=players[0][0],
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=None,
        received_at=hands.now,
    )
    room_readiness.take_late_slips(game=game, room=room, by=second, reason="the line was cut")
    assert RoundArbitrator.objects.get().entry == players[2][0]


def test_going_back_to_a_round_later_is_not_arbitrating_it(game, players, name, play_round, second):
    play_round()
    name(players[2][0])
    arbitration_services.overrule(
        game=game, entry=players[1][0], by=second, score=5, number=1, reason="misread"
    )
    assert not RoundArbitrator.objects.exists()


def test_rules_without_averages_keep_nothing(players, built_in, arbitrator, game, name, second, open_round):
    Game.objects.filter(pk=game.pk).update(rules=RuleSet().to_toml())
    game.refresh_from_db()
    name(players[2][0])
    open_round("TRAINER")
    key(game, players[1][0], second)
    assert not RoundArbitrator.objects.exists()


def test_who_is_named_in_a_round_has_arbitrated_it_from_its_beginning(
    game, players, name, second, arbitrator, open_round, close_round
):
    mona, noah, olga = (entry for entry, _token in players)
    open_round("TRAINER")
    key(game, noah, second)
    name(mona)
    assert RoundArbitrator.objects.get().entry == mona
    name(olga)
    close_round()
    announce(game, arbitrator)
    assert totals(game) == {"Mona": 0, "Noah": 66, "Olga": 33}


def test_an_arbitrator_stays_entered(game, players, name, play_round, arbitrator):
    olga = players[2][0]
    name(olga)
    play_round()
    with refused("player_has_arbitrated"):
        player_services.remove_player(game=game, entry=olga, by=arbitrator)
    assert not merging.is_unused(olga)


# --- Naming for rounds before ---------------------------------------------------------------------------------------


@pytest.fixture
def over(game, play_round, arbitrator):
    """Finish a game in which no arbitrator was tied to a player."""
    play_round()
    game_services.end_game(game=game, by=arbitrator)
    return game


def test_naming_for_rounds_before_is_recorded_with_its_reason(over, players, name, arbitrator):
    olga = players[2][0]
    version = Game.objects.get(pk=over.pk).version
    name(olga, since=1, reason="forgotten")
    assert totals(over)["Olga"] == recorded(over, olga) == 33
    assert Game.objects.get(pk=over.pk).version == version + 1
    row = over.log.last()
    assert (row.act, row.number, row.params["why"]) == ("arbitrators_since", 1, "forgotten")
    result = over.event.results.filter(game=over.code).last()
    assert (result.by, result.reason) == (arbitrator, "forgotten")
    # It was somebody else, and then nobody.
    name(players[0][0], since=1, reason="misheard")
    assert (totals(over)["Mona"], totals(over)["Olga"]) == (33, 0)
    name(None, since=1, reason="misheard again")
    assert (totals(over)["Mona"], recorded(over, players[0][0])) == (0, 0)


def test_the_same_name_is_given_for_rounds_before(game, players, name, play_round):
    """An arbitrator named too late is named again, from an earlier round on."""
    play_round()
    name(players[2][0])
    assert totals(game)["Olga"] == 0
    name(players[2][0], since=1, reason="forgotten")
    assert totals(game)["Olga"] == 33


@pytest.mark.parametrize(
    ("since", "reason", "code"),
    [(1, " ", "reason_missing"), (0, "R", "no_such_round"), (3, "R", "no_such_round")],
)
def test_what_cannot_be_named(over, players, name, since, reason, code):
    before = over.log.count()
    with refused(code):
        name(players[2][0], since=since, reason=reason)
    assert (over.log.count(), RoundArbitrator.objects.count()) == (before, 0)
    assert not over.event.posts.filter(entry__isnull=False).exists()


def test_only_the_chief_names(over, players, second):
    post = over.event.posts.get(user=second)
    with refused("chief_only"):
        playing_arbitrators.name_arbitrators(game=over, entries={post.pk: players[2][0]}, by=second)


def test_all_games_that_are_played_are_told(over, players, name, arbitrator):
    """One that is over is told where it was named at its own desk."""
    later = [new_game(arbitrator, over.event) for _number in range(2)]
    versions = dict(Game.objects.values_list("pk", "version"))
    name(players[2][0], at=later[0])
    told = {game.pk for game in Game.objects.all() if game.version == versions[game.pk] + 1}
    assert told == {game.pk for game in later}
    assert [game.log.filter(act="player_arbitrates").count() for game in (over, *later)] == [0, 1, 1]


def test_the_page_asks_from_which_round_on(over, desk, players, second):
    post = over.event.posts.get(user=second)
    address = reverse("playing-arbitrators", args=[over.code])
    typed = {f"post-{post.pk}": "3", "since": "1"}
    answer = desk.post(address, typed, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "Give a reason" in answer.content.decode()
    assert desk.post(address, typed | {"reason": "forgotten"}).status_code == 302
    assert totals(over)["Olga"] == 33
