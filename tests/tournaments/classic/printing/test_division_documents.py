"""Documents of a classic division, read back from the files: names, totals, order; three players
and hundreds.
"""

import json
import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext, override
from pypdf import PdfReader

from tests.factories.divisions import make_director
from tests.factories.matches import clock_of
from tests.factories.printed_division import enter, make_played, make_round
from tests.html_tables import cells_of
from tournaments.classic.models import Division, DivisionEntry, DivisionPrize, MatchClock, MatchResult
from tournaments.core import clock
from tournaments.core import name_visibility as names
from tournaments.events.staff import AtDesk
from tournaments.lexicons.services import register_built_in
from tournaments.models import Arbitrator, Event, PrintJob
from tournaments.printing import jobs, registry, render
from tournaments.printing.letterhead import paper_for, set_letterhead
from tournaments.printing.page import changes_since

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")
ALL = tuple(document.name for document in registry.documents_of("division"))
LONG = tuple(document.name for document in registry.documents_of("division") if document.is_long)


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.TIME_ZONE = "Europe/Paris"
    with override("en"):
        yield


@pytest.fixture
def director():
    return make_director()


def empty_division(**values):
    event = Event.objects.create(name="Spring open")
    return Division.objects.create(
        event=event, **{"name": "Open", "lexicon": register_built_in(), "seed": "seed"} | values
    )


def made(division, name, *, kind="pdf", size="", **given):
    document = next(one for one in registry.documents_of("division") if one.name == name)
    options = document.options(division, given)
    paper = paper_for(division.event, name=division.name, size=size, site="https://hall.example")
    return render.make(document, division, options, kind=kind, paper=paper).data


def pages(data):
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def bookmarks(data):
    """Return the titles and target pages (from 1) of the bookmarks."""
    reader = PdfReader(BytesIO(data))
    return [(mark.title, reader.get_destination_page_number(mark) + 1) for mark in reader.outline]


def cells(division, name, **given):
    """The text as words, one after the other, as they stand."""
    return " ".join("\n".join(pages(made(division, name, **given))).split())


def table(division, name, **given):
    shown = json.loads(made(division, name, kind="json", **given))
    return shown["columns"], shown["rows"]


def set_result(match, first, second, *, outcome="played", overtime=(0, 0)):
    match.results.all().delete()
    return MatchResult.objects.create(
        match=match,
        version=1,
        first_score=first,
        second_score=second,
        outcome=outcome,
        first_overtime=overtime[0],
        second_overtime=overtime[1],
    )


@pytest.fixture
def five(director):
    """Five players in three rounds, the third paired and not begun: a bye each round, a draw, a forfeit; Eva comes for
    round 2, Dan leaves after it.
    """
    division = empty_division(rounds_planned=4)
    division.event.posts.create(user=director, role="chief")
    ann, ben, cleo, dan, eva = enter(division, NAMES)
    DivisionEntry.objects.filter(pk=eva.pk).update(first_round=2)
    one = make_round(division, 1, [(ann, ben), (dan, cleo)], director)
    set_result(one.matches.get(table=1), 450, 390)
    set_result(one.matches.get(table=2), 400, 400)
    two = make_round(division, 2, [(cleo, ann), (eva, dan), (ben,)], director)
    set_result(two.matches.get(table=1), 380, 420, overtime=(20, 0))
    set_result(two.matches.get(table=2), 0, 0, outcome="second_forfeits")
    DivisionEntry.objects.filter(pk=dan.pk).update(last_round=2)
    make_round(division, 3, [(ann, eva), (ben, cleo)], director, begun=False)
    return division


# Pairings


def test_pairings_by_table_say_who_goes_first_and_the_bye_last(five):
    text = cells(five, "pairings-by-table", round="2")
    assert "Round 2 by table Spring open · Open" in text
    assert "Table Goes first Result Second" in text
    assert "1 Cleo (3) 380–420 Ann (1) 2 Eva (5) –F Dan (4) Ben (2) bye" in text


