"""Scrabble Me counted a second time from RULES V13, B and C4 alone: nothing here uses the engine.

English tiles, the usual settings. It knows the acts and what screens show (`shown`, as each player sees it): from the
acts it works out what the screens must say next; which tiles were drawn it learns from them, and that they came from
the bag. Boards are dictionaries from (row, column) to a letter, small for a blank.
"""

import re
from collections import Counter

from tests.oracles import scorer

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


def board_of(tokens):
    return {
        (row, column): letter
        for row, line in enumerate(tokens)
        for column, letter in enumerate(line)
        if letter
    }


def letters(some):
    return Counter(item["tile"] for item in some)


def tiles_on(board):
    return Counter(letter if letter.isupper() else "?" for letter in board.values())


def put(board, word, reference):
    """Return the board after a word at an English reference, its points, and True if it is good."""
    number, letter = int(re.sub(r"\D", "", reference)), re.sub(r"\d", "", reference)
    across = reference[0].isdigit()
    row, column = number - 1, ord(letter) - 65
    squares = [(row + (0 if across else step), column + (step if across else 0)) for step in range(len(word))]
    assert scorer._lies_well(board, squares, word), (word, reference)
    new = {square: tile for square, tile in zip(squares, word, strict=True) if square not in board}
    after = board | new
    runs = [squares, *(scorer._run(after, square, down=across) for square in new)]
    runs = [run for run in runs if len(run) > 1]
    points = sum(scorer._run_points(after, run, new) for run in runs) + 50 * (len(new) == 7)
    words = {"".join(after[square] for square in run).upper() for run in runs}
    return after, points, words <= scorer.english_words()


class Play:
    """A word that was placed, and what it did."""

    def __init__(self, word, board, rack, after, points, *, is_good):
        self.word, self.board, self.rack = word, board, rack
        self.after, self.points, self.is_good = after, points, is_good
        self.played = tiles_on(after) - tiles_on(board)
        self.verdict = None


