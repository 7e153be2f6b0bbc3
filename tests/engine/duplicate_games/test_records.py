"""Game records: text round trip, and replay of whole games.

`records/english.json` is a whole game by the top, drawn from its seed; `records/french.json` is made by hand, with a
blank in parentheses, accents, whole redraws, and a round in which nobody could play.
"""

import dataclasses
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.duplicate_games.records import GameRecord, RecordRound, replay
from engine.errors import EngineError, RecordError
from engine.lexicon import load_lexicon
from engine.notation import CONVENTIONS, Move, RackRecord
from engine.racks.draw import draw_rack, end_reason
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import MoveRules, RackRules
from engine.tiles import BLANK_FLAG, load_tile_set, tile_set_names

FOLDER = Path(__file__).parents[1] / "records"
ENGLISH_GAME = GameRecord.from_json((FOLDER / "english.json").read_text(encoding="utf-8"))
FRENCH_GAME = GameRecord.from_json((FOLDER / "french.json").read_text(encoding="utf-8"))
ENGLISH = load_tile_set("english")
RULES = RuleSet()

records = st.builds(
    GameRecord,
    tiles=st.sampled_from(tile_set_names()),
    notation=st.sampled_from(CONVENTIONS),
    rounds=st.lists(
        st.builds(RecordRound, rack=st.text(), word=st.text(), ref=st.text(), score=st.integers()), max_size=3
    ).map(tuple),
    lexicon=st.none() | st.text(),
    seed=st.none() | st.text(),
    rules=st.sampled_from([load_rule_set(name) for name in rule_set_names()]),
)


class NoWords:
    def contains(self, cells, /):
        return False


def change_round(record, number, **values):
    """Return the record with one round changed."""
    rounds = list(record.rounds)
    rounds[number - 1] = dataclasses.replace(rounds[number - 1], **values)
    return dataclasses.replace(record, rounds=tuple(rounds))


def problems(record, lexicon=None):
    return {played.number: played.problem for played in replay(record, lexicon) if played.problem}


@given(records)
def test_records_read_back_as_printed(record):
    assert GameRecord.from_json(record.to_json()) == record
    assert GameRecord.from_json(record.to_line()) == record
    assert record.to_line().count("\n") == 1


def test_a_record_without_rules_is_classic():
    assert ENGLISH_GAME.rules == RULES


def test_a_record_names_its_rules_and_says_them_all():
    fisf = load_rule_set("fisf")
    written = json.loads(dataclasses.replace(FRENCH_GAME, rules=fisf).to_json())["rules"]
    assert written["name"] == "fisf"
    assert written["sanctions"]["free_warnings"] == 3
    assert RuleSet.from_data(written) == fisf


def test_a_whole_game_replays():
    played = list(replay(ENGLISH_GAME, None))
    assert len(played) == 27
    assert not any(item.problem for item in played)
    assert played[-1].total == sum(item.score for item in ENGLISH_GAME.rounds) == 846


def test_d8_a_whole_game_ends_when_all_tiles_are_played():
    board = Board.empty()
    for item in ENGLISH_GAME.rounds:
        board = board.place(Move.parse(item.ref, item.word, ENGLISH))
    assert end_reason(board=board, tiles=ENGLISH, rules=RULES, round_number=28) == "all_tiles_played"
    lying = Counter(0 if cell & BLANK_FLAG else cell for cell in board.cells if cell)
    assert lying == Counter(dict(enumerate(ENGLISH.counts)))


def test_the_racks_of_a_whole_game_come_from_its_seed():
    board, kept = Board.empty(), ()
    for number, item in enumerate(ENGLISH_GAME.rounds, start=1):
        drawn = draw_rack(
            board=board,
            kept=kept,
            tiles=ENGLISH,
            rules=RULES,
            round_number=number,
            seed=ENGLISH_GAME.seed,
        )
        assert drawn.record.text(ENGLISH) == item.rack
        before = Counter(board.cells)
        board = board.place(Move.parse(item.ref, item.word, ENGLISH))
        placed = Counter(board.cells) - before
        used = Counter()
        for cell, count in placed.items():
            used[0 if cell & BLANK_FLAG else cell] += count
        kept = tuple((Counter(drawn.rack) - used).elements())


def test_a_french_game_with_all_that_records_may_have_replays():
    assert [(item.found, item.total, item.problem) for item in replay(FRENCH_GAME, None)] == [
        (30, 30, None),
        (8, 38, None),
        (7, 45, None),
        (0, 45, None),
        (6, 51, None),
    ]


