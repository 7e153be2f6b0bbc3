"""Lists of an event's seating, and standings with a list for each series or club."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from duplicate.printing.data.seating import SeatingOnPaper
from duplicate.printing.pdf.seating import seating_pdf
from tests.factories.documents import PAPER, begin_evening, document, made, printed, written
from tests.pdf_text import overlapping, printed_pieces
from tests.worlds.images import enter, image_of
from tournaments.models import Club, Event, Room
from tournaments.names.folding import sort_key
from tournaments.printing.pdf.pagination import LEAST_ROWS
from tournaments.reports.tables import DataRow, DataTable
from tournaments.standings.columns import columns_of

pytestmark = pytest.mark.django_db


def begin_with_two_series():
    """Play the game of an event, with six players of two clubs and series, the last one expected."""
    arbitrator, game = begin_evening(players=6, rounds=2)
    clubs = [Club.named(name) for name in ("Dakar", "Liège")]
    for club in clubs:
        club.save()
    for entry in game.event.entries.all():
        entry.player.club, entry.player.series = clubs[entry.table % 2], ("1A", "2B")[entry.table % 2]
        entry.player.save()
    return arbitrator, Event.objects.get(pk=game.event_id)


@pytest.fixture
def evening(db, english):
    return enter(image_of(begin_with_two_series))


@pytest.fixture
def arbitrator(evening):
    return evening[0]


@pytest.fixture
def event(evening):
    return evening[1]


def names_of(event):
    return [entry.player.name for entry in event.entries.order_by("table")]


@pytest.mark.slow
def test_seating_by_name_has_everybody_once_with_the_table(event):
    Room.objects.create(event=event, name="Hall", key="hall", first_table=1, last_table=3)
    (text,) = printed(event, "seating-by-name", of="event")
    assert "Name Table Room" in text
    for number, name in enumerate(names_of(event), start=1):
        assert f"{name} {number}" + (" Hall" if number < 4 else "") in text
    assert sorted(names_of(event), key=sort_key) == [
        row.split(",")[0] for row in _rows(event, "seating-by-name")
    ]


def _rows(event, name):
    return written(event, name, "csv", of="event").splitlines()[1:]


def test_seating_by_table_is_in_the_order_of_tables(event):
    (text,) = printed(event, "seating-by-table", of="event")
    assert "Table Name Club" in text
    assert [row.split(",")[0] for row in _rows(event, "seating-by-table")] == list("123456")


def test_the_check_in_list_marks_who_has_come(event):
    event.entries.filter(table=2).update(arrived_at=None)
    event.entries.exclude(table=2).update(arrived_at=datetime(2026, 3, 21, tzinfo=UTC))
    rows = {row.split(",")[1]: row.rstrip().endswith("×") for row in _rows(event, "check-in-list")}
    assert rows == {str(number): number != 2 for number in range(1, 7)}


@pytest.mark.repeats
@pytest.mark.parametrize(("count", "pages"), [(3, 1), (400, 17)])
def test_seating_for_the_wall_is_in_large_type(count, pages):
    columns = columns_of("name", "table", strong="table")
    rows = tuple(DataRow((f"Marie-Antoinette de la Rochefoucauld {each}", each)) for each in range(count))
    pdf = seating_pdf(SeatingOnPaper(DataTable("Seating", columns, rows), large=True), PAPER)
    texts = [page.extract_text().count("Rochefoucauld") for page in PdfReader(BytesIO(pdf)).pages]
    assert (len(texts), sum(texts)) == (pages, count)
    assert len(texts) == 1 or min(texts) >= LEAST_ROWS
    assert not any(overlapping(page) for page in printed_pieces(pdf))


@pytest.mark.parametrize(("apart", "names"), [("series", ["1A", "2B"]), ("club", ["Dakar", "Liège"])])
def test_all_series_or_clubs_are_printed_with_one_act(event, apart, names):
    pages = printed(event, "standings", of="event", apart=apart)
    assert len(pages) == 2
    for name, page in zip(names, pages, strict=True):
        assert f"Standings: {name}" in page
        assert "3 lines" in page
        assert "Page 1 of 1" in page
    choice = next(one for one in document("event", "standings").choices(event) if one.name == "apart")
    assert [value for value, _words in choice.values] == ["", "series", "club"]
    lines = written(event, "standings", "csv", of="event", apart=apart).splitlines()
    assert lines[0].startswith("List,Rank,")
    assert [line.split(",")[0] for line in lines[1:]] == [name for name in names for _line in range(4)]
    of_all = [line.split(",")[2] for line in lines[1:]]
    assert lines[0].split(",")[2] == "Of all"
    assert "1" in of_all, "the best of all as well"
    assert of_all.count("") == len(names), "the lines of the tops alone"


def test_clubs_are_ranked_over_the_games(event):
    (text,) = printed(event, "standings", of="event", show="clubs")
    assert "clubs · 2 lines" in text
    assert {"Dakar", "Liège"} <= set(text.split())
    assert made(event, "standings", "csv", of="event", show="clubs")
