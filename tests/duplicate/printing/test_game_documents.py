"""The documents of a game: names, totals and their order, as they stand in the files."""

import json
from dataclasses import replace
from io import BytesIO

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import override
from pypdf import PdfReader
from pypdf.generic import BooleanObject

from duplicate.games import services as game_services
from duplicate.models import Game, Ruling
from duplicate.prepared_games.results.text_lines import read_result_lines
from duplicate.printing.pdf.arbitration_sheet import arbitration_pdf
from duplicate.printing.pdf.tops import tops_pdf
from duplicate.printing.values.games import ArbitrationLine, ArbitrationSheet, SheetMove, TopsOfRound
from duplicate.printing.values.marks import ArbitrationCell
from duplicate.rounds import analysis
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.documents import (
    PAPER,
    begin_evening,
    document,
    made,
    pages,
    play_evening,
    printed,
    rows_of,
    written,
)
from tests.lanes import quick
from tests.worlds.images import enter, image_of
from tournaments.events.staff import AtDesk
from tournaments.models import Arbitrator, Club, Entry, Player
from tournaments.names import name_visibility as names
from tournaments.printing.registry import documents_of

pytestmark = pytest.mark.django_db
LONG = "Maximilian-Alexander Prinz von Hohenzollern-Sigmaringen und zu Fürstenberg-Werden"


@pytest.fixture(scope="module")
def evening(rows_of_file, english):
    return enter(image_of(begin_evening, players=4, rounds=3))


@pytest.fixture
def arbitrator(evening, db):
    return User.objects.get(pk=evening[0].pk)


@pytest.fixture
def played(evening, db):
    return Game.objects.select_related("event").get(pk=evening[1].pk)


@pytest.fixture
def standings(played):
    return standings_for_game(played)


# Standings


def test_standings_are_those_of_a_club_ranked_anew(played, standings):
    club = Club.named("Les <b>Lettres</b>")
    club.save()
    wanted = [standings.rows[1], standings.rows[3]]
    Player.objects.filter(entries__in=[row.entry_id for row in wanted]).update(club=club)
    [text] = printed(played, "standings", club=club.name)
    assert f"{club.name} · 2 players" in text
    for rank, row in enumerate(wanted, start=1):
        assert f"{rank} {row.table} {row.name} {row.total}" in text
    assert standings.rows[0].name not in text
    rows = rows_of(written(played, "standings", "csv", club=club.name))
    assert [row[2] for row in rows[1:]] == ["Top", *(row.name for row in wanted)]
    assert [row[0] for row in rows[2:]] == ["1", "2"]


def test_standings_by_name_keep_the_ranks(played, standings):
    rows = rows_of(written(played, "standings", "csv", sort="name"))[2:]
    assert [row[2] for row in rows] == sorted(row.name for row in standings.rows)
    assert {row[2]: row[0] for row in rows} == {row.name: str(row.rank) for row in standings.rows}
    [text] = printed(played, "standings", sort="name")
    places = [text.index(f"{row[1]} {row[2]} {row[3]}") for row in rows]
    assert places == sorted(places)


def test_points_by_table_are_a_line_a_player(played, standings):
    Player.objects.filter(name="Agnès").update(name="Agnès, dite Ag")
    expected = [
        f"{row.table}, {row.name}, {row.total}" for row in sorted(standings.rows, key=lambda row: row.table)
    ]
    expected[0] = expected[0].replace("Agnès", "Agnès dite Ag")
    assert written(played, "points", "txt").splitlines() == expected


# The game


def test_the_text_of_the_game_has_a_line_a_round(played):
    rounds = list(played.rounds.announced())
    lines = written(played, "sheet", "txt").splitlines()
    for line, round_ in zip(lines, rounds, strict=False):
        move = [round_.word, round_.reference, str(round_.score)]
        assert line.split() == [str(round_.number), round_.rack, *move]
    assert lines[3:] == [f"Total: {sum(round_.top_score for round_ in rounds)}"]
    table = json.loads(written(played, "sheet", "json"))
    assert [row[2] for row in table["rows"]] == [round_.word for round_ in rounds]


def test_tops_name_every_isotop_and_say_what_is_not_searched(played):
    [text] = printed(played, "tops")
    for round_ in played.rounds.announced():
        for top in round_.tops[:8]:
            assert f"{top['word']} {top['reference']}" in text
    assert text.count("not searched yet") == 4
    assert "incomplete: below the top 3 rounds are not searched yet" in text
    rows = rows_of(written(played, "tops", "csv"))[1:]
    untold = [row for row in rows if row[2] == "below the top: not searched yet"]
    assert [row[0] for row in untold] == ["1", "2", "3"]
    assert {(row[3], row[4], row[5]) for row in untold} == {("", "", "")}


