"""Pictures of the program (`make screenshots`): into docs/pictures those of the README, from a demonstration while its
players hand in, and those of the handbook, from an evening of 24 tables; into var/screenshots all screens (`gallery`).
"""

import io
import re
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from engine import lexicon
from engine.board import Board
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.browser.gallery import take_gallery
from tests.browser.hall import ARGUMENTS, DESK_SIZE, PHONE_SIZE, PROJECTOR_SIZE, find_chromium
from tests.browser.handbook_scene import Evening, play_a_round
from tests.http_client import PASSWORD
from tests.server import ROOT, Embedded

PICTURES = ROOT / "docs" / "pictures"
# So many of the demonstration's thirteen have handed in: a round in full swing.
SLIPS = re.compile(r"^([6-9]|1[0-2])/13$")
PATIENCE_MS = 120_000


def main():
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for command, take in (("demo", take_readme), ("serve", take_handbook), ("serve", take_gallery)):
            program = Embedded(Path(folder) / take.__name__, command)
            try:
                program.start()
                take(browser, program)
            finally:
                program.stop()
        browser.close()


def take_readme(browser, demo):
    """Take the three screens at the same moment: open all before the first picture."""
    phone_link = re.search(r"http://\S+/play/\S+", demo.output())[0]
    screen_link = re.search(r"http://\S+/screen/\w\S+", demo.output())[0]
    desk = enter(browser, demo.welcome)
    projector = open_page(browser, screen_link, viewport=PROJECTOR_SIZE)
    phone = open_page(
        browser, phone_link, viewport=PHONE_SIZE, device_scale_factor=2, is_mobile=True, has_touch=True
    )
    desk.get_by_role("link", name="Tuesday evening").click()
    desk.locator("#slip-count", has_text=SLIPS).wait_for(timeout=PATIENCE_MS)
    write_slip(phone, demo.site)
    save(desk, "desk")
    save(projector, "projector")
    save(phone, "phone", width=540)


def take_handbook(browser, program):
    """Take the line with slips, sanctions and a conflict, and a slip tried in the search of moves."""
    evening = Evening(program.site, program.welcome)
    desk = evening.desk(browser, color_scheme="light")
    play_a_round(evening, desk)
    desk.type("3 ")
    expect(desk.page.locator("#table-3")).to_have_class(re.compile("chosen"))
    save(desk.page, "keying")
    desk.press("Escape", "Escape", "m")
    desk.type("train h4 11")
    expect(desk.page.locator("#moves-answer")).to_contain_text("As a slip")
    save(desk.page, "moves")


def open_page(browser, address, **options):
    page = browser.new_context(locale="en-GB", color_scheme="light", **options).new_page()
    page.goto(address)
    return page


def enter(browser, welcome):
    """Return the desk, logged in by the one-time link."""
    page = open_page(browser, welcome, viewport=DESK_SIZE)
    page.get_by_label("User name").fill("Ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="Games").wait_for()
    return page


def write_slip(phone, site):
    """Write a possible slip, far from the top, without sending it."""
    code = phone.url.strip("/").split("/")[-1]
    frame = phone.request.get(f"{site}/api/v1/games/{code}/").json()
    tiles, words = load_tile_set("english"), lexicon.load_lexicon("english")
    board = Board.from_rows(["".join(token or "." for token in row) for row in frame["board"]], tiles)
    rack = tiles.encode_rack("".join(frame["round"]["rack"]))
    moves = all_moves(board, rack, words, tiles)
    modest = (one for one in moves if one.score < moves[0].score * 2 / 3 and len(one.tiles) in {4, 5})
    move = next(modest, moves[-1])
    reference, word = move.move.text(tiles)
    for label, text in (("Word", word), ("Square", reference), ("Points", str(move.score))):
        phone.get_by_label(label, exact=True).fill(text)
    phone.get_by_label("Points", exact=True).blur()


def save(page, name, width=None):
    """Save a small PNG with the 256 most used colours; a flat picture has hardly more."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    palette = Image.new("P", (1, 1))
    used = sorted(image.getcolors(image.width * image.height), reverse=True)[:256]
    palette.putpalette([channel for _count, colour in used for channel in colour])
    if width:
        image = image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)
    path = PICTURES / f"{name}.png"
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {image.width} x {image.height}, {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
