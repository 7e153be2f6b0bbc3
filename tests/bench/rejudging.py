"""Measurement of judging a game again after a word was accepted or refused: 25 rounds with 1,500 slips each. In
SQLite a slip that comes meanwhile waits as long as this takes.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from duplicate.arbitration import game_words
from duplicate.arbitration.game_words import WordChange
from duplicate.models import Round
from duplicate.positions.board_state import position_of
from duplicate.rounds import top_search
from duplicate.slips import rulings
from engine.duplicate_games import simulate
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from tests.bench.hall import Hall
from tests.bench.measuring import own_database
from tournaments.time import clock

SEED, ROUNDS = "bench", 25
# A word that few rounds can form, and one that almost all can.
UNLISTED, SHORT = "QUEZ", "ET"


class Command(BaseCommand):
    help = "Measure judging a game of 25 rounds and 1,500 players again."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database():
            hall = Hall()
            hall.game.rounds.all().delete()
            _play(hall)
            for act, word in ((game_words.accept_word, UNLISTED), (game_words.refuse_word, SHORT)):
                self._measure(act, hall, word)

    def _measure(self, act: Callable[..., WordChange], hall: Hall, word: str) -> None:
        started = time.perf_counter()
        done = act(game=hall.game, word=word, reason="measured", by=hall.by).rejudged
        took = 1000 * (time.perf_counter() - started)
        self.stdout.write(
            f"{word}: {took:.0f} ms, {len(done.tops)} tops and {len(done.ruled)} rulings changed"
        )


def _play(hall: Hall) -> None:
    """Play a simulated game up to its last round, which is closed and judged."""
    game = hall.game
    played = simulate.play_rounds(
        seed=SEED, lexicon=load_lexicon(game.lexicon), tiles=game.tiles, rules=RuleSet()
    )
    for number, real in enumerate(played, start=1):
        assert real.placed is not None
        reference, word = real.placed.move.text(game.tiles)
        round_ = Round.objects.create(
            game=game, number=number, rack=real.rack.text(game.tiles), state=Round.State.CLOSED
        )
        top_search.find_top(round_.pk)
        round_ = Round.objects.get(pk=round_.pk)
        slips = hall.slips_like_those_of_people(position_of(round_), random.Random(number))
        rulings.judge_and_store(round_, hall.hand_in(round_, slips))
        if number == ROUNDS:
            break
        Round.objects.filter(pk=round_.pk).update(
            state=Round.State.ANNOUNCED,
            announced_at=clock.now(),
            reference=reference,
            word=word,
            score=real.placed.score,
        )
