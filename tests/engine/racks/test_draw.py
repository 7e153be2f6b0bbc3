"""Draws, rack validity and the end of the game."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import RackError
from engine.notation import Move
from engine.racks.draw import (
    Placed,
    bag,
    check_typed_rack,
    draw_rack,
    end_reason,
    find_draw_problems,
    is_valid_rack,
    unseen,
)
from engine.racks.typed import read_typed_rack
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.rules.rack_validity import Validity
from engine.rules.rule_settings import EndRules, MoveRules, RackRules
from engine.squares import SQUARES
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")
FRENCH = load_tile_set("french")
SPANISH = load_tile_set("spanish")
RULES = RuleSet()
FISE, NTSV, ROMANIAN = map(load_rule_set, ("fise", "ntsv", "romanian"))
JOKER = RuleSet("joker", RackRules(blanks="joker"))
EIGHT = RuleSet("7 of 8", RackRules(size=8), MoveRules(most_played=7))


def rack(text, tiles=ENGLISH):
    return tiles.encode_rack(text)


def board_without(text, tiles=ENGLISH):
    """Return a board with all tiles of the set but these."""
    left = Counter(rack(text, tiles))
    lying = []
    for tile, count in enumerate(tiles.counts):
        cell = tile or (tiles.encode("E")[0] | BLANK_FLAG)
        lying += [cell] * (count - left[tile])
    return Board(bytes(lying) + bytes(SQUARES - len(lying)))


def draw(text="", *, kept="", round_number=1, seed="s", attempt=0, tiles=ENGLISH, rules=RULES):
    """Draw from a bag with those tiles left, kept ones included; from the full bag by default."""
    return draw_rack(
        board=board_without(text, tiles) if text else Board.empty(),
        kept=rack(kept, tiles),
        tiles=tiles,
        rules=rules,
        round_number=round_number,
        seed=seed,
        attempt=attempt,
    )


def reason(text, round_number=1, tiles=ENGLISH, rules=RULES, **settings):
    board = board_without(text, tiles)
    return end_reason(board=board, tiles=tiles, rules=rules, round_number=round_number, **settings)


def refusal(text, unseen_tiles="", kept="", round_number=1, rules=RULES, **settings):
    with pytest.raises(RackError) as caught:
        check_typed_rack(
            rack(text),
            board=board_without(unseen_tiles) if unseen_tiles else Board.empty(),
            kept=rack(kept),
            tiles=ENGLISH,
            rules=rules,
            round_number=round_number,
            **settings,
        )
    return caught.value.code, caught.value.params


def test_d2_a_draw_refills_what_was_kept():
    drawn = draw(kept="QUE", seed="refill")
    assert drawn.kept == rack("QUE")
    assert len(drawn.drawn) == 4
    assert drawn.record.text(ENGLISH).startswith("QUE+")


def test_d3_an_invalid_rack_goes_back_whole():
    drawn = draw(kept="BCDFGH", round_number=2)
    assert drawn.rejected[0][:6] == rack("BCDFGH")
    assert not any(is_valid_rack(thrown, ENGLISH, Validity(2)) for thrown in drawn.rejected)
    assert is_valid_rack(drawn.rack, ENGLISH, Validity(2))
    assert drawn.kept == ()
    assert len(drawn.drawn) == 7
    assert drawn.record.text(ENGLISH).startswith("-")


def test_a_full_rack_kept_is_drawn_anew_if_it_is_not_valid():
    drawn = draw(kept="BCDFGHJ")
    assert drawn.rejected[0] == rack("BCDFGHJ")
    assert draw(kept="AEBCDFG").rack == rack("AEBCDFG")


def test_the_last_tiles_are_drawn_though_they_are_few():
    assert sorted(draw("AEBC", kept="AB").rack) == sorted(rack("AEBC"))


def test_draws_replay_from_the_seed():
    assert draw(seed="x", round_number=3) == draw(seed="x", round_number=3)
    others = [draw(seed="y"), draw(seed="x", round_number=2), draw(seed="x", attempt=1)]
    assert len({draw(seed="x"), *others}) == 4


def test_draws_stay_the_same_for_ever():
    """A record of an old game replays from its seed: these racks may never change."""
    texts = [draw(seed="isotop", round_number=number).record.text(ENGLISH) for number in (1, 2, 3)]
    assert texts == ["-?OGIUSI", "-PTAERAD", "OLOOEJA"]


def test_all_racks_of_a_rare_kind_are_found_by_drawing():
    drawn = draw("AE" + "B" * 2 + "C" * 2 + "D" * 4 + "F" * 2 + "G" * 3 + "R" * 6 + "T" * 6 + "N" * 6)
    assert set(rack("AE")) <= set(drawn.rack)


@given(
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", max_size=30),
    st.integers(1, 20),
    st.text(max_size=5),
    st.integers(0, 3),
)
def test_draws_conserve_tiles(letters, round_number, seed, attempt):
    lying = Counter(ENGLISH.encode(letters)) & Counter(dict(enumerate(ENGLISH.counts)))
    cells = bytes(lying.elements())
    board = Board(cells + bytes(SQUARES - len(cells)))
    first = draw_rack(
        board=board,
        kept=(),
        tiles=ENGLISH,
        rules=RULES,
        round_number=round_number,
        seed=seed,
        attempt=attempt,
    )
    kept = first.rack[:3]
    second = draw_rack(
        board=board, kept=kept, tiles=ENGLISH, rules=RULES, round_number=round_number, seed=seed, attempt=9
    )
    for drawn in (first, second):
        left = bag(board, drawn.rack, ENGLISH)
        together = Counter(dict(enumerate(left))) + Counter(drawn.rack) + lying
        assert together == Counter(dict(enumerate(ENGLISH.counts)))
        assert len(drawn.rack) == 7
        assert is_valid_rack(drawn.rack, ENGLISH, RULES.rack.validity(round_number))
        assert drawn.record.tiles == drawn.rack


def test_unseen_counts_blanks_on_the_board_as_blanks():
    board = Board.empty().place(Move.parse("H8", "QuA", ENGLISH))
    counts = unseen(board, ENGLISH)
    assert counts[BLANK] == 1
    assert counts[ENGLISH.encode("U")[0]] == 4
    assert sum(counts) == 97


def test_a_board_with_more_than_the_set_has_leaves_none():
    assert unseen(Board(bytes([26, 26]) + bytes(223)), ENGLISH)[26] == 0


def test_kept_tiles_must_exist():
    with pytest.raises(RackError) as caught:
        draw(kept="QQ")
    assert (caught.value.code, caught.value.params) == ("rack_not_in_bag", {"letters": "Q"})


@pytest.mark.parametrize(
    ("left", "round_number", "expected"),
    [
        ("AEBC", 1, None),
        ("AEBC", 20, None),
        ("AB", 20, None),
        ("AB", 15, "no_vowels"),
        ("", 20, "all_tiles_played"),
        ("BCD", 20, "no_vowels"),
        ("AEI", 20, "no_consonants"),
        ("ABC", 15, "no_vowels"),
        ("AEB", 15, "no_consonants"),
        ("?", 20, "no_valid_rack"),
        ("?B", 20, None),
        ("?A", 20, None),
        ("??", 20, None),
        ("V" * 2 + "W" * 2 + "C" * 2 + "B" * 2 + "F" * 2, 20, "no_vowels"),
    ],
)
def test_d8_the_game_ends_when_no_rack_can_be_drawn(left, round_number, expected):
    assert reason(left, round_number) == expected


def test_d8_a_rule_set_without_minimum_plays_to_the_last_tile():
    free = RuleSet(rack=RackRules(minimum_early=0, minimum_late=0))
    assert reason("B", rules=free) is None
    assert reason("", rules=free) == "all_tiles_played"
    assert draw("B", rules=free).rack == rack("B")


def test_d8_one_french_y_alone_is_no_rack():
    assert reason("Y", 20, FRENCH) == "no_valid_rack"


@pytest.mark.parametrize(
    ("rules", "left", "round_number", "expected"),
    [
        (ROMANIAN, "BCD", 20, None),
        (ROMANIAN, "AEI", 1, None),
        (ROMANIAN, "?", 1, None),
        (ROMANIAN, "BCDFGHJ", 20, None),
        (ROMANIAN, "BBCCDDFF", 20, "no_vowels"),
        (ROMANIAN, "AAEEIIOO", 20, "no_consonants"),
        (ROMANIAN, "", 20, "all_tiles_played"),
        (FISE, "AEIOUAEIOUBC", 15, None),
        (FISE, "AEIOUAEIO", 15, "no_valid_rack"),
        (FISE, "?AB", 16, None),
        (FISE, "?A", 16, "no_consonants"),
        (FISE, "??BC", 16, "no_vowels"),
        (JOKER, "??", 20, "no_valid_rack"),
        (JOKER, "?B", 20, None),
        (JOKER, "??A", 15, "no_consonants"),
        (RuleSet(end=EndRules(rounds=20)), "AEBC", 20, None),
        (RuleSet(end=EndRules(rounds=20)), "AEBC", 21, "rounds_played"),
        (RuleSet(end=EndRules(rounds=20)), "", 21, "all_tiles_played"),
    ],
    ids=lambda item: item.name if isinstance(item, RuleSet) else None,
)
def test_d8_the_end_by_rule_set(rules, left, round_number, expected):
    assert reason(left, round_number, rules=rules) == expected


def test_d8_the_last_free_rack_is_all_that_is_left():
    assert sorted(draw("BCDFGHJ", kept="BC", round_number=20, rules=ROMANIAN).rack) == sorted(rack("BCDFGHJ"))


@pytest.mark.parametrize(
    ("rules", "left", "expected"),
    [
        (RULES, "AEBCDFG", "no_move"),
        (RULES, "AEBCDFGH", None),
        (RULES, "", "all_tiles_played"),
        (EIGHT, "AEBCDFGH", "no_move"),
        (JOKER, "AEBCDF??", "no_move"),
        (JOKER, "AEBCDFG?", None),
    ],
)
def test_d8_a_rack_that_nobody_could_play_and_no_other_to_draw(rules, left, expected):
    assert reason(left, rules=rules, nobody_could_play=True) == expected


def test_d8_no_draw_after_the_end():
    for left in ("BCD", "AEI", "?"):
        with pytest.raises(RackError) as caught:
            draw(left, round_number=20)
        assert caught.value.code == "no_valid_rack"


def test_a_typed_rack_may_be_anything_that_could_be_drawn():
    for text, kept, redrawn in [("AEBCDFG", "", False), ("QUEABCD", "QUE", False), ("AEBCDFG", "QUE", True)]:
        check_typed_rack(
            rack(text),
            board=Board.empty(),
            kept=rack(kept),
            tiles=ENGLISH,
            rules=RULES,
            round_number=1,
            redrawn=redrawn,
        )


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("+CDEF", "QUA", "AQU+CDEF"),
        (" +cdef", "QUA", "AQU+CDEF"),
        ("QUACDEF", "QUA", "AQU+CDEF"),
        ("AQU+CDEF", "QUA", "AQU+CDEF"),
        ("-ABCDEFG", "QUA", "-ABCDEFG"),
        ("+ABCDEFG", "", "ABCDEFG"),
    ],
)
def test_new_tiles_alone_are_enough(text, kept, expected):
    now = Placed(Board.empty(), tuple(sorted(rack(kept))))
    read = read_typed_rack(text, now, tiles=ENGLISH, rules=RULES, round_number=1)
    assert read.text(ENGLISH) == expected


@pytest.mark.parametrize("text", ["+CDE", "+CDEFG", "+"])
def test_a_rack_of_new_tiles_has_the_usual_length(text):
    with pytest.raises(RackError):
        read_typed_rack(text, Placed(Board.empty(), rack("QUA")), tiles=ENGLISH, rules=RULES, round_number=1)


@pytest.mark.parametrize(
    ("rules", "text", "kept", "round_number"),
    [
        (FISE, "AEIOUBC", "", 1),
        (JOKER, "?EBCDFG", "EB", 1),
        (EIGHT, "AEBCDFGH", "", 1),
        (ROMANIAN, "ABCDFGH", "", 1),
        (NTSV, "AEBCDFG", "", 2),
    ],
    ids=lambda item: item.name if isinstance(item, RuleSet) else None,
)
def test_a_typed_rack_follows_the_rule_set(rules, text, kept, round_number):
    check_typed_rack(
        rack(text),
        board=Board.empty(),
        kept=rack(kept),
        tiles=ENGLISH,
        rules=rules,
        round_number=round_number,
    )


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        (FISE, "AEIOUAB", ("rack_one_sided", {"vowels": 6, "consonants": 1, "maximum": 5})),
        (JOKER, "AEBCDFG", ("rack_blanks", {"given": 0, "needed": 1})),
        (JOKER, "AEBCD??", ("rack_blanks", {"given": 2, "needed": 1})),
        (EIGHT, "AEBCDFG", ("rack_too_short", {"needed": 8, "given": 7})),
        (ROMANIAN, "BCDFGHJ", ("rack_not_valid", {"vowels": 0, "consonants": 7, "minimum": 1})),
    ],
    ids=lambda item: item.name if isinstance(item, RuleSet) else None,
)
def test_a_typed_rack_that_the_rule_set_refuses(rules, text, expected):
    assert refusal(text, rules=rules) == expected


def test_fise_a_blank_is_no_vowel_from_round_16():
    expected = ("rack_not_valid", {"vowels": 0, "consonants": 6, "minimum": 1})
    assert refusal("?BCDFGH", rules=FISE, round_number=16) == expected


def test_joker_the_last_racks_may_be_typed_without_the_second_blank():
    """If "AEB??" is left, the rack is A E B and one blank."""
    board = board_without("AEB??")
    assert not list(find_draw_problems(rack("AEB?"), Placed(board, ()), ENGLISH, JOKER))
    assert refusal("AEB", "AEB??", rules=JOKER) == ("rack_blanks", {"given": 0, "needed": 1})
    assert refusal("AE?", "AEB??", rules=JOKER, round_number=20) == (
        "rack_too_short",
        {"needed": 4, "given": 3},
    )


def test_a_rack_read_too_short_says_how_it_was_read():
    with pytest.raises(RackError) as caught:
        check_typed_rack(
            rack("TLCHALR", SPANISH), board=Board.empty(), kept=(), tiles=SPANISH, rules=RULES, round_number=1
        )
    assert str(caught.value).endswith(
        "read as T + L + CH + A + L + R; letters apart are written in brackets: [C][H]."
    )
    apart = rack("TL[C][H]ALR", SPANISH)
    assert len(apart) == 7


def test_typed_racks_are_refused_with_the_reason():
    assert refusal("AEBCDFGH") == ("rack_too_long", {"given": 8, "most": 7})
    assert refusal("AEBCDQQ") == ("rack_not_in_bag", {"letters": "Q"})
    assert refusal("AEB???C") == ("rack_not_in_bag", {"letters": "?"})
    assert refusal("AEBCDFG", kept="QUE") == ("rack_keeps_tiles", {"letters": "QU"})
    assert refusal("AEBCDF") == ("rack_too_short", {"needed": 7, "given": 6})
    assert refusal("AEB", "AEBC") == ("rack_too_short", {"needed": 4, "given": 3})
    assert refusal("ABCDFGH") == ("rack_not_valid", {"vowels": 1, "consonants": 6, "minimum": 2})
    assert refusal("AEIOU?A", redrawn=True) == (
        "rack_not_valid",
        {"vowels": 7, "consonants": 1, "minimum": 2},
    )
    assert refusal("BCD", "BCD", round_number=20) == ("no_valid_rack", {})
