"""Standings, wall chart and cross-table of a division, read back from the files."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext, override

from tests.factories.printed_division import enter, make_played, make_round
from tests.html_tables import cells_of
from tests.tournaments.classic.printing.documents import (
    empty_division,
    make_document,
    pages_of,
    table_of,
    text_of,
)
from tournaments.classic.models import DivisionPrize
from tournaments.classic.standings.prizes import set_prizes
from tournaments.classic.standings.rows import standings_of_division
from tournaments.events.staff import AtDesk
from tournaments.models import Arbitrator
from tournaments.printing import registry
from tournaments.printing.letterhead import set_letterhead
from tournaments.printing.page import changes_since
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_standings_count_draws_byes_and_forfeits(five):
    text = text_of(five, "standings")
    assert "Rank Name Wins Losses Spread Points Best Rating Club" in text
    assert "1 Ann 2 0 +100 870 450 2000" in text
    assert "Eva 1 0 +50 0 0 1960" in text
    assert "Dan (dropped out) ½ 1½ −50 400 400" in text
    assert "5 players · 2 rounds · provisional" in text


@pytest.mark.slow
def test_a_letterhead_is_seen_on_the_papers_that_open_with_it(five):
    by = User.objects.create_superuser("admin")
    set_prizes(division=five, prizes=[DivisionPrize(name="First")], one_each=False, by=by)
    since = clock.now()
    set_letterhead(club="Our club", size="A4", by=by)
    chief = AtDesk(Arbitrator.Role.CHIEF, names_hidden=False)
    for one in registry.documents_of("division"):
        count, told = changes_since(
            registry.subject_of("division"), five, one, options=one.options(five, {}), since=since, who=chief
        )
        opens_with_it = "Our club" in "".join(pages_of(make_document(five, one.name)))
        assert [str(words) for words in told] == ["The letterhead was changed"] * opens_with_it, one.name
        assert count == opens_with_it, one.name
        assert opens_with_it == (one.name not in {"score-cards", "result-slips", "table-numbers"}), one.name


@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_paper_and_file_of_the_standings_say_the_same(five, director, client, language):
    """Every column of the page is in the file, and each line of the paper has the cells of the page in their order."""
    five.rounds.first().matches.get(table=1).results.update(first_score=1450)
    client.force_login(director)
    address = [five.event_id, five.pk]
    with override(language):
        page = client.get(
            reverse("division-standings", args=address), headers={"Accept-Language": language}
        ).content.decode()
        paper = text_of(five, "standings")
        columns, rows = table_of(five, "standings")
        headings, *lines = cells_of(page)
        assert " ".join(headings) in paper
        assert set(headings) <= set(columns)
        for line, row in zip(lines, rows, strict=True):
            of_file = {heading: row[columns.index(heading)] for heading in headings}
            name = of_file.pop(headings[1])
            shown = dict(zip(headings, line, strict=True))
            rank, whole = line[0], shown.pop(headings[1])
            number = str(row[columns.index(gettext("No."))])
            assert sorted(whole.split()) == sorted([*name.replace("(", "").replace(")", "").split(), number])
            assert {key: as_number(cell) for key, cell in shown.items()} == of_file
            assert " ".join([rank, name, *line[2:]]) in paper
    assert as_number(lines[0][5]) == 1450 + 420


def as_number(cell):
    """Return a number as a file has it, from the text shown."""
    plain = re.sub(r"[\s\u202f\xa0,]", "", cell).replace("−", "-")
    if halves := re.fullmatch(r"(-?\d*)½", plain):
        return int(halves[1] or 0) + 0.5
    return int(plain) if re.fullmatch(r"[+-]?\d+", plain) else cell


def test_standings_as_they_were_after_a_round(five):
    text = text_of(five, "standings", after="1")
    assert "after round 1" in text
    assert "1 Ann 1 0 +60 450 450" in text


def test_the_wall_chart_has_opponent_score_and_what_it_came_to(five):
    text = text_of(five, "wall-chart")
    assert "No. Name R1 R2 Total" in text
    assert "1 Ann 2000 · Lyon • +2 450–390 1–0 +60 +3 420–380 2–0 +100 2–0 +100 rank 1" in text
    assert "bye 1–1 −10" in text
    assert "• =3 400–400 ½–½ 0 −5 forfeit ½–1½ −50" in text


def test_the_wall_chart_can_be_printed_to_be_filled_in(five):
    assert "R1 R2 R3 R4 Total" in text_of(five, "wall-chart", rounds="all")
    fresh = empty_division(rounds_planned=3, name="Fresh")
    enter(fresh, ["Gil", "Hal"])
    assert "R1 R2 R3 Total 1 Gil" in text_of(fresh, "wall-chart")


def test_a_wall_chart_of_many_rounds_goes_on_in_blocks_with_all_names_on_each(director):
    division = make_played(60, rounds=12, by=director)
    texts = pages_of(make_document(division, "wall-chart"))
    assert [text.count("R1 ") + text.count("R1\n") for text in texts].count(1) == len(texts) // 2
    found = re.findall(r"Player \d{3}", "\n".join(texts))
    assert found == [f"Player {number:03}" for number in range(1, 61)] * 2
    assert all("R6" in text or "R12" in text for text in texts)


def test_the_wall_chart_as_a_table(five):
    columns, rows = table_of(five, "wall-chart", order="rank")
    assert columns == ["No.", "Name", "Rank"] + [
        heading for n in (1, 2) for heading in (f"Round {n}", "Wins", "Losses", "Spread")
    ]
    assert rows[0] == [1, "Ann", 1, "2+ 450–390", 1, 0, 60, "3+ 420–380", 2, 0, 100]


def test_the_cross_table_of_a_few_is_one_page_from_the_side_of_each(five):
    texts = pages_of(make_document(five, "cross-table", order="number"))
    assert len(texts) == 1
    text = " ".join(texts[0].split())
    assert "1 Ann 2 Ben 3 Cleo 4 Dan 5 Eva Total" in text
    assert "1 Ann 450–390 420–380 2–0 +100 2 Ben 390–450" in text
    assert "F+ 1–0 +50" in text
    columns, rows = table_of(five, "cross-table", order="number")
    assert columns[6:] == ["1", "2", "3", "4", "5"]
    assert rows[0] == [1, 1, "Ann", 2, 0, 100, "", "450–390", "420–380", "", ""]


def test_thirty_two_fit_one_page_and_more_are_parted_into_blocks_that_somebody_met_in():
    division = make_played(32, rounds=3)
    assert len(pages_of(make_document(division, "cross-table"))) == 1
    neighbours = empty_division(name="B")
    seats = enter(neighbours, [f"Other {number:02}" for number in range(60)])
    pairs = [tuple(seats[at : at + 2]) for at in range(0, 60, 2)]
    make_round(neighbours, 1, pairs, division.event.posts.get().user)
    document = next(one for one in registry.documents_of("division") if one.name == "cross-table")
    # Two blocks of thirty, and nobody met anybody of another.
    assert document.keys(neighbours, {"order": "number"}) == [0, 1001]
    texts = pages_of(make_document(neighbours, "cross-table", order="number"))
    assert [re.findall(r"Other \d\d", text) for text in texts] == [
        [f"Other {number:02}" for number in range(start, start + 30)] for start in (0, 30)
    ]


def test_of_many_everybody_has_a_line_of_those_whom_they_met():
    division = make_played(70, rounds=3)
    document = next(one for one in registry.documents_of("division") if one.name == "cross-table")
    assert document.keys(division, {"order": "number"}) == [1, 2, 3, 4]
    texts = pages_of(make_document(division, "cross-table", order="number"))
    assert [len(re.findall(r"Player \d{3}", text)) for text in texts] == [20, 20, 20, 10]
    [row] = [one for one in standings_of_division(division).rows if one.line.contestant.number == 1]
    met = sorted({cell.opponent for cell in row.cells})
    line = re.search(r"1 Player 001 (.*?) 2 Player 002", " ".join(texts[0].split()))[1]
    assert [int(number) for number in re.findall(r"(?<= )(\d+) [+−=]", line)] == met
