"""Acts that the referee refuses, each with its rule and code."""

import pytest

from engine.errors import EngineError
from engine.referee import apply
from tests.engine.referee.playing import settings
from tests.engine.referee.rule_cases import GOOD, TRAIN, VOID, case
from tests.engine.referee.table import act_of, add_tiles, late, play_script, start

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
    case("C5", "after the last tile", late("", "E", "OO"), [add_tiles("A", "E")], "B pass", "turn_after_out"),
    case("C5", "after two passes each", start(), ["A pass", "B pass"] * 2, "A pass", "turn_after_passes"),
    case("C5", "in the middle", start(), [TRAIN], "end", "end_not_yet"),
    case("C5", "agreed while tiles can be exchanged", start(), [TRAIN], "end agreed", "end_may_exchange"),
    case("C5", "after the end", late("", "E", "OO"), [add_tiles("A", "E"), "end"], "end", "game_over"),
    case("C5", "a challenge after the end", late("", "E", "OO"), [add_tiles("A", "E"), "end"], "B upholds",
         "game_over"),
    case("C5", "after six zeros", start(settings=settings(scoreless_turns=2)), ["A pass", "B exchange 1"], "A pass",
         "turn_after_zeros"),
    case("C6", "racks not known", start(), ["A pass", "B pass"] * 2, "end", "rack_unknown"),
    case("T1", "overtime for nothing", start(), [], "A overtime 0", "overtime_without_points"),
    case("T1", "overtime of half a minute", start(), [], "A overtime 15", "overtime_by_the_minute"),
    case("T1", "overtime that is a gift", start(), [], "A overtime -10", "overtime_without_points"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "what", "state", "script", "act", "code"), REFUSED)
def test_refused(rule, what, state, script, act, code):
    state = play_script(state, *script)
    with pytest.raises(EngineError) as caught:
        apply(state, act_of(act))
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("rule", "what", "act"),
    [case("B4", "the word", "B 8F HORNE"), case("B4", "a word across it", "B J8 SO")],
)
def test_where_words_are_looked_up_each_word_made_must_be_good(rule, what, act):
    state = play_script(start(settings=VOID), "A 8F HORN", lexicon=GOOD)
    with pytest.raises(EngineError) as caught:
        apply(state, act_of(act), GOOD)
    assert (caught.value.code, caught.value.rule) == ("not_in_lexicon", rule)
    assert play_script(state, act, lexicon=None).board != state.board  # without a lexicon nothing is checked
