"""The cost of the phone page (`make measure`): bytes, time to interactive and from a tap to its paint on a slow
phone, shifts of the layout.

A real Chromium opens the page of a game of thirteen on a server of its own, then plays rounds. The processor
is slowed four times and the network is "slow 4G" (1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back), as
in Lighthouse. The exit status is 1 if a bound is missed.
"""

import contextlib
import statistics
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect, sync_playwright

from tests.browser.hall import ARGUMENTS, PATIENCE_MS, PHONE_SIZE, find_chromium
from tests.http_client import Desk, Phone
from tests.server import Embedded, Line

OTHERS = 12
# So many rounds lie on the sheet when the page is opened, and so many are played after that.
EARLIER, ROUNDS = 10, 10
TIMES = 7
SETTLED_MS = 4_000
SLOWED = 4
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_638_400 / 8,
    "uploadThroughput": 768_000 / 8,
}
FIRST_BYTES, ROUND_BYTES, READY_MS, TAP_MS = 60_000, 5_000, 1_000, 100
# It can be used when a tile of the rack can be tapped, and what the page does just then is done. All shifts are added
# up, but for those that follow the player's own hand within half a second, as browsers count them.
LISTEN = """
window.shift = 0; window.shifted = []; window.busyUntil = 0; window.writable = null; window.slowestTap = 0;
const watch = (type, take) =>
  new PerformanceObserver(list => list.getEntries().forEach(take))
    .observe({type, buffered: true, durationThreshold: 16});
// From the finger to the next paint, as browsers measure it: in steps of 8 ms.
watch('event', one => { window.slowestTap = Math.max(window.slowestTap, one.duration); });
watch('layout-shift', one => {
  if (one.hadRecentInput) return;
  window.shift += one.value;
  const names = one.sources.map(({node}) => node?.id || node?.parentElement?.id || node?.className || node?.nodeName);
  window.shifted.push(`${document.querySelector('#bar')?.dataset.state} (${one.value.toFixed(4)}): ${names}`);
});
watch('longtask', one => {
  if (window.writable === null || one.startTime <= window.writable) window.busyUntil = one.startTime + one.duration;
});
new MutationObserver((_, watching) => {
  if (!document.querySelector('#entry:not(.away) #rack .tile:not(:disabled)')) return;
  watching.disconnect();
  window.writable = performance.now();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        program = Embedded(Path(folder))
        try:
            program.start()
            evening = Evening(program)
            first = [open_slowly(browser, evening) for _ in range(TIMES)]
            rounds = play_rounds(browser, evening)
        finally:
            program.stop()
            browser.close()
    return show(first, rounds)


class Evening:
    """A game of thirteen tables in which all hand in each round; one of the phones is ours."""

    def __init__(self, program):
        self.desk = Desk(program.site).enter(program.welcome, "Ann")
        self.code = self.desk.new_game("Tuesday evening", rule_set="classic", round_time="own", own_time=600)
        self.others = [Phone(program.site, self.code, f"Player {n}").join() for n in range(OTHERS)]
        self.me = Phone(program.site, self.code, "Our phone").join()
        self.port, self.number = urlsplit(program.site).port, 0
        for _ in range(EARLIER):
            self.begin()
            self.hand_in(self.me)
            self.end()
        self.begin()

    def begin(self):
        self.number += 1
        self.desk.do(self.code, "draw", "open-and-start")

    def slip(self):
        """Lay tiles of the rack on the centre row: most such slips score zero, and the sheet gives the
        reason.
        """
        rack = [tile for tile in self.me.frame()["round"]["rack"] if tile != "?"]
        return "".join(rack[:5]), "H4"

    def hand_in(self, *phones):
        for phone in phones:
            answer = phone.send(self.number, *self.slip(), 20)
            assert answer.status == 201, answer.text

    def end(self):
        self.hand_in(*self.others)
        self.desk.do(self.code, "end-round")
        self.desk.announce_preferred(self.code, self.number)


@contextlib.contextmanager
def opened(browser, evening, *, slowly):
    """Open our phone by its link with an empty cache; yield it and the line that carries its traffic."""
    line = Line("127.0.0.1", evening.port)
    line.mend()
    context = browser.new_context(viewport=PHONE_SIZE, is_mobile=True, has_touch=True, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(LISTEN)
    page = context.new_page()
    if slowly:
        cdp = context.new_cdp_session(page)
        cdp.send("Network.enable")
        cdp.send("Network.emulateNetworkConditions", SLOW_4G)
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"http://127.0.0.1:{line.port}/play/{evening.code}/#t={evening.me.token}")
    page.wait_for_function("() => window.writable")
    page.wait_for_selector("#who:not(:empty)")
    yield page, line, requests
    context.close()
    line.cut()


def open_slowly(browser, evening):
    with opened(browser, evening, slowly=True) as (page, line, requests):
        # Later looks at the server's time and at the stream: what the page asks for once it stands.
        page.wait_for_timeout(SETTLED_MS)
        loaded = {"bytes": line.down, "requests": len(requests)}
        return loaded | {
            "tap": slowest_tap(page),
            "ready": page.evaluate("Math.max(window.writable, window.busyUntil)"),
            "shift": page.evaluate("window.shift"),
            "shifted": page.evaluate("window.shifted"),
        }


def slowest_tap(page):
    """Zoom into the board by a tap on a square, lay a tile, and show the whole board; return the slowest tap."""
    page.evaluate("window.slowestTap = 0")
    for target in ("#board .square >> nth=50", "#rack .tile:not(:disabled) >> nth=0", "#zoom"):
        page.locator(target).tap()
        page.wait_for_timeout(500)
    return page.evaluate("window.slowestTap")


def play_rounds(browser, evening):
    """Measure the cost of each further round, from the slip to the next rack."""
    with opened(browser, evening, slowly=False) as (page, line, _requests):
        page.wait_for_timeout(SETTLED_MS)
        rounds = []
        for _ in range(ROUNDS):
            before = line.down
            play_round(page, evening)
            rounds.append({"bytes": line.down - before, "shift": page.evaluate("window.shift")})
        rounds[-1]["shifted"] = page.evaluate("window.shifted")
        return rounds


def play_round(page, evening):
    word, reference = evening.slip()
    for field, text in (("word", word), ("reference", reference), ("score", "20")):
        page.locator(f"#{field}").fill("")
        page.locator(f"#{field}").press_sequentially(text)
    page.locator("#send").tap()
    bar = page.locator("#bar")
    expect(bar).to_have_attribute("data-state", "sent")
    lines = page.locator("#sheet li")
    known = lines.count()
    evening.end()
    expect(bar).to_have_attribute("data-state", "announced")
    expect(lines).to_have_count(known + 1)
    evening.begin()
    expect(bar).to_have_attribute("data-state", "write")


def show(first, rounds):
    sizes = [one["bytes"] for one in rounds]
    ready = [one["ready"] for one in first]
    figures = [
        ("bytes on the first load", max(one["bytes"] for one in first), FIRST_BYTES),
        ("requests on the first load", max(one["requests"] for one in first), None),
        ("bytes a round after, median", statistics.median(sizes), ROUND_BYTES),
        ("bytes a round after, most", max(sizes), ROUND_BYTES),
        # Other load on the machine can only add to it.
        ("ms until it can be used, quickest", min(ready), READY_MS),
        ("ms until it can be used, median", statistics.median(ready), None),
        ("ms from a tap to its paint, quickest", min(one["tap"] for one in first), TAP_MS),
        ("ms from a tap to its paint, median", statistics.median(one["tap"] for one in first), None),
        ("shift of the layout", max(one["shift"] for one in [*first, *rounds]), 0),
    ]
    for words, found, bound in figures:
        said = "" if bound is None else f"{bound:>10} at most{'' if found <= bound else ': MISSED'}"
        print(f"{words:38}{found:>10.5g}{said}")
    for words in [*first[-1]["shifted"], *rounds[-1]["shifted"]]:
        print("shifted while", words)
    return any(bound is not None and found > bound for _words, found, bound in figures)


if __name__ == "__main__":
    sys.exit(main())
