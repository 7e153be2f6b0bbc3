"""A federation's secretary runs a simultaneous game of 200 clubs: clicks are counted, and everybody follows."""

import io
import json
import re
import time
import zipfile
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from duplicate.prepared_games.clubs.envelope import digest_of, read_header, split_club_file
from duplicate.prepared_games.results.file_format import write_file
from duplicate.prepared_games.results.signature import sign_result
from engine.rules import (
    load_rule_set,
)
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Clicks, Desk, Person
from tests.browser.test_pages import fits_sideways
from tests.factories.fake_results import made_up_result
from tests.factories.simultaneous_games import short_record
from tests.http_client import Session

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

CLUBS = [f"Club {number} de l’Étang-Salé" for number in range(1, 201)]
MISSING, EDITED, UNSIGNED = 7, 3, 2
RIGHT = len(CLUBS) - MISSING - EDITED - UNSIGNED
MOST_CLICKS = 12
# Seconds of a secretary; a busy machine is slower than a federation's.
MOST_SECONDS = 240


@pytest.fixture(scope="module")
def prepared(desk):
    """Return the number of a prepared game of three rounds."""
    lines = "\n".join(f"{line.rack} {line.word} {line.ref}" for line in short_record().rounds)
    fields = {"name": "Final", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}
    desk.get("/desk/prepared/new/")
    answer = desk.post_form("/desk/prepared/new/", fields | {"text": lines})
    assert answer.status == 302, answer.text
    return answer.headers["Location"].strip("/").rpartition("/")[2]


def results_in(folder):
    """Return the file name, token and result of each club, from the files that were made for them."""
    tops, rules = [line.score for line in short_record().rounds], load_rule_set("classic")
    for name in folder.namelist():
        if name.startswith("clubs/"):
            envelope, part = split_club_file(folder.read(name))
            assert read_header(envelope).name == "World game"
            made = made_up_result(
                game=digest_of(envelope), club=part.club, tops=tops, rules=rules, players=6, seed=name
            )
            yield name.removeprefix("clubs/"), part.token, made.to_data()


def files_of(results):
    """Return the files that clubs have mailed: some are missing, edited or not signed."""
    files = []
    for place, (name, token, result) in enumerate(results[MISSING:]):
        signed = sign_result(result, token, number=1, sent_at=datetime.now(UTC))
        if place < EDITED:
            signed["entries"][0]["total"] += 1
        written = result if EDITED <= place < EDITED + UNSIGNED else signed
        files.append((name.replace(".isotop", ".json"), write_file(written).encode()))
    return files


def pack(files):
    with zipfile.ZipFile(packed := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(f"results/{name}", data)
    return packed.getvalue()


def payload(name, data, kind="application/json"):
    return {"name": name, "mimeType": kind, "buffer": data}


def test_two_hundred_clubs_are_invited_read_and_reminded(hall, prepared, server):
    person = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator, locale="en-GB")
    page = person.page
    # As in a hall, where plain HTTP gives no clipboard to scripts.
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(f"/desk/simultaneous/new/?prepared={prepared}")
    page.get_by_label("Name").fill("World game")
    page.get_by_label("Organiser").fill("The federation")
    page.get_by_label("Not to be opened before").fill("2026-01-01T10:00")

    clicks, begun = Clicks(), time.monotonic()
    clicks.click(page.get_by_role("button", name="Seal the envelope"))
    results = invite_all(page, clicks)
    drop_files(page, clicks, results)
    remind(page, clicks)
    page.get_by_role("link", name="World game").click()
    clicks.click(page.get_by_role("button", name="Publish"))
    link = page.get_by_label("Link to this page")
    expect(link).to_have_value(re.compile("/simultaneous/"))
    seconds = time.monotonic() - begun
    print(f"{len(CLUBS)} clubs with {clicks.count} clicks in {seconds:.1f} s")
    assert clicks.count <= MOST_CLICKS
    assert seconds < MOST_SECONDS
    fits_sideways(person)
    follow(hall, server, link.input_value(), results[0])