def test_a_round_that_nobody_could_play_may_be_left_out():
    rounds = FRENCH_GAME.rounds
    assert problems(dataclasses.replace(FRENCH_GAME, rounds=(*rounds[:3], *rounds[4:]))) == {}


def test_a_wrong_score_is_found_and_the_replay_goes_on():
    wrong = change_round(ENGLISH_GAME, 3, score=34)
    played = list(replay(wrong, None))
    assert problems(wrong) == {3: "The score is 33, not 34."}
    assert (played[2].said, played[2].found, played[2].total) == (34, 33, 73)
    assert played[-1].total == 846


def test_a_score_for_no_move_is_found():
    assert problems(change_round(FRENCH_GAME, 4, score=5)) == {4: "The score is 0, not 5."}


@pytest.mark.parametrize(
    ("number", "rack", "problem"),
    [
        (3, "NIO+XCREA", "The rack has 8 tiles, the most is 7."),
        (3, "NIO+XXRE", "Not enough left in the bag: X."),
        (3, "NI+XCREF", "Left-over tiles are missing from the rack: O."),
        (3, "NIXCREF", "Left-over tiles are missing from the rack: O."),
        (3, "NIOX+CRE", "The move before did not leave over: X."),
        (1, "MN+FIUWN", "The move before did not leave over: MN."),
        (7, "IIIFRHZ?", "The rack has 8 tiles, the most is 7."),
    ],
)
def test_a_rack_that_could_not_have_been_drawn_is_found(number, rack, problem):
    assert problem in problems(change_round(ENGLISH_GAME, number, rack=rack))[number]


def test_a_whole_redraw_needs_no_left_over_tiles():
    assert 3 not in problems(change_round(ENGLISH_GAME, 3, rack="-XCREEAI"))


def test_a_plain_rack_may_hold_the_left_over_tiles_anywhere():
    assert problems(change_round(ENGLISH_GAME, 3, rack="XONICRE")) == {}


def game(rules, *rounds):
    written = tuple(RecordRound(*line.split(), score) for line, score in rounds)
    written = tuple(RecordRound(item.rack, item.ref, item.word, item.score) for item in written)
    return GameRecord("english", "duplicate", written, rules=rules)


JOKER = RuleSet("joker", RackRules(blanks="joker"))


@pytest.mark.parametrize(
    ("rules", "rounds"),
    [
        # The blank of TRAiN lies as an I worth 1 in the second round under the joker, and is worth nothing otherwise.
        (JOKER, [("TRAN?EO H4 TRAiN", 10), ("EO+?SBCD H4 TRAINS", 6)]),
        (RULES, [("TRAN?EO H4 TRAiN", 10), ("EO+ISBCD H4 TRAiNS", 5)]),
        (load_rule_set("ntsv"), [("TRAN?EO H4 TRAiN", 10), ("AESBCD? H4 TRAINS", 6)]),
        (RuleSet("eight", RackRules(size=8), MoveRules(most_played=7)), [("TRAINSEO H4 TRAIN", 12)]),
    ],
    ids=["joker", "classic", "ntsv", "seven of eight"],
)
def test_a_game_replays_by_its_rules(rules, rounds):
    assert problems(game(rules, *rounds)) == {}


@pytest.mark.parametrize(
    ("rules", "rounds", "problem"),
    [
        (JOKER, [("TRANIEO H4 TRAIN", 12)], "Blanks on this rack: 0; there must be 1."),
        (
            load_rule_set("ntsv"),
            [("TRANIEO H4 TRAIN", 12), ("EO+ISBCD H4 TRAINS", 6)],
            "The move before did not leave over: EO.",
        ),
        (
            RuleSet("eight", RackRules(size=8), MoveRules(most_played=7)),
            [("STRAINER H1 STRAINER", 24)],
            "STRAINER plays 8 tiles; the most is 7.",
        ),
    ],
    ids=["joker", "ntsv", "seven of eight"],
)
def test_what_breaks_the_rules_of_the_record_is_found(rules, rounds, problem):
    assert problem in problems(game(rules, *rounds))[len(rounds)]


def test_a_letter_that_the_rack_lacks_is_found():
    assert problems(change_round(ENGLISH_GAME, 1, word="MUM", rack="MNFIUWN", score=16))[1].endswith(
        "Not on the rack: M."
    )


