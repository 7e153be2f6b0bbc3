"""The colours of the look are named once; a picture that other programs show has the light ones."""

import re
from pathlib import Path

from duplicate.website.public import social_card as picture

ROOT = Path(__file__).parents[2]
BASE = ROOT / "tournaments/static/tournaments/css/base.css"
KIND = re.compile(r'class="message (\w+)')
LAYOUTS = {"stack"}


def test_the_picture_beside_a_link_has_the_colours_of_the_light_look():
    light = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", BASE.read_text().partition("}")[0]))
    assert {
        "paper": picture.PAPER,
        "ink": picture.INK,
        "ink-soft": picture.SOFT,
        "accent": picture.ACCENT,
        "board": picture.BOARD_LINE,
        "square": picture.EMPTY,
        "tile": picture.TILE,
        "tile-edge": picture.TILE_EDGE,
        "tile-blank-ink": picture.BLANK_INK,
        "letter-2": picture.PREMIUMS["L2"],
        "letter-3": picture.PREMIUMS["L3"],
        "word-2": picture.PREMIUMS["W2"],
        "word-3": picture.PREMIUMS["W3"],
    }.items() <= light.items()
    assert picture.PREMIUMS["start"] == picture.PREMIUMS["W2"]


def test_a_title_that_fits_in_no_size_ends_inside_the_picture():
    size, lines = picture.fit_title("Championnat " + "W" * 17 + " " + "Mitteleuropa " * 12)
    assert len(lines) == 3
    assert lines[-1].endswith(" …")
    widest = max(picture.text_width(line, "Bold", size) for line in lines)
    assert widest <= picture.TEXT_WIDTH * picture.SCALE


def test_every_kind_of_message_in_a_template_has_its_colour():
    templates = (ROOT / "templates").rglob("*.html")
    kinds = {kind for template in templates for kind in KIND.findall(template.read_text())} - LAYOUTS
    assert kinds == set(re.findall(r"^\.message\.(\w+) ", BASE.read_text(), re.MULTILINE))
