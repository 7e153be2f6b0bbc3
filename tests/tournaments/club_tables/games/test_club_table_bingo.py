"""Bingo at a club table, called to its end over HTTP, with phones and on paper; after every act the state is checked by
somebody who does not use the engine.
"""

import random
from collections import Counter

import pytest

from tests.factories.club_tables import begin, open_table, sit_down
from tests.oracles.bingo import COUNTS, BingoCount, can_spell
from tests.oracles.scorer import english_words

pytestmark = [pytest.mark.server, pytest.mark.slow]


class Room:
    """A table of bingo in which everybody plays by the rules, and somebody else counts."""

    def __init__(self, desk, players, *, way, blanks="any"):
        self.desk, self.way = desk, way
        self.names = [f"Player {number}" for number in range(1, players + 1)]
        self.code, self.caller = open_table(desk, "bingo", way=way, blanks=blanks)
        if way == "phones":
            self.phones = sit_down(desk.site, self.code, *self.names)
        else:
            for name in self.names:
                assert self.caller.ask("seats/", {"name": name}).status == 201
        begin(self.caller)
        self.count = BingoCount(players, paper=way == "paper", blanks=blanks == "any")

    def seen(self):
        """Return the room's view: nobody's words before the end, and nobody's card ever."""
        game = self.caller.ask().json()["game"]
        assert game["card"] is None
        assert game["over"] or not any("words" in player for player in game["players"])
        return game

    def do(self, hand, player=None, **act):
        """Do an act that must be accepted; return the table as its player sees it."""
        said = act if player is None or self.way == "phones" else act | {"player": player}
        game = hand.done(**said)["game"]
        if act["act"] not in {"pick", "start"}:
            self.count.follow(act | ({} if player is None else {"player": player}), game)
        assert [one["score"] for one in game["players"]] == list(
            map(self.count.points, range(len(self.names)))
        )
        assert game["bag_count"] == 100 - len(self.count.calls)
        assert game["over"] == (self.count.winner is not None)
        if game["card"] is not None:
            struck = {
                (word, place)
                for word, letters in enumerate(game["card"])
                for place, letter in enumerate(letters)
                if letter["struck"]
            }
            assert struck == set(self.count.struck[player])
        return game

    def learn_words(self, player):
        card = self.phones[player].own()["game"]["card"]
        self.count.picked(player, ["".join(letter["letter"] for letter in word) for word in card])

    def strike(self, player):
        """Strike for the latest call, if the player can; a blank strikes the first open letter."""
        (tile, struck) = self.count.calls[-1], self.count.struck[player]
        for word, letters in enumerate(self.count.words[player]):
            for place, letter in enumerate(letters):
                fits = letter == tile or (tile == "?" and self.count.blanks)
                if fits and (word, place) not in struck:
                    return self.do(self.phones[player], player, act="strike", word=word, place=place)
        return None


def pairs(number):
    """Return pairs of words that the set can spell without blanks."""
    words = sorted(word for word in english_words() if len(word) == 7)
    chance, found = random.Random(number), []
    while len(found) < number:
        pair = chance.sample(words, 2)
        if can_spell(pair, COUNTS, blanks=False):
            found.append(pair)
    return found


@pytest.mark.parametrize(("players", "blanks"), [(3, "any"), (3, "nothing"), (60, "any")])
def test_with_phones(desk, players, blanks):
    room = Room(desk, players, way="phones", blanks=blanks)
    written, phones = pairs(2), room.phones
    phones[0].done(act="pick", words=[word.lower() for word in written[0]])
    assert phones[1].act(act="pick", words=[written[0][0], "XYZZYXQ"]).json()["rule"] == "V11"
    three_j = phones[1].act(act="pick", words=["PYJAMAS", "JUJITSU"]).json()
    assert three_j["detail"].endswith("without blanks: there are not enough of J.")
    phones[1].done(act="pick")
    assert phones[0].act(act="call").json()["code"] == "bingo_caller"
    room.caller.done(act="start")
    for player in range(players):
        room.learn_words(player)
    assert room.count.words[0] == written[0]
    game = room.seen()
    while not game["over"] and game["bag_count"]:
        room.do(room.caller, act="call")
        game = room.seen()
        for player in range(players):
            game = room.strike(player) or game
            if room.count.is_through(player):
                break
        else:
            continue
        refused = phones[player - 1].act(act="claim").json()
        assert refused["code"] == "bingo_claim_wrong"
        game = room.do(phones[player], player, act="claim")
    winner = room.count.winner
    assert winner is not None, "with all tiles called everybody is through"
    assert game["winners"] == [winner]
    assert [player["words"] for player in game["players"]] == room.count.words
    assert room.caller.act(act="call").json()["code"] == "bingo_over"


def test_a_strike_is_taken_back_for_a_better_one_and_nobody_acts_for_another(desk):
    room = Room(desk, 2, way="phones")
    for phone in room.phones:
        phone.done(act="pick")
    for player in (0, 1):
        room.learn_words(player)
    struck = None
    while struck is None:
        room.do(room.caller, act="call")
        struck = room.strike(0)
    ((word, place),) = room.count.struck[0]
    room.do(room.phones[0], 0, act="unstrike", word=word, place=place)
    room.do(room.phones[0], 0, act="strike", word=word, place=place)
    answer = room.phones[1].act(act="strike", word=word, place=place, player=0)
    assert answer.json()["code"] == "not_your_seat"
    assert room.caller.act(act="claim", player=0).json()["code"] == "not_your_seat"


def test_on_paper_claims_are_checked_by_the_words_of_the_card(desk):
    room, chance = Room(desk, 4, way="paper"), random.Random(4)
    cards = pairs(4)
    game = room.seen()
    while not game["over"]:
        left = sorted((COUNTS - Counter(room.count.calls)).elements())
        drawn = {"tile": chance.choice(left)} if chance.random() < 0.5 else {}
        game = room.do(room.caller, act="call", **drawn)
        assert game["calls"][-1] == drawn.get("tile", game["calls"][-1])
        for player, words in enumerate(cards):
            claim = {"act": "claim", "words": words}
            if can_spell(words, Counter(game["calls"]), blanks=True):
                game = room.do(room.caller, player, **claim)
                break
            if game["bag_count"] % 10 == 0:
                assert room.caller.act(player=player, **claim).json()["code"] == "bingo_claim_wrong"
    assert game["winners"] == [room.count.winner]


def test_nobody_claims(desk):
    room = Room(desk, 2, way="paper")
    assert room.caller.act(act="end").json()["code"] == "bingo_not_over"
    for _ in range(100):
        room.do(room.caller, act="call")
    assert room.caller.act(act="call").json()["code"] == "bingo_bag_empty"
    assert room.caller.done(act="end")["game"]["winners"] == []
