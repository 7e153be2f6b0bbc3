"""Each request has an id, in its answer and in the log, and the log says who asked for what without a secret."""

import json
import logging

import pytest
from django.test import Client
from django.urls import resolve

from deploy import logs
from deploy.asgi import application, name_view
from deploy.monitoring.requests import HEADER
from tests.factories.asgi import ask_application
from tournaments.tokens import hash_token

REQUESTS = "isotop.requests"


@pytest.fixture
def lines(caplog):
    """Return a function that returns the values of the requests in the log, as JSON has them."""
    caplog.set_level(logging.INFO, logger=REQUESTS)
    formatter = logs.JsonFormatter()

    def read():
        return [json.loads(formatter.format(record)) for record in caplog.records if record.name == REQUESTS]

    return read


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("0123456789abcdef0123456789abcdef", True),
        ("of-another-proxy", True),
        ("", False),
        ("short", False),
        ("x" * 65, False),
        ("two\nlines-of-a-log", False),
        ('quote"quote', False),
    ],
)
def test_the_id_of_the_proxy_is_kept_if_it_is_one(asked, kept):
    first, second = (Client().get("/login/", headers={HEADER: asked}).headers[HEADER] for _ in range(2))
    assert (first == asked, second == asked) == (kept, kept)
    assert kept or first != second
    assert len(first) >= 8


@pytest.mark.django_db
def test_a_request_is_logged_with_the_user_who_was_asked_for(desk, arbitrator, lines):
    answer = desk.get("/desk/?page=2")
    [line] = lines()
    assert line["path"] == "/desk/"
    assert (line["method"], line["status"], line["view"]) == ("GET", 200, "desk")
    assert line["user"] == arbitrator.pk
    assert line["request_id"] == answer.headers[HEADER]
    assert line["ms"] > 0
    assert "ann" not in line.values()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "view"), [("me", "api-me"), ("slips", "api-slips"), ("questions", "api-questions")]
)
def test_a_phone_is_known_by_its_token_s_hash(game, players, lines, path, view):
    """Through Django and on the fast path alike."""
    _entry, token = players[0]
    headers = {"Authorization": f"Bearer {token}", HEADER: "0123456789abcdef"}
    address = f"/api/v1/games/{game.code}/{path}/"
    Client().get(address, headers=headers)
    ask_application(application, "GET", address, headers)
    slow, fast = lines()
    for line in (slow, fast):
        assert line["token"] == hash_token(token)[:12]
        assert line["view"] == view
        assert token not in json.dumps(line)
    assert fast["request_id"] == "0123456789abcdef"


@pytest.mark.django_db(transaction=True)
def test_streams_are_logged_when_they_begin(game, lines):
    answer = ask_application(application, "GET", f"/live/{game.code}/")
    [line] = lines()
    assert (line["view"], line["status"]) == ("live", 200)
    assert line["request_id"] == answer.headers[HEADER.lower()]


def test_what_answers_without_django_has_the_names_of_the_addresses():
    for method, path in (
        ("POST", "/api/v1/games/ABCD/slips/"),
        ("GET", "/api/v1/games/ABCD/me/"),
        ("POST", "/api/v1/games/ABCD/entries/"),
        ("GET", "/api/v1/games/ABCD/"),
        ("GET", "/play/ABCD/"),
        ("GET", "/join/ABCD/"),
    ):
        scope = {"type": "http", "method": method, "path": path}
        assert name_view(scope) == resolve(path).view_name


def test_probes_are_no_news(lines):
    Client().get("/healthz")
    assert lines() == []


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["welcome", "invitation", "federation"])
def test_one_time_addresses_are_not_logged(lines, page):
    Client().get(f"/{page}/MTI:1abc:xyz/")
    [line] = lines()
    assert line["path"] == f"/{page}/…/"
    assert "xyz" not in line["message"]


def test_every_event_in_a_request_has_its_id():
    logs.request_id.set("0123456789abcdef")
    record = logging.LogRecord("duplicate", logging.WARNING, __file__, 1, "said", (), None)
    assert json.loads(logs.JsonFormatter().format(record))["request_id"] == "0123456789abcdef"
    logs.request_id.set("")
    assert "request_id" not in json.loads(logs.JsonFormatter().format(record))


@pytest.mark.parametrize(("form", "level"), [("json", "INFO"), ("line", "WARNING")])
def test_requests_are_logged_for_programs_alone(form, level):
    """A terminal with a line for each request would tell an arbitrator nothing."""
    assert logs.configuration(level="WARNING", form=form)["loggers"][REQUESTS]["level"] == level
