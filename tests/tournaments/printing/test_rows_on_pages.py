"""Rows on pages: no page with few rows, and as few pages as rows that are set closer need."""

from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.lanes import quick
from tests.pdf_text import overlapping, printed_pieces
from tournaments.printing.pdf.column_widths import widen
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.grid import Grid, GridCell, GridColumn, Piece
from tournaments.printing.pdf.pages import build_pdf, title_block
from tournaments.printing.pdf.pagination import LEAST_ROWS, fill_pages, rows_here, squeeze
from tournaments.printing.pdf.style import COMPACT, DENSE, NORMAL
from tournaments.printing.pdf.values import Paper, ReportHeading
from tournaments.reports.tables import DataColumn, DataRow, DataTable
from tournaments.standings.columns import columns_of

PAPER = Paper(ReportHeading("Festival", date(2026, 3, 21), datetime(2026, 3, 21, 20, tzinfo=UTC), "Isotopia"))
COLUMNS = columns_of(
    "rank", "table", "name", "club", "total", "negative", "percent", "tops", "solos", "penalties"
)


def standings(players, *, tops=0, club="", name="Player {}"):
    rows = [
        DataRow.of(COLUMNS, (each, each, name.format(each), club, 900 - each, -each, 90.5, tops, 0, 0))
        for each in range(1, players + 1)
    ]
    return DataTable("Standings", COLUMNS, tuple(rows))


def pdf_of(table, *, roomy=False):
    layout = lay_out(table, PAPER, roomy=roomy)
    story = [*title_block(title="Standings", heading=PAPER.heading, facts="facts"), *layout.tables()]
    return build_pdf(story=story, title="Standings", paper=PAPER, wide=layout.wide)


def rows_on(pdf):
    """Return the number of rows on each page: those that name a player."""
    return [page.extract_text().count("Player ") for page in PdfReader(BytesIO(pdf)).pages]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("players", "pages"), [(3, 1), (40, 1), (400, 6), pytest.param(1500, 22, marks=pytest.mark.slow)]
)
def test_long_lists_take_few_pages(players, pages):
    pdf = pdf_of(standings(players), roomy=True)
    counts = rows_on(pdf)
    assert (len(counts), sum(counts)) == (pages, players)
    assert not any(overlapping(page) for page in printed_pieces(pdf))


@pytest.mark.repeats
@pytest.mark.parametrize(
    "players",
    quick([*range(35, 70, 3), *range(90, 140, 7), 201, 268, 335, 402], 38, 50, 56, 62, 68, 104, 125, 201),
)
def test_no_page_has_few_rows(players):
    counts = rows_on(pdf_of(standings(players)))
    assert sum(counts) == players
    assert len(counts) == 1 or min(counts) >= LEAST_ROWS


def test_columns_without_any_value_are_left_out():
    def text_of(table):
        return PdfReader(BytesIO(pdf_of(table))).pages[0].extract_text()

    assert not {"Tops", "Solos", "Penalties", "Club"} & set(text_of(standings(3)).split())
    shown = set(text_of(standings(3, tops=2, club="Dakar")).split())
    assert {"Tops", "Club"} <= shown
    assert not {"Solos", "Penalties"} & shown


def test_names_stay_on_one_line_where_a_smaller_size_makes_room():
    named = "Player {} Marie-Antoinette de la Rochefoucauld"
    table = standings(12, tops=2, club="Les Lettres de la Vallée-sur-Loire", name=named)
    layout = lay_out(table, PAPER)
    assert layout.density == DENSE
    assert not layout.wide
    (part,) = layout.parts
    assert all("\n" not in row[2] for row in part.rows)
    assert lay_out(standings(12, tops=2), PAPER).density == NORMAL
    assert lay_out(standings(400), PAPER).density == COMPACT


def test_rows_of_a_chart_are_moved_to_a_last_page_with_few():
    rows = [[GridCell((Piece(f"Player {each}"),))] for each in range(60)]
    grid = Grid(columns=[GridColumn("Name", 100)], rows=rows, row_height=12, marked=True)
    story = [*title_block(title="Chart", heading=PAPER.heading, facts="facts"), grid]
    counts = rows_on(build_pdf(story=story, title="Chart", paper=PAPER))
    assert (sum(counts), min(counts) >= LEAST_ROWS) == (60, True)


def test_an_optional_column_with_a_figure_is_kept():
    column = DataColumn("solos", "Solos", is_optional=True)
    heads = DataRow((20,), is_head=True)
    assert not DataTable("", (column,), (heads, DataRow((0,)))).without_unused().columns
    assert DataTable("", (column,), (heads, DataRow((0,)), DataRow((1,)))).without_unused().columns


heights = st.lists(st.floats(5, 40), max_size=300)


@given(heights, st.floats(50, 200), st.floats(200, 400))
def test_every_row_is_on_a_page_and_pages_are_not_overfull(heights, first, further):
    least = [height * 0.8 for height in heights]
    closer = squeeze(heights, least, first, further)
    assert all(small <= high <= height for small, high, height in zip(least, closer, heights, strict=True))
    assert len(fill_pages(closer, first, further)) <= len(fill_pages(heights, first, further))
    left, room, counts = list(closer), first, []
    while left:
        here = rows_here(left, room, further)
        assert sum(left[:here]) <= room + 1
        counts.append(here)
        left, room = left[here:], further
    assert sum(counts) == len(heights)
    assert len(counts) <= len(fill_pages(heights, first, further))


# Widths of columns of words


def test_a_long_club_takes_the_room_that_the_longest_name_would_leave_empty():
    columns = columns_of("table", "name", "club")
    club = "Association des joueurs de Scrabble duplicate de Saint-Rémy-lès-Chevreuse"
    rows = [(table, f"Player {table}", club if table % 5 == 0 else "Dakar") for table in range(1, 301)]
    rows.append((301, "Player 301 " + "of a very long name " * 4, "Dakar"))
    table = DataTable("Seating", columns, tuple(DataRow.of(columns, row) for row in rows))
    (part,) = lay_out(table, PAPER).parts
    assert sum("\n" in "".join(row) for row in part.rows) <= 1


@given(
    rooms=st.lists(st.floats(30, 200), min_size=1, max_size=4),
    free=st.floats(0, 300),
    data=st.data(),
)
def test_widened_columns_keep_the_width_and_never_take_more_lines(rooms, free, data):
    texts = [
        data.draw(st.dictionaries(st.floats(1, 600), st.integers(1, 50), max_size=20)) for _room in rooms
    ]
    wider = widen(rooms, texts, free)
    assert all(after >= before for before, after in zip(rooms, wider, strict=True))
    assert sum(wider) <= sum(rooms) + free + 0.01
    for before, after, widths in zip(rooms, wider, texts, strict=True):
        if max(widths, default=0) <= before:
            assert after == before


def test_a_table_is_never_wider_than_the_page():
    columns = columns_of("name", "table", "licence", "club", "series")
    columns = (*columns, DataColumn("come", "Come", is_text=True))
    club = "Association des joueurs de Scrabble duplicate de Saint-Rémy-lès-Chevreuse et de ses environs"
    rows = [(f"Player {each} of a long name", each, "", club, "1A", "×") for each in range(1, 60)]
    layout = lay_out(DataTable("Come", columns, tuple(map(DataRow, rows))), PAPER, density=DENSE)
    (drawn,) = layout.tables()
    assert drawn.wrap(layout.width, 10_000)[0] <= layout.width + 0.01
