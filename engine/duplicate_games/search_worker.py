"""A search over trial games: it finds those that meet the criteria.

The trial's seed and the number n determine game n, so a game found is made again from its number. Run with
`python -m`, this module is a process of the lowest priority, so that games in progress on the same machine
get the processor first. It reads a JSON object per line (see `Trial.request`) and answers each with a line:
`{"found": …}`, or `{"problem": …}`. It exits when its input ends, when nobody reads its answers any more, or
when idle for a while.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.duplicate_games.game_statistics import Criteria, GameFacts, add_spread, collect_game_facts
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set

if TYPE_CHECKING:
    from engine.duplicate_games.simulate import PlayedRound

IDLE_SECONDS = 30
_LOWEST_PRIORITY = 19


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that meets the criteria: its number, and the facts that may be shown."""

    number: int
    facts: GameFacts


@dataclass(frozen=True, slots=True)
class Trial:
    """The settings that all games of a search share; the lexicon by its name."""

    lexicon: str
    rules: RuleSet
    seed: str
    criteria: Criteria = field(default_factory=Criteria)

    def seed_of(self, number: int) -> str:
        return f"{self.seed}-{number}"

    def request(self, numbers: range) -> str:
        """Return the line that asks the process to try the games of these numbers."""
        values = {
            "lexicon": self.lexicon,
            "rules": self.rules.to_data(),
            "seed": self.seed,
            "criteria": self.criteria.to_data(),
            "numbers": [numbers.start, numbers.stop],
        }
        return json.dumps(values) + "\n"


def try_games(trial: Trial, numbers: range) -> Iterator[FoundGame]:
    """Yield those of the games that meet the criteria."""
    lexicon, rules, criteria = load_lexicon(trial.lexicon), trial.rules, trial.criteria
    tiles = load_tile_set(lexicon.tile_set)
    for number in numbers:
        rounds = play_trial(trial, number)
        facts = collect_game_facts(rounds, tiles, rules)
        if criteria.met_but_spread(facts):
            if criteria.asks_spread:
                facts = add_spread(facts, rounds, lexicon, tiles, rules)
            if criteria.met(facts):
                yield FoundGame(number, facts)


def play_trial(trial: Trial, number: int) -> tuple["PlayedRound", ...]:
    """Return the game of that number."""
    from engine.duplicate_games.simulate import play_rounds  # noqa: PLC0415 - imports the search

    lexicon = load_lexicon(trial.lexicon)
    tiles = load_tile_set(lexicon.tile_set)
    seed = trial.seed_of(number)
    return tuple(play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=trial.rules))


def answer(line: str) -> str:
    """Answer a line of `Trial.request`, also if the engine raises an error; any other error is a bug."""
    asked = json.loads(line)
    try:
        trial = Trial(
            lexicon=asked["lexicon"],
            rules=RuleSet.from_data(asked["rules"]),
            seed=asked["seed"],
            criteria=Criteria.from_data(asked["criteria"]),
        )
        found = [[game.number, game.facts.to_data()] for game in try_games(trial, range(*asked["numbers"]))]
        values: dict[str, Any] = {"found": found}
    except EngineError as error:
        values = {"problem": str(error)}
    return json.dumps(values)


def read_answer(line: str) -> list[FoundGame]:
    """Return the games found in an answer; raise a RuntimeError with its problem, if it has one."""
    values = json.loads(line)
    if "problem" in values:
        raise RuntimeError(values["problem"])
    return [FoundGame(number, GameFacts.from_data(facts)) for number, facts in values["found"]]


def main() -> None:
    """Answer requests until the input ends or the process was idle for a while."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent process
    if hasattr(os, "nice"):  # on other systems the parent process sets the priority
        os.nice(_LOWEST_PRIORITY)
    leaving = _leave_when_idle()
    for line in sys.stdin:
        leaving.cancel()
        try:
            sys.stdout.write(answer(line) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            os._exit(0)  # the reader is gone, and Python's message at exit would reach nobody
        leaving = _leave_when_idle()


def _leave_when_idle() -> threading.Timer:
    timer = threading.Timer(IDLE_SECONDS, os._exit, (0,))
    timer.daemon = True
    timer.start()
    return timer


if __name__ == "__main__":
    main()
