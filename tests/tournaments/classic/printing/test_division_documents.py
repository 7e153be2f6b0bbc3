"""Every document of a division: empty and long ones, in all languages, with hidden names, in parts."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.utils.translation import override
from pypdf import PdfReader

from tests.factories.divisions import make_director
from tests.factories.printed_division import enter, make_played, make_round
from tests.tournaments.classic.printing.documents import (
    NAMES,
    count_pages,
    empty_division,
    make_document,
    pages_of,
    text_of,
)
from tournaments.classic.models import DivisionPrize
from tournaments.classic.standings.prizes import set_prizes
from tournaments.models import PrintJob
from tournaments.names import name_visibility as names
from tournaments.printing import jobs, registry, render
from tournaments.printing.letterhead import paper_for
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
ALL = tuple(document.name for document in registry.documents_of("division"))
LONG = tuple(document.name for document in registry.documents_of("division") if document.is_long)
NAMED = re.compile(r"Page \d+ of \d+|^\d+$|Player \d+", re.MULTILINE)


def give_prizes(division, count):
    given = [DivisionPrize(name=f"No. {place}", place=place) for place in range(1, count + 1)]
    by = User.objects.create_superuser("prizes")
    set_prizes(division=division, prizes=given, one_each=False, by=by)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("size", ["A4", "letter"])
def test_every_document_can_be_made_before_there_is_anything(name, size):
    division = empty_division()
    assert count_pages(make_document(division, name, size=size))
    enter(division, NAMES[:3])
    assert count_pages(make_document(division, name, size=size))


@pytest.mark.repeats
@pytest.mark.parametrize("name", ALL)
def test_every_document_can_be_made_in_all_languages(five, name):
    for language in ("fr", "es"):
        with override(language):
            assert count_pages(make_document(five, name))


@pytest.mark.repeats
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
    give_prizes(division, 3)
    text = text_of(division, name)
    if name == "table-numbers":
        assert text.split() == ["Table", "1", "Table", "2"]
    else:
        assert len(text) > 20
    if name in {"standings", "pairings-by-table", "players"}:
        assert "A&<b>mmm" in text


@pytest.mark.repeats
@pytest.mark.parametrize("name", ALL)
def test_with_names_hidden_no_document_has_one(five, name):
    document = next(one for one in registry.documents_of("division") if one.name == name)
    with names.hidden(True):
        data = make_document(five, name)
        text = "\n".join(pages_of(data))
        told = [make_document(five, name, kind=kind).decode() for kind in ("csv", "json") if document.table]
    for each in (text, *told):
        assert not re.search(r"\b(Ann|Ben|Cleo|Dan|Eva)\b", each)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_long_documents_are_the_same_made_in_parts(name, director):
    """Each key has its page, so that parts make the whole."""
    document = next(one for one in registry.documents_of("division") if one.name == name)
    # A cross table has several pages from 33 players on.
    count = 70 if name == "cross-table" else 10 * document.keys_a_page + 2
    division = make_played(count, rounds=2, by=director)
    give_prizes(division, count)
    options = document.options(division, {})
    keys = document.keys(division, options)
    paper = paper_for(division.event, name=division.name)
    whole = pages_of(render.make(document, division, options, kind="pdf", paper=paper).data)
    assert len(whole) == -(-len(keys) // document.keys_a_page) >= 4
    size = 2 * document.keys_a_page
    parts = [keys[at : at + size] for at in range(0, len(keys), size)]
    for number, part in enumerate(parts[:3]):
        given = replace(paper, first_page=2 * number + 1, pages=len(whole))
        drawn = pages_of(document.draw(document.gather(division, options, part), given))
        assert len(drawn) == -(-len(part) // document.keys_a_page)
        for page, of_whole in zip(drawn, whole[2 * number :], strict=False):
            assert NAMED.findall(page) == NAMED.findall(of_whole), "the same page, of the same players"


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["score-cards", "player-records"])
@pytest.mark.parametrize("gone", [{0}, {1, 2}, {3, 4}, {0, 1, 2, 3, 4}])
def test_the_place_of_who_is_gone_stays_empty(five, name, gone):
    """The pages of the parts before and after it were counted with it."""
    document = next(one for one in registry.documents_of("division") if one.name == name)
    options = document.options(five, {})
    keys = [0 if at in gone else key for at, key in enumerate(document.keys(five, options))]
    drawn = pages_of(document.draw(document.gather(five, options, keys), paper_for(five.event)))
    assert len(drawn) == -(-len(keys) // document.keys_a_page)
    for at, told in enumerate(NAMES):
        heading = rf"^{at + 1}\n{told}" if name == "score-cards" else rf"^No\. {at + 1} "
        found = re.search(heading, drawn[at // document.keys_a_page], re.MULTILINE)
        assert (found is None) == (at in gone), at


@pytest.mark.slow
def test_a_long_document_is_made_in_the_background(director):
    division = make_played(45, rounds=2, by=director)
    document = next(one for one in registry.documents_of("division") if one.name == "player-records")
    keys = document.keys(division, {})
    assert jobs.is_worth_a_job(document, {}, keys)
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
        state=PrintJob.State.RUNNING,
    )
    for _part in range(4):
        jobs.draw_next(job.pk)
    job.refresh_from_db()
    pages = PdfReader(BytesIO(job.file)).pages
    assert len(pages) == 45
    text = pages[40].extract_text()
    assert "Page 41 of 45" in text
    assert "Player 041" in text


@pytest.mark.slow
def test_how_many_queries_a_document_takes_does_not_hang_on_how_many_play(
    five, director, django_assert_max_num_queries
):
    division = make_played(46, rounds=2, by=director, event=five.event, name="B")
    for name in ALL:
        with django_assert_max_num_queries(22):
            make_document(division, name)


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
        ("score-sheet", {"record_imported", "record_imported_by_file"}),
        ("score-sheet", {"match_result", "match_corrected", "match_taken_back"}),
    ],
)
def test_what_changes_who_is_rated_or_has_a_prize_is_told_of_it(name, acts):
    document = next(one for one in registry.documents_of("division") if one.name == name)
    assert acts <= document.acts