def invite_all(page, clicks):
    """Paste the list, and save the files for the clubs; return their results."""
    clicks.click(page.get_by_role("link", name="All clubs: tokens, files, letters"))
    page.get_by_label("Clubs", exact=True).fill("\n".join(CLUBS))
    clicks.click(page.get_by_role("button", name="Create tokens"))
    expect(page.get_by_text("200 clubs now have tokens.")).to_be_visible()
    expect(page.get_by_text("200 of 200 clubs have not sent their result.")).to_be_visible()
    clicks.click(page.get_by_role("button", name="Save all files and letters"))
    expect(page.get_by_text("Ready.")).to_be_visible(timeout=120_000)
    with page.expect_download(timeout=120_000) as download:
        clicks.click(page.get_by_role("link", name="Save all files and letters"))
    page.get_by_role("link", name="Clubs", exact=True).click()  # results come days later
    folder = zipfile.ZipFile(download.value.path())
    assert folder.read("letters.pdf").startswith(b"%PDF")
    results = list(results_in(folder))
    assert len(results) == len(CLUBS)
    return results


def drop_files(page, clicks, results):
    """Drop a hundred files and a ZIP file with the others; accept all that are right with one act."""
    clicks.click(page.get_by_role("link", name="Read result files"))
    files = files_of(results)
    alone = [payload(name, data) for name, data in files[:100]]
    packed = payload("results.zip", pack(files[100:]), "application/zip")
    clicks.choose_files(page.get_by_label("Files with results"), [*alone, packed])
    clicks.click(page.get_by_role("button", name="Read the files"))
    expect(page.get_by_role("status")).to_contain_text(f"{RIGHT} × new result")
    expect(page.get_by_role("status")).to_contain_text(f"{EDITED} × not usable")
    clicks.click(page.get_by_role("button", name=f"Accept {RIGHT} results"))
    expect(page.get_by_text(f"{RIGHT} results accepted.")).to_be_visible(timeout=60_000)
    expect(page.locator("tbody tr")).to_have_count(EDITED + UNSIGNED)
    expect(page.get_by_text("The signature does not fit: ").first).to_be_visible()
    page.set_viewport_size(PHONE_SIZE)
    is_in_sight(page.get_by_text("The signature does not fit: ").first)
    is_in_sight(page.locator("tbody .chip").first)
    page.set_viewport_size(DESK_SIZE)


def is_in_sight(part):
    """Fail unless a part of a table that scrolls sideways is inside its card."""
    card = part.locator("xpath=ancestor::*[contains(@class, 'scroll')]").bounding_box()
    place = part.bounding_box()
    assert card["x"] <= place["x"]
    assert place["x"] + place["width"] <= card["x"] + card["width"]


def remind(page, clicks):
    page.get_by_role("link", name="Clubs", exact=True).click()
    missing = len(CLUBS) - RIGHT
    expect(page.get_by_text(f"{missing} of 200 clubs have not sent their result.")).to_be_visible()
    clicks.click(page.get_by_text("Remind missing clubs"))
    clicks.click(page.get_by_role("button", name="Copy the text"))
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.get_by_text("Add clubs").click()
    names = page.get_by_role("textbox", name="Clubs", exact=True)
    names.focus()
    page.keyboard.press("Control+V")
    pasted = names.input_value()
    assert f"Still missing ({missing}): {CLUBS[0]}, " in pasted


def follow(hall, server, address, late):
    """Look at the page for everybody on a phone, before and after another club's server sends its result."""
    visitor = hall.open(Person, PHONE_SIZE, locale="en-GB", is_mobile=True, has_touch=True)
    page = visitor.page
    path = "/" + address.partition("//")[2].partition("/")[2]
    page.goto(path)
    expect(page.get_by_text("provisional", exact=True)).to_be_visible()
    expect(page.get_by_text(f"results of {RIGHT} of 200 clubs")).to_be_visible()
    fits_sideways(visitor)
    is_in_sight(page.get_by_role("columnheader", name="Total", exact=True))
    _name, token, result = late
    signed = sign_result(result, token, number=1, sent_at=datetime.now(UTC))
    answer = Session(server.site).request(
        "POST",
        f"/api/v1/simultaneous/{result['game']}/results/",
        body=write_file(signed).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    assert (answer.status, json.loads(answer.body)["state"]) == (201, "first")
    page.reload()
    expect(page.get_by_text(f"results of {RIGHT + 1} of 200 clubs")).to_be_visible()
    page.goto(f"{path}?by=clubs")
    expect(page.get_by_role("columnheader", name="Best 3")).to_be_visible()
    fits_sideways(visitor)
