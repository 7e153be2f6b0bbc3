"""Make the games of tests/engine/records/classic: each file is the first simulated game with a given feature.

.venv/bin/python -m tests.engine.referee.make_games
"""

import random
from itertools import count
from pathlib import Path

from engine.formats.gcg import Pragma
from engine.lexicon import load_lexicon
from engine.referee import Challenge, End, Exchange, Overtime, Pass, Place, replay, winners
from engine.referee.gcg.writer import gcg_text
from engine.tiles import BLANK_FLAG
from tests.engine.referee.playing import Play, settings

TURNS = (Place, Exchange, Pass, Challenge)
FOLDER = Path(__file__).parents[1] / "records" / "classic"


def acts(game, kind, **values):
    return [
        act
        for act in game.acts
        if isinstance(act, kind) and all(getattr(act, name) == value for name, value in values.items())
    ]


def last_of(steps):
    return steps[-1].after


def has_lost_last_play(game, steps):
    return any(step.before.end_reason == "out" and step.after.end_reason is None for step in steps)


def has_broken_tie(game, steps):
    state = last_of(steps)
    return state.scores.count(max(state.scores)) > 1 and len(winners(state)) == 1


def is_tie_with_everything(game, steps):
    """Tell whether both have the same score in a game with a good and a bad challenge, a blank, and a turn with six
    tiles in the bag; time costs nothing.
    """
    return (
        len({*last_of(steps).scores}) == 1
        and not acts(game, Overtime)
        and all(acts(game, Challenge, upheld=upheld) for upheld in (False, True))
        and any(max(act.move.word) > BLANK_FLAG for act in acts(game, Place))
        and any(step.before.bag_count == 6 and isinstance(step.act, TURNS) for step in steps)
    )


WANTED = {
    "void": (2, settings("void"), lambda game, steps: acts(game, Exchange)),
    "single": (2, settings("single"), lambda game, steps: len(acts(game, Challenge, upheld=True)) > 1),
    "double": (2, settings("double"), lambda game, steps: len(acts(game, Challenge, upheld=False)) > 2),
    "five_a_word": (
        2,
        settings("5"),
        lambda game, steps: any(act.words > 1 for act in acts(game, Challenge, upheld=False)),
    ),
    "ten_a_play": (
        2,
        settings("10", "play", "gained"),
        lambda game, steps: len(acts(game, Challenge, upheld=False)) > 1,
    ),
    "three_players": (3, settings("double"), lambda game, steps: acts(game, Overtime)),
    "four_players": (4, settings("5", "play"), lambda game, steps: len(acts(game, Exchange)) > 2),
    "overtime": (2, settings("double"), lambda game, steps: len(acts(game, Overtime)) > 1),
    "exchange_at_the_end": (
        2,
        settings("single", minimum=0),
        lambda game, steps: any(
            isinstance(step.act, Exchange) and step.before.bag_count < 7 for step in steps
        ),
    ),
    "all_pass": (2, settings("double"), lambda game, steps: last_of(steps).end_reason == "passes"),
    "nobody_can_play": (2, settings("double"), lambda game, steps: acts(game, End, nobody_can_play=True)),
    "last_play_comes_off": (2, settings("double"), has_lost_last_play),
    "twice_the_tiles_left": (
        2,
        settings("double", final="double"),
        lambda game, steps: last_of(steps).end_reason == "out" and acts(game, Pass),
    ),
    "tie_broken": (2, settings("void"), has_broken_tie),
    "tie": (2, settings("double"), is_tie_with_everything),
}


def make(name, lexicon):
    players, rules, wanted = WANTED[name]
    for number in count():
        stream = random.Random(f"{name}/{number}")
        choices = [stream.randrange(10**6) for _ in range(600)]
        game = Play(lexicon, players, rules, choices, seed=f"{name}/{number}").whole_game()
        steps = list(replay(game, lexicon))
        if last_of(steps).is_over and acts(game, Place) and wanted(game, steps):
            head = (Pragma("title", name.replace("_", " ")),)
            (FOLDER / f"{name}.gcg").write_text(gcg_text(game, head), encoding="utf-8")
            print(name, number, last_of(steps).scores, flush=True)
            return


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for wanted in WANTED:
        make(wanted, load_lexicon("english"))
