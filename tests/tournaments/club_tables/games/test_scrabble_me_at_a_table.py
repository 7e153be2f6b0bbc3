"""Scrabble Me played to its end over HTTP by scripted players; after every act, all screens are checked by somebody who
does not use the engine (RULES V13).
"""

import random
import time
import uuid

import pytest

from engine.board import Board
from engine.lexicon import load_lexicon
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.factories.club_tables import begin, open_table, sit_down
from tests.http_client import Desk
from tests.oracles.scrabble_me import Count, letters, put
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]
ENGLISH = load_tile_set("english")
NAMES = ("Ann", "Bob", "Cy", "Di")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    server = Embedded(tmp_path_factory.mktemp("scrabble-me"))
    server.start()
    desk = Desk(server.site)
    desk.enter(server.welcome, "ann")
    yield desk
    assert server.stop()


class Game:
    """A table that has begun: `does` is one act over HTTP, after which every screen is looked at."""

    def __init__(self, desk, players, seed, **options):
        code, self.keeper = open_table(desk, "scrabble_me", **options)
        self.places = sit_down(desk.site, code, *NAMES[:players])
        self.public = type(self.keeper)(desk.site, code)
        begin(self.places[0])
        self.chance = random.Random(seed)
        self.screens = [game_of(place, "mine/") for place in self.places]
        self.count = Count(self.screens)
        self.check_public()

    def does(self, player, act, **said):
        place, key = self.places[player], uuid.uuid4()
        answer = in_time(lambda: place.act(key, act=act, **said))
        assert answer.status == 201, answer.text
        self.screens = [game_of(place, "mine/") for place in self.places]
        self.count.step({"act": act, "player": player, **said}, self.screens)
        self.check_public()

    def check_public(self):
        """Check that spectators, and the keeper if all players have phones, see the shared view and nothing
        private.
        """
        shown = {key: value for key, value in self.screens[0].items() if key not in OWN}
        for place, route in ((self.public, ""), (self.keeper, "mine/")):
            game = game_of(place, route, looking=0)
            assert {key: value for key, value in game.items() if key not in OWN} == shown
            assert {key: game[key] for key in OWN} == NOBODYS

    def goes_on(self):
        """Let a player who can do it act as this part of the round demands."""
        screen = self.screens[0]
        player = self.chance.choice(screen["waits_for"])
        getattr(self, screen["phase"])(player)

    def play(self, player):
        screen = self.screens[player]
        moves = moves_of(screen)
        if not moves:
            return self.does(player, "pass")
        # The tiles are another lot each time: what must happen in every game is brought about.
        with_blank = [move for move in moves if not move[1].isupper()]
        ref, word = with_blank[0] if with_blank else moves[min(self.chance.randrange(5), len(moves) - 1)]
        if self.is_first or self.chance.random() < 0.15:
            ref, word = phony(self.count.boards[player], moves) or (ref, word)
        return self.does(player, "place", ref=ref, word=word)

    @property
    def is_first(self):
        return "taken back" not in self.count.seen

    def challenge(self, player):
        doubtful = self.screens[player]["can_challenge"]
        bad = [other for other in doubtful if not self.count.plays[other].is_good]
        if bad and (self.is_first or self.chance.random() < 0.7):
            self.does(player, "challenge", of=self.chance.choice(bad))
        elif self.chance.random() < 0.1:
            self.does(player, "challenge", of=self.chance.choice(doubtful))
        else:
            self.does(player, "accept")

    def swap(self, player):
        others = [other for other in self.count.players if other != player]
        self.does(player, "swap", **{"with": self.chance.choice(others)})

    def refill(self, player):
        podium, bag = self.screens[player]["podium"], self.screens[player]["bag"]
        if "?" in letters(podium):
            self.does(player, "pick", **{"from": "podium", "tile": "?"})
        elif podium and (self.chance.random() < 0.6 or not bag):
            self.does(player, "pick", **{"from": "podium", "tile": self.chance.choice(podium)["tile"]})
        else:
            self.does(player, "pick", **{"from": "bag"})


def in_time(ask):
    """Return the answer, after a wait where this device has asked more often than anybody who plays by hand."""
    while (answer := ask()).status == 429:
        time.sleep(int(answer.headers["Retry-After"]))
    return answer


