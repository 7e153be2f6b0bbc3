"""Files are read in a process of their own, which has limits."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from simple_history.models import HistoricalRecords

from engine.errors import LexiconError
from tests.http_client import wait_until
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.processes import own_process
from tournaments.processes.own_process import in_own_process

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="There is no fork")


@pytest.fixture(autouse=True)
def apart(monkeypatch):
    """Read in processes of their own also outside of requests."""
    monkeypatch.setattr(own_process, "_run", own_process._run.args[0])


@pytest.fixture
def request_of(monkeypatch):
    """Return what makes this thread that of a request of a user with a key."""
    monkeypatch.setattr(own_process, "PATIENCE", 0.01)

    def begin(key):
        HistoricalRecords.context.request = SimpleNamespace(user=SimpleNamespace(pk=key))

    yield begin
    HistoricalRecords.context.request = None


@in_own_process(1)
def read(work):
    return work()


def raise_(error):
    raise error


def test_another_process_returns_what_it_read():
    assert read(os.getpid) != os.getpid()
    assert read(lambda: read(os.getppid)) == os.getpid(), "a reader reads on itself"


@pytest.mark.parametrize(
    "error",
    [
        RuleViolation("code", "{most} lines", most=3),
        LexiconError("hunspell_too_big", most=3),
        WordListErrors(["a"], 1, codes=frozenset("x"), says_more=True, tile_sets=""),
    ],
)
def test_a_refusal_comes_as_it_was_raised(error):
    with pytest.raises(type(error)) as raised:
        read(lambda: raise_(error))
    assert str(raised.value) == str(error)
    assert {**vars(raised.value), "__notes__": []} == {**vars(error), "__notes__": []}


def test_an_error_that_is_a_bug_names_its_line():
    with pytest.raises(ZeroDivisionError) as raised:
        read(lambda: 1 / 0)
    assert "in <lambda>" in raised.value.__notes__[0]


def take_time():
    while True:
        pass


@pytest.mark.parametrize(
    "work",
    [
        take_time,
        lambda: bytes(own_process.MOST_OUTPUT + 1),
        lambda: os._exit(0),
        pytest.param(
            lambda: len(bytes(2 << 30)),
            marks=pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts the memory"),
        ),
    ],
)
def test_what_takes_too_much_is_refused(request_of, work):
    request_of(1)
    with pytest.raises(RuleViolation, match="too much time or memory"):
        read(work)


def test_a_reader_that_only_waits_is_ended(monkeypatch):
    monkeypatch.setattr(own_process, "IN_BACKGROUND", own_process.Limits(1, 1, 1 << 30))
    with pytest.raises(RuleViolation, match="too much time"):
        read(lambda: time.sleep(600))


def test_a_person_has_one_file_read_and_a_server_two(request_of, tmp_path):
    may_end = tmp_path / "may_end"

    def wait():
        while not may_end.exists():
            time.sleep(0.01)
        return "read"

    def read_as(key):
        request_of(key)
        return read(wait)

    with ThreadPoolExecutor(2) as pool:
        reading = [pool.submit(read_as, key) for key in (1, 2)]
        wait_until(lambda: not own_process._places._value, 30, "both are read")
        for key, words in ((1, "file of yours"), (3, "Other files")):
            with pytest.raises(RuleViolation, match=words):
                read_as(key)
        may_end.touch()
        assert [each.result() for each in reading] == ["read", "read"]
    assert read_as(1) == "read"


@pytest.mark.django_db
def test_the_database_is_as_before():
    assert read(User.objects.none().count) == 0
    assert connection.is_usable()
