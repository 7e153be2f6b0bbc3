"""How smoothly the desk's list of tables scrolls in a hall (`make measure-desk`): a round of 1,500 players, each with a
slip, and the time between the frames that Chromium paints while the list is scrolled down and up again.

A frame is late when it comes later than a screen of 60 pictures a second would wait for; whoever has a busy machine
sees late frames of its own, so the same is measured of a list of 13 first, and of an empty page.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests import http_client
from tests.browser.hall import ARGUMENTS, DESK_SIZE, find_chromium
from tests.server import Embedded

# A picture is 16.7 ms; a frame that takes more than one and a half was missed.
LATE_MS = 25
SECONDS = 5
# So many names the desk takes in one go.
AT_ONCE = 250
# As quickly as a wheel is turned by a hasty hand.
STEP_PIXELS = 40
SCROLL = """async ([selector, step, milliseconds]) => {
  const list = document.querySelector(selector);
  const times = [];
  let direction = 1;
  let before = await new Promise(requestAnimationFrame);
  const end = before + milliseconds;
  while (before < end) {
    if (list) {
      if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) direction = -1;
      else if (list.scrollTop <= 0) direction = 1;
      list.scrollTop += direction * step;
    }
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  return times;
}"""


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--players", type=int, default=1500)
    players = options.parse_args().players
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        program = Embedded(Path(folder))
        try:
            program.start()
            desk = http_client.Desk(program.site).enter(program.welcome, "ann")
            pages = {count: begin_round(desk, count) for count in (13, players)}
            measure(browser, program.site, pages)
        finally:
            program.stop()
        browser.close()


def begin_round(desk, players):
    """Begin a round in which everybody has handed in; return the address of its desk."""
    code = desk.new_game(
        f"Hall of {players}", calls="", minimum_early="", minimum_late="", late_from_round=""
    )
    for first in range(1, players + 1, AT_ONCE):
        tables = range(first, min(first + AT_ONCE, players + 1))
        names = "\n".join(f"{table} Player {table}" for table in tables)
        assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    desk.key(code, "*")
    return f"/desk/{code}/"


def measure(browser, site, pages):
    context = browser.new_context(base_url=site, viewport=DESK_SIZE, locale="en-GB")
    page = context.new_page()
    page.goto("/login/")
    say("no list", frames_of(page, "#nothing"))
    page.locator("[name=username]").fill("ann")
    page.locator("[name=password]").fill(http_client.PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/")
    for players, address in pages.items():
        for key, name, rows in (
            ("1", "tables", "#tables-scroll"),
            ("2", "standings", "#pane-standings .scroll"),
        ):
            page.goto(address)
            page.locator("#slips tbody tr").first.wait_for()
            page.keyboard.press(key)
            say(f"{players} players, {name}", frames_of(page, rows))


def frames_of(page, selector):
    return page.evaluate(SCROLL, [selector, STEP_PIXELS, SECONDS * 1000])


def say(what, times):
    """Print the distribution of the times between frames, in milliseconds."""
    times = sorted(times)
    late = sum(time > LATE_MS for time in times)
    at = {share: times[min(int(len(times) * share / 100), len(times) - 1)] for share in (95, 99)}
    print(
        f"{what:28} {len(times) / SECONDS:5.1f} frames/s   median {median(times):5.1f} ms   "
        f"95 %: {at[95]:5.1f}   99 %: {at[99]:5.1f}   most {times[-1]:6.1f}   "
        f"late {late} of {len(times)} ({100 * late / len(times):.1f} %)"
    )


if __name__ == "__main__":
    main()
