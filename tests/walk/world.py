"""An event with its people and games, a clock of its own, and the chance that decides what happens there.

All that is drawn by lot comes from one seed, so that a walk can be repeated, on either database.
"""

import random
import uuid
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User

from duplicate.games import services as game_services
from duplicate.games import staff
from duplicate.games.players import services as player_services
from duplicate.models import Game, Round, Slip
from duplicate.positions.board_state import position_of
from engine.movegen import all_moves
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tournaments.events import services as event_services
from tournaments.events import staff as event_staff
from tournaments.lexicons.services import register_built_in
from tournaments.models import Entry, Player
from tournaments.people import services as people_services

MOST_GAMES = 3
MOST_ENTRIES = 9
MOVES_KNOWN = 12
FIRST = (
    "Ada",
    "Bo",
    "Cleo",
    "Dora",
    "Eli",
    "Fay",
    "Gus",
    "Hedy",
    "Ivo",
    "Jan",
    "Kim",
    "Leo",
    "Mia",
    "Ned",
    "Pia",
    "Una",
)
LAST = ["Abel", "Bean", "Cole", "Dunn", "Eden"]


class CannotBe(Exception):
    """The act cannot be tried: the world has nothing for it."""


class World:
    """`history` has a line for each act, `receipts` what was promised to phones: the slip as it was written."""

    START = datetime(2030, 1, 5, 19, tzinfo=UTC)

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.now = self.START
        self.history, self.counts = [], Counter()
        self.receipts = {}
        self._moves = {}
        self._seed = seed

    def time(self):
        return self.now

    def begin(self):
        """Enter people, posts and the first game."""
        self.lexicon = register_built_in().name
        self.chief = User.objects.create(username="ann")
        self.second = User.objects.create(username="ben")
        for person in self._club():
            people_services.save_player(person)
        self.event = event_services.create_event(name=f"Walk {self._seed}", by=self.chief)
        event_staff.let_in(event=self.event, user_name="ben", role="arbitrator", by=self.chief)
        self.open_game()
        for first in self.chance.sample(FIRST, 4):
            player_services.join_game(game=self.game, name=f"{first} {self.chance.choice(LAST)}")

    def _club(self):
        """Make people of the club's list; two of them have one name."""
        names = ["Zoe Zed", "Zoe Zed", *(f"{first} Quill" for first in FIRST[:6])]
        return [
            people_services.Person(name, licence=str(number)) for number, name in enumerate(names, start=100)
        ]

    def open_game(self):
        """Open the next game of the event, with rules and racks of its own."""
        game = game_services.create_game(
            name=f"Game {self.chance.randrange(100)}",
            by=self.chief,
            lexicon=self.lexicon,
            notation="duplicate",
            rules=self._rules(),
            double_arbitration=self.chance.random() < 0.2,
            event=self.event,
        )
        Game.objects.filter(pk=game.pk).update(seed=f"{self.chance.getrandbits(128):032x}")
        self.game = Game.objects.select_related("event").get(pk=game.pk)

    def _rules(self):
        chance = self.chance
        rules = load_rule_set(chance.choice(["fisf", "nasc"])) if chance.random() < 0.3 else RuleSet()
        points = chance.choice([0, 10, 10])
        slips = {"second_slip": chance.choice(["replaces", "ignored", "zero"])}
        if rules.name == "classic":
            slips["wrong_score"] = chance.choice(["none", "warning", "zero", "stated"])
        return replace(
            rules,
            solo=replace(
                rules.solo,
                points=points,
                points_below_top=chance.choice([0, 5]) if points else 0,
                from_players=chance.choice([1, 4]),
                most_in_game=chance.choice([None, 15]),
                before_penalties=chance.random() < 0.5,
            ),
            sanctions=replace(
                rules.sanctions,
                free_warnings=chance.choice([0, 1]),
                warning_points=5,
                penalty_points=7,
                zero_up_to=3,
                second_zero_averaged=chance.random() < 0.3,
            ),
            slips=replace(rules.slips, **slips),
            standings=replace(
                rules.standings,
                arbitrators_averaged=chance.random() < 0.5,
                tie_breaks=chance.choice([(), ("most_tops", "best_move"), ("last_rounds",)]),
            ),
            end=replace(rules.end, rounds=chance.choice([None, 3, 6])),
        )

    # --- what is there ------------------------------------------------------------------------------------------

    @property
    def users(self):
        return (self.chief, self.second)

    def look(self, game=None):
        """Take the game as it stands, or another one."""
        self.game = Game.objects.select_related("event").get(pk=(game or self.game).pk)
        self.event = self.game.event

    def arbitrator(self):
        """Return one of the present arbitrators."""
        return self.chance.choice([user for user in self.users if self.is_at_desk(user)])

    def entries(self):
        return list(self.event.entries.select_related("player", "partner").order_by("table"))

    def entry(self):
        return self.one_of(self.entries())

    def entry_with_slip(self, round_):
        """Return a player, mostly one with something to rule on."""
        theirs = set(round_.slips.filter(effective=True).values_list("entry", flat=True))
        found = [entry for entry in self.entries() if entry.pk in theirs]
        return self.one_of(found) if found and self.chance.random() < 0.8 else self.entry()

    def one_of(self, found):
        if not found:
            raise CannotBe
        return self.chance.choice(found)

    def at_times(self, share):
        """Let an act that ends much be tried a few times only."""
        if self.chance.random() > share:
            raise CannotBe

    def current(self):
        return self.game.rounds.in_progress().first()

    def round_out(self):
        """Return a round that the players have seen, mostly the last one."""
        out = list(self.game.rounds.standing().exclude(state=Round.State.DRAWN).order_by("number"))
        if not out:
            raise CannotBe
        return out[-1] if self.chance.random() < 0.75 else self.chance.choice(out)

    def players(self):
        return list(Player.objects.order_by("pk"))

    def new_name(self):
        return f"{self.chance.choice(FIRST)} {self.chance.choice(LAST)}"

    def moves(self, round_):
        """Return the best moves of a round, and some of the others, as (word, reference, score)."""
        key = round_.pk, round_.rack
        if key not in self._moves:
            position = position_of(round_)
            found = all_moves(position.board, position.rack, position.lexicon, position.tiles)[:MOVES_KNOWN]
            texts = [(*scored.move.text(position.tiles), scored.score) for scored in found]
            self._moves[key] = [(word, reference, score) for reference, word, score in texts]
        return self._moves[key]

    def writing(self, round_):
        """Return what somebody writes: often the top, at times no move at all or a wrong score."""
        moves = self.moves(round_)
        if not moves or self.chance.random() < 0.12:
            return "ZZYZX", "H4", 30
        word, reference, score = moves[0] if self.chance.random() < 0.25 else self.chance.choice(moves)
        if self.chance.random() < 0.2:
            score = max(0, score + self.chance.choice([-3, 5]))
        return word, reference, score

    def client_id(self):
        return uuid.UUID(int=self.chance.getrandbits(128))

    # --- what has happened --------------------------------------------------------------------------------------

    def pass_time(self, seconds):
        self.now += timedelta(seconds=seconds)

    def promise(self, slip):
        """Record a receipt: neither this slip nor its text may ever be lost."""
        self.receipts[slip.pk] = written_on(slip)

    def tell(self, line):
        self.history.append(f"{len(self.history) + 1}. {self.game.number}: {line}")

    def refused(self, act, error):
        """Note that an act was refused, beside what was tried."""
        code = getattr(error, "code", "") or type(error).__name__
        self.counts[f"refused: {act.__name__}: {code}"] += 1
        if not isinstance(error, CannotBe):
            self.history[-1] += f" (refused: {code})"

    def check_receipts(self):
        slips = Slip.objects.in_bulk(list(self.receipts))
        for key, written in self.receipts.items():
            assert key in slips, f"a slip with a receipt is gone: {written}"
            assert written_on(slips[key]) == written, "a slip with a receipt was changed"

    def is_at_desk(self, user):
        return self.event.posts.filter(user=user).exists()

    def let_back_in(self):
        if not self.is_at_desk(self.second):
            staff.let_in(game=self.game, user_name="ben", role="arbitrator", tables=None, by=self.chief)


def written_on(slip):
    return slip.client_id, slip.word, slip.reference, slip.stated_score, slip.received_at


def post_of(event, user):
    return event.posts.select_related("user", "entry__player", "entry__partner").filter(user=user).first()


def named(entry: Entry):
    return f"{entry.full_name} at {entry.table}"