def test_the_last_round_paired_is_the_usual_one_and_has_no_column_of_results_yet(five):
    text = cells(five, "pairings-by-table")
    assert "Round 3 by table" in text
    assert "has not begun" in text
    assert "Table Goes first Second 1 Ann (1) Eva (5) 2 Ben (2) Cleo (3)" in text


def test_pairings_by_name_find_everybody_by_their_own_name(five):
    text = cells(five, "pairings-by-name", round="2")
    assert "Ann 1 second Cleo Ben bye Cleo 1 first Ann Dan 2 second Eva Eva 2 first Dan" in text, text


def test_who_is_in_no_match_is_told_below_the_pairings(five):
    five.rounds.get(number=3).matches.filter(table=2).delete()
    assert "In no match: Ben (2), Cleo (3)" in cells(five, "pairings-by-table")


def test_pairings_as_tables(five):
    assert table(five, "pairings-by-table", round="2") == (
        ["Table", "Goes first", "Second", "Result"],
        [[1, "Cleo", "Ann", "380–420"], [2, "Eva", "Dan", "–F"], [None, "Ben", "bye", ""]],
    )
    assert table(five, "pairings-by-name", round="1")[1][1] == ["Ben", 1, "second", "Ann"]


@pytest.mark.parametrize("count", [3, 60, 401])
def test_everybody_is_in_the_pairings_once_by_table_and_by_name(count):
    division = make_played(count, rounds=2)
    expected = [f"Player {number:03}" for number in range(1, count + 1)]
    who = r"Player \d{3}(?= \d+ (?:first|second) | bye)"
    by_name = re.findall(who, cells(division, "pairings-by-name"))
    assert by_name == expected
    by_table = re.findall(r"Player \d{3}", cells(division, "pairings-by-table"))
    assert sorted(by_table) == expected
    numbered = pages(made(division, "pairings-by-name"))
    assert all(f"Page {n} of {len(numbered)}" in text for n, text in enumerate(numbered, 1))
    assert all("Against" in text for text in numbered)


# Standings, wall chart, cross-table


def test_standings_count_draws_byes_and_forfeits(five):
    text = cells(five, "standings")
    assert "Rank Name Wins Losses Spread Points Best Rating Club" in text
    assert "1 Ann 2 0 +100 870 450 2000" in text
    assert "Eva 1 0 +50 0 0 1960" in text
    assert "Dan (dropped out) ½ 1½ −50 400 400" in text
    assert "5 players · 2 rounds · provisional" in text


def test_a_letterhead_is_seen_on_the_papers_that_open_with_it(five):
    since = clock.now()
    set_letterhead(club="Our club", size="A4", by=User.objects.create_superuser("admin"))
    chief = AtDesk(Arbitrator.Role.CHIEF, names_hidden=False)
    for one in registry.documents_of("division"):
        count, told = changes_since(
            registry.subject_of("division"), five, one, options=one.options(five, {}), since=since, who=chief
        )
        opens_with_it = "Our club" in "".join(pages(made(five, one.name)))
        assert [str(words) for words in told] == ["The letterhead was changed"] * opens_with_it, one.name
        assert count == opens_with_it, one.name
        assert opens_with_it == (one.name not in {"score-cards", "result-slips"}), one.name


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
        paper = cells(five, "standings")
        columns, rows = table(five, "standings")
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
    text = cells(five, "standings", after="1")
    assert "after round 1" in text
    assert "1 Ann 1 0 +60 450 450" in text


def test_the_wall_chart_has_opponent_score_and_what_it_came_to(five):
    text = cells(five, "wall-chart")
    assert "No. Name R1 R2 Total" in text
    assert "1 Ann 2000 · Lyon • +2 450–390 1–0 +60 +3 420–380 2–0 +100 2–0 +100 rank 1" in text
    assert "bye 1–1 −10" in text
    assert "• =3 400–400 ½–½ 0 −5 forfeit ½–1½ −50" in text


def test_the_wall_chart_can_be_printed_to_be_filled_in(five):
    assert "R1 R2 R3 R4 Total" in cells(five, "wall-chart", rounds="all")
    fresh = empty_division(rounds_planned=3, name="Fresh")
    enter(fresh, ["Gil", "Hal"])
    assert "R1 R2 R3 Total 1 Gil" in cells(fresh, "wall-chart")


