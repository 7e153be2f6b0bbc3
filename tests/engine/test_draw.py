"""Draws, rack validity and the end of the game."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import SQUARES, Board
from engine.draw import bag, check_typed_rack, draw_rack, end_reason, is_over, is_valid_rack, unseen
from engine.errors import RackError
from engine.notation import Move
from engine.rules import RuleSet
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")
FRENCH = load_tile_set("french")
RULES = RuleSet()


def rack(text, tiles=ENGLISH):
    return tiles.encode_rack(text)


def board_without(text, tiles=ENGLISH):
    """A board on which lie all tiles of the set but these."""
    left = Counter(rack(text, tiles))
    lying = []
    for tile, count in enumerate(tiles.counts):
        cell = tile or (tiles.encode("E")[0] | BLANK_FLAG)
        lying += [cell] * (count - left[tile])
    return Board(bytes(lying) + bytes(SQUARES - len(lying)))


def draw(text="", *, kept="", round_number=1, seed="s", attempt=0, tiles=ENGLISH, rules=RULES):
    """A draw from a bag with those tiles left, kept ones included; from the full bag by default."""
    return draw_rack(
        board=board_without(text, tiles) if text else Board.empty(),
        kept=rack(kept, tiles),
        tiles=tiles,
        rules=rules,
        round_number=round_number,
        seed=seed,
        attempt=attempt,
    )


def reason(text, round_number=1, tiles=ENGLISH, rules=RULES):
    board = board_without(text, tiles)
    found = end_reason(board=board, tiles=tiles, rules=rules, round_number=round_number)
    assert is_over(board=board, tiles=tiles, rules=rules, round_number=round_number) is (found is not None)
    return found


def refusal(text, unseen_tiles="", kept="", round_number=1, **settings):
    with pytest.raises(RackError) as caught:
        check_typed_rack(
            rack(text),
            board=board_without(unseen_tiles) if unseen_tiles else Board.empty(),
            kept=rack(kept),
            tiles=ENGLISH,
            rules=RULES,
            round_number=round_number,
            **settings,
        )
    return caught.value.code, caught.value.params


@pytest.mark.parametrize(
    ("text", "minimum", "valid"),
    [
        ("AEBCDFG", 2, True),
        ("AEIOUBC", 2, True),
        ("ABCDFGH", 2, False),
        ("AEIOUAB", 2, False),
        ("ABCDFGH", 1, True),
        ("BCDFGHJ", 1, False),
        ("?ABCDFG", 2, True),
        ("?AEIOUB", 2, True),
        ("??BCDFG", 2, True),
        ("??", 1, True),
        ("?A", 1, True),
        ("?", 1, False),
        ("YBCDFGA", 2, False),
        ("", 0, True),
        ("", 1, False),
    ],
)
def test_d3_rack_validity(text, minimum, valid):
    assert is_valid_rack(rack(text), ENGLISH, minimum) is valid


@pytest.mark.parametrize(
    ("text", "minimum", "valid"),
    [
        ("YBCDFGA", 2, True),
        ("YEIOUAB", 2, True),
        ("YY", 1, True),
        ("Y", 1, False),
        ("Y?AB", 2, True),
        ("YAB", 2, False),
    ],
)
def test_d3_french_y_is_either_but_never_both_at_once(text, minimum, valid):
    assert is_valid_rack(rack(text, FRENCH), FRENCH, minimum) is valid


def test_d2_a_draw_refills_what_was_kept():
    drawn = draw(kept="QUE", seed="refill")
    assert drawn.kept == rack("QUE")
    assert len(drawn.drawn) == 4
    assert drawn.record.text(ENGLISH).startswith("QUE+")


def test_d3_an_invalid_rack_goes_back_whole():
    drawn = draw(kept="BCDFGH", round_number=2)
    assert drawn.rejected[0][:6] == rack("BCDFGH")
    assert not any(is_valid_rack(thrown, ENGLISH, 2) for thrown in drawn.rejected)
    assert is_valid_rack(drawn.rack, ENGLISH, 2)
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
        assert is_valid_rack(drawn.rack, ENGLISH, RULES.minimum(round_number))
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
    free = RuleSet(minimum_early=0, minimum_late=0)
    assert reason("B", rules=free) is None
    assert reason("", rules=free) == "all_tiles_played"
    assert draw("B", rules=free).rack == rack("B")


def test_d8_one_french_y_alone_is_no_rack():
    assert reason("Y", 20, FRENCH) == "no_valid_rack"


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
