"""A stage for acts at the same moment: each in a thread with a connection of its own, stopped at a point that
a test chooses.

`together` lets acts go at one signal. `during` is exact: it stops one act in the middle, lets the other one
start, and goes on when that is done, or waits for a lock as it should. A refusal by the rules is an outcome
like any other (its code); any other exception fails the test.
"""

import contextvars
import threading
from functools import partial

from django.db import connection

from engine.errors import EngineError
from tournaments.errors import RuleViolation

# Acts take milliseconds: one that takes so long waits for the one that is held.
PATIENCE = 0.25
AT_MOST = 30


class Act(threading.Thread):
    """An act in a thread; `outcome` is its result, or the code of its refusal."""

    def __init__(self, function, prepare=lambda: None):
        super().__init__(daemon=True)
        self.function, self.prepare = function, prepare
        self.outcome = self.failure = None
        self.context = contextvars.copy_context()

    def run(self):
        """Act for the same organiser as the test."""
        self.context.run(self._act)

    def _act(self):
        try:
            self.prepare()
            self.outcome = self.function()
        except (RuleViolation, EngineError) as error:
            self.outcome = error.code
        except BaseException as error:  # noqa: BLE001 - it is raised again where the test waits
            self.failure = error
        finally:
            connection.__dict__.pop("commit", None)
            connection.close()

    def result(self):
        self.join(AT_MOST)
        assert not self.is_alive(), "it waits for ever"
        if self.failure:
            raise self.failure
        return self.outcome


class Stop:
    """A place in an act where it is held: at its commit, or after the statement that has these words."""

    def __init__(self, at):
        self.at = at
        self.reached, self.released = threading.Event(), threading.Event()

    def set_up(self):
        if self.at == "commit":
            connection.commit = partial(self._commit, connection.commit)
        else:
            # For the life of the thread's connection.
            connection.execute_wrappers.append(self._execute)

    def _commit(self, commit):
        self._hold()
        commit()

    def _execute(self, execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if self.at in sql:
            self._hold()
        return result

    def _hold(self):
        if not self.reached.is_set():
            self.reached.set()
            assert self.released.wait(AT_MOST)


def together(*functions):
    """Start the acts at the same moment; return their outcomes."""
    signal = threading.Barrier(len(functions))
    acts = [Act(function, signal.wait) for function in functions]
    for act in acts:
        act.start()
    return [act.result() for act in acts]


def during(first, then, *, at="commit"):
    """Start the second act while the first is held `at` a statement or its commit; return both outcomes."""
    stop = Stop(at)
    held, other = Act(first, stop.set_up), Act(then)
    held.start()
    while not stop.reached.wait(0.01):
        assert held.is_alive(), f"it never came to {at}: {held.failure or held.outcome!r}"
    other.start()
    other.join(PATIENCE)
    stop.released.set()
    return held.result(), other.result()
