"""The rules of the game, B and C and T, as the referee keeps them: a case a rule, by its id."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import EngineError
from engine.referee import (
    ClassicSettings,
    Player,
    State,
    apply,
    bad_words_of,
    bag_after,
    challenge_by,
    draw_for_start,
    exchange_refused,
    may_exchange,
    overtime,
    pool,
    refill,
    turn_limit,
    unseen_by,
    winners,
)
from tests.engine.referee.playing import settings
from tests.engine.referee.table import ENGLISH, Words, act_of, adds, late, played, start

TRAIN, TRAINER = "A 8D TRAIN", "A 8B TRAINER"
WORKED = ("A 8F HORN", "B H6 FARM", "A 10F PASTE", "B 9H MOB", "A 11E BIT")
GOOD = Words("HORN", "HORNS", "AT", "SAT", "TRAIN")
VOID = settings("void")


def case(rule, *values):
    """Named by its rule, and told apart by the first of its values."""
    return pytest.param(rule, *values, id=f"{rule}-{values[0]}")


# Refusals, with their rules

REFUSED = [
    case("B2", "a second Q", start(), ["A 8H QI"], "B 9H QA", "rack_not_in_bag"),
    case("B2", "a second Q on a rack", start(), ["A rack QAAAAAA"], "B rack QII", "rack_not_in_bag"),
    case("B3", "off the centre", start(), [], "A 7D TRAIN", "not_on_centre"),
    case("B3", "one tile", start(), [], "A 8H A", "first_move_too_short"),
    case("B3", "touching nothing", start(), [TRAIN], "B 1A HORN", "not_connected"),
    case("B4", "not the whole word", start(), ["A 8F HORN"], "B 8I NO", "incomplete_word"),
    case("B4", "another letter lies there", start(), ["A 8F HORN"], "B H6 FAIM", "square_taken"),
    case("B4", "over the edge", start(), ["A 8F HORN"], "B H13 FARM", "off_board"),
    case("B4", "no tile", start(), ["A 8F HORN"], "B 8F HORN", "no_tile_played"),
    case("C1", "placing while it is tied", start(), ["draw A=C B=C"], TRAIN, "start_tied"),
    case("C1", "one draws for two", start(), [], "draw A=C", "start_wrong_players"),
    case("C1", "nobody draws", start(), [], "draw", "start_wrong_players"),
    case("C1", "who did not tie draws", start(3), ["draw A=C B=C C=D"], "draw A=A B=B C=C", "start_wrong_players"),
    case("C1", "drawn after a turn", start(), ["A pass"], "draw A=C B=D", "start_too_late"),
    case("B2", "three of two tiles are drawn", start(3), [], "draw A=B B=B C=B", "rack_not_in_bag"),
    case("C2", "out of turn", start(), [], "B 8D TRAIN", "not_your_turn"),
    case("C2", "passing out of turn", start(), ["A pass"], "A pass", "not_your_turn"),
    case("C2", "exchanging out of turn", start(), [], "B exchange 2", "not_your_turn"),
    case("C2", "a tile that is not there", start(), ["A rack TRAXNER"], TRAIN, "not_in_rack"),
    case("C2", "more than the rack has", start(), [], "A 8A TRAINERS", "not_in_rack"),
    case("C2", "eight tiles on a rack", start(), [], "A rack AAAAEEEE", "rack_too_long"),
    case("C2", "kept tiles vanish", start(), ["A rack TRAINEE", TRAIN], "A rack IIIOOOU", "rack_keeps_tiles"),
    case("C2", "a third player of two", start(), [], "C pass", "no_such_player"),
    case("C3", "six tiles in the bag", late("AAAAAA", "EE", "II"), [], "A exchange E", "exchange_restricted"),
    case("C3", "none at all", start(), [], "A exchange 0", "exchange_nothing"),
    case("C3", "more than held", start(), [], "A exchange 8", "exchange_more_than_held"),
    case(
        "C3",
        "more than the bag has",
        late("AA", "EEEIII", "OO", settings=settings(minimum=0)),
        [],
        "A exchange EEE",
        "exchange_more_than_bag",
    ),
    case(
        "C3", "an empty bag", late("", "EE", "OO", settings=settings(minimum=0)), [], "A exchange E",
        "exchange_more_than_bag",
    ),
    case("C2", "exchanging what is not there", start(), ["A rack AEIOUST"], "A exchange X", "not_in_rack"),
    case("C4", "nothing was placed", start(), [], "B challenges", "challenge_nothing"),
    case("C4", "a pass came before it", start(), [TRAIN, "B pass"], "B challenges", "challenge_nothing"),
    case("C4", "one's own play", start(), [TRAIN], "A challenges", "challenge_own"),
    case("C4", "a second time", start(3), [TRAIN, "B challenges"], "C challenges", "challenge_judged"),
    case("C4", "taken off before", start(), [TRAIN, "B upholds"], "B upholds", "challenge_nothing"),
    case("C4", "more words than there are", start(), [TRAIN], "B challenges 2", "challenge_words"),
    case("C4", "where words are looked up", start(settings=VOID), [TRAIN], "B challenges", "challenge_void"),
    case("C5", "after the last tile", late("", "E", "OO"), [adds("A", "E")], "B pass", "turn_after_out"),
    case("C5", "after two passes each", start(), ["A pass", "B pass"] * 2, "A pass", "turn_after_passes"),
    case("C5", "in the middle", start(), [TRAIN], "end", "end_not_yet"),
    case("C5", "agreed while tiles can be exchanged", start(), [TRAIN], "end agreed", "end_may_exchange"),
    case("C5", "after the end", late("", "E", "OO"), [adds("A", "E"), "end"], "end", "game_over"),
    case("C5", "a challenge after the end", late("", "E", "OO"), [adds("A", "E"), "end"], "B upholds", "game_over"),
    case("C5", "after six zeros", start(settings=settings(scoreless_turns=2)), ["A pass", "B exchange 1"], "A pass",
         "turn_after_zeros"),
    case("C6", "racks not known", start(), ["A pass", "B pass"] * 2, "end", "rack_unknown"),
    case("T1", "overtime for nothing", start(), [], "A overtime 0", "overtime_without_points"),
    case("T1", "overtime of half a minute", start(), [], "A overtime 15", "overtime_by_the_minute"),
    case("T1", "overtime that is a gift", start(), [], "A overtime -10", "overtime_without_points"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "what", "state", "script", "act", "code"), REFUSED)
def test_refused(rule, what, state, script, act, code):
    state = played(state, *script)
    with pytest.raises(EngineError) as caught:
        apply(state, act_of(act))
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("rule", "what", "act"),
    [case("B4", "the word", "B 8F HORNE"), case("B4", "a word across it", "B J8 SO")],
)
def test_where_words_are_looked_up_each_word_made_must_be_good(rule, what, act):
    state = played(start(settings=VOID), "A 8F HORN", lexicon=GOOD)
    with pytest.raises(EngineError) as caught:
        apply(state, act_of(act), GOOD)
    assert (caught.value.code, caught.value.rule) == ("not_in_lexicon", rule)
    assert played(state, act, lexicon=None).board != state.board  # nobody looked


# Allowed acts, and their effects


def scores(*script, **settings_of_start):
    return played(start(**settings_of_start), *script).scores


@pytest.mark.parametrize(
    ("rule", "what", "script", "expected"),
    [
        case("B1", "the centre doubles", ["A 8F HORN"], (14, 0)),
        case("B1", "a double letter", [TRAIN], (12, 0)),
        case("B2", "a blank scores nothing, ever", ["A 8F HoRN", "B 8F HORNS"], (12, 7)),
        case("B2", "a blank sets the premium off", ["A 8F HOrN"], (12, 0)),
        case("B3", "centre and two tiles", ["A 8G AT"], (4, 0)),
        case("B3", "touching", ["A 8F HORN", "B H6 FARM"], (14, 9)),
        case("B4", "front, back, across, beside, between", WORKED, (14 + 25 + 16, 9 + 16)),
        case("B5", "a premium counts once", ["A 8F HORN", "B 8F HORNS"], (14, 8)),
        case("B5", "every word made", WORKED[:3], (14 + 25, 9)),
        case("B6", "seven tiles", [TRAINER], (66, 0)),
        case("B6", "seven tiles later on", [TRAINER, "B A3 THROBS"], (66, 69)),
        case("B7", "the same word again", ["A 8G AT", "B H7 AT"], (4, 2)),
        case("C2", "place, exchange, pass", ["A 8F HORN", "B exchange 3", "A pass", "B H6 FARM"], (14, 9)),
        case("T1", "overtime comes off", [TRAIN, "A overtime 30"], (-18, 0)),
    ],
)
def test_scores(rule, what, script, expected):
    assert scores(*script) == expected


@pytest.mark.parametrize(("words", "upheld"), [(["HORN"], False), (["HORNS"], True)])
def test_b8_the_lexicon_agreed_on_decides(words, upheld):
    state = played(start(), "A 8F HORN")
    lexicon = Words(*words)
    assert challenge_by(state, 1, lexicon).upheld is upheld
    assert bad_words_of(state, lexicon) == (("HORN",) if upheld else ())
    wrong = "B challenges" if upheld else "B upholds"
    code = "challenge_must_succeed" if upheld else "challenge_must_fail"
    with pytest.raises(EngineError) as caught:
        apply(state, act_of(wrong), lexicon)
    assert (caught.value.code, caught.value.rule) == (code, "C4")


@pytest.mark.parametrize(
    ("what", "players", "draws", "first"),
    [
        ("nearest to A", 2, ["draw A=C B=B"], 1),
        ("a blank before A", 3, ["draw A=A B=Z C=?"], 2),
        ("equal ones draw again", 4, ["draw A=D B=C C=C D=X", "draw B=Z C=Y"], 2),
        ("and again", 2, ["draw A=E B=E", "draw A=E B=E", "draw A=A B=E"], 0),
        ("nobody draws: who is first in the list", 2, [], 0),
    ],
)
def test_c1_who_starts(what, players, draws, first):
    state = played(start(players), *draws)
    assert state.to_move == first
    assert not state.drawing
    assert state.bag_count == 100 - 7 * players  # the tiles went back


def test_c1_a_start_can_be_drawn_by_the_program():
    seen = set()
    for seed in range(60):
        state = apply(start(3), draw_for_start(start(3), str(seed)))
        attempt = 0
        while state.drawing:
            attempt += 1
            assert draw_for_start(state, str(seed), attempt) == draw_for_start(state, str(seed), attempt)
            state = apply(state, draw_for_start(state, str(seed), attempt))
        seen.add((state.to_move, attempt > 0))
    assert {first for first, _ in seen} == {0, 1, 2}
    assert {tied for _, tied in seen} == {True, False}


def test_c1_who_starts_may_be_given():
    assert start(2, first=1).to_move == 1
    for first in (-1, 2):
        with pytest.raises(EngineError) as caught:
            start(2, first=first)
        assert caught.value.code == "no_such_player"


@pytest.mark.parametrize("players", [0, 1, 5])
def test_c2_two_to_four_players(players):
    with pytest.raises(EngineError) as caught:
        State.start(tuple(map(Player, "ABCDE"[:players])), ENGLISH)
    assert (caught.value.code, caught.value.rule) == ("players_number", "C2")


@pytest.mark.parametrize(
    ("bag", "tiles", "held", "left_in_bag"),
    [("AAAA", "EI", 7, 2), ("A", "EI", 6, 0), ("", "EI", 5, 0), ("AE", "EEEIOOS", 2, 0)],
)
def test_c2_refilled_while_the_bag_lasts(bag, tiles, held, left_in_bag):
    state = played(late(bag, "EEEIOOS", "RRR"), adds("A", tiles))
    assert (state.seats[0].held, state.bag_count) == (held, left_in_bag)
    assert Counter(state.seats[0].known) == Counter(ENGLISH.encode_rack("EEEIOOS")) - Counter(
        ENGLISH.encode(tiles)
    )


def test_c2_what_is_drawn_comes_from_the_bag():
    state = start(3)
    for player in range(3):
        state = apply(state, refill(state, player, "seed"))
    assert state.bag_count == sum(pool(state).values()) == 79
    assert refill(start(3), 0, "seed") == refill(start(3), 0, "seed")
    assert refill(start(3), 0, "seed") != refill(start(3), 0, "other")
    state = played(late("Z", "EEEIOOS", "RRR"), adds("A", "S"))
    assert refill(state, 0, "any").tiles == ENGLISH.encode_rack("EEEIOOZ")


def test_c2_nobody_draws_for_the_program_while_a_rack_is_unknown():
    state = played(start(), "A rack TRAINEE", TRAIN)
    with pytest.raises(EngineError) as caught:
        refill(state, 0, "seed")
    assert (caught.value.code, caught.value.params) == ("rack_unknown", {"player": "Bo"})


@pytest.mark.parametrize("turn", [TRAIN, "A exchange 7", "A exchange 1", "A pass"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_c2_a_turn_goes_round(turn, players):
    state = played(start(players), turn, *(f"{letter} pass" for letter in "BCD"[: players - 1]))
    assert (state.to_move, state.turns) == (0, players)


@pytest.mark.parametrize(
    ("minimum", "bag", "given", "allowed"),
    [
        *((7, "AAAAIIO", "EEEEEEE", True), (7, "AAAAIIO", "E", True), (7, "AAAAII", "E", False)),
        *((0, "A", "E", True), (0, "AI", "EE", True), (0, "A", "EE", False), (0, "", "E", False)),
    ],
)
@pytest.mark.parametrize("rule", ["C3", "T2"])
def test_exchange_by_what_the_bag_has(rule, minimum, bag, given, allowed):
    state = late(bag, "EEEEEEE", "RRRRRR", settings=settings(minimum=minimum))
    assert state.bag_count == len(bag)
    why = may_exchange(state, 0, len(given))
    assert (why is None) is allowed
    if allowed:
        after = played(state, f"A exchange {given}")
        assert (after.to_move, after.bag_count, after.scores) == (1, len(bag), (0, 0))
        assert after.seats[0].known == ENGLISH.encode_rack("EEEEEEE"[len(given) :])
    else:
        assert why.rule == "C3"


def test_t2_the_reason_has_the_number():
    why = may_exchange(late("AAAAII", "EE", "RR"), 0)
    assert str(why) == "Nobody may exchange now: the bag has 6 tiles, and must have 7."


@pytest.mark.parametrize(
    ("played", "players", "bag", "allowed"),
    [
        (0, 2, 86, True),
        (79, 2, 7, True),
        (80, 2, 6, False),
        (72, 3, 7, True),
        (73, 3, 6, False),
        (99, 2, 0, False),
    ],
)
def test_t2_a_table_that_keeps_no_record_counts_the_tiles_played(played, players, bag, allowed):
    assert bag_after(played, players, ENGLISH, ClassicSettings()) == bag
    assert (exchange_refused(ClassicSettings(), bag) is None) is allowed


def test_c3_what_is_given_back_is_not_drawn_again_in_the_same_exchange():
    state = played(late("AAAAAII", "EEEEOOO", "RR"), "A exchange EEEEOOO")
    for seed in range(20):
        assert Counter(refill(state, 0, str(seed)).tiles) == Counter(ENGLISH.encode_rack("AAAAAII"))


# C4

FAILED = [
    ("single", {}, (14, 0), 1),
    ("double", {}, (14, 0), 0),
    ("5", {}, (14, -5), 1),
    ("10", {}, (14, -10), 1),
    ("5", {"go": "gained"}, (19, 0), 1),
    ("10", {"go": "gained", "points_for": "play"}, (24, 0), 1),
]


@pytest.mark.parametrize(("rule", "more", "expected", "turn"), FAILED)
def test_c4_a_challenge_that_fails(rule, more, expected, turn):
    state = played(start(settings=settings(rule, **more)), "A 8F HORN", "B challenges", lexicon=GOOD)
    assert (state.scores, state.to_move) == (expected, turn)
    assert state.sat_out == ((1,) if rule == "double" else ())
    assert not state.board.is_empty


@pytest.mark.parametrize(
    ("points_for", "words", "cost"),
    [("word", "", 15), ("word", " 1", 5), ("word", " 2", 10), ("play", "", 5), ("play", " 2", 5)],
)
def test_c4_points_for_each_word_or_for_the_play(points_for, words, cost):
    state = played(start(settings=settings("5", points_for)), *WORKED[:4], f"A challenges{words}")
    assert state.scores == (14 + 25 - cost, 9 + 16)  # MOB, NOT and BE


@pytest.mark.parametrize("rule", ["single", "double", "5", "10"])
@pytest.mark.parametrize("drawn_before", [True, False])
def test_c4_a_challenge_that_succeeds(rule, drawn_before):
    script = ["A rack HORNAEI", "A 8F HORN", *["A rack AEISSSZ"] * drawn_before]
    state = played(start(settings=settings(rule)), *script)
    assert state.bag_count == 82
    state = played(state, "B upholds")
    assert (state.scores, state.to_move, state.bag_count) == ((0, 0), 1, 86)
    assert state.board.is_empty
    assert state.seats[0].known == ENGLISH.encode_rack("HORNAEI")


@pytest.mark.parametrize(("told", "seen"), [([], "HNOR"), (["A rack QH"], "HNOQR")])
def test_c4_the_tiles_of_a_play_that_came_off_are_known_to_all(told, seen):
    state = played(start(), *told, "A 8F HORN", "B upholds")
    assert state.seats[0].known == ENGLISH.encode_rack(seen)


def test_c4_all_words_of_a_play_are_judged_together():
    lexicon = Words("HORN", "HORNS", "SAT")
    state = played(start(), "A 8F HORN", "B J8 SAT", lexicon=lexicon)
    assert not challenge_by(state, 0, lexicon).upheld
    state = played(start(), "A 8F HORN", "B J8 SIT", lexicon=lexicon)
    assert bad_words_of(state, lexicon) == ("SIT",)
    state = apply(state, challenge_by(state, 0, lexicon), lexicon)
    assert (state.scores, state.to_move) == ((14, 0), 0)


@pytest.mark.parametrize("challenger", ["B", "C", "D"])
def test_c4_who_lost_a_turn_sits_it_out_when_it_comes(challenger):
    state = played(start(4), TRAIN, f"{challenger} challenges")
    for letter in "BCDA":
        if letter != challenger:
            assert state.to_move == "ABCD".index(letter)
            state = played(state, f"{letter} pass")
    assert state.to_move == 1


def test_c4_overtime_between_play_and_challenge_stays():
    assert scores(TRAIN, "A overtime 10", "B upholds") == (-10, 0)


def test_c4_without_challenges_there_is_nothing_to_lose():
    state = start(settings=VOID)
    with pytest.raises(EngineError, match="Not in the lexicon: HORNE"):
        apply(state, act_of("A 8F HORNE"), GOOD)
    assert played(state, "A 8F HORN", lexicon=GOOD).scores == (14, 0)


# C5, C6


def test_c5_the_last_play_can_be_challenged_before_the_game_ends():
    state = played(late("", "E", "OO"), adds("A", "E"))
    assert state.end_reason == "out"
    assert not state.is_over
    back = played(state, "B upholds")
    assert (back.end_reason, back.to_move, back.seats[0].held) == (None, 1, 1)
    assert played(state, "B challenges", "end").is_over  # a turn that is lost is of no use any more


@pytest.mark.parametrize("rule", ["5", "10"])
def test_c5_a_challenge_of_the_last_play_costs_points_still(rule):
    state = played(late("", "E", "B", settings=settings(rule)), adds("A", "E"))
    points = state.scores[0]
    assert played(state, "B challenges", "end").scores == (points + 3, -int(rule) - 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c5_all_pass_twice_in_succession(players):
    passes = [f"{letter} pass" for letter in "ABCD"[:players]] * 2
    state = played(start(players), *passes[:-1])
    assert state.end_reason is None
    assert played(state, passes[-1]).end_reason == "passes"


@pytest.mark.parametrize("between", ["A exchange 1", TRAIN])
def test_c5_in_succession_means_nothing_between(between):
    state = played(start(), "A pass", "B pass", between, "B pass", "A pass", "B pass")
    assert (state.end_reason, state.passes) == (None, 3)


def test_c5_a_play_that_comes_off_is_no_pass():
    state = played(start(), "A pass", "B pass", TRAIN, "B upholds", "B pass", "A pass", "B pass")
    assert state.end_reason is None


@pytest.mark.parametrize(
    ("last", "reason"),
    [("A exchange 1", "scoreless"), ("A pass", "scoreless"), ("A 8G AT", None)],
)
def test_c5_turns_without_a_score_where_they_are_agreed_on(last, reason):
    zeros = settings(scoreless_turns=4)
    state = played(start(settings=zeros), "A exchange 1", "B pass", "A exchange 1", "B 8D TRAIN", "A upholds")
    assert (state.end_reason, state.scoreless) == ("scoreless", 4)
    state = played(start(settings=zeros), "A exchange 1", "B pass", "A exchange 1", "B exchange 1")
    assert state.end_reason == "scoreless"
    state = played(start(settings=zeros, first=1), "B exchange 1", "A pass", "B exchange 1", last)
    assert state.end_reason == reason


def test_c5_nobody_can_play():
    state = played(late("", "V", "Q"), "end agreed")
    assert (state.scores, state.is_over) == ((-4, -10), True)


@pytest.mark.parametrize(
    ("what", "final", "racks", "expected"),
    [
        ("everyone loses, who went out gains", "each", ["E", "QZ"], (20, -20)),
        ("of three", "each", ["E", "QZ", "JB"], (31, -20, -11)),
        ("of four, one with a blank", "each", ["E", "QZ", "?", "F"], (24, -20, 0, -4)),
        ("twice, and the others nothing", "double", ["E", "QZ"], (40, 0)),
        ("twice that of all", "double", ["E", "QZ", "JB"], (62, 0, 0)),
    ],
)
def test_c6_tiles_left(what, final, racks, expected):
    state = played(late("", *racks, settings=settings(final=final)), adds("A", "E"))
    before = state.scores
    state = played(state, "end")
    assert tuple(now - then for now, then in zip(state.scores, before, strict=True)) == expected
    assert state.adjustments == expected


@pytest.mark.parametrize("final", ["each", "double"])
def test_c6_where_nobody_went_out_everyone_loses(final):
    state = late("AAAAAAA", "BC", "ZZ"[:1] + "Q", settings=settings(final=final))
    state = played(state, *["A pass", "B pass"] * 2, "end")
    assert state.scores == (-6, -20)


def test_c6_the_one_rack_that_nobody_told_is_what_is_left():
    state = late("", "E", "QZ")
    hidden = state.with_seat(1, type(state.seats[1])(state.seats[1].player, 2))
    assert played(hidden, adds("A", "E"), "end").scores == played(state, adds("A", "E"), "end").scores


@pytest.mark.parametrize(
    ("what", "totals", "adjustments", "expected"),
    [
        ("the highest total", (300, 301), (0, 0), (1,)),
        ("of equal ones the highest before", (300, 300), (10, -10), (1,)),
        ("equal all the way", (300, 300), (-5, -5), (0, 1)),
        ("of three", (300, 300, 250), (-5, 10, 90), (0,)),
    ],
)
def test_c6_who_has_won(what, totals, adjustments, expected):
    state = start(len(totals))
    for player, total in enumerate(totals):
        seat = state.seats[player]
        state = state.with_seat(player, type(seat)(seat.player, seat.held, total))
    assert winners(replace(state, adjustments=adjustments)) == expected


# C7, T1


def test_c7_a_limit_a_turn_which_may_differ_by_player():
    players = (Player("Ann"), Player("Bo", turn_seconds=120))
    state = State.start(players, ENGLISH, ClassicSettings(turn_seconds=180))
    assert [turn_limit(state, player) for player in (0, 1)] == [180, 120]
    assert turn_limit(start(), 0) is None


@pytest.mark.parametrize(
    ("seconds", "points"), [(-5, 0), (0, 0), (0.2, 10), (1, 10), (60, 10), (60.5, 20), (61, 20), (599, 100)]
)
def test_t1_points_for_each_minute_begun(seconds, points):
    assert overtime(ClassicSettings(), seconds) == points
    assert overtime(ClassicSettings(overtime_points=5), seconds) == points // 2


def test_t1_overtime_after_the_end():
    state = played(late("", "E", "B"), adds("A", "E"), "end")
    assert played(state, "B overtime 20").scores == (state.scores[0], state.scores[1] - 20)


# A game that is told in part


def test_the_bag_is_counted_from_the_tiles_played():
    state = start()
    counts = []
    for turn in (*WORKED, "B exchange 5", "A pass"):
        state = played(state, turn)
        counts.append(state.bag_count)
    assert counts == [82, 79, 74, 72, 69, 69, 69]
    assert not any(seat.known for seat in state.seats)


def test_some_tiles_may_be_known():
    state = played(start(), "A rack QZ", "A 8F HORN")
    assert (state.seats[0].known, state.seats[0].is_known) == (ENGLISH.encode_rack("QZ"), False)
    assert pool(state)[ENGLISH.encode_rack("Q")[0]] == 0
    assert unseen_by(state, 1)[ENGLISH.encode_rack("Q")[0]] == 1
    with pytest.raises(EngineError, match="More than the bag still has: Z"):
        played(state, "B H6 ZARF")
    with pytest.raises(EngineError, match="Not on the rack: AEIIOU"):
        played(start(), "A rack QZ", "A 8C AEIIOU")


# And none is forgotten


def test_every_rule_of_the_page_is_a_test_here():
    page = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")
    ids = {
        rule for row in re.findall(r"^\| ([BCT]\d[^|]*) \| ", page, re.MULTILINE) for rule in row.split(", ")
    }
    here = Path(__file__).read_text(encoding="utf-8")
    named = {name.upper() for name in re.findall(r"def test_([bct]\d)_", here)}
    named |= set(re.findall(r'case\(\s*"([BCT]\d)"', here))
    assert ids == named
    assert {f"B{number}" for number in range(1, 9)} | {f"C{number}" for number in range(1, 8)} <= ids
