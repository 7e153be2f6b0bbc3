"""The big screens: what the desk puts on them, standings that turn their own pages, the voice, and waking up."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import OFFLINE

pytestmark = [pytest.mark.browser, pytest.mark.server]

# Record the texts sent to speech synthesis: machines that run tests have no voice.
HEAR = """window.heard = [];
const speak = speechSynthesis.speak.bind(speechSynthesis);
speechSynthesis.speak = (utterance) => { heard.push(`${utterance.lang}: ${utterance.text}`); speak(utterance); };"""

WANTS_A_TOUCH = """window.heard = [];
let touched = false;
addEventListener("keydown", () => touched = true, {capture: true});
speechSynthesis.speak = (utterance) => {
  if (touched) heard.push(utterance.text);
  else utterance.dispatchEvent(new SpeechSynthesisErrorEvent("error", {error: "not-allowed", utterance}));
};"""


@pytest.fixture
def code(desk):
    return desk.new_game("Festival", calls="", minimum_early="", minimum_late="", late_from_round="")


@pytest.fixture
def enter(desk, code):
    """Return a function that enters so many players on paper, and keys the top for all of them."""

    def enter_them(count, rack="TRAINER"):
        names = "\n".join(f"{table} Player{table}" for table in range(1, count + 1))
        assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        desk.key(code, "*")
        desk.do(code, "end-round")
        desk.wait_for_step(code, "announce")
        desk.announce_preferred(code, 1)

    return enter_them


def shows(screen, view):
    expect(screen.page.locator("#screen")).to_have_attribute("data-view", view)


def test_the_desk_says_what_the_screens_show(hall, code, enter, desk):
    enter(3)
    # The clock of the machine at the projector is wrong by its zone: the break ends by the event's.
    arbitrator, screen = hall.desk(code), hall.projector(code, timezone_id="Asia/Kolkata")
    shows(screen, "game")
    arbitrator.press("v")
    dialog = arbitrator.page.get_by_role("dialog", name="Big screens")
    dialog.get_by_role("button", name="All standings").click()
    expect(dialog).to_be_hidden()
    shows(screen, "standings")
    expect(screen.page.locator("#everybody li")).to_have_count(3)
    expect(screen.page.locator("#everybody-title")).to_have_text("Standings after round 1")
    expect(arbitrator.page.get_by_role("button", name="Screens: the standings")).to_be_visible()

    arbitrator.press("v")
    dialog.get_by_label("Break, in minutes").fill("20")
    dialog.get_by_label("Break, in minutes").press("Enter")
    expect(dialog).to_be_hidden()
    shows(screen, "break")
    expect(screen.page.locator("#break-left")).to_have_text(re.compile(r"^(20:00|19:\d\d)$"))
    expect(screen.page.locator("#break-until")).to_have_text(
        re.compile(r"^We resume at \d\d:\d\d \(UTC\), \d\d:\d\d your time$")
    )

    arbitrator.press("v")
    dialog.get_by_role("button", name="How to join").click()
    expect(dialog).to_be_hidden()
    shows(screen, "welcome")
    arbitrator.press("v")
    dialog.get_by_role("button", name="All standings").click()
    shows(screen, "standings")
    # The hall needs the clock now.
    desk.do(code, "type-rack", rack="ELATION")
    desk.do(code, "open-and-start")
    shows(screen, "game")
    expect(arbitrator.page.get_by_role("button", name="Screens:")).to_have_count(0)


def test_a_correction_below_the_leaders_is_seen_too(hall, code, enter, desk):
    """No frame tells of it: the screen asks now and then."""
    enter(15)
    desk.do(code, "show", mode="standings")
    screen = hall.open(Watcher, {"width": 1280, "height": 720})
    screen.page.clock.install()
    screen.page.goto(f"/screen/{code}/")
    last = screen.page.locator("#everybody li").last
    expect(screen.page.locator("#everybody li")).to_have_count(15)
    expect(last).not_to_contain_text("−")
    # Past the moments at which it asks for the time. Second by second: a clock that jumps is a machine that slept.
    screen.page.clock.run_for(5_000)
    desk.key(code, "9 =20", number=1, reason="misread")
    screen.page.clock.run_for(16_000)
    expect(last).to_contain_text("Player9")
    expect(last).to_contain_text("20−46")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (720, 1280)])
def test_standings_of_a_large_hall_turn_their_own_pages(hall, code, enter, desk, size):
    enter(150)
    desk.do(code, "show", mode="standings")
    screen = hall.open(Watcher, {"width": size[0], "height": size[1]})
    screen.page.clock.install()
    screen.page.goto(f"/screen/{code}/")
    part = screen.page.locator("#everybody-part")
    expect(part).to_have_text(re.compile(r"^1–\d+ of 150$"))
    seen, last = set(), 0
    while last < 150:
        # The last page begins earlier, to be full; the leader is on every page.
        expect(part).to_have_text(re.compile(rf"^({last + 1}–\d+|\d+–150) of 150$"))
        expect(screen.page.locator("#everybody .rank").first).to_have_text("1")
        last = int(re.search(r"–(\d+)", part.inner_text())[1])
        seen.update(screen.page.locator("#everybody .name").all_inner_texts())
        fits(screen.page)
        screen.page.clock.fast_forward(15_000)
    assert len(seen) == 150
    # And from the beginning again.
    expect(part).to_have_text(re.compile(r"^1–\d+ of 150$"))


def test_few_have_large_lines(hall, code, enter, desk):
    enter(3)
    desk.do(code, "show", mode="standings")
    few = hall.projector(code)
    line = few.page.locator("#everybody li").first
    expect(line).to_be_visible()
    # Nearly 5 % of the height of 720, which can be read from the last row of a hall.
    assert line.evaluate("line => parseFloat(getComputedStyle(line).fontSize)") > 0.045 * 720
    expect(few.page.locator("#everybody-part")).to_be_empty()


def test_announcements_are_spoken_when_they_are_wanted(hall, code, enter, desk):
    enter(3)
    screen = hall.open(Watcher, {"width": 1280, "height": 720})
    screen.page.add_init_script(HEAR)
    screen.page.goto(f"/screen/{code}/")
    shows(screen, "game")
    button = screen.page.get_by_role("button", name="Speak")
    expect(button).to_have_css("opacity", "0")
    expect(button).to_have_attribute("aria-pressed", "false")
    screen.page.keyboard.press("s")
    expect(button).to_have_attribute("aria-pressed", "true")
    desk.do(code, "type-rack", rack="ELATION")
    desk.do(code, "open-and-start")
    wait_to_hear(screen, "en: The clock is running.")
    desk.key(code, "*")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    desk.announce_preferred(code, 2)
    wait_to_hear(screen, "The top:")
    heard = screen.page.evaluate("heard")
    assert heard[:4] == [
        "en: Announcements are spoken.",
        "en: Round 2.",
        "en: The rack: E, L, A, T, I, O, N.",
        "en: The clock is running.",
    ]
    # It is remembered on this machine, and ended by the button that a moved pointer brings.
    screen.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    screen.page.mouse.move(50, 50)
    screen.page.mouse.move(80, 80)
    expect(button).to_have_css("opacity", "1")
    # The first touch lets this browser speak again.
    screen.page.get_by_role("button", name="Tap to speak").click()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_the_desk_turns_the_voice_on_and_off(hall, code, enter, desk):
    enter(3)
    arbitrator = hall.desk(code)
    screen = hall.open(Watcher, {"width": 1280, "height": 720})
    screen.page.add_init_script(HEAR)
    screen.page.goto(f"/screen/{code}/")
    button = screen.page.locator("#speak")
    expect(button).to_have_attribute("aria-pressed", "false")
    arbitrator.press("v")
    dialog = arbitrator.page.get_by_role("dialog", name="Big screens")
    expect(dialog).to_contain_text("not spoken")
    dialog.get_by_role("button", name="Speak the announcements").click()
    expect(button).to_have_attribute("aria-pressed", "true")
    # The choice at the screen holds until the desk changes its own.
    screen.page.keyboard.press("s")
    expect(button).to_have_attribute("aria-pressed", "false")
    desk.do(code, "type-rack", rack="ELATION")
    desk.do(code, "open-and-start")
    expect(screen.page.locator("#round-number")).to_have_text("Round 2")
    assert screen.page.evaluate("heard") == ["en: Announcements are spoken."]
    screen.page.keyboard.press("s")
    dialog.get_by_role("button", name="Do not speak").click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_the_script_says_what_to_read_out_and_stays_folded_by_choice(hall, code, desk):
    assert desk.post_form(f"/desk/{code}/players/", {"names": "1 Ann\n2 Bob"}).status == 302
    arbitrator = hall.desk(code)
    script = arbitrator.page.locator("#script-fold")
    lines = script.locator("li:visible")
    expect(lines).to_have_count(0)
    script.get_by_text("What to say").click()
    expect(lines.first).to_have_text("Welcome to Festival.")
    arbitrator.type_rack("TRAINER")
    expect(lines).to_have_text(["Round 1.", "The rack: T, R, A, I, N, E, R."])
    arbitrator.reload()
    expect(lines).to_have_count(2)
    arbitrator.press("s")
    arbitrator.is_at("running")
    desk.key(code, "*")
    desk.do(code, "end-round")
    arbitrator.is_at("announce")
    told = lines.first.inner_text()
    others = arbitrator.page.locator("#stage input[name=move]:not(:checked)")
    assert others.count() > 0
    others.first.check()
    expect(lines.first).not_to_have_text(told)
    script.get_by_text("What to say").click()
    arbitrator.reload()
    expect(script).not_to_have_attribute("open", "")


def test_a_browser_that_wants_to_be_touched_first_is_asked_to(hall, code, enter, desk):
    """After a reload Chromium speaks only once somebody has touched the page."""
    enter(3)
    screen = hall.open(Watcher, {"width": 1280, "height": 720})
    screen.page.add_init_script(WANTS_A_TOUCH)
    screen.page.goto(f"/screen/{code}/")
    button = screen.page.locator("#speak")
    screen.page.keyboard.press("s")
    expect(button).to_have_attribute("aria-pressed", "true")
    screen.reload()
    expect(button).to_have_css("opacity", "1")
    expect(button).to_contain_text("Tap to speak")
    desk.do(code, "type-rack", rack="ELATION")
    desk.do(code, "open-and-start")
    expect(screen.page.locator("#round-number")).to_have_text("Round 2")
    assert screen.page.evaluate("heard") == []
    # Wherever it is touched, and whichever key: it does not turn the voice off.
    screen.page.keyboard.press("s")
    wait_to_hear(screen, "The clock is running.")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).not_to_contain_text("Touch")


def test_a_screen_that_has_slept_shows_how_things_stand(hall, code, enter, desk):
    """The lid of the laptop was shut: no event tells the page, only the clock."""
    enter(3)
    screen = hall.open(Watcher, {"width": 1280, "height": 720})
    screen.page.clock.install()
    screen.page.goto(f"/screen/{code}/")
    shows(screen, "game")
    # Past the moments at which it asks for the time; while it sleeps the round goes on, and its stream is dead.
    screen.page.clock.run_for(5_000)
    screen.watch.provoke(OFFLINE)
    screen.page.context.set_offline(True)
    desk.do(code, "type-rack", rack="ELATION")
    desk.do(code, "open-and-start")
    asked = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.context.set_offline(False)
    with screen.page.expect_response(lambda answer: answer.url.endswith(f"/api/v1/games/{code}/?screen")):
        screen.page.clock.fast_forward(3_600_000)
    expect(screen.page.locator("#round-number")).to_have_text("Round 2")
    expect(screen.page.locator("#offline")).to_be_hidden()
    assert any(f"/live/{code}/" in url for url in asked), "the stream is opened anew"


class Watcher:
    """A machine at the projector."""

    def __init__(self, page, watch):
        self.page = page
        self.watch = watch

    def reload(self):
        self.page.reload(wait_until="domcontentloaded")


def wait_to_hear(screen, words):
    screen.page.wait_for_function("words => heard.some((one) => one.includes(words))", arg=words)


def fits(page):
    wide = page.evaluate("""() => [document.documentElement.scrollWidth - innerWidth,
      document.querySelector('#everybody').scrollWidth - document.querySelector('#everybody').clientWidth]""")
    assert max(wide) <= 0
