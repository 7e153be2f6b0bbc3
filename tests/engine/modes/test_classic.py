"""Classic games at a table: effects of acts, refusals, and who sees what (RULES C)."""

import json

import pytest

from engine import movegen
from engine.errors import EngineError
from engine.modes import MODES, mode_of, replay_acts
from engine.modes.classic.mode import CLASSIC
from engine.modes.classic.table import game_of
from engine.referee import ClassicGame, Player, state_of
from engine.referee.gcg.writer import gcg_text
from tests.engine.modes.sitting import english, refusal_of, seat_classic, seat_on_paper


def best_move(seat, player):
    state = seat.state.state
    found = movegen.all_moves(
        state.board, state.seats[player].known, english(), state.tiles, state.settings.bonuses
    )
    return found[0].move.text(state.tiles, state.convention) if found else None


def play_game(seat):
    """Play the best moves to the end."""
    while not seat.shown()["over"]:
        [player, *others] = seat.shown()["waits_for"]
        if seat.shown()["is_ending"]:
            seat.do(player, "accept")
            continue
        move = best_move(seat, player)
        if move:
            seat.do(player, "place", ref=move[0], word=move[1])
        else:
            seat.do(player, "pass")
        assert not others
    return seat


def test_the_mode_is_found_by_its_code():
    assert mode_of("classic") in MODES
    with pytest.raises(EngineError, match="no way to play"):
        mode_of("ludo")


@pytest.mark.slow
@pytest.mark.parametrize(("players", "challenge"), [(2, "double"), (3, "void"), (4, "points")])
def test_a_whole_game_is_played_to_its_end_and_replays(players, challenge):
    seat = play_game(seat_classic(players, challenge=challenge))
    shown = seat.shown()
    assert shown["winners"] == list(CLASSIC.winners(seat.state))
    assert shown["bag"] == 0
    assert sum(player["held"] == 0 for player in shown["players"]) == 1
    assert replay_acts(CLASSIC, seat.setup, seat.acts) == seat.state
    record = game_of(seat.state)
    again = ClassicGame.from_json(record.to_json())
    assert again == record
    assert state_of(again, english()) == seat.state.state
    assert gcg_text(record)


def test_c1_who_begins_is_drawn_and_equal_letters_draw_again():
    log = [seat_classic(4, seed=str(seed)).state.log for seed in range(20)]
    assert all(entry["kind"] == "start" for entries in log for entry in entries)
    assert max(len(entries) for entries in log) > 1
    for entries in log:
        drawn = entries[-1]["drawn"]
        letters = sorted(letter.replace("?", " ") for _, letter in drawn)
        assert len(letters) == 1 or letters[0] < letters[1]
        assert [entry["begins"] is None for entry in entries] == [True] * (len(entries) - 1) + [False]
        assert [entries[-1]["begins"], min(letters)] in [
            [at, letter.replace("?", " ")] for at, letter in drawn
        ]


def test_c2_racks_are_dealt_and_refilled():
    seat = seat_classic()
    [player] = seat.shown()["waits_for"]
    assert [len(seat.shown(viewer)["rack"]) for viewer in (0, 1)] == [7, 7]
    ref, word = best_move(seat, player)
    seat.do(player, "place", ref=ref, word=word)
    assert len(seat.shown(player)["rack"]) == 7
    assert seat.shown()["bag"] == 86 - len(word)


def test_the_same_seeds_draw_the_same_tiles_and_others_others():
    one, other = seat_classic(seed="x"), seat_classic(seed="y")
    assert one.shown(0)["rack"] == seat_classic(seed="x").shown(0)["rack"]
    assert one.shown(0)["rack"] != other.shown(0)["rack"]