def test_tops_say_before_they_are_printed_what_is_not_searched(played, arbitrator):
    tops = document("game", "tops")
    assert "when the game is over" in str(tops.caution(played))
    game_services.end_game(game=played, by=arbitrator)
    played.refresh_from_db()
    assert "still being searched" in str(tops.caution(played))
    for left in (2, 1):
        analysis.analyse_game(played.pk)
        assert "still being searched" in str(tops.caution(played))
        assert printed(played, "tops")[0].count("not searched yet") == left + 1
    analysis.analyse_game(played.pk)
    assert not tops.caution(played)


def test_tops_of_a_game_that_is_over_tell_the_best_below(played, arbitrator):
    game_services.end_game(game=played, by=arbitrator)
    played.refresh_from_db()
    for _round in played.rounds.announced():
        analysis.analyse_game(played.pk)
    [text] = printed(played, "tops")
    assert "not yet" not in text
    assert "incomplete" not in text
    assert "not yet" not in written(played, "tops", "csv")
    round_ = played.rounds.get(number=1)
    moves, _count = analysis.read_best_moves(round_)
    below = [move for move in moves if not move.is_top]
    assert below[0].score < round_.top_score
    for move in below[:5]:
        assert f"{move.word} {move.reference} {move.score}" in text
    rows = rows_of(written(played, "tops", "csv"))[1:]
    first = [row for row in rows if row[0] == "1"]
    assert [row[5] for row in first] == ["yes"] * len(round_.tops) + [""] * 5
    assert [int(row[4]) for row in first[-5:]] == [move.score for move in below[:5]]


def test_hundreds_of_isotops_are_counted():
    tops = tuple(SheetMove("RETAINS", f"H{line}", 66) for line in range(1, 301))
    text = " ".join(pages(tops_pdf([TopsOfRound(1, "RU+ZXTEU", 66, tops, ())], PAPER)))
    assert "RETAINS H8 and 292 more none" in text


def test_statistics_count_who_found_the_tops(played, standings):
    text = " ".join(printed(played, "statistics"))
    rows = rows_of(written(played, "statistics", "csv"))[1:]
    assert [int(row[3]) for row in rows] == [
        sum(ruling.worth == round_.top_score for ruling in Ruling.objects.filter(slip__round=round_))
        for round_ in played.rounds.announced()
    ]
    for row in rows:
        assert f"{row[0]} {row[1]} {row[2]} {row[3]} {float(row[4]):.1f}" in text
    assert "3 rounds" in text
    for title in ("Per cent of each top lost", "Players who found the top", "Players by final per cent"):
        assert title in text


def test_the_board_is_that_after_the_round(played):
    first = played.rounds.get(number=1)
    [text] = printed(played, "board", round="1")
    assert f"rack {first.rack} · {first.word} {first.reference}, {first.score} points" in text
    assert f"top total {first.top_score}" in text
    last = played.rounds.get(number=3)
    assert f"rack {last.rack} · {last.word}" in printed(played, "board")[0]
    assert [value for value, _words in document("game", "board").choices(played)[0].values] == ["3", "2", "1"]
    gathered = document("game", "board").gather(played, {"round": "1"})
    assert len(gathered.marked) == len(first.word)


# All of them


@pytest.fixture
def fresh(built_in, arbitrator):
    return play_evening(arbitrator, players=3, rounds=0)


def files(game):
    for one in documents_of("game"):
        for kind in one.kinds:
            yield one.name, kind, made(game, one.name, kind)


@pytest.mark.repeats
@pytest.mark.parametrize("language", quick(settings.COMPLETE_LANGUAGES, "en", "fr"))
def test_all_documents_are_made_before_the_first_round(fresh, language):
    with override(language):
        for name, kind, data in files(fresh):
            assert data or name == "points", (name, kind)
            if kind == "pdf":
                assert pages(data), name


def test_all_documents_have_their_title_and_language(played):
    with override("fr"):
        for name, kind, data in files(played):
            if kind == "pdf":
                reader = PdfReader(BytesIO(data))
                assert reader.metadata.title.endswith("Saint Nicholas evening"), name
                assert reader.trailer["/Root"]["/Lang"] == "fr", name


@pytest.mark.slow
def test_no_document_tells_names_that_are_hidden(played):
    known = set(Player.objects.values_list("name", flat=True))
    with names.hidden(when=True):
        for name, kind, data in files(played):
            text = " ".join(pages(data)) if kind == "pdf" else data.decode(errors="ignore")
            assert not [one for one in known if one in text], (name, kind)


