"""Bingo and solitaire at club tables, played to their ends over HTTP; every act is counted a second time."""

from itertools import count

import pytest

from engine.board import Board
from engine.lexicon import load_lexicon
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.factories.club_tables import begin, open_table, sit_down
from tests.oracles.bingo import BingoCount
from tests.oracles.solitaire import OpenCount, RacksCount

pytestmark = [pytest.mark.server, pytest.mark.slow]
ENGLISH = load_tile_set("english")


# --- Bingo (V11) ------------------------------------------------------------------------------------------------------


class Club:
    """A bingo on phones: what everybody is shown after an act is compared with the second count."""

    def __init__(self, desk, *names):
        code, self.caller = open_table(desk, "bingo")
        self.players = sit_down(desk.site, code, *names)
        begin(self.players[0])
        self.count = BingoCount(len(names), paper=False, blanks=True)

    def done(self, who, **act):
        seen = who.done(**act)["game"]
        if who in self.players:
            act["player"] = self.players.index(who)
        self.count.follow(act, seen)
        points = [self.count.points(player) for player in range(len(self.players))]
        assert [player["score"] for player in seen["players"]] == points
        return seen

    def card(self, player):
        return self.players[player].own()["game"]["card"]

    def words_are_told(self):
        for player in range(len(self.players)):
            words = ["".join(square["letter"] for square in word) for word in self.card(player)]
            self.count.picked(player, words)

    def strike(self, player):
        """Strike the first possible letter, if there is one: a call strikes one."""
        squares = [(word, place) for word in range(2) for place in range(7)]
        card = self.card(player)
        found = next(((word, place) for word, place in squares if card[word][place]["can"]), None)
        if found:
            self.done(self.players[player], act="strike", word=found[0], place=found[1])


def test_bingo_to_its_end(desk):
    club = Club(desk, "Ann", "Bob")
    ann, bob = club.players
    assert bob.act(act="call").json()["code"] == "bingo_caller"
    assert ann.act(act="pick", words=["RETAINS", "XYZZYXX"]).json()["code"] == "bingo_not_in_lexicon"
    club.done(ann, act="pick", words=["RETAINS", "TRAINED"])
    assert club.caller.act(act="call").json()["code"] == "bingo_not_picked"
    club.done(club.caller, act="start")
    club.words_are_told()
    assert "RETAINS" not in str(bob.own())
    assert ann.act(act="claim").json()["code"] == "bingo_claim_wrong"
    while not club.count.is_through(0):
        club.done(club.caller, act="call")
        club.strike(0)
    seen = club.done(ann, act="claim")
    assert seen["winners"] == [0]
    assert seen["players"][0]["words"] == ["RETAINS", "TRAINED"]
    assert club.caller.act(act="call").json()["code"] == "bingo_over"


def test_bingo_with_printed_cards_is_called_by_the_program_or_by_hand(desk):
    code, caller = open_table(desk, "bingo", way="paper")
    for name in ("Ann", "Bob"):
        assert caller.ask("seats/", {"name": name}).status == 201
    begin(caller)
    caller.done(act="call")
    for tile in "RETAINSTRAINE":
        left = caller.own()["game"]["bag"]
        if left.get(tile):
            caller.done(act="call", tile=tile)
    claim = {"act": "claim", "player": 1, "words": ["RETAINS", "TRAINED"]}
    if "D" not in caller.own()["game"]["calls"]:
        assert caller.act(**claim).json()["code"] == "bingo_claim_wrong"
        caller.done(act="call", tile="D")
    assert caller.done(**claim)["game"]["winners"] == [1]
    assert code


# --- Solitaire (V12) --------------------------------------------------------------------------------------------------


def best_of(seen, rack):
    board = Board.from_rows(["".join(token or "." for token in row) for row in seen["board"]], ENGLISH)
    moves = all_moves(board, ENGLISH.encode_rack(rack), load_lexicon("english"), ENGLISH)
    return moves[0].move.text(ENGLISH, seen["notation"]) if moves else None


def alone(desk, form):
    code, _keeper = open_table(desk, "solitaire", form=form)
    [player] = sit_down(desk.site, code, "Ann")
    begin(player)
    return player


@pytest.mark.parametrize("form", ["one_rack", "two_racks"])
def test_solitaire_on_racks_to_its_end(desk, form):
    player = alone(desk, form)
    seen = player.own()["game"]
    check = RacksCount(seen)
    while not seen["over"]:
        if move := best_of(seen, seen["racks"][seen["to_move"]]["tiles"]):
            act = {"act": "place", "ref": move[0], "word": move[1]}
        else:
            act = {"act": "end" if form == "one_rack" else "pass"}
        seen = player.done(**act)["game"]
        check.follow(act, seen)
    assert seen["winners"] is not None
    assert player.act(act="end").json()["code"] == "solitaire_over"


def test_the_open_construction(desk):
    player, check = alone(desk, "open"), OpenCount()
    seen = player.own()["game"]
    for number in count(1):
        left = sorted("".join(tile * count for tile, count in seen["left"].items()))
        move = best_of(seen, "".join(left[:: max(1, len(left) // 7)][:7]))
        if move is None:
            break
        seen = player.done(act="place", ref=move[0], word=move[1])["game"]
        check.check(seen)
        if number % 5 == 0:
            seen = player.done(act="take_back")["game"]
            check.check(seen)
            move = best_of(seen, "".join(left[-7:]))
            assert move
            seen = player.done(act="place", ref=move[0], word=move[1])["game"]
            check.check(seen)
    assert player.done(act="end")["game"]["winners"] == [0]
