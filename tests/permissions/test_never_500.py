"""No address answers with a 500, whatever comes beside its own fields: cookies, heads, the host, queries, `next`; nor
without a database."""

import traceback
from contextlib import contextmanager

import pytest
from django.core.signals import got_request_exception
from django.db import OperationalError, connection, transaction

from tests.lanes import PARTS
from tests.permissions.matrix import BEFORE, OUTSIDE, routes

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# As a cookie writes it; sessions want eight signs and more.
NUL = f'"\\000{"x" * 40}"'
COOKIES = ("sessionid", "csrftoken", "django_language", "messages", "csv", "isotop_player", "isotop_training")
HEADS = (
    {"HTTP_COOKIE": "; ".join(f"{name}={NUL}" for name in COOKIES)},
    {"HTTP_COOKIE": "; ".join(f"{name}={'a' * 6000}" for name in COOKIES)},
    {"HTTP_HOST": "a" * 7000},
    {"HTTP_HOST": "a\x00b"},
    {"HTTP_HOST": "[::1]:99999999"},
    {
        "HTTP_AUTHORIZATION": "Bearer \x00\xff",
        "HTTP_ACCEPT_LANGUAGE": "\x00," * 500,
        "HTTP_ACCEPT": "a/\x00",
        "HTTP_IF_NONE_MATCH": "\x00",
        "HTTP_IF_MODIFIED_SINCE": "9" * 5000,
        "HTTP_ORIGIN": "http://\x00",
        "HTTP_REFERER": "http://[",
        "HTTP_X_FORWARDED_FOR": "\x00",
        "HTTP_LAST_EVENT_ID": "9" * 5000,
        "HTTP_HX_REQUEST": "\x00",
        "HTTP_HX_CURRENT_URL": "http://[",
    },
)
NAMES = (
    "next",
    "page",
    "organiser",
    "of",
    "number",
    "q",
    "since",
    "table",
    "text",
    "name",
    "id",
    "round",
    "lines",
)
# A digit that is none for int, negative, too long for int, half a character, NUL, no UTF-8.
VALUES = ("%C2%B2", "-1", "9" * 4501, "%ED%A0%80", "%00", "%FF", "0x" + "f" * 9000)
QUERIES = tuple("&".join(f"{name}={value}" for name in NAMES) for value in VALUES)
FORM = "application/x-www-form-urlencoded"


@contextmanager
def failures(client):
    """Collect what requests of a client fail with, as (last line of the program, error) by address."""
    found = {}

    def note(request, **_more):
        error = traceback.TracebackException(*__import__("sys").exc_info())
        ours = [
            f"{frame.filename}:{frame.lineno}" for frame in error.stack if "/.venv/" not in frame.filename
        ]
        found.setdefault((ours[-1:] or ["?"])[0] + f" {error}", request.path)

    client.raise_request_exception = False
    got_request_exception.connect(note)
    try:
        yield found
    finally:
        got_request_exception.disconnect(note)


def ask(client, method, address, **more):
    with transaction.atomic():
        client.generic(method, address, **more)
        transaction.set_rollback(True)


def addresses():
    return sorted(routes() - OUTSIDE - BEFORE)


@pytest.mark.sweep
@pytest.mark.repeats
@pytest.mark.parametrize("person", ["stranger", "chief", "player"])
@pytest.mark.parametrize("each", [False, True], ids=["in turn", "each"])
def test_hostile_heads(world, person, each):
    client = world.client_of(person)
    with failures(client) as found:
        for place, route in enumerate(addresses()):
            for heads in HEADS if each else [HEADS[place % len(HEADS)]]:
                ask(client, "GET", world.address(route), **heads)
    assert not found


@pytest.mark.sweep
@pytest.mark.repeats
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("person", ["chief", "stranger", "player"])
@pytest.mark.parametrize("each", [False, True], ids=["in turn", "each"])
def test_hostile_queries_and_fields(world, person, each, part):
    client = world.client_of(person)
    with failures(client) as found:
        for place, route in enumerate(addresses()[part::PARTS]):
            for query in QUERIES if each else [QUERIES[place % len(QUERIES)]]:
                ask(client, "GET", f"{world.address(route)}?{query}")
                ask(client, "POST", world.address(route), data=query, content_type=FORM)
    assert not found


# What operating.md says is answered while the database is gone.
READS_NOTHING = {"/", "/login/", "/handbook/<language>/", "/ways-to-play/", "/api/docs/", "/api/schema/"}


def refuse_statement(*_arguments):
    raise OperationalError


@pytest.mark.sweep
@pytest.mark.repeats
@pytest.mark.parametrize("person", ["stranger", "chief", "player"])
def test_without_a_database_pages_that_read_nothing_come_and_all_others_wait(world, person):
    client = world.client_of(person)
    made = {route: world.address(route) for route in addresses()}
    client.raise_request_exception = False
    with connection.execute_wrapper(refuse_statement):
        answers = {
            (method, route): client.generic(method, address).status_code
            for route, address in made.items()
            for method in ("GET", "POST")
        }
    assert {request for request, status in answers.items() if status == 500} == set()
    if person == "stranger":
        assert {route for route in READS_NOTHING if answers["GET", route] != 200} == set()
        assert answers["GET", "/results/"] == answers["GET", "/join/<code>/"] == 503
