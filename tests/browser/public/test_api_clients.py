"""The clients of docs/api.md, as they are printed there, against the running program."""

import functools
import hashlib
import http.server
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.hall import ARGUMENTS, PATIENCE_MS
from tests.factories.simultaneous_games import ROUNDS, envelope_of, send_out
from tests.http_client import Desk, wait_until
from tests.server import ROOT, Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

SECONDS = 60
# The site that the page names, and no other: all else of the page is as it is printed.
PRINTED = "isotop.example.org:80"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Yield the program with a desk; event 1 is public, with a finished game of one round."""
    server = Embedded(tmp_path_factory.mktemp("api"))
    server.environment["ALLOWED_HOSTS"] = f"127.0.0.1,{PRINTED.partition(':')[0]}"
    server.start()
    desk = Desk(server.site).enter(server.welcome, "ann")
    code = desk.new_game("Cup")
    desk.post_form(f"/desk/{code}/players/", {"names": "Mona\nNoah"})
    play_round(desk, code, 1, "1 TRAINER H4", "2 TRAIN H4 12")
    desk.do(code, "end-game")
    event = re.search(r"/events/(\d+)/", desk.get(f"/desk/{code}/players/").text)[1]
    assert event == "1"
    desk.post_form("/events/1/settings/", {"name": "Cup of Namur", "date": "2026-01-10", "public": "on"})
    desk.post_form("/events/1/release/", {"released": "final"})
    yield server, desk
    assert server.stop()
    assert "Traceback" not in server.output()


def play_round(desk, code, number, *lines):
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    desk.key(code, *lines)
    desk.do(code, "end-round")
    desk.announce_preferred(code, number)


def save_blocks(folder):
    """Save the clients that docs/api.md prints under the names that it gives them, and the CSV file beside them."""
    page = (ROOT / "docs/api.md").read_text()
    for name in ("standings.html", "send_result.py", "scoreboard.py"):
        text = page.partition(f"`{name}`")[2]
        folder.joinpath(name).write_text(re.search(r"```(?:html|python)\n(.*?)```", text, re.DOTALL)[1])
    table = re.search(r"(?:    .*,.*\n)+", page.partition("each round:\n\n")[2])[0]
    folder.joinpath("scores.csv").write_text(re.sub("(?m)^    ", "", table))
    return folder


def start_client(folder, *arguments, **variables):
    """Start a client in a process of its own, with nothing of this checkout in its way."""
    return subprocess.Popen(
        [sys.executable, "-I", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run_client(folder, *arguments, **variables):
    process = start_client(folder, *arguments, **variables)
    said, _nothing = process.communicate(timeout=SECONDS)
    return process.returncode, said


@pytest.mark.browser
def test_a_page_of_another_site_shows_the_standings(program, chromium, tmp_path):
    server, _desk = program
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(save_blocks(tmp_path)))
    elsewhere = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
    rules = f"--host-resolver-rules=MAP {PRINTED} {server.site.removeprefix('http://')}"
    expect.set_options(timeout=PATIENCE_MS)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, rules])
            page = browser.new_page()
            statuses = raw_statuses(page)
            page.goto(f"http://127.0.0.1:{elsewhere.server_port}/standings.html")
            expect(page.get_by_role("heading")).to_have_text("Cup of Namur")
            rows = page.locator("tbody tr")
            expect(rows).to_have_count(2)
            expect(rows.nth(0).locator("td").nth(1)).to_have_text("Mona")
            assert statuses == [200, 200]
            page.reload()
            expect(rows).to_have_count(2)
            wait_until(
                lambda: page.wait_for_timeout(50) or statuses == [200, 200, 304, 304], 10, "asked again"
            )
            browser.close()
    finally:
        elsewhere.shutdown()
        elsewhere.server_close()


def raw_statuses(page):
    """Return a list that gets the status of each answer of the API, as the network brings it."""
    statuses, asked = [], set()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent",
        lambda sent: asked.add(sent["requestId"]) if "/api/v1/" in sent["request"]["url"] else None,
    )
    session.on(
        "Network.responseReceivedExtraInfo",
        lambda got: statuses.append(got["statusCode"]) if got["requestId"] in asked else None,
    )
    return statuses


def test_a_script_sends_a_clubs_result(program, tmp_path):
    server, desk = program
    _prepared, page = send_out(desk, "https://isotop.example.org", ROUNDS)
    game = hashlib.sha256(envelope_of(desk, page)[0]).hexdigest()
    invited = desk.post_form(f"{page}clubs/", {"name": "Namur"}).text
    token = re.search(r'role="status">.*?<p class="typed-game code-told">(\S+)</p>', invited, re.DOTALL)[1]
    folder = save_blocks(tmp_path)
    sending = ("send_result.py", server.site, game, "Namur", "scores.csv")
    assert run_client(folder, *sending, ISOTOP_TOKEN=token) == (0, "first: version 1\n")
    assert run_client(folder, *sending, ISOTOP_TOKEN=token) == (0, "again: version 1\n")
    status, said = run_client(folder, *sending, ISOTOP_TOKEN="x")
    assert (status, "This token is unknown" in said) == (1, True), said
    scores = folder / "scores.csv"
    scores.write_text(scores.read_text().replace("30,37,25", "30,46,25"))
    status, said = run_client(folder, *sending, ISOTOP_TOKEN=token)
    assert (status, "46 points, with a top of 45" in said) == (1, True), said


def test_a_score_board_follows_a_game(program, tmp_path):
    server, desk = program
    code = desk.new_game("On the board")
    desk.post_form(f"/desk/{code}/players/", {"names": "Mona\nNoah"})
    process = start_client(save_blocks(tmp_path), "scoreboard.py", server.site, code)
    try:
        assert process.stdout.readline().strip() == "1. Mona: 0"
        play_round(desk, code, 1, "1 TRAINER H4", "2 TRAIN H4 12")
        desk.do(code, "end-game")
        said, _nothing = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert process.returncode == 0, said
    assert "Round 1 (running): TRAINER" in said
    assert re.search(r"Top of round 1: [A-Z]+ \S+, \d+ points\n  1\. Mona: \d+\n  2\. Noah: 12\n", said), said
    assert run_client(Path(tmp_path), "scoreboard.py", server.site, "NONE") == (1, "There is no game NONE.\n")
