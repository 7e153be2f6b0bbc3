"""The rules of classic games as the referee keeps them, B and C1 to C3: a case for each rule, by its id."""

import re
from collections import Counter
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
    find_exchange_problem,
    may_exchange,
    pool,
    refill,
    unseen_by,
)
from tests.engine.few_words import Words
from tests.engine.referee.playing import settings
from tests.engine.referee.rule_cases import TRAIN, TRAINER, WORKED, case, scores
from tests.engine.referee.table import ENGLISH, act_of, add_tiles, late, play_script, start


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
    state = play_script(start(), "A 8F HORN")
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
    state = play_script(start(players), *draws)
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
    state = play_script(late(bag, "EEEIOOS", "RRR"), add_tiles("A", tiles))
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
    state = play_script(late("Z", "EEEIOOS", "RRR"), add_tiles("A", "S"))
    assert refill(state, 0, "any").tiles == ENGLISH.encode_rack("EEEIOOZ")


def test_c2_nobody_draws_for_the_program_while_a_rack_is_unknown():
    state = play_script(start(), "A rack TRAINEE", TRAIN)
    with pytest.raises(EngineError) as caught:
        refill(state, 0, "seed")
    assert (caught.value.code, caught.value.params) == ("rack_unknown", {"player": "Bo"})


@pytest.mark.parametrize("turn", [TRAIN, "A exchange 7", "A exchange 1", "A pass"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_c2_a_turn_goes_round(turn, players):
    state = play_script(start(players), turn, *(f"{letter} pass" for letter in "BCD"[: players - 1]))
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
        after = play_script(state, f"A exchange {given}")
        assert (after.to_move, after.bag_count, after.scores) == (1, len(bag), (0, 0))
        assert after.seats[0].known == ENGLISH.encode_rack("EEEEEEE"[len(given) :])
    else:
        assert why.rule == "C3"


def test_t2_the_reason_has_the_number():
    why = may_exchange(late("AAAAII", "EE", "RR"), 0)
    assert str(why) == "Exchanges are not allowed now: the bag has 6 tiles and must have 7."


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
    assert (find_exchange_problem(ClassicSettings(), bag) is None) is allowed


def test_c3_what_is_given_back_is_not_drawn_again_in_the_same_exchange():
    state = play_script(late("AAAAAII", "EEEEOOO", "RR"), "A exchange EEEEOOO")
    for seed in range(20):
        assert Counter(refill(state, 0, str(seed)).tiles) == Counter(ENGLISH.encode_rack("AAAAAII"))


# Games with unknown racks


def test_the_bag_is_counted_from_the_tiles_played():
    state = start()
    counts = []
    for turn in (*WORKED, "B exchange 5", "A pass"):
        state = play_script(state, turn)
        counts.append(state.bag_count)
    assert counts == [82, 79, 74, 72, 69, 69, 69]
    assert not any(seat.known for seat in state.seats)


def test_some_tiles_may_be_known():
    state = play_script(start(), "A rack QZ", "A 8F HORN")
    assert (state.seats[0].known, state.seats[0].is_known) == (ENGLISH.encode_rack("QZ"), False)
    assert pool(state)[ENGLISH.encode_rack("Q")[0]] == 0
    assert unseen_by(state, 1)[ENGLISH.encode_rack("Q")[0]] == 1
    with pytest.raises(EngineError, match="Not enough left in the bag: Z"):
        play_script(state, "B H6 ZARF")
    with pytest.raises(EngineError, match="Not on the rack: AEIIOU"):
        play_script(start(), "A rack QZ", "A 8C AEIIOU")


def test_every_rule_of_the_page_is_a_test_here():
    page = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")
    ids = {
        rule for row in re.findall(r"^\| ([BCT]\d[^|]*) \| ", page, re.MULTILINE) for rule in row.split(", ")
    }
    here = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_referee_*.py")
    )
    named = {name.upper() for name in re.findall(r"def test_([bct]\d)_", here)}
    named |= set(re.findall(r'case\(\s*"([BCT]\d)"', here))
    assert ids == named
    assert {f"B{number}" for number in range(1, 9)} | {f"C{number}" for number in range(1, 8)} <= ids