def test_a_wall_chart_of_many_rounds_goes_on_in_blocks_with_all_names_on_each(director):
    division = make_played(60, rounds=12, by=director)
    texts = pages(made(division, "wall-chart"))
    assert [text.count("R1 ") + text.count("R1\n") for text in texts].count(1) == len(texts) // 2
    found = re.findall(r"Player \d{3}", "\n".join(texts))
    assert found == [f"Player {number:03}" for number in range(1, 61)] * 2
    assert all("R6" in text or "R12" in text for text in texts)


def test_the_wall_chart_as_a_table(five):
    columns, rows = table(five, "wall-chart", order="rank")
    assert columns == ["No.", "Name", "Rank"] + [
        heading for n in (1, 2) for heading in (f"Round {n}", "Wins", "Losses", "Spread")
    ]
    assert rows[0] == [1, "Ann", 1, "2+ 450–390", 1, 0, 60, "3+ 420–380", 2, 0, 100]


def test_the_cross_table_of_a_few_is_one_page_from_the_side_of_each(five):
    texts = pages(made(five, "cross-table", order="number"))
    assert len(texts) == 1
    text = " ".join(texts[0].split())
    assert "1 Ann 2 Ben 3 Cleo 4 Dan 5 Eva Total" in text
    assert "1 Ann 450–390 420–380 2–0 +100 2 Ben 390–450" in text
    assert "F+ 1–0 +50" in text
    columns, rows = table(five, "cross-table", order="number")
    assert columns[6:] == ["1", "2", "3", "4", "5"]
    assert rows[0] == [1, 1, "Ann", 2, 0, 100, "", "450–390", "420–380", "", ""]


def test_two_dozen_fit_one_page_and_more_are_parted_into_blocks_that_somebody_met_in():
    division = make_played(24, rounds=3)
    assert len(pages(made(division, "cross-table"))) == 1
    neighbours = empty_division(name="B")
    seats = enter(neighbours, [f"Other {number:02}" for number in range(60)])
    pairs = [tuple(seats[at : at + 2]) for at in range(0, 60, 2)]
    make_round(neighbours, 1, pairs, division.event.posts.get().user)
    document = next(one for one in registry.documents_of("division") if one.name == "cross-table")
    # Three blocks of twenty, and nobody met anybody of another.
    assert document.keys(neighbours, {"order": "number"}) == [0, 1001, 2002]
    texts = pages(made(neighbours, "cross-table", order="number"))
    assert [re.findall(r"Other \d\d", text) for text in texts] == [
        [f"Other {number:02}" for number in range(start, start + 20)] for start in (0, 20, 40)
    ]


# Bookmarks


@pytest.mark.parametrize(
    "name", ["standings", "wall-chart", "players", "pairings-by-table", "pairings-by-name", "ratings"]
)
def test_pages_of_a_long_list_are_found_by_their_first_and_last_row(name):
    data = made(make_played(120), name)
    texts = [" ".join(text.split()) for text in pages(data)]
    marks = bookmarks(data)
    assert [page for _title, page in marks] == list(range(1, len(texts) + 1))
    assert len(texts) > 1
    for title, page in marks:
        first, last = title.split(" – ")
        assert re.search(r"Player \d{3}", first)
        found = re.findall(r"Player \d{3}", texts[page - 1])
        assert first in texts[page - 1]
        assert last in texts[page - 1]
        ends = [re.search(r"Player \d{3}", end)[0] for end in (first, last)]
        assert ends[0] == found[0]
        assert ends[1] in found[-2:]


def test_lists_of_one_page_have_no_bookmarks(five):
    for name in ("standings", "wall-chart", "players", "pairings-by-table", "cross-table"):
        assert bookmarks(made(five, name)) == [], name


