"""Fixtures for all tests: the built-in lexicon, compiled once."""

import functools
import gc
import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest
from _pytest import runner
from django.conf import settings
from django.core.management.commands import flush
from django.db import connection, transaction
from django.utils import translation
from django_scopes import state as scope

from duplicate.prepared_games.clubs import envelope
from engine import lexicon
from tests.worlds.images import FOLDER
from tournaments.accounts.logins import OneAtATimeHasher
from tournaments.models import FIRST_ORGANISER
from tournaments.processes import own_process

pytest_plugins = ["tests.factories.games"]


@pytest.fixture(scope="session")
def english():
    return lexicon.load_lexicon(lexicon.ensure_builtin())


@pytest.fixture(autouse=True, scope="module")
def closed_connections(django_db_blocker):
    """Fail for the file of tests that leaves a connection to PostgreSQL open: its database cannot be dropped then."""
    yield
    if connection.vendor != "postgresql" or not connection.settings_dict["NAME"].startswith("test_"):
        return
    end = time.monotonic() + 10
    while left := _other_sessions(django_db_blocker):
        assert time.monotonic() < end, f"connections left open, which asked last: {left}"
        time.sleep(0.1)


def _other_sessions(blocker):
    with blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return [query for (query,) in cursor.fetchall()]


@pytest.fixture(scope="module")
def rows_of_file(django_db_setup, django_db_blocker):
    """Keep the rows that fixtures of the module make for all tests of a file; each test sees them as they were made.

    They are in a transaction around the tests' own, as `TestCase.setUpTestData` has them, and rolled back after the
    last test. Not for files with tests of several connections.
    """
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around._from_testcase = True
        with around:
            yield
            transaction.set_rollback(True)


