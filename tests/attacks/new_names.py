"""Twelve connections of a stranger that log in with ever new names: each name costs the server a hash of a password."""

import http.client
import re
import statistics
import threading
import time
from contextlib import closing, suppress
from urllib.parse import urlencode, urlsplit

from tests.http_client import PASSWORD, Session

CONNECTIONS, SECONDS, STRANGER = 12, 5, "127.0.0.66"
MOST_HASHED = 150  # forty for each process that serves pages, and some that were on their way
MOST_TRIES = 20


def attack(ground):
    code = ground.desk.new_game("New names")
    quiet = _frame_time(ground, code)
    until = time.monotonic() + SECONDS
    answers = []
    threads = [
        threading.Thread(target=_log_in_again_and_again, args=(ground, number, until, answers))
        for number in range(CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    times = []
    while time.monotonic() < until:
        times.append(_frame_time(ground, code))
        time.sleep(0.1)
    tries = _log_in_as_arbitrator(ground)
    for thread in threads:
        thread.join()
    hashed, median = answers.count(200), statistics.median(times)
    assert hashed <= MOST_HASHED, f"{hashed} passwords were hashed for one address"
    assert hashed < len(answers), "no login was refused"
    return (
        f"{hashed} of {len(answers)} logins hashed; a frame took {median:.3f} s, the slowest {max(times):.2f} s, "
        f"{quiet:.3f} s before; an arbitrator elsewhere was in at try {tries}"
    )


def _frame_time(ground, code):
    began = time.monotonic()
    assert Session(ground.site).get(f"/api/v1/games/{code}/").status == 200
    return time.monotonic() - began


def _log_in_as_arbitrator(ground):
    """Return how many tries an arbitrator needed who comes from another address than the stranger."""
    session = Session(ground.site)
    for tries in range(1, MOST_TRIES + 1):
        session.get("/login/")
        answer = session.post_form("/login/", {"username": "ann", "password": PASSWORD})
        if answer.status == 302:
            return tries
        assert answer.status == 429, answer.status
        time.sleep(int(answer.headers["Retry-After"]))
    raise AssertionError("the stranger kept an arbitrator from logging in")


def _log_in_again_and_again(ground, number, until, answers):
    site = urlsplit(ground.site)
    while time.monotonic() < until:
        with suppress(OSError, http.client.HTTPException, TypeError):
            # A page without a form is an answer that refuses: the next connection asks again.
            connection = http.client.HTTPConnection(
                site.hostname, site.port, timeout=20, source_address=(STRANGER, 0)
            )
            with closing(connection):
                _send_logins(connection, site, f"u{number}", until, answers)


def _send_logins(connection, site, prefix, until, answers):
    connection.request("GET", "/login/")
    page = connection.getresponse()
    text, cookie = page.read().decode(), page.getheader("set-cookie", "").split(";")[0]
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)', text)[1]
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": cookie,
        "Referer": f"{site.geturl()}/login/",
    }
    while time.monotonic() < until:
        fields = {
            "csrfmiddlewaretoken": token,
            "username": f"{prefix}-{len(answers)}-{time.monotonic_ns()}",
            "password": "x",
        }
        connection.request("POST", "/login/", urlencode(fields), headers)
        answer = connection.getresponse()
        answer.read()
        answers.append(answer.status)