def test_blocks_of_a_chart_are_told_from_each_other_by_what_is_across(director):
    chart = bookmarks(made(make_played(30, rounds=12, by=director), "wall-chart"))
    assert {title.split(" · ")[1] for title, _page in chart} == {"R1–R6", "R7–R12"}
    names = [f"Other {number:02}" for number in range(1, 31)]
    division = make_played(30, by=director, name="B", names=names)
    cross = bookmarks(made(division, "cross-table", order="number"))
    assert cross[0] == ("1 Other 01 – 15 Other 15 · 1 Other 01 – 15 Other 15", 1)
    assert [page for _title, page in cross] == list(range(1, len(cross) + 1))


@pytest.mark.parametrize("name", ["standings", "wall-chart", "players"])
def test_a_name_of_several_lines_is_whole_among_the_bookmarks(director, name):
    long = "Maximiliane-Charlotte von Hohenlohe-Berg"
    division = make_played(80, by=director, names=[f"{long} {number:02}" for number in range(1, 81)])
    marks = bookmarks(made(division, name))
    assert len(marks) > 1
    assert all(len(re.findall(rf"{long} \d\d\b", title)) == 2 for title, _page in marks)


def test_cards_and_records_are_found_by_who_they_are_of(five):
    names = ["Ann", "Ben", "Cleo", "Dan", "Eva"]
    assert bookmarks(made(five, "player-records")) == list(zip(names, range(1, 6), strict=True))
    assert bookmarks(made(five, "score-cards")) == [("1 Ann – 2 Ben", 1), ("3 Cleo – 4 Dan", 2), ("5 Eva", 3)]


# Cards and slips


def test_a_score_card_has_the_opponents_that_are_paired_and_lines_for_the_rest(five):
    text = cells(five, "score-cards")
    ann = text[text.index("1 Ann") : text.index("2 Ben 1990")]
    assert "1 1 2 Ben 1st 450 390 +60 1–0 +60" in ann
    assert "2 1 3 Cleo 2nd 420 380 +40 2–0 +100" in ann
    assert "3 1 5 Eva 1st 4" in ann
    assert "2 bye 1–1 −10" in text


def test_score_cards_are_two_a_page_whatever_the_number_of_rounds():
    for rounds in (1, 21, 60):
        division = empty_division(name=f"Division {rounds}", rounds_planned=rounds)
        enter(division, [f"{'W' * 60} {number} of {rounds}" for number in range(5)])
        texts = pages(made(division, "score-cards", size="letter"))
        assert len(texts) == 3
        assert all(re.search(rf"\b{number}\b", texts[0]) for number in range(1, rounds + 1))


def test_slips_tell_table_round_and_names_and_nothing_of_byes(five):
    texts = pages(made(five, "result-slips", round="2"))
    assert len(texts) == 1
    text = " ".join(texts[0].split())
    assert text.count("Signature") == 4
    assert text.count("Final score") == 4
    assert text.index("Cleo (3)") < text.index("Ann (1)") < text.index("Eva (5)") < text.index("Dan (4)")
    assert "Ben" not in text
    assert "Round 2" in text


def test_slips_are_four_a_page_and_every_table_has_one():
    division = make_played(60, rounds=1)
    texts = pages(made(division, "result-slips"))
    assert len(texts) == 8
    assert [text.count("Goes first") for text in texts] == [4] * 6 + [3] * 2
    # Cut, and the piles laid on each other, they are by table.
    on_pages = [re.findall(r"Round 1\D*?(\d+)\s*Table|(\d+)\s*Table", text) for text in texts]
    tables = [[int("".join(found)) for found in page] for page in on_pages]
    assert [page[0] for page in tables] == list(range(1, 9))
    assert tables[0] == [1, 9, 17, 25]
    assert len(set(re.findall(r"Player \d{3} \(\d+\)", "\n".join(texts)))) == 60


# Clocks


