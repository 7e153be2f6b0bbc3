"""Measurement of a festival's standings and a season's index; on a database of its own, gone afterwards.

Goal: seven games of 1,500 players in 300 ms, with a number of queries that does not grow with either.
"""

import random
import statistics
import time
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.standings.rows.event_results import standings_for_event
from engine.rules import (
    load_rule_set,
)
from tests.bench.hall import Hall
from tests.bench.measuring import milliseconds, own_database
from tournaments.events import results
from tournaments.models import Event
from tournaments.seasons.services import index_of_season, save_season, usual_season
from tournaments.standings.ranking import GameScore, ScoredGame

GAMES, ROUNDS, TIMES = 7, 20, 9


class Command(BaseCommand):
    help = "Measure the standings of seven games of 1,500 players: milliseconds and queries."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database():
            hall = Hall()
            _play_seven(hall)
            event = Event.objects.get(pk=hall.game.event_id)
            with CaptureQueriesContext(connection) as asked:
                standings = standings_for_event(event)
            begun = time.process_time()
            took = [milliseconds(lambda: standings_for_event(event)) for _time in range(TIMES)]
            busy = 1000 * (time.process_time() - begun) / TIMES
            self.stdout.write(
                f"standings of {len(standings.games)} games, {len(standings.lines)} players: median"
                f" {statistics.median(took):.0f} ms, at most {max(took):.0f} ms,"
                f" {busy:.0f} ms of them CPU, {len(asked)} queries"
            )
            desk = Client()
            desk.force_login(hall.by)
            page = reverse("event-standings", args=[event.pk])
            took = [milliseconds(lambda: desk.get(page)) for _time in range(TIMES)]
            self.stdout.write(
                f"their page: median {statistics.median(took):.0f} ms, at most {max(took):.0f} ms"
            )
            self._measure_season(event, desk)

    def _measure_season(self, event: Event, anybody: Client) -> None:
        season = save_season(usual_season(event.date))
        with CaptureQueriesContext(connection) as asked:
            lines = index_of_season(season)
        took = [milliseconds(lambda: index_of_season(season)) for _time in range(TIMES)]
        self.stdout.write(
            f"index of {len(lines)} players over {GAMES} games: median"
            f" {statistics.median(took):.0f} ms, at most {max(took):.0f} ms, {len(asked)} queries"
        )
        page = reverse("public-standings", args=[event.pk])
        Event.objects.update(public=True, released=Event.Released.FINAL)
        tag = anybody.get(page)["ETag"]
        took = [milliseconds(lambda: anybody.get(page)) for _time in range(TIMES)]
        again = [
            milliseconds(lambda: anybody.get(page, headers={"If-None-Match": tag})) for _time in range(TIMES)
        ]
        self.stdout.write(
            f"public page: median {statistics.median(took):.0f} ms, not changed:"
            f" {statistics.median(again):.1f} ms"
        )


def _play_seven(hall: Hall) -> None:
    """Record random results, in the form in which a game that ends records them."""
    chance = random.Random(1)
    rules = load_rule_set("fisf")
    for number in range(1, GAMES + 1):
        game = hall.game
        if number > 1:
            game = game_services.create_game(
                name=f"Game {number}",
                by=hall.by,
                event=hall.game.event,
                lexicon="english",
                notation="duplicate",
                rules=rules,
            )
        scores = {entry.pk: _score(chance) for entry in hall.entries}
        value = ScoredGame(number, game.name, 40 * ROUNDS, True, scores, rules.standings.tie_breaks, ROUNDS)
        results.record_result(event=game.event, game=game.code, scores=value, by=hall.by)
        Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED)


def _score(chance: random.Random) -> GameScore:
    rounds = tuple(chance.choice((0, 20, 30, 40)) for _round in range(ROUNDS))
    total = sum(rounds)
    return GameScore(total, total - 40 * ROUNDS, tops=rounds.count(40), best_move=max(rounds), rounds=rounds)
