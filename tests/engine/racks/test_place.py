"""The board and the kept tiles after a placed move; whole games of draws and placements."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.notation import Move, Reference
from engine.racks.draw import Placed, bag, draw_rack, is_valid_rack, place
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.rules.rule_settings import MoveRules, RackRules
from engine.scoring import ScoredMove, score_move
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")
RULES = RuleSet()
FISE, NTSV, ROMANIAN = map(load_rule_set, ("fise", "ntsv", "romanian"))
JOKER = RuleSet("joker", RackRules(blanks="joker"))
EIGHT = RuleSet("7 of 8", RackRules(size=8), MoveRules(most_played=7))


def rack(text):
    return ENGLISH.encode_rack(text)


def place_move(text, reference, word, rules, board=None):
    """Place a move with that rack; return the board and the kept tiles as text."""
    board = board or Board.empty()
    scored = score_move(board, Move.parse(reference, word, ENGLISH), ENGLISH)
    now = place(board=board, rack=rack(text), scored=scored, tiles=ENGLISH, rules=rules)
    return "".join(now.board.rows(ENGLISH)).strip("."), ENGLISH.decode_rack(now.kept)


@pytest.mark.parametrize(
    ("rules", "text", "word", "lies", "kept"),
    [
        (RULES, "TRANEI?", "TRAiN", "TRAiN", "EI"),
        (RULES, "AABTRAI", "TRA", "TRA", "ABAI"),
        (NTSV, "TRANEI?", "TRAiN", "TRAIN", ""),
        (NTSV, "TRNEI??", "TRaiN", "TRAIN", ""),
        (NTSV, "ZEAL??B", "zEAz", "ZEAz", ""),
        (JOKER, "TRANEI?", "TRAiN", "TRAIN", "EI"),
        (JOKER, "TRAINE?", "TRAIN", "TRAIN", "E?"),
        (JOKER, "ZEALBC?", "zEAL", "zEAL", "ZBC"),
        (JOKER, "ZEALBC?", "ZEAl", "ZEAL", "LBC"),
    ],
    ids=lambda item: item.name if isinstance(item, RuleSet) else None,
)
def test_d6_what_lies_and_what_stays(rules, text, word, lies, kept):
    """The only Z comes in place of a blank if it went back into the bag, and not if it stays on the rack."""
    assert place_move(text, "H8", word, rules) == (lies, kept)


def test_joker_a_blank_that_is_stuck_brings_the_other_one():
    board, kept = place_move("ZEALBC?", "H8", "zEAL", JOKER)
    assert (board, kept) == ("zEAL", "ZBC")
    drawn = draw_rack(
        board=Board.empty().place(Move.parse("H8", "zEAL", ENGLISH)),
        kept=rack("ZBC"),
        tiles=ENGLISH,
        rules=JOKER,
        round_number=2,
        seed="s",
    )
    assert drawn.rack.count(BLANK) == 1


def test_joker_blanks_that_lie_on_the_board_stay():
    """Only the blank that was just played comes back."""
    board = Board.empty().place(Move.parse("H8", "zOO", ENGLISH))
    assert place_move("SAT?BCD", "11H", "aT", JOKER, board)[0].startswith("zOO")
    assert place_move("SAT?BCD", "11H", "aT", NTSV, board)[0].startswith("zOO")


@pytest.mark.parametrize("rules", [RULES, FISE, NTSV, ROMANIAN, JOKER, EIGHT], ids=lambda rules: rules.name)
@given(choices=st.lists(st.integers(0, 10**6), min_size=8, max_size=8), seed=st.text("ab", max_size=8))
def test_no_tile_is_made_or_lost_in_a_game(rules, choices, seed):
    """Moves use any tiles of the rack, blanks as any letters, one row each."""
    now = Placed(Board.empty(), ())
    whole = Counter(dict(enumerate(ENGLISH.counts)))
    for number, choice in enumerate(choices, start=1):
        drawn = draw_rack(
            board=now.board, kept=now.kept, tiles=ENGLISH, rules=rules, round_number=number, seed=seed
        )
        lying = Counter(BLANK if cell & BLANK_FLAG else cell for cell in now.board.cells if cell)
        left = bag(now.board, drawn.rack, ENGLISH)
        assert Counter(dict(enumerate(left))) + Counter(drawn.rack) + lying == whole
        assert len(drawn.rack) == rules.rack.size
        assert is_valid_rack(drawn.rack, ENGLISH, rules.rack.validity(number))
        if drawn.rejected:
            assert drawn.kept == ()
        else:
            assert drawn.kept == now.kept
        if rules.rack.blanks == "joker":
            assert drawn.rack.count(BLANK) == min(1, 2 - lying[BLANK])
        played = drawn.rack[: 1 + choice % len(drawn.rack)]
        word = tuple(tile or (1 + choice % 26) | BLANK_FLAG for tile in played)
        move = ScoredMove(Move(Reference.parse(f"{'ABCDEFGH'[number - 1]}1"), word), 0, played)
        now = place(board=now.board, rack=drawn.rack, scored=move, tiles=ENGLISH, rules=rules)
        if not rules.rack.left_overs_kept:
            assert now.kept == ()
        else:
            assert Counter(now.kept) == Counter(drawn.rack) - Counter(played)
