"""The screen of a phone stays on during a game, where the browser can do that, and only then."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

# Locks as browsers have them, counted: of a page that is hidden a lock is released.
LOCKS = """(() => {
  window.locks = [];
  const request = async () => {
    if (document.visibilityState !== "visible") throw new DOMException("hidden", "NotAllowedError");
    const lock = new EventTarget();
    lock.released = false;
    lock.release = async () => {
      if (lock.released) return;
      lock.released = true;
      lock.dispatchEvent(new Event("release"));
    };
    window.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", {configurable: true, value: {request}});
  let visible = "visible";
  Object.defineProperty(document, "visibilityState", {get: () => visible});
  window.show = state => {
    visible = state;
    if (state === "hidden") window.locks.forEach(lock => lock.release());
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""
REFUSING = """Object.defineProperty(navigator, "wakeLock", {
  value: {request: () => Promise.reject(new DOMException("low battery", "NotAllowedError"))},
})"""
WITHOUT = "delete Navigator.prototype.wakeLock"


def join(hall, code, script):
    phone = hall.phone()
    phone.page.add_init_script(script)
    phone.page.goto(f"/join/{code}/")
    phone.join("Rosa")
    return phone


def locks(phone, held, taken):
    """Wait until so many locks are held, of so many that were taken."""
    phone.page.wait_for_function(
        "([held, taken]) => locks.length === taken && locks.filter(one => !one.released).length === held",
        arg=[held, taken],
    )


def test_it_is_kept_on_until_the_game_is_over(hall, desk):
    code = desk.new_game("Awake")
    phone = join(hall, code, LOCKS)
    locks(phone, held=1, taken=1)
    phone.page.evaluate("show('hidden')")
    locks(phone, held=0, taken=1)
    phone.page.evaluate("show('visible')")
    locks(phone, held=1, taken=2)
    phone.page.evaluate("locks[1].release()")  # by the system
    locks(phone, held=1, taken=3)
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    desk.do(code, "end-game")
    phone.shows("finished")
    locks(phone, held=0, taken=3)
    phone.page.evaluate("show('hidden'); show('visible')")
    locks(phone, held=0, taken=3)


@pytest.mark.parametrize("script", [WITHOUT, REFUSING])
def test_a_browser_that_cannot_or_will_not_is_silent(hall, desk, script):
    """The hall fails the test for anything on the console."""
    code = desk.new_game("Asleep")
    phone = join(hall, code, script)
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    expect(phone.page.locator("#rack .tile")).to_have_count(7)
