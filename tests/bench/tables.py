"""Benchmark of club tables, on a temporary database.

Each act is a whole request through the program: from the address to the JSON of the answer, with its commit.
Two good players play a classic game to its end. Then the game is computed again from its acts, as in a
process that has just started. Last, fifty bingo players ask for their cards after every call.
"""

import uuid
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandParser
from django.test import Client
from django.urls import reverse

from engine.modes import replay_acts
from engine.referee.advice import best_plays
from tests.bench.measuring import distribution, milliseconds, own_database
from tournaments.club_tables import tables
from tournaments.club_tables.games import state as club_tables_state
from tournaments.club_tables.models import ClubTable
from tournaments.lexicons.services import register_built_in

PLAYERS, CALLS = 50, 20


class Command(BaseCommand):
    help = "Measure acts at club tables and looks at them: milliseconds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=5, help="classic games")

    def handle(self, *_args: Any, games: int, **_options: Any) -> None:
        with own_database():
            acts: list[float] = []
            cold: list[float] = []
            for _game in range(games):
                table = _Table("classic", ("Ann", "Bob"))
                acts += table.play()
                cold.append(milliseconds(table.replay))
            self.stdout.write(f"an act of a classic game: {distribution(acts)}")
            self.stdout.write(f"a whole game worked out again: {distribution(cold)}")
            self.stdout.write(f"a card of bingo after a call, {PLAYERS} there: {distribution(_bingo())}")


class _Table:
    """A table with a client for each player."""

    def __init__(self, mode: str, names: tuple[str, ...]) -> None:
        cache.clear()
        by, _new = User.objects.get_or_create(username="opener")
        opened = tables.open_table(mode=mode, way="phones", lexicon=register_built_in(), settings={}, by=by)
        self.table: ClubTable = opened.table
        self.keeper = _client(opened.token)
        self.players = [
            _client(tables.sit_down(table=self.table, name=name, phone=True).token) for name in names
        ]
        tables.begin(table=self.table)

    def act(self, client: Client, **act: object) -> None:
        cache.clear()  # a benchmark is faster than the throttle allows people to be
        sent = {"id": str(uuid.uuid4()), "act": act}
        answer = client.post(
            reverse("api-table-acts", args=[self.table.code]), sent, content_type="application/json"
        )
        if answer.status_code != 201:
            raise AssertionError(answer.content)

    def look(self, player: int) -> None:
        cache.clear()
        answer = self.players[player].get(reverse("api-own-table", args=[self.table.code]))
        if answer.status_code != 200:
            raise AssertionError(answer.content)

    def play(self) -> list[float]:
        """Play a classic game to its end; return the milliseconds of its acts, without the search for moves."""
        took = []
        while not (game := self._game()).state.is_over:
            player, act = _next_act(game)
            took.append(milliseconds(partial(self.act, self.players[player], **act)))
        return took

    def replay(self) -> None:
        """Compute the whole game again, as a process does that has just started."""
        table = ClubTable.objects.get(pk=self.table.pk)
        data = [row.data for row in club_tables_state.standing_acts(table)]
        replay_acts(
            club_tables_state.mode_for(table),
            club_tables_state.setup_of(table, list(table.seats.all())),
            data,
        )

    def _game(self) -> Any:
        return club_tables_state.state_of(ClubTable.objects.get(pk=self.table.pk))


def _next_act(game: Any) -> tuple[int, dict[str, Any]]:
    """Return the act of a good player: the best word, or acceptance at the end."""
    state = game.state
    if game.is_ending:
        return game.doubters[0], {"act": "accept"}
    player = state.to_move
    best = best_plays(state, player, game.setup.lexicon, 1)
    if not best:
        return player, {"act": "pass"}
    ref, word = best[0].move.text(state.tiles, state.convention)
    return player, {"act": "place", "ref": ref, "word": word}


def _bingo() -> list[float]:
    table = _Table("bingo", tuple(f"Player {number}" for number in range(1, PLAYERS + 1)))
    table.act(table.keeper, act="start")
    took = []
    for _call in range(CALLS):
        table.act(table.keeper, act="call")
        took += [milliseconds(partial(table.look, player)) for player in range(PLAYERS)]
    return took


def _client(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})
