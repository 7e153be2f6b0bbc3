"""A simultaneous game for tests: a prepared game of few rounds, sent by an organiser."""

from datetime import timedelta

from duplicate.prepared.services import prepare_imported
from duplicate.simultaneous.organiser import code_of, send_out
from tests.factories.simultaneous_games import short_record
from tournaments.core import clock


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
