"""A door reads the code of a printed badge: with the camera, and from a photo where there is no camera."""

import re
from datetime import UTC, date, datetime
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import expect

from duplicate.printing.data.cards import Badge, CardsOnPaper
from duplicate.printing.pdf.cards import badges_pdf
from tests.browser.hall import ARGUMENTS, DESK_SIZE, PHONE_SIZE, Desk, Hall
from tests.browser.test_accessible import problems_of
from tests.browser.test_pages import fits_sideways
from tournaments.codes import badge_code
from tournaments.printing.pdf.values import Paper, ReportHeading

pytestmark = [pytest.mark.browser, pytest.mark.server]

HEADING = ReportHeading("Festival", date(2026, 3, 21), datetime(2026, 3, 21, 20, tzinfo=UTC))
DOTS_A_POINT = 4
FRAME = (640, 480)


def badge_picture(entry):
    """Return the picture of the printed badge of an entry."""
    badge = Badge("Ada Ender", "Namur", 1, "/join/ABCDE/", code=badge_code(entry))
    page = pypdfium2.PdfDocument(
        badges_pdf(CardsOnPaper([badge]), Paper(HEADING, site="http://hall.example"))
    )[0]
    return page.render(scale=DOTS_A_POINT).to_pil().convert("RGB").crop((0, 0, 1250, 1000))


def photo_of(entry, turned=0):
    """Return a photo of a badge, as a file that is chosen."""
    file = BytesIO()
    badge_picture(entry).rotate(turned, expand=True, fillcolor="gray").save(file, "JPEG", quality=70)
    return {"name": "badge.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def write_video(path, entry):
    """Write a film of a badge that lies before the camera, in the format that Chromium plays as one."""
    luma, blue, red = badge_picture(entry).resize(FRAME).convert("YCbCr").split()
    half = (FRAME[0] // 2, FRAME[1] // 2)
    planes = b"".join(np.asarray(plane).tobytes() for plane in (luma, blue.resize(half), red.resize(half)))
    head = f"YUV4MPEG2 W{FRAME[0]} H{FRAME[1]} F10:1 Ip C420jpeg\n".encode()
    path.write_bytes(head + 3 * (b"FRAME\n" + planes))


@pytest.fixture
def door(hall):
    """Open the door of a new event where two people are expected; return its page and their entries' keys."""
    person = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    page = person.page
    page.goto("/events/new/")
    page.get_by_label("Name").first.fill("Badges")
    page.locator("main form .button.primary").last.click()
    page.get_by_role("link", name="Enter from the list").first.click()
    page.get_by_role("link", name="Import a file").click()
    file = {"name": "two.csv", "mimeType": "text/csv", "buffer": b"Name\nAda Ender\nBob Ender\n"}
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("2 entries made.")).to_be_visible()
    page.get_by_role("link", name="Check-in").last.click()
    expect(page.locator(".door-rows li")).to_have_count(2)
    buttons = page.locator(".door-rows button[name=entry]")
    return person, [int(buttons.nth(place).get_attribute("value")) for place in range(2)]


def test_the_camera_checks_in_the_badge_that_is_held_before_it(door, hall, browser, chromium, tmp_path):
    person, (_ada, bob) = door
    write_video(film := tmp_path / "badge.y4m", bob)
    arguments = [
        *ARGUMENTS,
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with browser.browser_type.launch(executable_path=chromium, args=arguments) as with_camera:
        other = Hall(with_camera, hall.site, hall.arbitrator)
        page = other.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator, has_touch=True).page
        page.goto(re.sub(r"\?.*", "", person.page.url))
        expect(page.get_by_text("Browsers block the camera on plain http")).to_be_hidden()
        page.get_by_role("button", name="Scan with the camera").click()
        expect(page.locator("#badge-video")).to_be_visible()
        expect(page.locator("#door-said")).to_contain_text("Bob Ender is there")
        expect(page.get_by_text("1 is there")).to_be_visible()
        page.get_by_role("button", name="Scan with the camera").click()
        expect(page.locator("#badge-video")).to_be_hidden()
        other.close()
        other.check()


@pytest.mark.parametrize("turned", [0, 17, 90, 180])
def test_a_photo_of_a_badge_checks_in(door, turned):
    person, (ada, _bob) = door
    page = person.page
    page.locator("#badge-photo").set_input_files(photo_of(ada, turned))
    expect(page.locator("#door-said")).to_contain_text("Ada Ender is there")


def test_a_photo_without_a_code_is_said_to_have_none(door):
    person, _entries = door
    file = BytesIO()
    Image.new("RGB", FRAME, "gray").save(file, "JPEG")
    for content in (file.getvalue(), b"no picture"):
        photo = {"name": "hall.jpg", "mimeType": "image/jpeg", "buffer": content}
        person.page.locator("#badge-photo").set_input_files(photo)
        expect(person.page.get_by_text("No code found in the photo")).to_be_visible()
    expect(person.page.get_by_text("0 are there")).to_be_visible()


def test_over_plain_http_the_page_says_that_there_is_no_camera(door, hall):
    person, (ada, _bob) = door
    context = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator, has_touch=True, is_mobile=True)
    page = context.page
    # As the browser does for a page that came over http from another machine.
    page.add_init_script("delete Navigator.prototype.mediaDevices")
    page.goto(re.sub(r"\?.*", "", person.page.url))
    expect(page.get_by_text("Browsers block the camera on plain http")).to_be_visible()
    expect(page.get_by_role("button", name="Scan with the camera")).to_be_hidden()
    fits_sideways(context)
    assert not problems_of(context)
    page.locator("#badge-photo").set_input_files(photo_of(ada))
    expect(page.locator("#door-said")).to_contain_text("Ada Ender is there")


def test_a_door_that_notes_payments_fits_a_phone_in_french(door, hall):
    person, _entries = door
    person.page.get_by_role("link", name="To pay").click()
    person.page.get_by_role("button", name="Ada Ender has paid").click()
    expect(person.page.locator("#door-said")).to_contain_text("Ada Ender has paid.")
    person.page.get_by_role("button", name="Remove absent players").click()
    phone = hall.open(
        Desk, PHONE_SIZE, storage_state=hall.arbitrator, has_touch=True, is_mobile=True, locale="fr"
    )
    phone.page.goto(re.sub(r"\?.*|$", "?of=all", person.page.url, count=1))
    expect(phone.page.locator(".door-rows .chip")).to_have_count(3)
    fits_sideways(phone)


def test_a_browser_without_a_camera_is_told_so(door):
    person, _entries = door
    person.page.get_by_role("button", name="Scan with the camera").click()
    expect(person.page.get_by_text("No access to the camera")).to_be_visible()
