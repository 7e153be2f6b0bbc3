"""Random bingo games, checked by a second count: tiles are conserved, struck letters add up, the game replays."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as pace
from hypothesis import strategies as st

from engine.lexicon import load_lexicon
from engine.modes import Setup, replay_acts
from engine.modes.bingo.mode import BINGO
from engine.modes.bingo.state import BingoSettings
from engine.referee import Player
from engine.tiles import load_tile_set
from tests.oracles.bingo import BingoCount

ENGLISH = load_tile_set("english")


class Club:
    """Players whose acts are decided by numbers; every act is counted a second time."""

    def __init__(self, players, choices, *, way, blanks, most_acts=2500):
        self.setup = Setup(
            players=tuple(Player(f"P{number}") for number in range(players)),
            tiles=ENGLISH,
            lexicon=load_lexicon("english"),
            settings=BingoSettings(blanks=blanks),
            seed="s",
            way=way,
        )
        self.state = BINGO.start(self.setup)
        self.count = BingoCount(players, paper=way == "paper", blanks=blanks == "any")
        self.choices, self.acts, self.most_acts = iter(choices), [], most_acts

    def choose(self, number):
        return next(self.choices, 1) % number  # after the last number everything is done

    def do(self, **act):
        act["seed"] = f"seed {len(self.acts)}"
        self.state = BINGO.apply(self.state, act)
        self.acts.append(act)
        seen = BINGO.shown(self.state, None)
        self.count.follow(act, seen)
        if act["act"] in {"pick", "start"}:
            self.tell_words()
        points = [self.count.points(player) for player in range(len(self.setup.players))]
        assert [player["score"] for player in seen["players"]] == points == list(BINGO.scores(self.state))
        assert seen["over"] == (self.count.winner is not None)

    def tell_words(self):
        """Show each player their own card."""
        for player, known in enumerate(self.count.words):
            card = BINGO.shown(self.state, player)["card"]
            if card and not known:
                words = ["".join(square["letter"] for square in word) for word in card]
                self.count.picked(player, words)

    def whole_game(self):
        for player in range(len(self.setup.players)):
            if self.choose(4):
                self.do(act="pick", player=player)
        if any(words is None for words in self.count.words):
            self.do(act="start")
        while not self.state.is_over and len(self.acts) < self.most_acts:
            self.call_and_strike()
        return self

    def call_and_strike(self):
        if self.state.bag:
            self.do(act="call")
        for player in range(len(self.setup.players)):
            if self.state.is_over:
                return
            if self.count.paper:
                if self.count.is_through(player):
                    self.do(act="claim", player=player)
            elif self.choose(4):  # now and then a call is overlooked
                self.strike(player)

    def strike(self, player):
        """Strike all that can be struck, a blank only sometimes, and now and then take one back."""
        for word, row in enumerate(BINGO.shown(self.state, player)["card"]):
            for place, square in enumerate(row):
                where = {"player": player, "word": word, "place": place}
                can = BINGO.shown(self.state, player)["card"][word][place]["can"]
                if can and (self.choose(5) or not self.state.bag):
                    self.do(act="strike", **where)
                elif square["struck"] and square["by"] == "?" and (not self.state.bag or not self.choose(7)):
                    self.do(act="unstrike", **where)
        if self.count.is_through(player):
            self.do(act="claim", player=player)


clubs = st.builds(
    Club,
    st.integers(2, 5),
    st.lists(st.integers(0, 10**6), max_size=300),
    way=st.sampled_from(["phones", "paper"]),
    blanks=st.sampled_from(["any", "nothing"]),
    most_acts=st.sampled_from([40, 2500]),
)


@pytest.mark.slow
@pace(deadline=None, max_examples=25)
@given(clubs)
def test_tiles_are_conserved_and_letters_struck_add_up(club):
    club.whole_game()
    again = replay_acts(BINGO, club.setup, json.loads(json.dumps(club.acts)))
    assert again == club.state


@pytest.mark.slow
def test_a_whole_game_of_sixty_to_its_end():
    club = Club(60, range(0, 100_000, 7), way="phones", blanks="any", most_acts=10_000).whole_game()
    assert BINGO.winners(club.state) == (club.count.winner,)
    assert max(BINGO.scores(club.state)) == 14


def test_a_whole_game_to_its_end():
    club = Club(2, range(0, 9000, 7), way="phones", blanks="nothing").whole_game()
    assert BINGO.winners(club.state) == (club.count.winner,)
