"""Games by other rule sets than the classic one: what is drawn, what lies on the board, when it ends."""

import json

import pytest
from django.utils.translation import override

from duplicate.forms.games import NewGameForm
from duplicate.games import services as game_services
from duplicate.judging import RoundPosition, WrittenSlip, judge
from duplicate.live import subscriptions
from duplicate.models import Game
from duplicate.positions.board_state import position_of
from duplicate.printing.data.game_sheet import record_for_game
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from engine.board import Board
from engine.duplicate_games.records import GameRecord, replay
from engine.errors import RackError
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.rules.rule_settings import EndRules, RackRules, TimeRules, TopRules
from engine.tiles import load_tile_set

pytestmark = pytest.mark.django_db

JOKER = RuleSet("joker", RackRules(blanks="joker"))
# As the first version stored it with its games.
OLD_TEXT = """name = "classic"
rack_size = 7
bonuses = { 7 = 50 }
minimum_early = 2
minimum_late = 1
late_from_round = 16
round_seconds = 120
call_seconds = 20
grace_seconds = 1
"""


@pytest.fixture
def by_rules(game):
    """Return a function that changes the rules of the game."""

    def by_rules(rules):
        text = rules.to_toml() if isinstance(rules, RuleSet) else rules
        Game.objects.filter(pk=game.pk).update(rules=text)
        game.refresh_from_db()
        return game

    return by_rules


@pytest.fixture
def play_round(open_round, close_round, announce_top):
    """Return a function that plays a round with a typed rack, and returns the announced round."""

    def play_round(number, rack):
        open_round(rack)
        close_round()
        return announce_top(number)

    return play_round


def frame(game):
    return json.loads(subscriptions.current_frame(game.code).body)


def on_board(game):
    return "".join(cell for row in frame(game)["board"] for cell in row)


def test_a_game_stored_by_the_first_version_goes_on(by_rules, hands, open_round, announce_top):
    game = by_rules(OLD_TEXT)
    open_round("TRAINER")
    shown = frame(game)["round"]
    assert (shown["seconds"], shown["calls"]) == (120, [20])
    hands.move(120.5)
    assert closing.close_overdue_rounds() == 0
    hands.move(1)
    assert closing.close_overdue_rounds() == 1
    assert announce_top(1).score == 66
    assert record_for_game(game).rules == RuleSet(time=TimeRules(120, (20,), 1))


def test_every_call_is_told_to_the_screens(by_rules, open_round):
    game = by_rules(load_rule_set("fise"))
    open_round("TRAINER")
    assert frame(game)["round"]["calls"] == [60, 30, 5]


def test_joker_the_real_letter_lies_and_the_blank_comes_back(by_rules, play_round, arbitrator):
    game = by_rules(JOKER)
    top = play_round(1, "TRAINE?")
    assert any(letter.islower() for letter in top.word)
    assert on_board(game) == top.word.upper()
    rack = round_services.draw_rack(game=game, by=arbitrator).rack
    assert rack.count("?") == 1
    round_services.put_back_rack(game=game, by=arbitrator)
    with pytest.raises(RackError) as error:
        round_services.type_rack(game=game, rack="EEAABCD", by=arbitrator)
    assert error.value.code == "rack_blanks"


def test_joker_slips_are_judged_on_the_board_with_the_real_letters(by_rules, play_round, open_round):
    by_rules(JOKER)
    top = play_round(1, "XAEIN?T")
    position = position_of(open_round("?EAOBCD"))
    lying = [cell for cell in position.board.cells if cell]
    assert sorted(lying) == sorted(position.tiles.encode(top.word.upper()))
    assert position_of(top).board == Board.empty()


def test_ntsv_left_over_tiles_go_back(by_rules, play_round, arbitrator):
    game = by_rules(load_rule_set("ntsv"))
    play_round(1, "TRAINXY")
    round_ = round_services.type_rack(game=game, rack="BCDEAOU", by=arbitrator)
    assert round_.rack == "BCDEAOU"
    round_services.put_back_rack(game=game, by=arbitrator)
    assert "+" not in round_services.draw_rack(game=game, by=arbitrator).rack


def test_the_record_of_a_game_replays_by_its_rules(by_rules, play_round, arbitrator, english):
    game = by_rules(JOKER)
    play_round(1, "TRAINE?")
    rack = round_services.draw_rack(game=game, by=arbitrator).rack
    round_services.put_back_rack(game=game, by=arbitrator)
    play_round(2, rack)
    record = GameRecord.from_json(record_for_game(game).to_json())
    assert record.rules == JOKER
    assert [item.problem for item in replay(record, english)] == [None, None]


def test_end_after_the_rounds_agreed_on(by_rules, play_round):
    game = by_rules(RuleSet(end=EndRules(rounds=1)))
    play_round(1, "TRAINER")
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (Game.State.FINISHED, "rounds_played")


@pytest.mark.parametrize("order", [("alphabetical",), ("reading_order",)])
def test_the_rule_set_orders_equal_tops(by_rules, play_round, order):
    by_rules(RuleSet(top=TopRules(order=order)))
    top = play_round(1, "TRAINER")
    words = sorted({(isotop["word"], isotop["reference"]) for isotop in top.tops})
    assert len({word for word, _reference in words}) > 1
    if order == ("alphabetical",):
        assert top.word == words[0][0]
    else:
        assert top.reference == min((reference for _word, reference in words), key=lambda r: int(r[1:]))


def test_v1_a_slip_of_more_tiles_than_may_be_played(english):
    tiles = load_tile_set("english")
    position = RoundPosition(
        Board.empty(), tiles.encode_rack("STRAINER"), tiles, english, "duplicate", {7: 50}, most_played=7
    )
    verdict = judge(WrittenSlip("STRAINER", "H1", None), position, RuleSet())
    assert (verdict.score, verdict.code) == (0, "too_many_played")
    assert judge(WrittenSlip("TRAINER", "H2", None), position, RuleSet()).score == 66


def test_a_rule_set_is_stored_as_it_was_when_the_game_began(built_in, arbitrator):
    rules = load_rule_set("fisf_blitz")
    game = game_services.create_game(
        name="Blitz", by=arbitrator, lexicon="english", notation="duplicate", rules=rules
    )
    assert "based_on" not in game.rules
    assert Game.objects.get().rule_set == rules


@pytest.mark.parametrize(
    ("language", "preset"),
    [("en", "classic"), ("fr", "fisf"), ("fr-be", "fisf"), ("es", "fise"), ("de", "classic")],
)
def test_the_form_offers_the_rules_of_the_language_first(db, language, preset):
    with override(language):
        assert NewGameForm()["rule_set"].initial == preset
