"""Charts as values: what they show from bottom to top, and that paper and screen draw the same."""

import pytest
from reportlab.graphics.shapes import PolyLine, Rect, String

from tournaments.charts import Bar, BarChart, LineChart
from tournaments.reports.charts import bar_drawing, line_drawing
from tournaments.svg_charts import bars_svg

CHART = BarChart("Tops", [Bar("1", 3, "3"), Bar("2", 12, "12", marked=True), Bar("3", 0, "0")])


def shapes(drawing, kind):
    return [shape for shape in drawing.contents if isinstance(shape, kind)]


def test_paper_and_screen_draw_the_same_bars():
    drawing, svg = bar_drawing(CHART, 300, 100), bars_svg(CHART)
    rects = shapes(drawing, Rect)
    assert svg.count("<rect") == len(rects) == 3
    assert [rect.height for rect in rects] == [pytest.approx(each) for each in (19.5, 78, 0)]
    assert rects[1].fillColor != rects[0].fillColor == rects[2].fillColor
    texts = [text.text for text in shapes(drawing, String)]
    assert texts == ["3", "1", "12", "2", "0", "3"]
    assert all(f">{text}</text>" in svg for text in texts)


def test_bars_stay_below_the_most():
    [bar] = shapes(bar_drawing(BarChart("", [Bar("1", 50)], most=100), 100, 122), Rect)
    assert bar.height == pytest.approx(50)
    assert BarChart("", []).highest == 1
    assert not shapes(bar_drawing(BarChart("", []), 100, 100), Rect)


@pytest.mark.parametrize(
    ("values", "shown"),
    [([-3, -14, -14], (-15, 0, 5)), ([-310], (-400, 0, 100)), ([0, 0], (0, 1, 1)), ([], (0, 1, 1)), ([4], (0, 4, 1))],
)  # fmt: skip
def test_scales_have_round_steps_and_what_they_must_show(values, shown):
    scale = LineChart("", ["x"] * len(values), values).scale(most=0, least=None if values != [4] else 0)
    assert (scale.low, scale.high, scale.step) == shown
    assert len(scale.lines) <= 7


def test_a_line_goes_through_its_values():
    drawing = line_drawing(LineChart("", ["1", "2"], [0, -10]), 230, 115, most=0)
    [line] = shapes(drawing, PolyLine)
    assert line.points == pytest.approx([80, 111, 180, 11])
