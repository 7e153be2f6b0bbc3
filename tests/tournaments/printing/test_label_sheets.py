"""Label sheets: every label lies on its page, apart from the others, and cards are drawn inside of it."""

from itertools import combinations

import pytest
from reportlab.lib.units import mm

from tests.factories.documents import PAPER
from tournaments.printing.pdf.cards import CardGrid, draw_cards
from tournaments.printing.pdf.label_sheets import label_sheets, sheet_of, used_labels
from tournaments.printing.pdf.style import PAGE_SIZES

SHEETS = list(label_sheets().values())


@pytest.fixture(params=SHEETS, ids=lambda sheet: sheet.code)
def sheet(request):
    return request.param


def test_labels_lie_in_the_middle_of_the_page_and_do_not_overlap(sheet):
    corners = [sheet.corner(place) for place in range(sheet.a_page)]
    for axis, length in enumerate(PAGE_SIZES[sheet.paper]):
        before = min(corner[axis] for corner in corners)
        after = length / mm - max(corner[axis] for corner in corners) - sheet.label[axis]
        assert before == pytest.approx(after, abs=0.2)
        assert sheet.pitch[axis] >= sheet.label[axis]
    for one, other in combinations(corners, 2):
        apart = [abs(a - b) >= length - 0.001 for a, b, length in zip(one, other, sheet.label, strict=True)]
        assert any(apart)


def test_cards_are_drawn_inside_of_the_labels_in_order(sheet):
    boxes = []
    cards = [None, *[lambda _canvas, box: boxes.append(box)] * (2 * sheet.a_page)]
    draw_cards(cards=cards, grid=CardGrid(1, 1, 0), title="", paper=PAPER, sheet=sheet)
    assert len(boxes) == 2 * sheet.a_page
    height = PAGE_SIZES[sheet.paper][1]
    for place, box in enumerate(boxes[: sheet.a_page - 1], start=1):
        left, top = sheet.corner(place)
        assert box.left - left * mm == pytest.approx(3 * mm)
        assert height - box.top - top * mm == pytest.approx(3 * mm)
        assert (box.width, box.height) == pytest.approx([length * mm - 6 * mm for length in sheet.label])


def test_a_sheet_is_told_with_its_size():
    assert label_sheets()["L7160"].words == "Avery L7160: 63.5 × 38.1 mm, 21 on A4"
    assert label_sheets()["74459"].words == "Avery 74459: 101.6 × 76.2 mm, 6 on US Letter"


@pytest.mark.parametrize(
    ("options", "used"),
    [({}, 0), ({"first": "5"}, 0), ({"sheet": "L4785", "first": "1"}, 0), ({"sheet": "L4785", "first": "10"}, 9),
     ({"sheet": "L4785", "first": "11"}, 9), ({"sheet": "gone", "first": "3"}, 0)],
)  # fmt: skip
def test_labels_before_the_first_free_one_are_used(options, used):
    assert used_labels(options) == used
    assert (sheet_of(options) is None) == (options.get("sheet") != "L4785")
