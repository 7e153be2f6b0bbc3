"""Racks that an annotator wrote wrong: remarks that keep the game, apart from the faults that do not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.formats.gcg import EventKind
from engine.referee import Rack, replay, state_of
from engine.referee.gcg.reader import check, from_gcg
from engine.referee.gcg.settings import infer_settings
from engine.tiles import load_tile_set
from tests.engine.referee.test_referee_games import RESULTS, parse, text_of

ENGLISH = load_tile_set("english")
HEAD = "#player1 A Ann\n#player2 B Bo\n"
KEEPS = "Left-over tiles are missing from the rack: {}."


def found_in(text):
    """Return what a check finds, by line: faults, remarks and the lines whose racks are wrong."""
    return {
        checked.event.line: (
            [str(fault) for fault in checked.faults],
            [str(remark) for remark in checked.remarks],
            checked.wrong_racks,
        )
        for checked in check(parse(text), ENGLISH)
        if checked.faults or checked.remarks
    }


@pytest.mark.parametrize(
    ("events", "line", "remark", "wrong"),
    [
        pytest.param(
            ">A: AEINRTX 8D TRAIN +12 12\n>B: - +0 0\n>A: AABCDGO - +0 12\n",
            5,
            KEEPS.format("EX"),
            {3},
            id="left-over tiles are missing: the rack before is wrong",
        ),
        pytest.param(
            ">A: AEINRTT 8D TRAIX +26 26\n",
            3,
            "Not on the rack: X.",
            {3},
            id="the rack lacks a tile that is played",
        ),
        pytest.param(">A: QQQ - +0 0\n", 3, "Not enough left in the bag: QQ.", {3}, id="more than there are"),
        pytest.param(
            ">A: UNKNOWNS - +0 0\n",
            3,
            "The rack has 8 tiles, the most is 7.",
            {3},
            id="more than a rack holds",
        ),
        pytest.param(
            ">A: AEINRTT - +0 0\n>B: - +0 0\n>A: 8D TRAIX +26 26\n",
            5,
            "Not on the rack: X.",
            {3},
            id="a turn without a rack plays what the rack before lacks",
        ),
    ],
)
def test_a_rack_that_contradicts_the_game_is_a_remark(events, line, remark, wrong):
    faults, remarks, lines = found_in(HEAD + events)[line]
    assert not faults
    assert remarks[0] == remark
    assert lines == wrong
    game = from_gcg(parse(HEAD + events), ENGLISH)
    assert state_of(game).scores == (parse(events).events[-1].total, 0)


def test_a_rack_at_the_break_that_contradicts_the_game_is_left_out():
    game = from_gcg(parse(HEAD + ">A: AEINRST 8D RETAINS +66 66\n#rack1 AB\n#rack2 QQ\n"), ENGLISH)
    assert [act.player for act in game.acts if isinstance(act, Rack)] == [0, 0]


@pytest.mark.parametrize(
    ("events", "line", "fault"),
    [
        (">A: AEINRTX 8D TRAIN +13 13\n", 3, "The score is 12, not 13."),
        (">A: AEINRTX 8D TRAIN +12 11\n", 3, "The total is 12, not 11."),
        (">A: AEINRTX 8D TRAIN +12 12\n>A: EX 9H EX +9 21\n", 4, "It is the turn of Bo."),
    ],
)
def test_a_score_or_turn_that_cannot_be_is_a_fault(events, line, fault):
    assert fault in found_in(HEAD + events)[line][0]


@pytest.mark.slow
@settings(max_examples=25)
@given(st.sampled_from(sorted(RESULTS)), st.data())
def test_a_game_keeps_its_scores_whatever_the_racks_say(name, data):
    """Other letters in any of the racks of a valid game change neither a score nor the end."""
    game = parse(text_of(name))
    lines = text_of(name).splitlines()
    with_racks = [event for event in game.events if event.rack and event.kind is not EventKind.WITHDRAWN]
    for event in data.draw(st.lists(st.sampled_from(with_racks), min_size=1, max_size=3)):
        nick, _rack, *others = lines[event.line - 1].split()
        letters = data.draw(st.text("ABEIQSTUZ?", min_size=1, max_size=9))
        lines[event.line - 1] = " ".join([nick, letters, *others])
    text = "\n".join(lines)
    assert not any(faults for faults, _remarks, _lines in found_in(text).values())
    read = from_gcg(parse(text), ENGLISH)
    assert list(replay(read))[-1].after.scores == RESULTS[name]


@pytest.mark.parametrize(
    ("events", "inferred"),
    [
        ("", {}),
        (">B: (challenge) +5 5\n>B: ABCDEFG - +0 5\n", ("points", 5, "gained")),
        (">B: (challenge) -10 -10\n>B: ABCDEFG - +0 -10\n", ("points", 10, "lost")),
        (">B: (challenge) +0 0\n>B: - +0 0\n", ("double",)),
        (">B: (challenge) +0 0\n>B: ABCDEFG 7G OE +9 9\n", ("single",)),
    ],
)
def test_the_price_of_a_challenge_is_inferred_where_one_failed(events, inferred):
    settings = infer_settings(parse(HEAD + ">A: AEINRTX 8D TRAIN +12 12\n" + events), ENGLISH)
    assert tuple(settings.values()) == tuple(inferred)
    assert all(name.startswith("challenge") for name in settings)


def test_nothing_is_inferred_from_a_file_that_states_its_rules():
    assert infer_settings(parse(text_of("twice_the_tiles_left")), ENGLISH) == {}
    other = "\n".join(
        line for line in text_of("twice_the_tiles_left").splitlines() if not line.startswith("#isotop-rules")
    )
    assert infer_settings(parse(other), ENGLISH)["final_adjustment"] == "double"


def test_an_end_where_only_the_loser_loses_lacks_a_line():
    lines = (
        text_of("double").replace(">Ann_Marsh: (NO) +2 309\n", "").replace("-10 299", "-10 297").splitlines()
    )
    text = "\n".join(line for line in lines if not line.startswith("#isotop-rules"))
    faults, _remarks, _wrong = found_in(text)[len(text.splitlines())]
    assert faults == ["The line with +2 for Ann_Marsh is missing, for the tiles left."]
    with pytest.raises(RecordError, match=r"The line with \+2 for Ann_Marsh is missing"):
        from_gcg(parse(text), ENGLISH)


def test_tiles_left_that_nobody_can_hold_are_no_part_of_the_game():
    text = text_of("double").replace(">Bo: NO (NO) -2", ">Bo: NO (NNNNNNNN) -2")
    assert found_in(text)
    assert state_of(from_gcg(parse(text), ENGLISH)).scores == RESULTS["double"]


def test_a_turn_against_tiles_that_came_back_without_a_rack_is_a_fault():
    events = ">A: 8D RETAINS +66 66\n>A: -- -66 0\n>B: 8G CAT +10 10\n>A: 9F OXEN +44 44\n"
    assert found_in(HEAD + events)[6][0] == ["Not on the rack: OX."]
