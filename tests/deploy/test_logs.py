"""Log lines: one for each event, and nothing secret in them."""

import json
import logging
import sys

import pytest

from deploy.logs import JsonFormatter, LineFormatter, configuration, hide_secrets


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Authorization: Bearer abc.DEF-123", "Authorization: Bearer …"),
        ("GET /welcome/MTI:1abc:xyz/ 200", "GET /welcome/…/ 200"),
        ("/play/ABCD/#t=Xy_9-z", "/play/ABCD/#t=…"),
        ("postgresql://isotop:secret@host/isotop", "postgresql://isotop:…@host/isotop"),
        ("redis://:secret@host:6379/0", "redis://:…@host:6379/0"),
        ("{'password': 'seven tiles', 'name': 'ann'}", "{'password': '… tiles', 'name': 'ann'}"),
        ("sessionid=abc123; theme=dark", "sessionid=…; theme=dark"),
        ("csrftoken=abc123", "csrftoken=…"),
        ("Round 3 of ABCD at http://127.0.0.1:8000/desk/", "Round 3 of ABCD at http://127.0.0.1:8000/desk/"),
        ("slips: 12 of 30", "slips: 12 of 30"),
    ],
)
def test_secrets_are_left_out(written, kept):
    assert hide_secrets(written) == kept


@pytest.fixture
def failure():
    try:
        int("Bearer abc123\n")
    except ValueError:
        error = sys.exc_info()
    return logging.LogRecord(
        "tournaments.live.streams", logging.ERROR, __file__, 1, "The frame of %s", ("ABCD",), error
    )


def test_an_event_with_its_traceback_is_one_line(failure):
    line = LineFormatter().format(failure)
    assert "\n" not in line
    assert " ERROR tournaments.live.streams: The frame of ABCD ⏎ Traceback" in line
    assert "ValueError: invalid literal for int() with base 10: 'Bearer …" in line


def test_an_event_as_json(failure):
    values = json.loads(JsonFormatter().format(failure))
    assert (values["level"], values["logger"], values["message"]) == (
        "ERROR",
        "tournaments.live.streams",
        "The frame of ABCD",
    )
    assert "abc123" not in values["traceback"]
    assert "\nValueError: invalid literal" in values["traceback"]


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="line, json"):
        configuration(level="INFO", form="xml")
