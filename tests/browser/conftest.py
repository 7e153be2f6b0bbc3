"""Browser tests: the real program in a process of its own, and a real Chromium."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests import http_client
from tests.browser.hall import ARGUMENTS, PATIENCE_MS, Hall, find_chromium
from tests.server import Embedded, environment_for

ARBITRATOR = "arbitrator"


@contextlib.contextmanager
def launched(chromium):
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def chromium():
    found = find_chromium()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium: install the package “chromium-headless-shell”")
        pytest.skip(
            "there is no Chromium on this machine; Debian's package is called “chromium-headless-shell”"
        )
    return found


@pytest.fixture(scope="session")
def server(chromium, tmp_path_factory):
    server = Embedded(tmp_path_factory.mktemp("hall"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def arbitrator(chromium, server):
    """Return the state of the first arbitrator's browser after the login by the one-time link."""
    with launched(chromium) as browser:
        page = browser.new_page(locale="en-GB")
        page.goto(server.welcome)
        page.get_by_label("User name").fill(ARBITRATOR)
        page.get_by_label("Password", exact=True).fill(http_client.PASSWORD)
        page.get_by_label("The same password again").fill(http_client.PASSWORD)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_text(f"Welcome, {ARBITRATOR}.")).to_be_visible()
        kept = page.context.storage_state()
        page.goto(server.welcome)
        expect(page.get_by_role("heading", name="This link is no longer valid")).to_be_visible()
        return kept


@pytest.fixture(scope="session")
def world(server, arbitrator):
    """Make one of everything by the use cases, in the running program's database."""
    made = subprocess.run(
        [sys.executable, Path(__file__).with_name("make_pages.py"), ARBITRATOR],
        capture_output=True,
        text=True,
        check=False,
        env=environment_for(server.data),
    )
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


# Not for the whole session: while it is there its event loop runs, which Django's database won't have.
@pytest.fixture(scope="module")
def browser(chromium):
    with launched(chromium) as browser:
        yield browser


@pytest.fixture
def hall(browser, server, arbitrator):
    """Yield people with browsers; fail in the end if an error occurred in one of them."""
    hall = Hall(browser, server.site, arbitrator)
    yield hall
    hall.close()
    hall.check()


class TidyDesk(http_client.Desk):
    """A desk that clears the rounds of tests before: nobody may have racks out in more than 50 games."""

    KEPT = 20

    def __init__(self, site):
        super().__init__(site)
        self._codes = []

    def new_game(self, name="Tuesday evening", **fields):
        self._codes.append(super().new_game(name, **fields))
        for code in self._codes[: -self.KEPT]:
            self._clear_round(code)
        return self._codes[-1]

    def _clear_round(self, code):
        """Do what the round allows of these; the next game goes on with it."""
        match self.step(code):
            case "open":
                self.act(code, "put-back")
            case "announce":
                number = self.get(f"/desk/{code}/tables/").json()["number"]
                # Refused where a test left slips undecided: such a game keeps its rack out, and few do.
                self.announce(code, number, next((top.value for top in self.tops(code) if top.preferred), ""))
                self._codes.remove(code)
            case "start" | "running" | "paused":
                self.act(code, "end-round")
            case "judging":
                pass
            case _:
                self._codes.remove(code)


@pytest.fixture(scope="session")
def desk(server, arbitrator):
    """Return the desk without a browser, for the preconditions of a test."""
    return TidyDesk(server.site).log_in(ARBITRATOR)
