"""PostgreSQL and Redis for tests: a database of one's own on the server at ISOTOP_TEST_POSTGRES, dropped in
the end, and the Redis database at ISOTOP_TEST_REDIS, emptied, or database 14 beside it. Tests are skipped if
these are missing, but not in CI.
"""

import contextlib
import fcntl
import os
import tempfile
import uuid
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.server import migrate, tables_digest

POSTGRES = os.environ.get("ISOTOP_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("ISOTOP_TEST_REDIS", "redis://127.0.0.1:6379/15")
# A database beside it, for tests of moments: they must not wait for those that start servers.
QUICK_REDIS = urlunsplit(urlsplit(REDIS)._replace(path="/14"))


@contextlib.contextmanager
def new_database(*, migrated=True):
    """Yield the address of a new database without rows, or without tables."""
    psycopg = pytest.importorskip("psycopg")
    try:
        admin = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as error:
        _missing(f"PostgreSQL is not there: {error}")
    name = f"isotop_test_{uuid.uuid4().hex[:12]}"
    try:
        admin.execute(
            f"CREATE DATABASE {name}" + (f" TEMPLATE {migrated_template(admin)}" if migrated else "")
        )
        yield urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}"))
    finally:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        admin.close()


def migrated_template(admin):
    """Return the name of the database that others are copied from: made once for this checkout's tables."""
    name = f"isotop_migrated_{tables_digest()}"
    with (Path(tempfile.gettempdir()) / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            earlier = "SELECT datname FROM pg_database WHERE datname LIKE 'isotop_migrated_%'"
            for (left,) in admin.execute(earlier).fetchall():
                admin.execute(f"DROP DATABASE IF EXISTS {left}")
            admin.execute(f"CREATE DATABASE {name}_made")
            address = urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}_made"))
            migrate(DATABASE_URL=address)
            admin.execute(f"ALTER DATABASE {name}_made RENAME TO {name}")
    return name


@contextlib.contextmanager
def empty_redis(address=REDIS):
    """Yield the address of the Redis database, for one test process at a time."""
    redis = pytest.importorskip("redis")
    place = "".join(filter(str.isalnum, address))
    with (Path(tempfile.gettempdir()) / f"isotop-test-{place}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        broker = redis.Redis.from_url(address, socket_connect_timeout=3)
        try:
            broker.flushdb()
        except redis.RedisError as error:
            _missing(f"Redis is not there: {error}")
        yield address
        broker.flushdb()
        broker.close()


def _missing(what):
    (pytest.fail if os.environ.get("CI") else pytest.skip)(what)
