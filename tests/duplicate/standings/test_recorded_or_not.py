"""A "no slip" that was written down counts as the same one that was not."""

import uuid
from dataclasses import replace

import pytest

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.games import event_changes, playing_arbitrators
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.models import Game
from duplicate.rounds import room_readiness, top_search
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tests.factories.games import announce_preferred, create_game, let_time_pass, start_round
from tournaments.events import staff as event_staff
from tournaments.models import Entry, Player, Room
from tournaments.people import services as people_services
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_in")]
SOLO = replace(RuleSet(), solo=replace(RuleSet().solo, points=10, points_below_top=10, from_players=3))


def key(game, entry, by, word, reference, score):
    slip_services.key_slip(game=game, entry=entry, word=word, reference=reference, stated_score=score, by=by)


def rows(game):
    return {row.name: row for row in standings_for_game(Game.objects.get(pk=game.pk)).rows}


def enter(game, by, *names):
    return [player_services.add_player(game=game, name=name, by=by).entry for name in names]


@pytest.mark.parametrize("recorded", [True, False])
def test_the_average_of_a_second_zero(arbitrator, hands, recorded):
    """Dan has two zeros for one fault; Cleo, who had a slip in round 1, hands in nothing in 2 and 3."""
    game = create_game(arbitrator, rules=load_rule_set("fisf"))
    ada, bo, cleo, dan = enter(game, arbitrator, "Ada", "Bo", "Cleo", "Dan")
    for number, rack in enumerate(("TRAINER", "TRAINEE", "TRAINED"), start=1):
        start_round(game, arbitrator, rack)
        if number == 1:
            for entry in (ada, bo, cleo, dan):
                arbitration_services.give_top(game=game, entry=entry, by=arbitrator)
            let_time_pass(hands)
            placed = announce_preferred(game, arbitrator, 1)
            continue
        round_ = game.rounds.get(number=number)
        top_search.find_top(round_.pk)
        round_.refresh_from_db()
        top = round_.tops[0]
        key(game, ada, arbitrator, top["word"], top["reference"], round_.top_score)
        key(game, dan, arbitrator, top["word"], "", round_.top_score + 500)
        if recorded:
            arbitration_services.give_zero(game=game, entry=cleo, by=arbitrator)
        let_time_pass(hands)
        placed = announce_preferred(game, arbitrator, number)
    found = rows(game)
    # Ada has the top, and Bo and Cleo have nothing: they were there.
    [(place, average)] = found["Dan"].averages.items()
    assert (place, average.points) == (2, int(placed.top_score / 3 + 0.5))
    assert found["Cleo"].zeros == 0


@pytest.mark.parametrize(
    ("sanction", "marks", "counted"),
    [
        ("none", (), (0, 0, 0)),
        ("zero", (), (0, 0, 0)),
        ("warning", (), (1, 0, 0)),
        ("penalty", (), (0, 1, 0)),
        ("warning", ("penalty",), (1, 1, 0)),
        ("zero", ("warning",), (1, 0, 1)),
    ],
)
def test_what_was_decided_of_a_missing_slip_counts(arbitrator, hands, sanction, marks, counted):
    game = create_game(arbitrator, rules=load_rule_set("fisf"))
    _ada, bo = enter(game, arbitrator, "Ada", "Bo")
    start_round(game, arbitrator, "TRAINER")
    where = {"game": game, "entry": bo, "by": arbitrator}
    arbitration_services.give_zero(**where)
    arbitration_services.overrule(**where, score=0, sanction=sanction, reason="Left the hall")
    for mark in marks:
        getattr(arbitration_services, f"mark_{mark}")(**where)
    let_time_pass(hands)
    announce_preferred(game, arbitrator, 1)
    row = rows(game)["Bo"]
    assert (row.warnings, row.penalties, row.zeros) == counted


@pytest.mark.parametrize("recorded", [True, False])
def test_the_sheet(arbitrator, hands, recorded):
    game = create_game(arbitrator, rules=load_rule_set("fisf"))
    (ada,) = enter(game, arbitrator, "Ada")
    start_round(game, arbitrator, "TRAINER")
    if recorded:
        arbitration_services.give_zero(game=game, entry=ada, by=arbitrator)
    let_time_pass(hands)
    announce_preferred(game, arbitrator, 1)
    [line] = sheet_for_entry(Game.objects.get(pk=game.pk), ada)["rounds"]
    assert {line[name] for name in ("word", "verdict", "rule", "sanction_text")} == {""}
    assert (line["code"], line["sanction"], line["score"]) == ("no_slip", "zero", 0)


