"""Measurement of comparing a position with all those in play; on a database of its own, gone afterwards.

Goals: with 200 games in progress, a fourth of them classic matches kept move by move, comparing takes 10 ms,
and a page of a desk 10 ms more than without them. It is no slower with years of games that are over, nor with
thousands of games that were left with a rack drawn.
"""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from duplicate.core.board_state import boards_after
from duplicate.core.visibility.rounds_in_play import is_top_told
from duplicate.games import services as game_services
from duplicate.models import AuditLogEntry, Game, Round
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from engine.positions.same_position import PositionTiles
from engine.rules import RuleSet
from engine.tiles import load_tile_set
from tests.bench.measuring import milliseconds, own_database
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchRecord
from tournaments.lexicons.services import register_built_in
from tournaments.models import Entry, Event, Player
from tournaments.positions.in_play import Asker, is_withheld

GAMES, MATCHES, OVER, LEFT, TIMES = 150, 50, 5000, 3000, 20
ROUNDS = 20
BOARD = (("QUICKLY", "QUICKLY", "H4"), ("FOWSAEI", "FOWS", "11E"))
TURNS = (("8D TRAINER", "AEINRRT"), ("J8 REST", "ESTOOUU"), ("11J TO", "BCDOOUU"))


class Command(BaseCommand):
    help = "Measure comparing a position with those of 200 games in progress."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database():
            register_built_in()
            self.by = User.objects.create_user("bench")
            self.tiles = load_tile_set("english")
            self.draw = random.Random(1)
            own = self._new_game("Own")
            round_ = round_services.draw_rack(game=own, by=self.by)
            round_services.open_round(game=own, by=self.by)
            top_search.find_top(round_.pk)
            self.round = Round.objects.select_related("game").get(pk=round_.pk)
            self.desk = Client()
            self.desk.force_login(self.by)
            *_before, last = boards_after(own, BOARD)
            self.board = last.board
            self._report("no other game", own)
            self._play_games()
            self._keep_matches()
            self.stdout.write(f"the first comparison: {milliseconds(self._ask):.0f} ms")
            self._report(f"{GAMES} games and {MATCHES} kept matches in progress", own)
            self._add_games_that_are_over()
            self._report(f"and {OVER:,} games of {ROUNDS} rounds that are over", own)
            self._leave_games()
            self._report(f"and {LEFT:,} games left alone with a rack drawn", own)
            self._report_conflict()

    def _report(self, name: str, own: Game) -> None:
        page = reverse("dashboard", args=[own.code])
        desk = _least(lambda: self.desk.get(page))
        self.stdout.write(
            f"{name}: a rack that somebody asks about {_least(self._ask):.1f} ms, "
            f"a board {_least(self._ask_board):.1f} ms, a round {_least(self._read):.1f} ms, the desk {desk:.1f} ms"
        )

    def _ask(self) -> None:
        rack = self.tiles.encode_rack("CDFGIKU")
        is_withheld([PositionTiles.of(None, rack, self.tiles)], Asker(None))

    def _ask_board(self) -> None:
        """Ask about a board with so many tiles, which is compared with the boards of all games, with any
        rack.
        """
        rack = self.tiles.encode_rack("CDFGIKU")
        is_withheld([PositionTiles.of(self.board, rack, self.tiles)], Asker(None))

    def _read(self) -> None:
        is_top_told(self.round, self.by)

    def _report_conflict(self) -> None:
        """Measure fifty clubs with the rack of the own game."""
        others = Round.objects.in_progress().exclude(pk=self.round.pk)[:50]
        Round.objects.filter(pk__in=[other.pk for other in others]).update(rack=self.round.rack)
        first = milliseconds(self._read)
        self.stdout.write(f"50 clubs with one rack: {_least(self._read):.0f} ms, at first {first:.0f} ms")

    def _new_game(self, name: str) -> Game:
        return game_services.create_game(
            name=name, by=self.by, lexicon="english", notation="duplicate", rules=RuleSet()
        )

    def _play_games(self) -> None:
        """Create the games, each with a round that is being played, of an event that another user arbitrates."""
        other = User.objects.create_user("other")
        bag = [tile for tile, count in enumerate(self.tiles.counts) for _ in range(count)]
        for number in range(GAMES):
            game = game_services.create_game(
                name=f"Club {number}", by=other, lexicon="english", notation="duplicate", rules=RuleSet()
            )
            rack = self.tiles.decode_rack(self.draw.sample(bag, 7))
            Round.objects.create(game=game, number=1, rack=rack, state=Round.State.CLOSED)
            AuditLogEntry.objects.create(
                game=game, act="rack_typed", number=1, by=other, params={"rack": rack, "number": 1}
            )

    def _keep_matches(self) -> None:
        event = Event.objects.create(name="Open")
        event.posts.create(user=self.by, role="chief")
        division = Division.objects.create(event=event, name="A", lexicon=register_built_in(), seed="seed")
        day = DivisionRound.objects.create(
            division=division, number=1, method="swiss", paired_by=self.by, begun_at=timezone.now()
        )
        players = Player.objects.bulk_create(Player.named(f"Player {n}") for n in range(2 * MATCHES))
        entries = Entry.objects.bulk_create(
            Entry(event=event, player=player, table=n) for n, player in enumerate(players, 1)
        )
        seats = DivisionEntry.objects.bulk_create(
            DivisionEntry(division=division, entry=entry, number=n) for n, entry in enumerate(entries, 1)
        )
        pairs = zip(seats[::2], seats[1::2], strict=True)
        for match in Match.objects.bulk_create(
            Match(round=day, table=n, first=first, second=second)
            for n, (first, second) in enumerate(pairs, 1)
        ):
            record = record_services.open_record(
                match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=self.by, advice=False
            )
            for line, rack in TURNS:
                record_services.enter_turn(
                    record=record, keeper=Keeper(by=self.by), key=uuid4(), line=line, rack=rack
                )

    def _add_games_that_are_over(self) -> None:
        """Add the rows of years of finished games."""
        over = _make_games("Long ago", OVER, Game.State.FINISHED)
        Round.objects.bulk_create(
            (
                Round(
                    game=game,
                    number=number,
                    rack="TRAINER",
                    state=Round.State.ANNOUNCED,
                    announced_at=timezone.now(),
                    score=66,
                )
                for game in over
                for number in range(1, ROUNDS + 1)
            ),
            batch_size=2000,
        )

    def _leave_games(self) -> None:
        """Make games in which somebody drew a rack and did nothing more."""
        by, long_ago = User.objects.create_user("gone"), timezone.now() - timedelta(days=2)
        bag = [tile for tile, count in enumerate(self.tiles.counts) for _ in range(count)]
        left = [
            Round(game=game, number=1, rack=self.tiles.decode_rack(self.draw.sample(bag, 7)))
            for game in _make_games("Left alone", LEFT, Game.State.PLAYING)
        ]
        Round.objects.bulk_create(left)
        AuditLogEntry.objects.bulk_create(
            AuditLogEntry(
                game=one.game, act="rack_typed", number=1, by=by, at=long_ago, params={"rack": one.rack}
            )
            for one in left
        )


def _make_games(name: str, count: int, state: str) -> list[Game]:
    event, rules = Event.objects.create(name=name), RuleSet().to_toml()
    return Game.objects.bulk_create(
        Game(
            event=event,
            name=f"Game {n}",
            number=n + 1,
            code=f"{name[:2]}{n:06d}",
            lexicon="english",
            tile_set="english",
            notation="duplicate",
            rules=rules,
            state=state,
            seed="seed",
        )
        for n in range(count)
    )


def _least(work: Callable[[], object]) -> float:
    return min(milliseconds(work) for _ in range(TIMES))