def game_of(place, route="", **query):
    return in_time(lambda: place.ask(route, **query)).json()["game"]


OWN = ("board", "rack", "play", "can_challenge")
NOBODYS = {"board": None, "rack": None, "play": None, "can_challenge": []}


def moves_of(screen):
    """Return the moves that a good player finds, best first: the engine plays, and does not check."""
    board = Board.from_rows(["".join(token or "." for token in row) for row in screen["board"]], ENGLISH)
    rack = ENGLISH.encode_rack("".join(letters(screen["rack"]).elements()))
    found = all_moves(board, rack, load_lexicon("english"), ENGLISH)
    return [scored.move.text(ENGLISH, "english") for scored in found]


def phony(board, moves):
    """Return the first move that, reversed, still lies well but spells no word."""
    for ref, word in moves:
        try:
            _after, _points, is_good = put(board, word[::-1], ref)
        except AssertionError:
            continue
        if not is_good:
            return ref, word[::-1]
    return None


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2)])
def test_scrabble_me(desk, players, seed):
    game = Game(desk, players, seed)
    while not game.screens[0]["over"]:
        game.goes_on()
    count, screen = game.count, game.screens[0]
    assert screen["winners"] == [
        number for number, score in enumerate(count.scores) if score == max(count.scores)
    ]
    assert {"place", "challenge", "accept", "swap", "pick", "taken back"} <= set(count.seen)
    brought = [0] * players
    for one in screen["rounds"]:
        for play in one["plays"]:
            brought[play["player"]] += play["score"]
    assert brought == count.scores
    assert [one["round"] for one in screen["rounds"]] == list(range(1, len(screen["rounds"]) + 1))
    refused = game.places[0].act(act="pass").json()
    assert (refused["code"], refused["rule"]) == ("scrabble_me_over", "V13")


def test_scrabble_me_out_of_turn(desk):
    """An act that this part of the round does not have, or that is another player's, is refused, and nothing
    changes.
    """
    game = Game(desk, 2, 3)
    ann, bob = game.places
    before = game.screens
    for said in ({"act": "pick", "from": "bag"}, {"act": "accept"}, {"act": "swap", "with": 1}):
        assert ann.act(**said).json()["code"] == "scrabble_me_phase"
    game.does(0, "pass")
    assert ann.act(act="pass").json()["code"] == "act_not_now"
    assert bob.act(act="pass", player=0).json()["code"] == "not_your_seat"
    assert [place.own()["game"]["rack"] for place in game.places] == [screen["rack"] for screen in before]


def test_a_play_on_the_tablet_is_told_to_nobody_else(desk):
    """The tablet shows the play of whom it was handed to; to the next one, and to who looks on, it says nothing."""
    code, keeper = open_table(desk, "scrabble_me", way="tablet")
    for name in NAMES[:2]:
        keeper.ask("seats/", {"name": name})
    begin(keeper)
    ref, word = moves_of(keeper.own(looking=0)["game"])[0]
    answer = keeper.ask(
        "acts/", {"id": str(uuid.uuid4()), "act": {"act": "place", "player": 0, "ref": ref, "word": word}}
    )
    assert answer.status == 201
    assert keeper.own(looking=0)["game"]["play"]["word"] == word
    for seen in (keeper.own(), keeper.own(looking=1), type(keeper)(desk.site, code).ask().json()):
        assert seen["game"]["plays"] is None
        assert seen["game"]["play"] is None
        assert f'"{word}"' not in str(seen)
        assert seen["game"]["waits_for"] == [1]


def test_a_secret_play_is_taken_back_by_agreement(desk):
    """The others agree without having seen it; then it is as if nothing had been played."""
    game = Game(desk, 2, 4)
    ann, bob = game.places
    before = [place.own()["game"] for place in game.places]
    ref, word = moves_of(before[0])[0]
    game.does(0, "place", ref=ref, word=word)
    assert ann.ask("undo/", {"id": str(uuid.uuid4())}).status in {200, 201}
    assert bob.own()["undo"] == {"by": 0, "agreed": []}
    assert bob.own()["game"]["plays"] is None
    assert bob.ask("undo/answer/", {"agrees": True}).status in {200, 201}
    assert [place.own()["game"] for place in game.places] == before
