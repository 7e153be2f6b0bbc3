"""The standings of an event on paper: whatever columns, games, paper and language are chosen, it can be read."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from itertools import pairwise, product

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from duplicate.prepared_games.results.paper import merged_pdf
from duplicate.prepared_games.results.standings import MergedLine, merge
from duplicate.prepared_games.results.tables import merged_table
from duplicate.printing.pdf.standings import event_standings_pdf, standings_pdf
from duplicate.printing.values.games import ShownStandings
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from duplicate.standings.tables.event_table import event_table
from duplicate.standings.tables.game_table import NOT_PRINTED, game_table
from engine.rules import (
    RuleSet,
)
from tests.lanes import quick
from tests.pdf_text import overlapping, printed_pieces
from tournaments.people.services import Person
from tournaments.printing.pdf.pages import build_pdf, page_size, title_block
from tournaments.printing.pdf.style import REGULAR, SIDE_MARGIN
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper, ReportHeading
from tournaments.reports.tables import row_texts
from tournaments.standings.filters import USUAL_CATEGORIES
from tournaments.standings.ranking import Competitor, GameScore, PersonFacts, ScoredGame, rank_event
from tournaments.standings.teams import rank_teams

HEADING = ReportHeading(
    event="Saint Nicholas festival",
    club="Scrabble-Club de Châteauroux",
    day=date(2026, 3, 21),
    generated_at=datetime(2026, 3, 21, 20, 15, tzinfo=UTC),
)
PARTS = ["Agnès", "Łukasz", "Bo", "Marie-Antoinette", "Jean-Christophe", "Œuvrard", "Țepeș", "Li", "O’Connor"]
PARTS += ["Grześkowiak", "de la Rochefoucauld", "van der Vandervoort", "Kleinschmidt-Oberhausen"]
ENDLESS = ["W" * 80, "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "x-" * 40]
LANGUAGES, SIZES = ("en", "fr", "es", "de"), ("A4", "letter")
CLUBS = ["", "Dakar", "Châteauroux", "Les Lettres de la Vallée-sur-Loire et des environs de Saint-Étienne"]

names = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map(" ".join) | st.sampled_from(ENDLESS)
people = st.builds(
    PersonFacts,
    licence=st.sampled_from(["", "1234567", "FR-2026-000123456789"]),
    club=st.sampled_from(CLUBS) | names.map(lambda name: name[:80]),
    country=st.sampled_from(["", "FRA", "BE"]),
    series=st.sampled_from(["", "1A", "super", "WWWWWWWWWW"]),
    age=st.none() | st.integers(5, 100),
)
competitors = st.lists(
    st.tuples(
        st.lists(st.tuples(names, people), min_size=1, max_size=2),
        st.sampled_from(["", "Team 1", "Les Aiglons de la Manche", "M" * 40]),
        st.sampled_from(["", "Beginners", "Ronde du dimanche matin", "m" * 40]),
        st.booleans(),
    ),
    max_size=7,
)


@st.composite
def standings(draw):
    """Draw the standings of an event of one to nine games."""
    who = [
        Competitor(
            key,
            " & ".join(name for name, _facts in members),
            key,
            tuple(facts for _name, facts in members),
            team,
            group,
            withdrawn,
        )
        for key, (members, team, group, withdrawn) in enumerate(draw(competitors), start=1)
    ]
    games = []
    for number in range(1, draw(st.integers(1, 9)) + 1):
        top = draw(st.integers(1, 1400))
        totals = {one.key: draw(st.none() | st.integers(-50, top)) for one in who}
        points = {key: GameScore(total, total - top) for key, total in totals.items() if total is not None}
        name = draw(st.sampled_from(["Game 1", "Samedi matin", "M" * 80]))
        games.append(ScoredGame(number, name, top, draw(st.booleans()), points))
    found = rank_event(who, games)
    return rank_teams(found, None) if draw(st.booleans()) else found


any_choice = given(
    standings=standings(),
    language=st.sampled_from(["en", "fr", "es"]),
    size=st.sampled_from(["A4", "letter"]),
    all_columns=st.booleans(),
    licences=st.booleans(),
)


@settings(max_examples=25, deadline=None)
@any_choice
def test_any_choice_can_be_read(standings, language, size, all_columns, licences):
    with override(language):
        check_paper(standings, size, all_columns=all_columns, licences=licences)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@any_choice
def test_many_choices_can_be_read(standings, language, size, all_columns, licences):
    with override(language):
        check_paper(standings, size, all_columns=all_columns, licences=licences)


def sixty(games, country=""):
    """Return sixty players with long entries, after so many games."""
    who = []
    for key in range(1, 61):
        at_home = country or ("FRA", "BEL")[key % 2]
        facts = PersonFacts(f"{key}234567", CLUBS[key % 4], at_home, ("1A", "2B")[key % 2], 40 + key)
        name, group = f"Marie-Antoinette de la Rochefoucauld {key}", ("Beginners", "Masters")[key % 2]
        who.append(Competitor(key, name, key, (facts,), f"Team {key}", group))
    scores = {key: GameScore(900 - key, -100 - key) for key in range(1, 61)}
    played = [ScoredGame(number, f"Game {number}", 1000, True, scores) for number in range(1, games + 1)]
    return rank_event(who, played)


@pytest.mark.repeats
@pytest.mark.parametrize(
    "language_size_and_games",
    quick(
        product(LANGUAGES, SIZES, (1, 3, 9)),
        *(("en", "letter", 1), ("es", "A4", 3), ("fr", "letter", 9), ("de", "A4", 9)),
    ),
)
def test_all_columns_with_teams_and_groups(language_size_and_games):
    language, size, games = language_size_and_games
    with override(language):
        check_paper(sixty(games), size, all_columns=True, licences=True)


def paper_pages(standings, *, all_columns):
    """Return for each page whether it is in landscape, and its text."""
    table = event_table(standings, USUAL_CATEGORIES, all_columns=all_columns)
    reader = PdfReader(BytesIO(event_standings_pdf(ShownStandings(standings, table), Paper(HEADING))))
    found = []
    for page in reader.pages:
        words = " ".join(page.extract_text().split())
        found.append((page.mediabox.width > page.mediabox.height, words))
    return found


def test_the_paper_is_turned_when_the_columns_need_it():
    assert [paper_pages(sixty(3), all_columns=all_columns)[0][0] for all_columns in (False, True)] == [
        False,
        True,
    ]


@pytest.mark.slow
def test_games_that_do_not_fit_are_on_pages_of_their_own_beside_the_names():
    pages = paper_pages(sixty(9), all_columns=True)
    people = "Rank Table Licence Name Series Category Club Country Team Group Total Negative %"
    games = "Rank Name Game 1 Game 2 Game 3 Game 4 Game 5 Game 6 Game 7 Game 8 Game 9"
    kinds = [people in words for _wide, words in pages]
    assert kinds == sorted(kinds, reverse=True)
    assert [games in words for _wide, words in pages] == [not kind for kind in kinds]
    of_games = " ".join(words for (_wide, words), kind in zip(pages, kinds, strict=True) if not kind)
    assert all(f"Rochefoucauld {key} {900 - key} {900 - key}" in of_games for key in range(1, 61))


def test_a_word_that_would_stand_in_every_line_is_said_once_where_there_is_little_room():
    pages = paper_pages(sixty(9, country="FRA"), all_columns=True)
    assert "9 games · Country FRA" in pages[0][1]
    assert sum(words.count("FRA") for _wide, words in pages) == 1
    upright = paper_pages(sixty(3, country="FRA"), all_columns=False)
    assert "Country" not in upright[0][1]


@pytest.mark.repeats
@pytest.mark.parametrize(
    "language_size_and_name",
    quick(
        product(LANGUAGES, SIZES, ("Bo", *ENDLESS)),
        *zip(LANGUAGES, SIZES * 2, ("Bo", *ENDLESS), strict=True),
    ),
)
def test_standings_of_a_game_and_of_many_clubs_are_set_by_the_same_measure(language_size_and_name):
    language, size, name = language_size_and_name
    scores = (*range(900, 906), 70)
    players = [
        PlayerScores(key, key, f"{name[:-1]}{key}", (score,), warned=(0,), penalised=(0,))
        for key, score in enumerate(scores, start=1)
    ]
    lines = [
        MergedLine(
            line, (Person(line.competitor.name, licence="1234567", club=name[:80], series="1A"),), "Dakar"
        )
        for line in sixty(1).lines
    ]
    merged = replace(
        merge([], RuleSet()), lines=tuple(lines), rounds=20, top_total=1000, has_solos=True, final=True
    )
    with override(language):
        game = rank_players(players, (920,))
        check_table(game_table(game, NOT_PRINTED), standings_pdf(game, paper := Paper(HEADING, size)), paper)
        check_table(merged_table(merged), merged_pdf(merged, merged_table(merged), paper), paper)


def test_a_line_set_with_narrow_spaces_ends_at_the_margin():
    paper, facts = Paper(HEADING), " ".join("abcdefghijklmnopq" * 6)
    (page,) = printed_pieces(
        build_pdf(story=title_block(title="Standings", heading=HEADING, facts=facts), title="", paper=paper)
    )
    assert max(piece.right for piece in page) < page_size(paper)[0] - SIDE_MARGIN + 0.5


def check_paper(standings, size, *, all_columns, licences):
    table = event_table(standings, USUAL_CATEGORIES, all_columns=all_columns, licences=licences)
    shown = ShownStandings(standings, table, "", "final")
    check_table(table, event_standings_pdf(shown, paper := Paper(HEADING, size)), paper)


def check_table(table, pdf, paper):
    """Check that no cell of the table is cut, overlaps another, or leaves the paper."""
    pages = printed_pieces(pdf)
    # Every page has text in its lower right corner, which tells how the paper lies.
    furthest = max(piece.right for pieces in pages for piece in pieces)
    widths = [page_size(paper, wide=wide)[0] - SIDE_MARGIN for wide in (False, True)]
    assert any(abs(furthest - width) < 0.5 for width in widths)
    cells = {printable(text) for row in table.rows for text in row_texts(row, table)}
    for pieces in pages:
        assert min(piece.left for piece in pieces) >= SIDE_MARGIN - 0.5
        assert not overlapping(pieces)
        check_lines_are_filled(pieces, " ".join(cells))
    printed = "".join(piece.text for pieces in pages for piece in pieces).replace(" ", "")
    assert not [text for text in cells if text.replace(" ", "") not in printed]


def check_lines_are_filled(pieces, words):
    """Check that only long words are broken, and that each line is as full as the next word allows."""
    for one, below in pairwise(pieces):
        if abs(one.left - below.left) < 0.1 and 0 < one.low - below.low < 12:
            width = one.right - one.left
            if not one.text.endswith("-") and one.text + below.text in words:
                assert width > 20 * mm, (one.text, below.text)
            first = re.match(r"[^\s-]*-?", below.text).group()
            assert width + stringWidth(" " + first, REGULAR, 8) > 11 * mm, (one.text, below.text)
