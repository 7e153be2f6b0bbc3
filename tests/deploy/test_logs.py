"""Log lines: one for each event, and nothing secret in them."""

import json
import logging
import re
import sys
from pathlib import Path
from string import Template
from urllib.parse import quote, quote_plus

import pytest
from django.urls import URLResolver, get_resolver

import deploy
from deploy.logs import JsonFormatter, LineFormatter, hide_secrets

NGINX = Path(deploy.__file__).parent / "nginx"
TOKEN = "abc-DEF_123"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Authorization: Bearer abc.DEF-123", "Authorization: Bearer …"),
        ("GET /welcome/MTI:1abc:xyz/ 200", "GET /welcome/…/ 200"),
        ("GET /invitation/Xy_9-z/ 200", "GET /invitation/…/ 200"),
        ("http://127.0.0.1:8000/federation/Xy_9-z/", "http://127.0.0.1:8000/federation/…/"),
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


def addresses_with_tokens(patterns, start=""):
    """Yield the address of each page whose URL has a token, with a token in it."""
    for pattern in patterns:
        address = start + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses_with_tokens(pattern.url_patterns, address)
        elif "token" in pattern.pattern.converters:
            yield "/" + re.sub(r"<[^>]*token>", TOKEN, address)


def proxy_masks(file):
    """Return the address as nginx logs it by this configuration, for the first mask that matches."""
    masks = re.search(r"map \$request_uri \$isotop_uri \{(.*?)\n\}", (NGINX / file).read_text(), re.DOTALL)
    [(pattern, written)] = re.findall(r"~\*(\S+)\s+(\S+);", masks[1])

    def mask(address):
        found = re.match(pattern.replace("(?<", "(?P<"), address, re.IGNORECASE)
        return Template(written).substitute(found.groupdict()) if found else address

    return mask


def test_each_address_with_a_token_is_masked_by_programs_and_proxy():
    addresses = list(addresses_with_tokens(get_resolver().url_patterns))
    assert {address.split("/")[1] for address in addresses} >= {"welcome", "invitation", "federation"}
    addresses += [f"/login/?next={way(address)}" for address in addresses for way in (quote, quote_plus)]
    kept = [address.partition(TOKEN)[0] for address in addresses]
    for address, shown in zip(addresses, kept, strict=True):
        assert hide_secrets(f"GET {address} 200").removesuffix(" 200").rstrip("/") == f"GET {shown}…"
    for file in ("site.conf.template", "compose.conf"):
        assert [proxy_masks(file)(address) for address in addresses] == [f"{one}-" for one in kept]


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
