"""Bingo followed a second time from RULES V11 alone: nothing here uses the engine. English tiles."""

from collections import Counter

from tests.oracles.scorer import english_words

COUNTS = Counter(
    {
        letter: count
        for count, letters in (
            *((12, "E"), (9, "AI"), (8, "O"), (6, "NRT"), (4, "LSUD"), (3, "G")),
            *((2, "BCMPFHVWY?"), (1, "KJXQZ")),
        )
        for letter in letters
    }
)


def can_spell(words, tiles, blanks):
    lacking = Counter("".join(words)) - tiles
    return lacking.total() <= (tiles["?"] if blanks else 0)


class BingoCount:
    """A second count of a bingo game from its allowed acts: words, calls, and squares struck by each call."""

    def __init__(self, players, *, paper, blanks):
        self.words = [None] * players
        self.struck = [{} for _ in range(players)]  # (word, place): call
        self.calls = []
        self.winner = None
        self.paper, self.blanks = paper, blanks

    def follow(self, act, seen):
        """Follow an act, by the public view after it."""
        kind, player = act["act"], act.get("player")
        if kind == "call":
            self.calls = seen["calls"]
            assert not Counter(self.calls) - COUNTS
            assert Counter(self.calls) + Counter(seen["bag"]) == COUNTS
        elif kind == "strike":
            self.strike(player, act["word"], act["place"])
        elif kind == "unstrike":
            del self.struck[player][act["word"], act["place"]]
        elif kind == "claim":
            self.winner = player
            if "words" in act:
                self.words[player] = act["words"]
            assert self.is_through(player)

    def picked(self, player, words):
        assert len(words) == 2
        assert all(len(word) == 7 and word in english_words() for word in words)
        assert can_spell(words, COUNTS, blanks=False)
        self.words[player] = words

    def strike(self, player, word, place):
        letter = self.words[player][word][place]
        used = set(self.struck[player].values())
        assert (word, place) not in self.struck[player]
        free = [number for number in range(len(self.calls)) if number not in used]
        good = [n for n in free if self.calls[n] == letter]
        if self.blanks:
            good = good or [n for n in free if self.calls[n] == "?"]
        self.struck[player][word, place] = good[-1]

    def is_through(self, player):
        if self.paper:
            return can_spell(self.words[player], Counter(self.calls), self.blanks)
        return len(self.struck[player]) == 14

    def points(self, player):
        if self.words[player] is None:
            return 0
        if not self.paper:
            return len(self.struck[player])
        lacking = (Counter("".join(self.words[player])) - Counter(self.calls)).total()
        return 14 - max(0, lacking - (self.calls.count("?") if self.blanks else 0))