def test_overtime_handicaps_and_the_points_that_came_off(five, director):
    match = five.rounds.get(number=2).matches.get(table=1)
    held = clock_of(match, director)
    MatchClock.objects.filter(pk=held.pk).update(state="over", first_left_ms=-65_000, second_left_ms=90_000)
    DivisionEntry.objects.filter(number=1).update(turn_seconds=40)
    text = cells(five, "clocks")
    assert "all rounds · 1 time over · 2 minutes · 20 points off" in text
    assert "2 1 Cleo (3) −1:05 2 −20" in text
    assert "2 1 Ann (1) 1:30 40 s*" in text
    assert "Ben (2)" not in text
    assert "Ben (2)" in cells(five, "clocks", who="all", round="1")
    columns, rows = table(five, "clocks", round="2")
    assert columns[4:7] == ["Left on the clock", "Minutes over", "Points off"]
    assert rows[0] == [2, 1, 3, "Cleo", "−1:05", 2, 20, "", None, "", 0]


def test_overtime_that_nobody_has_settled_is_in_doubt(director):
    division = empty_division()
    division.event.posts.create(user=director, role="chief")
    ann, ben = enter(division, NAMES[:2])
    round_ = make_round(division, 1, [(ann, ben)], director)
    match = round_.matches.get()
    match.results.all().delete()
    held = clock_of(match, director)
    MatchClock.objects.filter(pk=held.pk).update(state="over", first_left_ms=-1000)
    held.acts.create(
        key="5d1b7e3c-0000-4000-8000-000000000001",
        kind="result",
        holder="table",
        at=clock.now(),
        received_at=clock.now(),
        turn=0,
        turn_number=1,
        first_left_ms=-1000,
        second_left_ms=0,
    )
    assert "Ann (1) −0:01 1 ?" in cells(division, "clocks")


# Head to head


def test_every_two_who_met_are_balanced_and_a_forfeit_is_no_meeting(five):
    text = cells(five, "head-to-head")
    assert "Ann (1) Ben (2) 1 1–0 +60 450–390" in text
    assert "Ann (1) Cleo (3) 1 1–0 +40 420–380" in text
    assert "Cleo (3) Dan (4) 1 ½–½ 0 400–400" in text
    assert "3 pairs met" in text


def test_teams_and_clubs_are_balanced_too(five):
    # Ann, Cleo and Eva are Blues; Ben and Dan are Reds. Two of the matches played are between the teams.
    assert "Blues Reds 2 1½–½ +60" in cells(five, "head-to-head", of="teams")
    assert "Genève Lyon 1 0–1 −60" in cells(five, "head-to-head", of="clubs")


def test_what_is_kept_of_other_events_counts_where_it_is_released(five, director):
    elsewhere = Event.objects.create(name="Winter open", released="final")
    older = Division.objects.create(event=elsewhere, name="Open", lexicon=register_built_in(), seed="seed")
    entrants = []
    for number, name in enumerate(("Ben", "Ann"), 1):
        player = five.entries.get(entry__player__name=name).entry.player
        entry = elsewhere.entries.create(player=player, table=number)
        entrants.append(DivisionEntry.objects.create(division=older, entry=entry, number=number))
    past = make_round(older, 1, [tuple(entrants)], director)
    set_result(past.matches.get(), 500, 300)
    assert "Ann (1) Ben (2) 1 1–0 +60 2 1–1 −140" in cells(five, "head-to-head", since="ever")
    Event.objects.filter(pk=elsewhere.pk).update(released="hidden")
    assert "Ann (1) Ben (2) 1 1–0 +60 1 1–0 +60" in cells(five, "head-to-head", since="ever")
    with names.hidden(True):
        assert "Ever" not in cells(five, "head-to-head", since="ever")


# A player's record


def test_a_record_is_a_page_with_rounds_totals_and_rating(five):
    texts = pages(made(five, "player-records"))
    assert len(texts) == 5
    ann = " ".join(texts[0].split())
    assert "Ann Spring open · Open" in ann
    assert "No. 1 · rank 1 of 5 · Lyon · Blues" in ann
    assert "2–0 +100 435 385 450 1 / 2 2000 › 20" in ann
    assert "Rating, if rated now" in ann
    assert "1 1 2 Ben 1st 450–390 won +60 1–0 +60" in ann
    assert "3 1 5 Eva 1st" in ann
    assert "2 2 5 Eva 2nd lost (forfeit) ½–1½ −50" in " ".join(texts[3].split())


