"""Each way to play, played to its end by scripted players over HTTP; after every act the state is checked by somebody
who does not use the engine.
"""

import random
from collections import Counter

import pytest

from engine.board import Board
from engine.lexicon import load_lexicon
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.factories.club_tables import begin, open_table, sit_down
from tests.oracles import removals
from tests.oracles.referee_count import COUNTS, points_of
from tests.oracles.scorer import duplicate_reference

pytestmark = [pytest.mark.server, pytest.mark.slow]
ENGLISH = load_tile_set("english")


def sat(desk, mode, *names, **options):
    """Return a table that has begun, and its players."""
    code, _keeper = open_table(desk, mode, **options)
    players = sit_down(desk.site, code, *names)
    begin(players[0])
    return players


# --- Classic ----------------------------------------------------------------------------------------------------------


def best_moves(game):
    """Return the moves that a good player finds: the engine plays, and does not check."""
    rows = ["".join(token or "." for token in row) for row in game["board"]]
    board = Board.from_rows(rows, ENGLISH)
    rack = ENGLISH.encode_rack("".join(tile["tile"] for tile in game["rack"]))
    found = all_moves(board, rack, load_lexicon("english"), ENGLISH)
    return [scored.move.text(ENGLISH, "english") for scored in found]


class ClassicCheck:
    """The board, the scores and all hundred tiles, kept by hand."""

    def __init__(self, players):
        self.players = players
        self.board, self.scores = {}, [0] * len(players)

    def placed(self, player, ref, word):
        points, _words, good = points_of(self.board, word, duplicate_reference(ref))
        assert good
        row, column = (
            int("".join(filter(str.isdigit, ref))) - 1,
            "ABCDEFGHIJKLMNO".index("".join(filter(str.isalpha, ref))),
        )
        step = (0, 1) if ref[0].isdigit() else (1, 0)
        for at, letter in enumerate(word):
            self.board.setdefault((row + at * step[0], column + at * step[1]), letter)
        self.scores[player] += points

    def check(self):
        own = [player.own()["game"] for player in self.players]
        racks = [[tile["tile"] for tile in game["rack"]] for game in own]
        for game in own:
            assert removals.board_of(game["board"]) == self.board
            assert [player["held"] for player in game["players"]] == list(map(len, racks))
        lying = Counter("?" if letter.islower() else letter for letter in self.board.values())
        out = lying + sum(map(Counter, racks), Counter())
        assert not out - COUNTS
        assert own[0]["bag"] == (COUNTS - out).total()
        if not own[0]["over"]:
            assert [player["score"] for player in own[0]["players"]] == self.scores
        return own, racks


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Cy", "Di")])
def test_classic(desk, names):
    players = sat(desk, "classic", *names)
    check, chance = ClassicCheck(players), random.Random(len(names))
    own, racks = check.check()
    while not own[0]["over"]:
        if own[0]["is_ending"]:
            doubter = own[0]["doubters"][0]
            players[doubter].done(act="accept")
        elif moves := best_moves(own[mover := own[0]["to_move"]]):
            ref, word = moves[min(chance.randrange(4), len(moves) - 1)]
            players[mover].done(act="place", ref=ref, word=word)
            check.placed(mover, ref, word)
        else:
            players[mover].done(act="pass")
        own, racks = check.check()
    left = [sum(removals.POINTS.get(tile, 0) for tile in rack) for rack in racks]
    final = [
        score + sum(left) if not rack else score - lost
        for score, rack, lost in zip(check.scores, racks, left, strict=True)
    ]
    assert [player["score"] for player in own[0]["players"]] == final
    assert own[0]["winners"] == [number for number, score in enumerate(final) if score == max(final)]
    assert players[0].act(act="pass").json()["code"] == "game_over"


# --- Un-Scrabble (V10) ------------------------------------------------------------------------------------------------


def test_unscrabble(desk):
    players = sat(desk, "unscrabble", "Ann", "Bob", "Cy")
    game, chance, totals = players[0].own()["game"], random.Random(1), [0, 0, 0]
    while not game["over"]:
        board = removals.board_of(game["board"])
        possible = sorted(map(sorted, removals.all_removals(board)))
        assert possible, "the game goes on without a removal"
        (mover,) = game["waits_for"]
        taken = max(possible, key=len) if chance.random() < 0.7 else chance.choice(possible)
        game = players[mover].done(act="remove", squares=list(map(removals.name_of, taken)))["game"]
        totals[mover] += removals.value(board, taken)
        left = {square: letter for square, letter in board.items() if square not in taken}
        assert removals.board_of(game["board"]) == left
        assert [player["score"] for player in game["players"]] == totals
    assert not removals.all_removals(removals.board_of(game["board"]))
    assert game["winners"] == [number for number, total in enumerate(totals) if total == max(totals)]
