"""Charts as values: what they show from bottom to top, and that paper and screen draw the same."""

import re

import pytest
from reportlab.graphics.shapes import PolyLine, Rect, String

from tournaments.printing.pdf.charts import bar_drawing, line_drawing
from tournaments.reports.charts import Bar, BarChart, LineChart
from tournaments.reports.svg_charts import bars_svg, line_svg

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


@pytest.mark.parametrize("values", [[13, 13], [1, 13], [1, 1], [], [1, 400]])
def test_ranks_begin_at_1(values):
    scale = LineChart("", ["x"] * len(values), values, falls=True).scale(least=1)
    assert scale.lines[0] == 1
    assert scale.lines[-1] >= max([1, *values])


def test_a_line_goes_through_its_values():
    drawing = line_drawing(LineChart("", ["1", "2"], [0, -10]), 230, 115, most=0)
    [line] = shapes(drawing, PolyLine)
    assert line.points == pytest.approx([80, 111, 180, 11])


def test_a_line_on_a_screen_is_that_on_paper():
    """The same steps of the scale, and the same rise and fall."""
    chart = LineChart("The <negative>", ["1", "2", "3"], [0, -10, -4], about="a & b", said=["x", "y", "<z>"])
    svg = line_svg(chart, most=0)
    drawn = line_drawing(chart, 230, 115, most=0)
    assert "The &lt;negative&gt;" in svg
    assert "<title>&lt;z&gt;</title>" in svg
    steps = re.findall(r'class="scale"[^>]*>([^<]*)<', svg)
    assert (
        steps
        == [one.text for one in shapes(drawn, String)[: len(steps)]]
        == ["−10", "−8", "−6", "−4", "−2", "0"]
    )
    [line] = shapes(drawn, PolyLine)
    on_paper = line.points[1::2]
    [points] = re.findall(r'points="([^"]*)"', svg)
    on_screen = [-float(point.split(",")[1]) for point in points.split()]
    shares = [(one - on_screen[1]) / (on_screen[0] - on_screen[1]) for one in on_screen]
    assert shares == pytest.approx(
        [(one - on_paper[1]) / (on_paper[0] - on_paper[1]) for one in on_paper], abs=0.01
    )
    assert svg.count("<circle") == 3
    assert ">1</text>" in svg
    assert ">3</text>" in svg
    assert ">2</text>" not in svg
