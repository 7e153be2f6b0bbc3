"""What all tests share: the built-in lexicon, compiled once."""

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from django.utils import translation

from engine import lexicon


@pytest.fixture(scope="session")
def english():
    return lexicon.load_lexicon(lexicon.ensure_builtin())


@pytest.fixture(autouse=True)
def language():
    """Every test begins in English: a page in French leaves its language behind, as a server would until the next."""
    translation.deactivate()


class QuickHasher(PBKDF2PasswordHasher):
    """The real algorithm with one iteration, which every server understands: a million take half a second a user."""

    iterations = 1


# Alike for every test: made anew they take longer than most tests that leave rows behind.
KEPT = {"django_content_type", "auth_permission"}


def emptied(operations, _style, tables, **_options):
    """What empties the tables after a test of several connections. PostgreSQL would be told to truncate them, which
    takes seconds for a hundred that hold next to nothing.
    """
    return [f"DELETE FROM {operations.quote_name(table)};" for table in tables if table not in KEPT]


def pytest_configure():
    # How long an example takes says as much of what else the machine does: benchmarks measure, tests do not.
    hypothesis.settings.register_profile(
        "isotop", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("isotop")
    settings.PASSWORD_HASHERS = ["tests.conftest.QuickHasher"]
    type(connection.ops).sql_flush = emptied
    # Otherwise each test client reads the folder of static files, which takes longer than most requests.
    settings.WHITENOISE_AUTOREFRESH = True


# Files with such tests wait for processes, browsers and clocks; begun last they would keep one worker waiting for
# the other.
LONG = ("slow", "server", "browser")


def pytest_addoption(parser):
    parser.addoption("--database", action="store_true", help="only tests that use the database")


def uses_database(item):
    return item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames)


def pytest_collection_modifyitems(config, items):
    """Files with long tests first, otherwise as they are."""
    if config.getoption("--database"):
        others = [item for item in items if not uses_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if uses_database(item)]
    long = {item.path for item in items if any(item.get_closest_marker(marker) for marker in LONG)}
    items.sort(key=lambda item: item.path not in long)