def test_nobody_sees_another_rack_nor_the_order_of_the_bag():
    """Two games that differ only in another player's rack and in the bag look the same."""
    seat = seat_classic()
    [player] = seat.shown()["waits_for"]
    tiles = "".join(tile["tile"] for tile in seat.shown(player)["rack"])
    seat.do(player, "exchange", tiles=tiles)
    sent = seat.acts[-1] | {"seed": "another"}
    other = CLASSIC.apply(CLASSIC.start(seat.setup), sent)
    for viewer in (None, 1 - player):
        assert CLASSIC.shown(other, viewer) == seat.shown(viewer)
    assert CLASSIC.shown(other, player) != seat.shown(player)
    assert "seed" not in json.dumps(seat.shown(player))
    assert seat.shown()["latest"][-1] == {"kind": "exchange", "player": player, "count": 7}


def test_c4_the_lexicon_says_what_becomes_of_a_challenge():
    seat = seat_on_paper()
    seat.do(0, "place", ref="8D", word="TRIAN").do(1, "challenge")
    assert seat.shown()["latest"][-1] == {
        "kind": "challenge", "player": 1, "upheld": True, "points": [-12, 0], "bad": ["TRIAN"],
    }  # fmt: skip
    seat.do(1, "place", ref="8D", word="TRAIN").do(0, "challenge")
    assert [player["score"] for player in seat.shown()["players"]] == [0, 12]
    assert seat.shown()["waits_for"] == [1]
    assert seat.shown()["latest"][-1]["price"] == {"player": 0, "turn": "this", "points": 0}


@pytest.mark.parametrize(
    ("settings", "prices"),
    [
        ({"challenge": "single"}, [(0, "", 0), (1, "", 0), (2, "", 0)]),
        ({"challenge": "double"}, [(0, "next", 0), (1, "this", 0), (2, "next", 0)]),
        ({"challenge": "points"}, [(0, "", -5), (1, "", -5), (2, "", -5)]),
        (
            {"challenge": "points", "challenge_points_go": "gained", "challenge_points_for": "play"},
            [(0, "", 5)] * 3,
        ),
    ],
)
def test_c4_the_price_of_a_challenge_is_told_before_it(settings, prices):
    seat = seat_on_paper(3, **settings).do(0, "place", ref="8D", word="TRAIN")
    told = [player["challenge_price"] for player in seat.shown()["players"]]
    assert [tuple(price.values()) for price in told] == prices


def test_c4_on_paper_the_table_may_say_the_verdict():
    seat = seat_on_paper().do(0, "place", ref="8D", word="TRAIN").do(1, "challenge", upheld=True)
    assert seat.shown()["players"][0]["score"] == 0
    assert refusal_of(seat_classic(), 0, "challenge", upheld=True)[0] == "challenge_nothing"


def test_c5_the_last_play_can_be_challenged_until_each_opponent_has_accepted_it():
    seat = seat_classic(3)
    while not seat.shown()["is_ending"]:
        [player] = seat.shown()["waits_for"]
        move = best_move(seat, player)
        seat = seat.do(player, "place", ref=move[0], word=move[1]) if move else seat.do(player, "pass")
    last = seat.state.state.play.player
    first, second = seat.shown()["waits_for"]
    assert last not in {first, second}
    assert refusal_of(seat, last, "accept") == ("accept_not_now", "C4")
    assert refusal_of(seat, first, "pass") == ("turn_after_out", "C5")
    assert seat.shown(second)["can_challenge"]
    seat.do(first, "accept")
    assert refusal_of(seat, first, "accept") == ("accept_not_now", "C4")
    assert not seat.shown()["over"]
    seat.do(second, "accept")
    assert seat.shown()["over"]
    assert refusal_of(seat, second, "challenge") == ("game_over", "C5")
    assert seat.shown()["latest"][-1]["kind"] == "end"


def test_c5_the_game_ends_when_all_have_passed():
    seat = seat_classic()
    for _ in range(4):
        [player] = seat.shown()["waits_for"]
        seat.do(player, "pass")
    assert seat.shown()["over"]
    assert seat.shown()["end_reason"] == "passes"