def test_a_record_of_sixty_rounds_and_a_very_long_name_is_one_page():
    division = empty_division(rounds_planned=60)
    by = make_director()
    name = "Wilhelmina-Maximiliana von und zu Hohenlohe-Langenburg-Schillingsfürst der Ältere"[:80]
    seats = enter(division, [name, "Ben"])
    for number in range(1, 61):
        make_round(division, number, [seats], by)
    texts = pages(made(division, "player-records", size="letter"))
    assert len(texts) == 2
    assert re.search(r"\b60 1 2 Ben", " ".join(texts[0].split()))


# Lists


def test_prizes_with_who_has_them(five):
    for number, values in enumerate(
        (
            {"name": "First prize", "worth": "100 €", "kind": "rank"},
            {"name": "Best <b>score</b>", "kind": "high_game"},
            {"name": "Of the experts", "kind": "rank", "class_name": "expert"},
        ),
        1,
    ):
        DivisionPrize.objects.create(division=five, number=number, **values)
    text = cells(five, "prizes")
    assert "First prize 100 € rank 1 Ann, Lyon wins 2, spread +100" in text
    assert "Best <b>score</b> highest score 1 Ann, Lyon 450" in text
    assert "nobody yet" in text
    assert table(five, "prizes")[1][0][:3] == [1, "First prize", "100 €"]


def test_ratings_tell_whether_they_hold(five):
    text = cells(five, "ratings")
    assert "not rated yet" in text
    assert re.search(r"1 Ann 2000 20\d\d \+\d+", text)
    assert "Round 3 has not begun." in text


def test_players_with_from_and_up_to_which_round(five):
    text = cells(five, "players")
    assert "1 Ann 2000 Lyon Blues" in text
    assert "from round 2" in text
    assert "up to round 2" in text
    columns, rows = table(five, "players", order="name")
    assert columns[:2] == ["No.", "Name"]
    assert [row[1] for row in rows] == list(NAMES)


# All of them


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("size", ["A4", "letter"])
def test_every_document_can_be_made_before_there_is_anything(name, size):
    division = empty_division()
    assert pages(made(division, name, size=size))
    enter(division, NAMES[:3])
    assert pages(made(division, name, size=size))


@pytest.mark.parametrize("name", ALL)
def test_every_document_can_be_made_in_all_languages(five, name):
    for language in ("fr", "es"):
        with override(language):
            assert pages(made(five, name))


@pytest.mark.parametrize("name", ALL)
def test_long_names_of_pairs_break_no_page_and_are_read_as_typed(name):
    division = empty_division()
    by = make_director()
    seats = enter(division, [f"{letter}&<b>{'m' * 70}</b>" for letter in "ABCDE"])
    for one, other in zip(seats[:2], seats[2:4], strict=True):
        entry = one.entry
        entry.partner = other.entry.player
        entry.save()
    make_round(division, 1, [(seats[0], seats[1]), (seats[2], seats[3]), (seats[4],)], by)
    text = cells(division, name)
    assert len(text) > 20
    if name in {"standings", "pairings-by-table", "players"}:
        assert "A&<b>mmm" in text


@pytest.mark.parametrize("name", ALL)
def test_with_names_hidden_no_document_has_one(five, name):
    document = next(one for one in registry.documents_of("division") if one.name == name)
    with names.hidden(True):
        data = made(five, name)
        text = "\n".join(pages(data))
        told = [made(five, name, kind=kind).decode() for kind in ("csv", "json") if document.table]
    for each in (text, *told):
        assert not re.search(r"\b(Ann|Ben|Cleo|Dan|Eva)\b", each)


