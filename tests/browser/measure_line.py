"""How long the desk takes to answer a keyed line (`make measure-line`): from Enter to the painted answer, in the
embedded setting and a real Chromium, with 8, 100 and 1,500 tables.

Lines follow each other without a pause: the next one is keyed as soon as the answer is painted, so it meets the
refreshes that the one before has caused. `server` is the time from the request to the answer's last byte. Other work
on the machine counts as well, so each line of the report says how busy the processors were with it.
"""

import argparse
import os
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

from tests import http_client
from tests.browser.hall import ARGUMENTS, DESK_SIZE, find_chromium
from tests.server import Embedded

TABLES = (8, 100, 1500)
LINES = 96
# So many names the desk takes in one go.
AT_ONCE = 250
# Lines for a table, one pass after the other: a first slip, then marks, which are taken back by the same key.
SLIPS = ("t", "TRAINER 8D 66", "t", "TRAIN 8D 24", "t", "RETRAIN H4 66", "t", "TRAIN 8D 12")
MARKS = ("w", "w", "p", "p", "=18 misread", "w", "p", "p")
# Note when Enter was pressed, when the request left and came back, and when the answer was on the screen: the task
# after an animation frame runs once that frame is painted. The page tells it by a promise: a question in each frame
# would keep it from answering.
WATCH = """
const plain = window.fetch;
let line = null;
let tell = () => {};
window.awaitLine = () => {
  window.keyedLine = new Promise((told, failed) => { tell = told; setTimeout(failed, 20_000, 'no answer'); });
};
window.fetch = async (address, options) => {
  const own = options?.method === 'POST' ? line : null;
  if (own) own.sent = performance.now();
  const answer = await plain(address, options);
  if (own) {
    const json = answer.json.bind(answer);
    answer.json = async () => { const value = await json(); own.answered = performance.now(); return value; };
  }
  return answer;
};
addEventListener('keydown', (event) => {
  if (event.key === 'Enter') line = {enter: event.timeStamp};
}, true);
addEventListener('DOMContentLoaded', () => {
  const said = document.querySelector('#line-said');
  if (!said) return;
  new MutationObserver(() => {
    const own = line;
    if (!own?.answered || own.seen) return;
    own.seen = true;
    own.bad = said.classList.contains('bad') ? said.textContent : '';
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => { own.painted = performance.now(); tell(own); };
      painted.port2.postMessage(null);
    });
  }).observe(said, {childList: true, characterData: true, subtree: true});
});
"""


@dataclass(frozen=True, slots=True)
class KeyedLine:
    """Milliseconds of one line: until it was painted, until it was sent, and those at the server."""

    painted: float
    sent: float
    server: float


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, nargs="+", default=TABLES)
    options.add_argument("--lines", type=int, default=LINES)
    options.add_argument(
        "--pause", type=int, default=0, help="milliseconds between an answer and the next line"
    )
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        program = Embedded(Path(folder))
        try:
            program.start()
            desk = http_client.Desk(program.site).enter(program.welcome, "ann")
            page = log_in(browser, program.site)
            for tables in asked.tables:
                page.goto(begin_round(desk, tables))
                page.locator("#desk[data-step=running]").wait_for()
                page.keyboard.press("k")
                load = ForeignLoad()
                keyed = [key_line(page, line, asked.pause) for line in islice(lines_for(tables), asked.lines)]
                say(tables, keyed, load.share())
        finally:
            program.stop()
        browser.close()


def begin_round(desk, tables):
    """Begin a round of so many players; return the address of its desk."""
    code = desk.new_game(f"{tables} tables", calls="", minimum_early="", minimum_late="", late_from_round="")
    for first in range(1, tables + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, tables + 1))
        names = "\n".join(f"{table} Player {table}" for table in numbers)
        assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return f"/desk/{code}/"


def log_in(browser, site):
    page = browser.new_context(base_url=site, viewport=DESK_SIZE, locale="en-GB").new_page()
    page.add_init_script(WATCH)
    page.goto("/login/")
    page.locator("[name=username]").fill("ann")
    page.locator("[name=password]").fill(http_client.PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/")
    return page


def lines_for(tables):
    """Yield lines for one table after the other: first a slip for each, then marks."""
    for table, slip in zip(range(1, tables + 1), cycle(SLIPS), strict=False):
        yield f"{table} {slip}"
    for mark in cycle(MARKS):
        for table in range(1, tables + 1):
            yield f"{table} {mark}"


def key_line(page, line, pause):
    """Key a line and wait until its answer is painted."""
    if pause:
        page.wait_for_timeout(pause)
    page.evaluate("awaitLine()")
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    told = page.evaluate("keyedLine")
    assert not told["bad"], f"{line}: {told['bad']}"
    return KeyedLine(
        told["painted"] - told["enter"], told["sent"] - told["enter"], told["answered"] - told["sent"]
    )


class ForeignLoad:
    """How busy the processors are from now on, with whatever runs."""

    def __init__(self):
        self._began, self._busy = time.monotonic(), busy_seconds()

    def share(self):
        """Return the busy share of all processors since then."""
        return (busy_seconds() - self._busy) / (time.monotonic() - self._began) / (os.cpu_count() or 1)


def busy_seconds():
    """Return for how long the processors have worked since the machine started, all together."""
    user, nice, system = map(int, Path("/proc/stat").read_text().split(maxsplit=4)[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def say(tables, keyed, load):
    """Print the distribution of the times of the keyed lines."""
    painted = [line.painted for line in keyed]
    server = median(line.server for line in keyed)
    print(
        f"{tables:5} tables   {len(keyed)} lines   median {median(painted):6.1f} ms   "
        f"95 %: {quantiles(painted, n=20)[18]:6.1f}   most {max(painted):6.1f}   "
        f"(server, median {server:5.1f})   load {os.getloadavg()[0]:.1f}, processors busy {load:.0%}",
        flush=True,
    )


if __name__ == "__main__":
    main()