def test_c5_all_must_agree_that_nobody_can_play():
    seat = seat_classic(lexicon=english())
    assert refusal_of(seat, 0, "agree_end") == ("end_may_exchange", "C5")
    while seat.shown()["bag"] >= 7:
        [player] = seat.shown()["waits_for"]
        move = best_move(seat, player)
        seat.do(player, "place", ref=move[0], word=move[1])
    seat.do(0, "agree_end")
    assert seat.shown()["players"][0]["agrees_to_end"]
    [player] = seat.shown()["waits_for"]
    seat.do(player, "pass")
    assert not seat.shown()["players"][0]["agrees_to_end"]  # a player who plays on has not agreed
    seat.do(0, "agree_end").do(1, "agree_end")
    assert seat.shown()["over"]
    assert seat.shown()["latest"][-1]["nobody_can_play"]


def test_c6_on_paper_racks_are_told_at_the_end():
    seat = seat_on_paper()
    for turn in range(4):
        seat.do(turn % 2, "pass")
    assert seat.shown()["waits_for"] == [0, 1]
    # Some tiles would be kept, and the same act would be sent again.
    for some in ("", "AE", "AEIOUS"):
        assert refusal_of(seat, 0, "rack", tiles=some) == ("left_over_some", "C6")
    seat.do(0, "rack", tiles="AEIOUST")
    assert seat.shown()["waits_for"] == [1]
    assert refusal_of(seat, 1, "rack", tiles="QQAAAAA") == ("rack_not_in_bag", "B2")
    seat.do(1, "rack", tiles="Q??AAAA")
    assert [player["score"] for player in seat.shown()["players"]] == [-7, -14]
    assert seat.shown()["winners"] == [0]


def test_c7_a_turn_whose_time_is_over_is_lost_as_a_pass():
    people = (Player("Ann", turn_seconds=60), Player("Bo"))
    seat = seat_on_paper(people=people, turn_seconds=120)
    assert [player["turn_seconds"] for player in seat.shown()["players"]] == [60, 120]
    seat.do(0, "time")
    assert seat.shown()["latest"][-1]["notes"] == ["The time for the turn was up."]
    assert seat.shown()["waits_for"] == [1]
    assert refusal_of(seat, 0, "time") == ("not_your_turn", "C2")
    assert refusal_of(seat_on_paper(), 0, "time") == ("turn_without_limit", "C7")


def test_c1_on_paper_letters_are_drawn_at_the_table():
    seat = seat_on_paper(3).do(0, "start", drawn="CAA")
    assert seat.shown()["waits_for"] == [1, 2]
    assert refusal_of(seat, 1, "pass") == ("start_tied", "C1")
    assert refusal_of(seat, 1, "start", drawn="BCD") == ("start_wrong_players", "C1")
    seat.do(0, "start", drawn="E?")
    assert seat.shown()["waits_for"] == [2]


@pytest.mark.parametrize(
    ("how", "player", "act", "values", "code", "rule"),
    [
        ("paper", 1, "pass", {}, "not_your_turn", "C2"),
        ("paper", 2, "pass", {}, "no_such_player", "C2"),
        ("paper", 0, "sing", {}, "act_unknown", "C"),
        ("paper", 0, "place", {"ref": 8, "word": "TRAIN"}, "act_unreadable", ""),
        ("paper", 0, "place", {"ref": "8D"}, "act_unreadable", ""),
        ("paper", 0, "exchange", {"count": 8}, "exchange_more_than_held", "C3"),
        ("sat", 0, "rack", {"tiles": "A"}, "rack_is_dealt", "C2"),
        ("sat", 0, "start", {"drawn": "AB"}, "start_is_drawn", "C1"),
        ("sat", 0, "accept", {}, "accept_not_now", "C4"),
    ],
)
def test_what_is_refused_names_its_rule(how, player, act, values, code, rule):
    seat = seat_on_paper() if how == "paper" else seat_classic()
    assert refusal_of(seat, player, act, **values) == (code, rule)


def test_tiles_not_held_are_refused():
    seat = seat_classic()
    [player] = seat.shown()["waits_for"]
    missing = next(
        letter for letter in "ZQXJKV" if letter not in {t["tile"] for t in seat.shown(player)["rack"]}
    )
    assert refusal_of(seat, player, "exchange", tiles=missing) == ("not_in_rack", "C2")