def test_what_everybody_wrote_is_for_who_judges():
    helper = AtDesk(Arbitrator.Role.HELPER, names_hidden=False)
    for_helpers = {one.name for one in documents_of("game") if one.may(helper)}
    assert {"standings", "sheet", "board"} <= for_helpers
    assert not for_helpers & {"arbitration", "player-sheets", "tops", "statistics"}


@pytest.mark.slow
def test_all_documents_come_on_american_paper_too(played):
    for one in documents_of("game"):
        if one.pdf:
            file = made(played, one.name, paper=replace(PAPER, size="letter"))
            box = PdfReader(BytesIO(file)).pages[0].mediabox
            assert {round(box.width), round(box.height)} == {612, 792}, one.name


def bookmarks(pdf):
    """Return the titles and target pages (from 1) of the bookmarks."""
    reader = PdfReader(BytesIO(pdf))
    return [(mark.title, reader.get_destination_page_number(mark) + 1) for mark in reader.outline]


@pytest.mark.slow
def test_all_documents_say_their_language_and_show_their_title(played):
    """No document has tags: the edition of ReportLab that is used cannot make them, and none are claimed."""
    for one in documents_of("game"):
        if not one.pdf or not one.count(played):
            continue
        root = PdfReader(BytesIO(made(played, one.name))).root_object
        assert root["/Lang"] == "en", one.name
        assert root["/ViewerPreferences"]["/DisplayDocTitle"] == BooleanObject(True), one.name
        assert "/MarkInfo" not in root, one.name
        assert "/StructTreeRoot" not in root, one.name


def test_a_players_sheet_is_found_among_the_bookmarks(played):
    names = [
        f"{row.table} {row.name}"
        for row in sorted(standings_for_game(played).rows, key=lambda row: row.table)
    ]
    expected = [(name, page) for page, name in enumerate(names, start=1)]
    assert bookmarks(made(played, "player-sheets")) == expected


def test_charts_are_among_the_bookmarks(played):
    """They lead to the page on which the chart is, though pages are held back until all are drawn."""
    pdf = made(played, "statistics")
    texts = pages(pdf)
    marks = bookmarks(pdf)
    assert len(marks) == 3
    for title, page in marks:
        assert title in texts[page - 1]


def test_pages_of_an_arbitration_sheet_are_named_by_their_players():
    lines = tuple(
        ArbitrationLine(table, f"P{table}", tuple([ArbitrationCell(24)] * 20), 480) for table in range(1, 301)
    )
    pdf = arbitration_pdf(ArbitrationSheet(tuple(range(1, 21)), (30,) * 20, lines), PAPER)
    texts = pages(pdf)
    marks = bookmarks(pdf)
    assert [page for _, page in marks] == list(range(1, len(texts) + 1))
    for title, page in marks:
        first, last = title.split(" – ")
        assert f"{first} 24" in texts[page - 1]
        assert f"{last} 24" in texts[page - 1]
    assert marks[0][0].startswith("1 P1 – ")
    assert marks[-1][0].endswith(" – 300 P300")


# Result lines


def test_result_lines_have_the_licences_and_leave_out_who_was_not_there(played, standings):
    first, second = standings.rows[:2]
    Player.objects.filter(entries=first.entry_id).update(licence="1234567")
    Entry.objects.filter(pk=second.entry_id).update(partner=Player.objects.create(name="Zoé", licence="89"))
    text = written(played, "result-lines", "txt")
    lines = text.splitlines()
    assert [line for line in lines if line.startswith("# game:")] == [f"# game: {played.name}"]
    assert "# club" not in text, "it is unknown"
    assert f"{first.table};{first.name};{first.total};1234567" in lines
    assert [line.split(";")[2:] for line in lines if line.endswith("& 89")] == [[str(second.total), "& 89"]]
    others = [line for line in lines if line.endswith(";")]
    assert len(others) == 2, "an unknown licence is empty"
    rows = rows_of(written(played, "result-lines", "csv"))
    assert rows[0] == ["Table", "Name", "Score", "Licence"]
    assert len(rows) == 5


def test_result_lines_come_back_in_as_a_club_s_result(played, standings):
    data = written(played, "result-lines", "txt").encode()
    tops = [standings.top_total]
    read = read_result_lines(data, game="g", name="", club="Namur", tops=tops)
    assert {entry.name: entry.total for entry in read.entries} == {
        row.name: row.total for row in standings.rows
    }


def test_a_game_that_has_not_begun_is_not_among_the_boards(played, arbitrator):
    game_services.create_game(
        name="Second", by=arbitrator, lexicon="english", notation="duplicate",
        rules=played.rule_set, event=played.event,
    )  # fmt: skip
    [text] = printed(played.event, "boards", of="event")
    assert "Second" not in text