@pytest.fixture(autouse=True, scope="module")
def language_of_file():
    """Begin every file in English: what is made for all its tests may have a name in the language of the moment."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def language():
    """Begin every test in English: a page in French leaves its language behind, as on a server until the
    next request.
    """
    translation.deactivate()


class QuickHasher(OneAtATimeHasher):
    """The real algorithm with one iteration, which every server understands: a million take half a second a user."""

    iterations = 1


# Alike for every test: made anew they take longer than most tests that leave rows behind.
KEPT = {"django_content_type", "auth_permission", "tournaments_organiser"}
# A test that makes a second organiser changes the first one.
ORGANISERS_AS_BEFORE = (
    f"DELETE FROM tournaments_organiser WHERE id <> {FIRST_ORGANISER};",
    f"UPDATE tournaments_organiser SET name = '', holds_everybody = TRUE WHERE id = {FIRST_ORGANISER};",
)


def emptied(operations, _style, tables, **_options):
    """Return the statements that empty the tables after a test of several connections.

    PostgreSQL would get a TRUNCATE, which takes seconds for a hundred tables with next to no rows.
    """
    emptied_tables = [f"DELETE FROM {operations.quote_name(table)};" for table in tables if table not in KEPT]
    return [*emptied_tables, *ORGANISERS_AS_BEFORE]


@pytest.fixture(autouse=True, scope="module")
def frozen_objects():
    """Take all that is loaded by now out of garbage collection, which looks through it again and again otherwise:
    each page that reads or writes a file ends in a full collection.
    """
    gc.collect()
    gc.freeze()


def runtestprotocol_with_room(*arguments, **named):
    """Run a test below a frame that takes half a megabyte.

    Python keeps frames in pieces of 16 kB, which it asks of the system and gives back each time a call crosses the end
    of one: what a deep stack calls often took 800 pieces a test, a tenth of the time. The piece of a large frame has
    room for all calls below it.
    """
    return runner.runtestprotocol(*arguments, **named)


runtestprotocol_with_room.__code__ = runtestprotocol_with_room.__code__.replace(co_stacksize=70_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    runtestprotocol_with_room(item, nextitem=nextitem)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def read_here(run, call, limits):
    """Read a file in the process of the test, unless a request brings it: properties read thousands of files, and a
    fork of a worker costs more than most of them.
    """
    return call() if limits is own_process.IN_BACKGROUND else run(call, limits)


def pytest_sessionstart():
    """Read and write the rows of the first organiser in tests; requests begin without a scope, as on a server."""
    scope.state.set({"organiser": FIRST_ORGANISER, "_enabled": True})


def pytest_configure(config):
    compiled = any((settings.DATA_FOLDER / "code").glob("*.code"))
    if not compiled or not (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        raise pytest.UsageError(
            "Run `make setup` first: tests need static files, texts, lexicon and compiled search."
        )
    # A database of its own for each run: two runs of one checkout go on beside each other.
    folder = tempfile.mkdtemp(prefix="isotop-tests-")
    config.add_cleanup(functools.partial(shutil.rmtree, folder, ignore_errors=True))
    if not hasattr(config, "workerinput"):
        os.environ[FOLDER] = f"{folder}/worlds"
    embedded = connection.vendor == "sqlite"
    connection.settings_dict["TEST"]["NAME"] = (
        f"{folder}/test.sqlite3" if embedded else f"test_isotop_{os.getpid()}"
    )
    # A connection that a thread kept would hold the database of an earlier test.
    connection.settings_dict["CONN_MAX_AGE"] = 0
    settings.PASSWORD_HASHERS = ["tests.conftest.QuickHasher"]
    type(connection.ops).sql_flush = emptied
    envelope._SCRYPT["n"] = 2
    own_process._run = functools.partial(read_here, own_process._run)
    # It would look for new types and permissions, which are kept.
    flush.emit_post_migrate_signal = lambda *_args, **_options: None
    # Otherwise each test client reads the folder of static files, which takes longer than most requests.
    settings.WHITENOISE_AUTOREFRESH = True


# What every change tries of a property that does not say how much; `make check` tries more.
FEW_EXAMPLES = 30


@functools.cache
def load_hypothesis():
    import hypothesis  # a tenth of a second, which files without properties do not wait for

    # How long an example takes says as much of what else the machine does: benchmarks measure, tests do not.
    hypothesis.settings.register_profile(
        "isotop",
        max_examples=int(os.environ.get("ISOTOP_EXAMPLES", FEW_EXAMPLES)),
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("isotop")


def pytest_pycollect_makemodule(module_path):
    """Give Hypothesis its settings before it reads those of a file's tests."""
    if b"hypothesis" in module_path.read_bytes():
        load_hypothesis()


# Files with such tests wait for processes, browsers and clocks; begun last they would keep one worker waiting for
# the other.
LONG = ("slow", "server", "browser")


COUNTS_QUERIES = {"django_assert_num_queries", "django_assert_max_num_queries"}


def depends_on_database(item):
    """Tell whether the kind of database may change what a test shows without its file saying so: races, and counts of
    queries.
    """
    return "concurrency" in item.path.parts or COUNTS_QUERIES & set(item.fixturenames)


def leave_repeats_to_the_slow_lane(items):
    """Have every change run the first case of each test with the mark `repeats`; of a `sweep` the smoke lane does,
    where started programs keep tests waiting.
    """
    shown = set()
    for item in items:
        if item.get_closest_marker("repeats"):
            test = item.nodeid.partition("[")[0]
            if test in shown:
                item.add_marker("slow")
            shown.add(test)
        if item.get_closest_marker("sweep") and not item.get_closest_marker("slow"):
            item.add_marker("slow")
            item.add_marker("smoke")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Put files with long tests first; keep the order otherwise."""
    leave_repeats_to_the_slow_lane(items)
    for item in filter(depends_on_database, items):
        item.add_marker("database")
    long = {item.path for item in items if any(item.get_closest_marker(marker) for marker in LONG)}
    items.sort(key=lambda item: item.path not in long)