def test_words_are_looked_up_if_there_is_a_lexicon():
    found = problems(ENGLISH_GAME, NoWords())
    assert found[1] == "Not in the lexicon: FUM."
    assert found[6] == "Not in the lexicon: oUTRUNG, oW."
    assert len(found) == 27


def test_a_move_that_cannot_lie_ends_the_replay():
    played = list(replay(change_round(ENGLISH_GAME, 2, ref="A1"), None))
    assert [item.found for item in played] == [16, None]
    assert played[1].problem == "ENEW at A1 touches nothing on the board."
    assert played[1].total == 16


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"rack": "N1"}, "round 2: “N1” is not a rack"),
        ({"ref": "Q1"}, "round 2: Reference Q1 is off the board"),
        ({"ref": ""}, "round 2: “” is not a reference"),
        ({"word": "ÉN7W"}, "round 2: “7” in “ÉN7W” is not a letter"),
    ],
)
def test_a_round_that_cannot_be_read_is_named(values, reason):
    with pytest.raises(RecordError, match=reason) as caught:
        list(replay(change_round(ENGLISH_GAME, 2, **values), None))
    assert caught.value.code == "bad_record"


def test_a_reference_without_a_word_cannot_lie():
    assert problems(change_round(ENGLISH_GAME, 2, word="")) == {2: "There is no word."}


ROUND = {"rack": "AT", "word": "AT", "ref": "H8", "score": 4}
RECORD = {"tiles": "english", "notation": "duplicate", "rounds": [ROUND]}


def without(data, key):
    return {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "the record: it is no JSON object"),
        (without(RECORD, "tiles"), "the record: “tiles” is missing"),
        (without(RECORD, "notation"), "the record: “notation” is missing"),
        (without(RECORD, "rounds"), "the record: “rounds” is missing"),
        (RECORD | {"rounds": {}}, "the record: “rounds” must be a list"),
        (RECORD | {"notation": "chess"}, "the record: “notation” must be duplicate or english"),
        (RECORD | {"tiles": 1}, "the record: “tiles” must be a text"),
        (RECORD | {"tiles": "klingon"}, "no tile set “klingon”"),
        (RECORD | {"seed": 1}, "the record: “seed” must be a text"),
        (RECORD | {"rules": "classic"}, "the record: “rules” must be an object"),
        (RECORD | {"rules": {"rack": {"size": 0}}}, "Rule setting rack.size"),
        (RECORD | {"colour": "red"}, "the record: there is no key “colour”"),
        (RECORD | {"rounds": [ROUND, 7]}, "round 2: it is no JSON object"),
        (RECORD | {"rounds": [without(ROUND, "word")]}, "round 1: “word” is missing"),
        (RECORD | {"rounds": [ROUND | {"score": "4"}]}, "round 1: “score” must be a whole number"),
        (RECORD | {"rounds": [ROUND | {"score": True}]}, "round 1: “score” must be a whole number"),
        (RECORD | {"rounds": [ROUND | {"wrod": ""}]}, "round 1: there is no key “wrod”"),
    ],
)
def test_a_bad_record_names_the_place_and_the_reason(data, reason):
    with pytest.raises(EngineError, match=reason):
        GameRecord.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"a": ' + "1" * 5000 + "}", "\0", '"\ud800'])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(RecordError) as caught:
        GameRecord.from_json(text)
    assert caught.value.code == "bad_record"


def test_racks_of_the_records_read_back_as_printed():
    for item in ENGLISH_GAME.rounds:
        assert RackRecord.parse(item.rack, ENGLISH).text(ENGLISH) == item.rack


class TestWordsOfTheGame:
    RECORD = GameRecord("english", "duplicate", (), accepted=("ZZYZX",), refused=("HOUSE",))

    def test_are_read_back(self):
        assert GameRecord.from_json(self.RECORD.to_json()) == self.RECORD
        assert "accepted" not in GameRecord("english", "duplicate", ()).to_json()

    def test_make_the_lexicon_of_the_game(self):
        tiles, amended = load_tile_set("english"), self.RECORD.amend(load_lexicon("english"))
        assert amended.contains(tiles.encode_plain("ZZYZX"))
        assert not amended.contains(tiles.encode_plain("HOUSE"))

    @pytest.mark.parametrize("words", [["A"], ["A" * 16], [3], ["Ж"], ["HOUSE"]])
    def test_that_are_none_are_refused(self, words):
        data = json.loads(self.RECORD.to_json()) | {"accepted": words}
        with pytest.raises(EngineError):
            GameRecord.from_json(json.dumps(data))
