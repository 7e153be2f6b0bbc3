"""What an arbitrator sees of the desk at once, at 1366 × 768 and on a wide screen, in French and German: the tables,
the controls, and that nothing jumps.
"""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLES = 20
ROWS, CONTROLS = 10, 25
LAPTOP, WIDE = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
# A slip that is right, one with the wrong score, no slip, a sanction, one that no rack has, and a conflict.
KEYED = (
    "1 retrain h4 66", "4 train h4 11", "5 0", "6 retina h4 14", "6p", "7 rain h6 8?", "8t", "9 trainer h4 60", "9w",
    "10t", "10 =14 misread", "11 trxin h4 12", "12 trained h4 60", "3 train h4 12", "3 train h4 13",
)  # fmt: skip

MEASURE = """() => {
  const clipped = (element, box) => {
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(frame).overflow)) continue;
      const outer = frame.getBoundingClientRect();
      if (box.bottom <= outer.top + 1 || box.top >= outer.bottom - 1) return true;
      if (box.right <= outer.left + 1 || box.left >= outer.right - 1) return true;
    }
    return false;
  };
  const isSeen = element => {
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
    return shown && box.width > 1 && box.bottom > 0 && box.top < innerHeight && !clipped(element, box);
  };
  const head = document.querySelector("#slips thead th").getBoundingClientRect().bottom;
  const end = Math.min(document.querySelector("#tables-scroll").getBoundingClientRect().bottom, innerHeight);
  const rows = [...document.querySelectorAll("#slips tbody tr")].map(row => row.getBoundingClientRect());
  const controls = "a[href], button:enabled, input:not([type=hidden]), select, textarea, summary";
  // The radio buttons of one choice are one control.
  const names = [...document.querySelectorAll(controls)]
    .filter(element => isSeen(element) && !element.closest("#tables-scroll"))
    .map(element => (element.type === "radio" ? element.name : element.id || element.textContent.trim()));
  return {
    rows: rows.filter(box => box.top >= head - 1 && box.bottom <= end + 1).length,
    controls: [...new Set(names)],
    places: ["#act-end-round", "#act-announce", "#line-input", "#slips", "#board"]
      .map(selector => document.querySelector(selector)?.getBoundingClientRect().toJSON()),
  };
}"""


@pytest.fixture
def code(desk):
    code = desk.new_game("Festival du mardi soir", rule_set="fisf")
    names = ["Agnès Delacroix-Montgolfier", *(f"Joueur {number}" for number in range(2, TABLES + 1))]
    assert desk.post_form(f"/desk/{code}/players/", {"names": "\n".join(names)}).status == 302
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def at_a_glance(page):
    return page.evaluate(MEASURE)


def keys_without_a_jump(arbitrator, rows):
    """Press K; see so many rows then, and everything where it was."""
    page = arbitrator.page
    page.locator("#board").hover()
    before = at_a_glance(page)
    assert len(before["controls"]) <= CONTROLS, before["controls"]
    arbitrator.press("k")
    expect(page.locator("#line-moves button").first).to_be_visible()
    now = at_a_glance(page)
    assert now["rows"] >= rows
    assert now["places"] == before["places"]
    arbitrator.press("Escape")
    expect(page.locator("#line-moves")).to_be_hidden()
    return now


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_ten_tables_and_few_controls_on_a_laptop(hall, desk, code, locale):
    arbitrator = hall.desk(code, size=LAPTOP, locale=locale)
    page = arbitrator.page
    # Moves are there to be chosen by a digit once the top is known.
    arbitrator.press("k")
    expect(page.locator("#line-moves .is-top").first).to_be_visible()
    arbitrator.press("Escape")
    desk.key(code, *KEYED)
    expect(page.locator("#table-12 .standing")).to_contain_text("D")
    keying = keys_without_a_jump(arbitrator, ROWS)
    expect(page.locator("#line-count")).to_have_text("11/20")
    assert len(keying["controls"]) <= CONTROLS, keying["controls"]
    page.locator("#script-fold summary").click()
    page.locator("#peek summary").click()
    expect(page.locator("#peek .look").first).to_be_visible()
    arbitrator.press("k")
    assert at_a_glance(page)["rows"] >= ROWS
    arbitrator.press("Escape")
    for fold in ("#peek", "#script-fold"):
        page.locator(f"{fold} summary").click()
    # The rest of a verdict is shown by a click on its row, and the line stays where it is.
    row = page.locator("#table-4")
    one_line = row.bounding_box()["height"]
    row.click()
    assert row.bounding_box()["height"] > one_line


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_a_wide_screen_shows_all_tables_beside_what_is_unfolded(hall, desk, code, locale):
    arbitrator = hall.desk(code, size=WIDE, locale=locale)
    page = arbitrator.page
    desk.key(code, *KEYED)
    expect(page.locator("#table-3 .rival").first).to_be_visible()
    page.locator("#script-fold summary").click()
    arbitrator.press("k")
    assert at_a_glance(page)["rows"] == TABLES
    expect(page.locator("#script li").first).to_be_in_viewport()


def test_isotops_below_are_counted(hall, desk, code):
    desk.key(code, "*")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    arbitrator = hall.desk(code, size=LAPTOP)
    page = arbitrator.page
    shown = page.locator(".isotop-list")
    seen = "list => [...list.children].filter(one => one.offsetTop < list.clientHeight).length"
    listed = shown.locator(".isotop").count()
    in_sight = shown.evaluate(seen)
    assert in_sight < listed
    expect(shown).to_have_attribute("data-more", f"+{listed - in_sight} ↓")
    keys_without_a_jump(arbitrator, ROWS - 1)
    shown.evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(shown).not_to_have_attribute("data-more", re.compile("."))


def test_the_answer_to_a_correction_is_in_sight(hall, desk, code):
    """The page goes back to the form, far below the place of messages."""
    desk.key(code, "1 retrain h4 66", "*")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    desk.announce_preferred(code, 1)
    arbitrator = hall.desk(code, size=LAPTOP)
    page = arbitrator.page
    page.goto(f"/desk/{code}/rounds/1/?line=1%20#change")
    page.locator("#change input[name=line]").fill("1 train h4 12")
    page.locator("#change input[name=reason]").fill("misread")
    page.get_by_role("button", name="Change this slip").click()
    answer = page.locator(".messages .message")
    expect(answer).to_contain_text("TRAIN H4")
    expect(answer).to_be_in_viewport(ratio=1)
    expect(page.locator("#change input[name=line]")).to_be_in_viewport(ratio=1)
    shown = answer.bounding_box()
    assert shown["y"] + shown["height"] <= page.locator("#change").bounding_box()["y"]


def test_the_line_knows_no_slips_of_nobody(hall, desk):
    code = desk.new_game("Nobody")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    page = hall.desk(code).page
    expect(page.locator("#line-table")).to_have_text("There are no players yet.")
