"""A simultaneous game for tests: a prepared game of few rounds, sent by an organiser."""

from datetime import timedelta
from functools import cache

from duplicate.preparing import prepare_imported
from duplicate.sending import code_of, send_out
from engine.lexicon import ensure_builtin, load_lexicon
from engine.records import GameRecord
from engine.rules import load_rule_set
from engine.simulate import play_game
from engine.tiles import load_tile_set
from tournaments import clock

ROUNDS = 3


@cache
def short_record(rules="classic", rounds=ROUNDS, seed="simultaneous-1"):
    """The first rounds of a game by the top."""
    whole = play_game(seed, load_lexicon(ensure_builtin()), load_tile_set("english"), load_rule_set(rules))
    return GameRecord("english", "duplicate", whole.rounds[:rounds], "english", None, load_rule_set(rules))


def prepare_short(by, **asked):
    return prepare_imported(name="Final", text=short_record(**asked).to_json(), lexicon=None, by=by)


def sent_by(by, *, opens_in=-60, rules="classic", **more):
    """A simultaneous game that may be opened since a minute, and its code."""
    sent = send_out(
        prepared=prepare_short(by, rules=rules),
        name="World game",
        organiser="The federation",
        opens_at=clock.now() + timedelta(seconds=opens_in),
        by=by,
        **more,
    )
    return sent, code_of(sent)
