"""Positions as GCG: what is written reads back as the same game, and what a file had stays."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Position, Words
from engine.errors import RecordError, TurnError
from engine.formats.gcg import GcgGame
from engine.referee.gcg.reader import check
from engine.rules import (
    RuleSet,
)
from tests.lanes import quick

RECORDS = sorted((Path(__file__).parents[1] / "records" / "classic").glob("*.gcg"))
# Together they have turns of each kind, four players, and a game that is over.
SHOWN_BY_MOMENT = {"exchange_at_the_end", "four_players", "ten_a_play"}


def read_back(position, lexicon="english"):
    return Position.from_gcg(position.to_gcg(), lexicon)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_file_is_written_as_it_was_read(path):
    position = Position.from_gcg(path.read_bytes(), "english")
    read, written = (
        GcgGame.parse(data, position.tiles) for data in (path.read_bytes(), position.to_gcg().encode())
    )
    assert written.events == read.events
    # The racks at the end may stand anywhere in a file.
    for one, other in ((written.head, read.head), (written.end, read.end)):
        assert [each for each in one if "rack" not in each.keyword] == [
            each for each in other if "rack" not in each.keyword
        ]
    assert [player.nick for player in written.players] == [player.nick for player in read.players]
    assert read_back(position).to_cgp() == position.to_cgp()


@pytest.mark.repeats
@pytest.mark.parametrize(
    "path",
    quick(RECORDS, *(path for path in RECORDS if path.stem in SHOWN_BY_MOMENT)),
    ids=lambda path: path.stem,
)
def test_each_moment_of_a_game_reads_back(path):
    position = Position.from_gcg(path.read_bytes(), "english")
    while position.history:
        again = read_back(position)
        assert [str(turn) for turn in again.history] == [str(turn) for turn in position.history]
        assert (again.scores, again.board) == (position.scores, position.board)
        position.pop()


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 300), min_size=1, max_size=8), st.integers(1, 4), st.randoms())
def test_a_game_that_is_played_reads_back(chosen, players, random):
    position = Position.start(players=players, convention="english")
    without_score = 0  # more in succession would end the game
    for number in chosen:
        position.rack = "".join(random.sample(position.unseen, 7))
        moves = position.moves()
        if moves and (number % 7 or without_score):
            position.push(moves[number % len(moves)])
            without_score = 0
        else:
            position.push(("-", "-3", f"-{position.rack[:2]}")[number % 3])
            without_score += 1
        position.rack = ""
    again = read_back(position)
    assert (again.board, again.scores[:players]) == (position.board, position.scores)
    assert [str(turn) for turn in again.history if players > 1 or str(turn) != "-"] == [
        str(turn) for turn in position.history if players > 1 or str(turn) != "-"
    ]


def test_a_game_has_names_racks_and_its_lexicon():
    position = Position.start("english", players=["Ann  Lee", "Bo"])
    position.rack = "AINRTUU"
    position.push("H4 TRAIN")
    position.rack = "EIRSTU?"
    assert position.to_gcg().splitlines() == [
        "#character-encoding UTF-8",
        "#player1 Ann_Lee Ann Lee",
        "#player2 Bo Bo",
        "#lexicon english",
        "#tile-set english",
        ">Ann_Lee: AINRTUU 8D TRAIN +12 12",
        "#rack1 UU",
        "#rack2 EIRSTU?",
    ]
    assert Position.from_gcg(position.to_gcg()).racks == ("EIRSTU?", "UU")


def test_one_player_gets_an_opponent_who_passes():
    position = Position.start(rules=RuleSet.from_toml("rack.size = 8\nmoves.bonuses = { 7 = 50, 8 = 75 }"))
    position.rack = "AEGINRST"
    position.push(position.top()[0])
    assert position.scores == (141,)
    again = read_back(position)
    assert ([turn.score for turn in again.history], again.scores) == ([141, 0], (141, 0))


def test_a_game_goes_on_by_the_rules_of_its_file():
    rules = RuleSet.from_toml("rack.size = 8\nmoves.bonuses = { 7 = 50, 8 = 75 }")
    written = Position.start(players=["Ann", "Bo"], rules=rules)
    written.rack = "AEGINRST"
    written.push(written.top()[0])
    position = read_back(written)
    assert (position.rules.rack.size, position.rules.moves.bonuses) == (8, {7: 50, 8: 75})
    position.rack = "AEINRSTT"
    turn = position.push(position.top()[0])
    assert (turn.played, turn.score) == ("TEARSTIN", 26 + 75)
    checks = check(GcgGame.parse(position.to_gcg().encode(), position.tiles), position.tiles)
    assert [fault for checked in checks for fault in checked.faults] == []


@pytest.mark.parametrize("size", [1, 3, 5, 15])
def test_any_rack_size_of_a_file_makes_rules(size):
    text = f'#isotop-rules {{"rack_size": {size}}}\n#player1 A A\n#player2 B B\n>A: - +0 0\n'
    rules = Position.from_gcg(text, "english").rules
    assert (rules.rack.size, rules.moves.bonuses) == (size, {7: 50} if size >= 7 else {})


def test_what_stands_behind_a_turn_goes_with_it():
    text = (
        "#player1 A Ann\n#player2 B Bo\n#title Final\n>A: 8D TRAIN +12 12\n#note slow\n>A: -- -12 0\n"
        ">B: AEINRST 8D RETAINS +66 66\n>B: (challenge) +5 71\n>A: - +0 0\n#note sleeps\n"
    )
    position = Position.from_gcg(text, "english")
    lines = text.splitlines()
    known = ["#rack1 AINRT"]  # what came off the board is on the rack again
    assert position.to_gcg().splitlines()[1:] == [*lines, *known]
    position.pop()
    position.push("-")
    assert position.to_gcg().splitlines()[1:] == [*lines[:8], ">A: AINRT - +0 0", *known]
    position.pop()
    position.pop()
    assert position.to_gcg().splitlines()[1:] == [*lines[:6], *known, "#rack2 AEINRST"]


def test_letters_of_several_signs_are_written():
    position = Position.start(Words.of("CHICO", "spanish"))
    position.rack = "[CH]IOCC"
    position.push("H6 CHICO")
    again = read_back(position, Words.of("CHICO", "spanish"))
    assert (again.board, again.history[0].played) == (position.board, "CHICO")


def test_a_game_begins_with_the_empty_board():
    line = "/".join([*["15"] * 7, "3TRAIN7", *["15"] * 7])
    for begun in (f"{line} / 0/12 0", f"{line.replace('3TRAIN7', '15')} / 0/12 0"):
        with pytest.raises(RecordError) as caught:
            Position.from_cgp(begun, "english").to_gcg()
        assert caught.value.code == "gcg_begun"


@pytest.mark.parametrize("players", [[], ["A", "B", "C", "D", "E"], 0])
def test_a_game_has_one_to_four_players(players):
    with pytest.raises(TurnError):
        Position.start(players=players)