class Count:
    """A game as an outsider counts it, from the first screens on; `seen` counts what happened."""

    def __init__(self, screens, challenges=True):
        self.players, self.challenges = range(len(screens)), challenges
        self.boards = [{} for _ in screens]
        self.racks = [letters(screen["rack"]) for screen in screens]
        self.podium = letters(screens[0]["podium"])
        self.scores, self.owed = [0] * len(screens), [0] * len(screens)
        self.kind, self.phase, self.seen = "usual", "play", Counter()
        assert all(rack.total() == 7 for rack in self.racks)
        assert self.podium.total() == 3 * len(screens)
        self.begin(self.players)
        self.check(screens)

    @property
    def bag(self):
        used = sum(map(tiles_on, self.boards), Counter()) + sum(self.racks, Counter()) + self.podium
        assert used <= COUNTS
        return COUNTS - used

    # Effects of an act

    def step(self, act, screens):
        """Check after an act that the screens agree with the count."""
        assert act["player"] in self.waiting()
        getattr(self, act["act"].replace("pass", "pass_"))(act["player"], act, screens)
        self.seen[act["act"]] += 1
        while self.phase != "over" and not self.waiting():
            if screens[0]["ended"] == "stuck" and self.phase == "refill":
                self.phase = "over"
            else:
                getattr(self, f"after_{self.phase}")(screens)
        self.check(screens)

    def place(self, player, act, _screens):
        board, rack = self.boards[player], self.racks[player]
        after, points, is_good = put(board, act["word"], act["ref"])
        self.plays[player] = Play(act["word"], board, rack, after, points, is_good=is_good)
        assert self.plays[player].played <= rack

    def pass_(self, player, _act, _screens):
        self.plays[player] = None

    def challenge(self, player, act, _screens):
        play = self.plays[act["of"]]
        play.verdict = play.is_good
        if play.is_good:
            self.owed[player] += 1
        else:
            self.boards[act["of"]], self.racks[act["of"]] = play.board, play.rack
            self.scores[act["of"]] -= play.points
            self.seen["taken back"] += 1

    def accept(self, player, _act, _screens):
        self.accepted.add(player)

    def swap(self, player, act, _screens):
        self.swapping.pop(0)
        one, other = self.boards[player], self.boards[act["with"]]
        self.boards[player], self.boards[act["with"]] = other, one

    def pick(self, player, act, screens):
        new = letters(screens[player]["rack"]) - self.racks[player]
        assert new.total() == 1
        if act["from"] == "podium":
            assert new == Counter([act["tile"]])
            self.podium -= new
        else:
            assert new <= self.bag
        self.racks[player] += new
        self.picking.pop(0)
        if self.racks[player].total() < 7:
            self.picking.append(player)

    # From phase to phase

    def begin(self, those):
        self.plays, self.accepted, self.swapping, self.picking = {}, set(), [], []
        self.phase, self.out = "play", [player for player in self.players if player not in those]
        self.sitting = [player for player in those if self.owed[player]]
        for player in self.sitting:
            self.owed[player] -= 1
            self.seen["sits out"] += 1
        for player in set(those) - set(self.sitting):
            if not self.racks[player]:
                self.plays[player] = None

    def after_play(self, _screens):
        for player, play in self.plays.items():
            if play:
                self.boards[player], self.racks[player] = play.after, play.rack - play.played
                self.scores[player] += play.points
        nobody = not any(self.plays.values()) and len(self.plays) == len(self.players)
        self.phase = "over" if nobody else "challenge"

    def after_challenge(self, _screens):
        used = [
            player for player in self.players if self.standing(player) and self.standing(player).played["?"]
        ]
        self.swapping = [player for player in reversed(self.lowest_first()) if player in used]
        self.phase = "over" if self.kind == "extra" else "swap"

    def after_swap(self, screens):
        if self.kind == "last":
            those = [player for player in self.lowest_first() if self.standing(player)]
            self.kind = "extra"
            if those and screens[0]["kind"] == "extra":
                self.begin(those[:1])
            else:
                self.phase = "over"
            return
        short = [player for player in self.lowest_first() if self.racks[player].total() < 7]
        around = [*self.players[short[0] :], *self.players[: short[0]]] if short else []
        self.picking = [player for player in around if player in short]
        self.phase = "refill"

    def after_refill(self, screens):
        self.kind = "usual" if self.bag else "last"
        podium = letters(screens[0]["podium"])
        new = podium - self.podium
        assert not self.podium - podium
        assert new <= self.bag
        assert new.total() == min(3 * len(self.players) - self.podium.total(), self.bag.total())
        self.podium = podium
        self.begin(self.players)

    # Results of the count

    def standing(self, player):
        play = self.plays.get(player)
        return play if play and play.verdict is not False else None

    def lowest_first(self):
        def key(player):
            play = self.standing(player)
            return (
                play.points if play else 0,
                sorted(play.word.upper()) if play else [],
                self.scores[player],
                player,
            )

        return sorted(self.players, key=key)

    def doubtful(self, player):
        return [
            other for other, play in self.plays.items() if other != player and play and play.verdict is None
        ]

    def waiting(self):
        if self.phase == "play":
            idle = {*self.plays, *self.sitting, *self.out}
            return [player for player in self.players if player not in idle]
        if self.phase == "challenge" and self.challenges:
            return [
                player for player in self.players if player not in self.accepted and self.doubtful(player)
            ]
        if self.phase == "swap":
            return self.swapping[:1]
        if self.phase == "refill":
            return self.picking[:1] if self.bag or self.podium else []
        return []

    def check(self, screens):
        """Check that all screens agree with the count; no play is shown before all are there, and no rack to
        others.
        """
        bag = self.bag.total()
        for player, screen in enumerate(screens):
            assert [board_of(one["board"]) for one in screen["players"]] == self.boards
            assert board_of(screen["board"]) == self.boards[player]
            assert [one["score"] for one in screen["players"]] == self.scores
            assert [one["held"] for one in screen["players"]] == [rack.total() for rack in self.racks]
            assert [one["rounds_lost"] for one in screen["players"]] == self.owed
            assert letters(screen["rack"]) == self.racks[player]
            assert (letters(screen["podium"]), screen["bag"]) == (self.podium, bag)
            assert (screen["phase"], screen["waits_for"]) == (self.phase, self.waiting())
            assert screen["over"] == (self.phase == "over")
            assert (screen["plays"] is None) == (self.phase == "play")
            assert self.phase == "over" or screen["kind"] == self.kind