@pytest.mark.parametrize("recorded", [True, False])
def test_who_skips_a_game_is_not_brought_into_it(arbitrator, hands, recorded):
    """The key for a missing slip was pressed at the table of somebody who skips the game."""
    game = create_game(arbitrator)
    _ada, bo = enter(game, arbitrator, "Ada", "Bo")
    Entry.objects.filter(pk=bo.pk).update(skips_games=f",{game.number},")
    start_round(game, arbitrator, "TRAINER")
    if recorded:
        arbitration_services.give_zero(game=game, entry=bo, by=arbitrator)
    let_time_pass(hands)
    announce_preferred(game, arbitrator, 1)
    assert set(rows(game)) == {"Ada"}


@pytest.mark.parametrize("recorded", [True, False])
def test_a_late_slip_of_a_room_whose_line_was_cut(arbitrator, hands, recorded):
    game = create_game(arbitrator)
    room = Room.objects.create(event=game.event, name="Annex", first_table=1, last_table=9)
    entry = player_services.join_game(game=game, name="Ada").entry
    round_ = start_round(game, arbitrator, "TRAINER")
    let_time_pass(hands)
    slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAINER",
        reference="H2",
        score=66,
        received_at=clock.now(),
    )
    if recorded:
        arbitration_services.give_zero(game=game, entry=entry, by=arbitrator)
    assert [slip.word for slip in room_readiness.late_slips(round_)] == ["TRAINER"]
    cut = {"game": game, "room": room, "by": arbitrator, "reason": "Cable"}
    assert room_readiness.take_late_slips(**cut) == 1
    undo.undo(game=game, by=arbitrator)
    assert entry.slips.counting().exists() == recorded
    room_readiness.take_late_slips(**cut)
    announce_preferred(game, arbitrator, 1)
    assert rows(game)["Ada"].total == 66


@pytest.mark.parametrize("recorded", [True, False])
def test_a_solo_counts_those_who_were_there(arbitrator, hands, recorded):
    """Cleo drops out before the time is up: two players are too few for a solo."""
    game = create_game(arbitrator, rules=SOLO)
    ada, bo, cleo = enter(game, arbitrator, "Ada", "Bo", "Cleo")
    start_round(game, arbitrator, "TRAINER")
    key(game, ada, arbitrator, "TRAINER", "H2", 66)
    key(game, bo, arbitrator, "TRAIN", "H4", 12)
    hands.move(20)
    if recorded:
        arbitration_services.give_zero(game=game, entry=cleo, by=arbitrator)
    player_services.withdraw_player(game=game, entry=cleo, by=arbitrator)
    let_time_pass(hands)
    announce_preferred(game, arbitrator, 1)
    assert rows(game)["Ada"].solo_points == 0


def test_who_arrives_later_was_not_there(arbitrator, stranger, hands):
    """The average of the arbitrator of round 1 stays when somebody expected arrives in round 2."""
    game = create_game(arbitrator, rules=load_rule_set("fisf"))
    event = game.event
    event_staff.let_in(event=event, user_name=stranger.username, role="arbitrator", by=arbitrator)
    ben, ada, bo = enter(game, arbitrator, "Ben", "Ada", "Bo")
    people_services.save_player(people_services.Person("Dan"))
    event_changes.enter_people(event=event, players=[Player.objects.get(name="Dan").pk], by=arbitrator)
    dan = event.entries.get(player__name="Dan")
    post = event.posts.get(user=stranger)
    playing_arbitrators.name_arbitrators(game=game, entries={post.pk: ben}, by=arbitrator)
    start_round(game, arbitrator, "TRAINER")
    key(game, ada, stranger, "TRAINER", "H2", 66)
    key(game, bo, stranger, "TRAIN", "H4", 12)
    arbitration_services.give_zero(game=game, entry=dan, by=stranger)
    let_time_pass(hands)
    announce_preferred(game, arbitrator, 1)
    assert rows(game)["Ben"].total == 39
    hands.move(60)
    event_changes.check_in(event=event, entries=[dan.pk], by=arbitrator)
    assert rows(game)["Ben"].total == 39
