"""Benchmark of pairing and ranking a large classic division: `make bench NAME=pairing`.

Goals: 400 players in round 8 of a Swiss in 5 s, their standings in 150 ms; the last round but one of eight by
each other method in 3 s. Results are made up, without the database. Processor time stands beside the elapsed
time; other programs do not lengthen it.

With the folder of shared data in `ISOTOP_SHARED_DATA` two real divisions are paired once more, from their first round
to their last, as Swiss and as COP. Players who met there have the same result again; other results are made up by the
ratings. The measures stand beside those of the divisions as they were played.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandParser

from tests.bench.real_division import measures_of
from tournaments.classic.pairing import PairedRound, PairingField, Settings, pair
from tournaments.classic.rules.standings import StandingRules, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts

Given = TypeVar("Given")
BY_STANDINGS = ("king_of_the_hill", "australian_draw", "contenders", "cop")
OF_TSH = Path(__file__).parents[1] / "tournaments/classic/exchange/data/a.t"
RULES = StandingRules(spread_caps=(350,), tie_breaks=("wins", "spread", "opponents_wins", "head_to_head"))


# The elapsed time and the processor time of each act.
Took = dict[str, list[tuple[float, float]]]


class Command(BaseCommand):
    help = "Measure pairings and standings of a large Swiss: seconds and milliseconds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=400)
        parser.add_argument("--rounds", type=int, default=8)
        parser.add_argument(
            "--events", type=int, default=5, help="events played, each with results of its own"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        players, rounds = options["players"], options["rounds"]
        took: Took = {name: [] for name in ("pairing", "earlier", "standings", *BY_STANDINGS)}
        for seed in range(options["events"]):
            _play(players, rounds, random.Random(seed), took)
        self._tell(f"round {rounds} of a Swiss of {players}", took["pairing"], "s")
        self._tell("the rounds before it", took["earlier"], "s")
        for method in BY_STANDINGS:
            self._tell(f"round {rounds - 1} of {rounds} by {method}", took[method], "s")
        if folder := os.environ.get("ISOTOP_SHARED_DATA"):
            for path in (Path(folder) / "classic" / "classic_B.json", OF_TSH):
                self.stdout.write(measures_of(path))
        self._tell(f"standings of {players} after {rounds} rounds", took["standings"], "ms")

    def _tell(self, what: str, measured: list[tuple[float, float]], unit: str) -> None:
        scale = 1000 if unit == "ms" else 1
        times, busy = ([one[which] for one in measured] for which in (0, 1))
        least, median, most = (scale * value for value in (min(times), statistics.median(times), max(times)))
        self.stdout.write(
            f"{what}: least {least:.2f} {unit}, median {median:.2f} {unit}, most {most:.2f} {unit},"
            f" {len(times)} times; processor: median {scale * statistics.median(busy):.2f} {unit},"
            f" most {scale * max(busy):.2f} {unit}"
        )


def _play(players: int, rounds: int, chance: random.Random, took: Took) -> None:
    """Play one event; the strength of players differs as in a large open one."""
    contestants = tuple(Contestant(key, key, f"Player {key}") for key in range(1, players + 1))
    matches: list[MatchFacts] = []
    for number in range(1, rounds + 1):
        field = PairingField(contestants, tuple(matches), RULES)
        seconds, paired = _timed(partial(pair, "swiss", field, number, Settings("b")))
        took["pairing" if number == rounds else "earlier"].append(seconds)
        if number == rounds - 1:
            chosen = Settings("b", rounds=rounds, prize_places=10, gibson=True)
            for method in BY_STANDINGS:
                took[method].append(_timed(partial(pair, method, field, number, chosen))[0])
        matches += _results(paired, players, chance)
    for _time in range(5):
        seconds, _lines = _timed(partial(rank_division, contestants, matches, RULES))
        took["standings"].append(seconds)


def _results(paired: PairedRound, players: int, chance: random.Random) -> list[MatchFacts]:
    results = []
    for one in paired.pairings:
        if one.second is None:
            results.append(MatchFacts(paired.number, one.first))
            continue
        edge = 50 * (one.second - one.first) / players
        scores = round(chance.gauss(400 + edge, 60)), round(chance.gauss(400 - edge, 60))
        results.append(MatchFacts(paired.number, one.first, one.second, "played", *scores))
    return results


def _timed(act: Callable[[], Given]) -> tuple[tuple[float, float], Given]:
    begun = time.perf_counter(), time.process_time()
    result = act()
    return (time.perf_counter() - begun[0], time.process_time() - begun[1]), result