@pytest.mark.parametrize("name", LONG)
def test_long_documents_are_the_same_made_in_parts(name, director):
    """Each key has its page, so that parts of 20 pages make the whole."""
    division = make_played(100, rounds=2, by=director)
    document = next(one for one in registry.documents_of("division") if one.name == name)
    options = document.options(division, {})
    keys = document.keys(division, options)
    whole = pages(made(division, name))
    assert len(whole) == -(-len(keys) // document.keys_a_page)
    size = 2 * document.keys_a_page
    parts = [keys[at : at + size] for at in range(0, len(keys), size)]
    paper = paper_for(division.event)
    for number, part in enumerate(parts[:3]):
        given = replace(paper, first_page=2 * number + 1, pages=len(whole))
        drawn = pages(document.draw(document.gather(division, options, part), given))
        assert len(drawn) == -(-len(part) // document.keys_a_page)


@pytest.mark.parametrize("name", ["score-cards", "player-records"])
@pytest.mark.parametrize("gone", [{0}, {1, 2}, {3, 4}, {0, 1, 2, 3, 4}])
def test_the_place_of_who_is_gone_stays_empty(five, name, gone):
    """The pages of the parts before and after it were counted with it."""
    document = next(one for one in registry.documents_of("division") if one.name == name)
    options = document.options(five, {})
    keys = [0 if at in gone else key for at, key in enumerate(document.keys(five, options))]
    drawn = pages(document.draw(document.gather(five, options, keys), paper_for(five.event)))
    assert len(drawn) == -(-len(keys) // document.keys_a_page)
    for at, told in enumerate(NAMES):
        heading = rf"^{at + 1}\n{told}" if name == "score-cards" else rf"^No\. {at + 1} "
        found = re.search(heading, drawn[at // document.keys_a_page], re.MULTILINE)
        assert (found is None) == (at in gone), at


def test_a_long_document_is_made_in_the_background(director):
    division = make_played(60, rounds=2, by=director)
    document = next(one for one in registry.documents_of("division") if one.name == "player-records")
    keys = document.keys(division, {})
    assert jobs.is_worth_a_job(document, keys)
    job = PrintJob.objects.create(
        event=division.event,
        kind="division",
        subject=division.pk,
        document=document.name,
        keys=keys,
        paper={
            "event": "Open",
            "day": division.event.date.isoformat(),
            "generated_at": clock.now().isoformat(),
            "size": "A4",
            "site": "",
        },
        language="en",
        by=director,
        made_at=clock.now(),
        moved_at=clock.now(),
    )
    for _part in range(4):
        jobs.draw_next(job.pk)
    job.refresh_from_db()
    texts = pages(bytes(job.file))
    assert len(texts) == 60
    assert "Page 41 of 60" in texts[40]
    assert "Player 041" in texts[40]


def test_how_many_queries_a_document_takes_does_not_hang_on_how_many_play(
    five, director, django_assert_max_num_queries
):
    division = make_played(60, rounds=3, by=director, event=five.event, name="B")
    for name in ALL:
        with django_assert_max_num_queries(22):
            made(division, name)


def test_acts_of_a_division_are_known_by_its_documents(five, director):
    subject = registry.subject_of("division")
    five.event.acts.create(act="round_begun", params={"division": "Open", "number": 1}, by=director)
    five.event.acts.create(act="round_begun", params={"division": "Other", "number": 1}, by=director)
    told = [one.words(act) for one in subject.acts for act in one.rows(five, {})]
    assert told == ["Open: round 1 begun"]
    assert [one.name for one in subject.of_event(five.event)] == ["Open"]


def test_the_rounds_that_can_be_chosen_are_those_paired(five):
    document = next(one for one in registry.documents_of("division") if one.name == "result-slips")
    assert [value for value, _words in document.choices(five)[0].values] == ["3", "2", "1"]
    assert document.options(five, {"round": "77"}) == {"round": "3"}


@pytest.mark.parametrize(
    ("name", "acts"),
    [
        ("ratings", {"entrant_dropped_out", "division_left", "round_begun"}),
        ("prizes", {"entrant_dropped_out", "division_left", "round_begun"}),
        ("score-sheet", {"record_imported"}),
    ],
)
def test_what_changes_who_is_rated_or_has_a_prize_is_told_of_it(name, acts):
    document = next(one for one in registry.documents_of("division") if one.name == name)
    assert acts <= document.acts
