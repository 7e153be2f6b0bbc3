"""Measurement of taking in and merging the results of many clubs; the results are fake, and everything is
undone.
"""

import time
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared.services import open_record, prepare_imported
from duplicate.simultaneous.organiser import invite_club, send_out
from duplicate.simultaneous.result_review import accept_sent
from duplicate.simultaneous.standings import merged_standings
from engine.duplicate_games.records import GameRecord
from engine.duplicate_games.simulate import play_game
from engine.lexicon import load_lexicon
from engine.rules import load_rule_set
from engine.tiles import load_tile_set
from tests.factories.fake_results import made_up_result
from tournaments.lexicons.services import register_built_in


class Command(BaseCommand):
    help = (
        "Measures taking in and merging the results of a simultaneous game. Everything is undone at the end."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clubs", type=int, default=200)
        parser.add_argument("--players", type=int, default=30, help="in each club")
        parser.add_argument("--rounds", type=int, default=20)

    @transaction.atomic
    def handle(self, *, clubs: int, players: int, rounds: int, **_options: Any) -> None:
        sent = _sent(rounds)
        made = _make_results(sent, clubs, players)
        times, queries = [], []
        for club, content in made:
            started = time.perf_counter()
            with CaptureQueriesContext(connection) as captured:
                accept_sent(sent=sent, content=content, via=club)
            times.append(time.perf_counter() - started)
            queries.append(len(captured))
        started = time.perf_counter()
        with CaptureQueriesContext(connection) as captured:
            merged = merged_standings(sent)
        merging = time.perf_counter() - started
        self.stdout.write(f"{clubs} clubs of {players}, {rounds} rounds: {len(merged.lines)} lines")
        self.stdout.write(
            f"taking in: {sum(times):.2f} s in all, {max(times) * 1000:.0f} ms the slowest club,"
            f" {min(queries)} to {max(queries)} queries a club"
        )
        self.stdout.write(f"merging: {merging:.2f} s, {len(captured)} query")
        transaction.set_rollback(True)


def _sent(rounds: int) -> Simultaneous:
    by, _made = User.objects.get_or_create(username="bench-simultaneous")
    return send_out(
        prepared=_prepared(rounds, by),
        name="Bench",
        organiser="Bench",
        opens_at=timezone.now(),
        by=by,
        merged_solos=True,
    )


def _prepared(rounds: int, by: User) -> PreparedGame:
    lexicon, rules = register_built_in(), load_rule_set("fisf")
    game = play_game("bench", load_lexicon(lexicon.name), load_tile_set(lexicon.tile_set), rules)
    record = GameRecord(lexicon.tile_set, "duplicate", tuple(game.rounds[:rounds]), lexicon.name, None, rules)
    return prepare_imported(name="Bench", text=record.to_json(), lexicon=None, by=by)


def _make_results(sent: Simultaneous, clubs: int, players: int) -> list[tuple[Any, dict[str, Any]]]:
    record, rules = open_record(sent.prepared), sent.prepared.rule_set
    tops = [line.score for line in record.rounds]
    names = [f"Club {number}" for number in range(1, clubs + 1)]
    return [
        (
            invite_club(sent=sent, name=name, by=sent.made_by)[0],
            made_up_result(
                game=sent.digest, club=name, tops=tops, rules=rules, players=players, seed=name
            ).to_data(),
        )
        for name in names
    ]
