"""Requests of one connection, as a proxy or a browser keeps it: nothing of one is left in the next."""

import http.client
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from tests.attacks.ground import build_multipart
from tests.http_client import Desk
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

LARGE = 4_000_000  # more than the server holds at once, so that it pauses the connection and resumes it
NO_LIST = b"\0" * LARGE


@pytest.fixture
def desk(tmp_path):
    server = Embedded(tmp_path)
    server.start()
    yield Desk(server.site).enter(server.welcome, "ann")
    server.stop()


def test_large_files_one_after_the_other(desk):
    """asyncio reads on in the context of the request that resumed the connection, which has ended by then."""
    desk.get("/people/import/")
    body, headers = build_multipart(desk, {}, {"file": ("people.xlsx", NO_LIST)})
    headers["Cookie"] = "; ".join(f"{cookie.name}={cookie.value}" for cookie in desk.cookies)
    seen = []
    with closing(http.client.HTTPConnection(urlsplit(desk.site).netloc, timeout=30)) as connection:
        for _ in range(3):
            connection.request("POST", "/people/import/", body, headers)
            answer = connection.getresponse()
            answer.read()
            seen.append((answer.status, connection.sock is not None))
    assert seen == [(422, True)] * 3
