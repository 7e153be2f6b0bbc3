import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from duplicate.printing.pdf.game_sheet import game_sheet_pdf
from duplicate.printing.pdf.standings import standings_pdf
from duplicate.printing.values.games import GameSheet, SheetRound
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from tests.bounds import at_most
from tests.factories.documents import words_in_places
from tournaments.printing.pdf.board_diagram import PREMIUM_TONES
from tournaments.printing.pdf.style import REGULAR
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper, ReportHeading

HEADING = ReportHeading(
    event="Saint Nicholas evening",
    club="Scrabble-Club de Châteauroux",
    day=date(2026, 3, 21),
    generated_at=datetime(2026, 3, 21, 21, 15, tzinfo=ZoneInfo("Europe/Paris")),
)
TOPS = (80, 24, 96)
EUROPEAN = (
    "Łukasz Čapek, Œuvrard Ñúñez, Ștefan Țepeș, Þóra Đorđević, Ğül Őry, Åse Ærø, Jürgen Groß, Ēriks Ģirts"
)
VALUES = {"A": 1, "D": 2, "O": 1, "R": 1, "W": 10, "X": 10, "Y": 10, "Z": 10, "CH": 5}


@pytest.fixture(autouse=True)
def _fixed_language_and_zone(settings):
    settings.TIME_ZONE = "Europe/Paris"
    with override("en"):
        yield


def scored(table, name, scores):
    return PlayerScores(entry_id=1000 + table, table=table, name=name, scores=scores)


def standings_of(*names):
    """Rank the players in the order of the names, each a little behind the one before."""
    players = [scored(number, name, (0, 0, 3000 - number)) for number, name in enumerate(names, start=1)]
    return rank_players(players, (*TOPS[:2], 3000))


def read(pdf):
    return PdfReader(BytesIO(pdf))


def page_texts(pdf):
    return [page.extract_text() for page in read(pdf).pages]


def lines(pdf):
    return [" ".join(line.split()) for text in page_texts(pdf) for line in text.splitlines()]


def sheet_of(*rounds, board=None, convention="duplicate"):
    return GameSheet(
        rounds=rounds,
        board=board or [[""] * 15 for _ in range(15)],
        values=VALUES,
        convention=convention,
    )


def many_rounds(count):
    return [SheetRound(n, "RU+ZXTEU", "TRIEZ", "N2", 10, 10 * n, 1) for n in range(1, count + 1)]


# Standings


def test_standings_print_every_column_of_every_player_in_order():
    standings = rank_players(
        [
            scored(7, "Ana", (80, 24, 90)),
            scored(12, "Bo", (80, 0, 12)),
            scored(3, "Cy", (0, 0, 92)),
            scored(1, "Di", (0, 0, 0)),
        ],
        TOPS,
    )
    printed = "\n".join(page_texts(standings_pdf(standings, Paper(HEADING))))
    cells = printed.split()
    start = cells.index("Rank")
    assert cells[start:][:7] == ["Rank", "Table", "Name", "Total", "Negative", "%", "Tops"]
    assert " ".join(cells[start + 7 :]).startswith(
        "Top 200 0 100.00 3 "
        "1 7 Ana 194 −6 97.00 2 "
        "2 12 Bo 92 −108 46.00 1 "
        "2 3 Cy 92 −108 46.00 0 "
        "4 1 Di 0 −200 0.00 0"
    )


def test_first_page_names_club_title_event_day_and_counts():
    text = page_texts(standings_pdf(standings_of("Ana", "Bo", "Cy"), Paper(HEADING)))[0]
    for expected in (
        "Scrabble-Club de Châteauroux",
        "Standings",
        "Saint Nicholas evening · 21 March 2026",
        "3 players · 3 rounds",
        "Generated 21 March 2026, 21:15 (Paris, UTC+1) by Isotop",
        "Page 1 of 1",
    ):
        assert expected in text


def test_sixty_players_take_two_pages_each_with_its_header_and_number():
    pdf = standings_pdf(standings_of(*(f"Player {n:02}" for n in range(60))), Paper(HEADING))
    texts = page_texts(pdf)
    assert len(texts) == 2
    for page, text in enumerate(texts, start=1):
        assert all(word in text for word in ("Standings", "Saint Nicholas evening", "21 March 2026"))
        assert "Negative" in text
        assert f"Page {page} of 2" in text
    assert re.findall(r"Player (\d\d)", "".join(texts)) == [f"{n:02}" for n in range(60)]
    reader = PdfReader(BytesIO(pdf))
    ends = [re.findall(r"Player \d\d", text) for text in texts]
    for page, mark in enumerate(reader.outline):
        first, last = (end.split(" ", 1)[1] for end in mark.title.split(" – "))
        assert (first, last) == (ends[page][0], ends[page][-1])
        assert reader.get_destination_page_number(mark) == page
    assert len(reader.outline) == 2


@pytest.mark.slow
def test_fifteen_hundred_players_all_appear_once_in_order_on_numbered_pages():
    names = [f"Player {n:04}" for n in range(1500)]
    texts = page_texts(standings_pdf(standings_of(*names), Paper(HEADING)))
    assert re.findall(r"Player \d{4}", "".join(texts)) == names
    assert all("Negative" in text for text in texts)
    assert [f"Page {page} of {len(texts)}" in text for page, text in enumerate(texts, start=1)] == [
        True
    ] * len(texts)
    assert len(texts) < 45


@pytest.mark.slow
def test_fifteen_hundred_players_take_less_than_a_second_and_a_half():
    standings = standings_of(*(f"Player {n:04}" for n in range(1500)))
    with at_most(6):
        standings_pdf(standings, Paper(HEADING))


def test_ties_share_the_printed_rank():
    players = [scored(n, name, (50,)) for n, name in enumerate("AB", start=1)]
    printed = " ".join(lines(standings_pdf(rank_players(players, (60,)), Paper(HEADING))))
    assert "1 1 A 50 −10 83.33 1 2 B 50 −10 83.33" in printed


def test_nothing_scored_yet_and_nobody_there_still_print():
    before = rank_players([scored(1, "Ana", ())], ())
    assert "1 1 Ana 0 0 –" in " ".join(lines(standings_pdf(before, Paper(HEADING))))
    assert "No players yet." in page_texts(standings_pdf(rank_players([], ()), Paper(HEADING)))[0]


@pytest.mark.parametrize("name", ["<b>&", "<para>Bo</para>", "&lt;", "%(x)s {0} \\n", "</font>"])
def test_what_people_typed_is_printed_as_typed(name):
    heading = replace(HEADING, event=name, club=name)
    text = "\n".join(page_texts(standings_pdf(standings_of(name), Paper(heading))))
    assert text.count(name) == 3


def test_long_names_go_on_several_lines_and_the_columns_stay():
    two_lines = "Maximilian-Alexander Prinz von Hohenzollern-Sigmaringen und zu Fürstenberg"
    endless = "W" * 3000
    names = [two_lines, endless, *(f"Player {n:02}" for n in range(58))]
    pdf = standings_pdf(standings_of(*names), Paper(HEADING))
    text = "\n".join(page_texts(pdf))
    assert two_lines.replace("-", "").replace(" ", "") in text.replace("-", "").replace("\n", "").replace(
        " ", ""
    )
    # Longer than any that is stored.
    assert "W…" in text
    assert re.findall(r"Player (\d\d)", text) == [f"{n:02}" for n in range(58)]
    assert "Page 3 of 3" in text
    totals = {x for word, x, _ in words_in_places(pdf) if re.fullmatch(r"29\d\d", word)}
    assert len({round(x) for x in totals}) == 1


def test_a_long_event_and_club_stay_inside_the_page():
    heading = replace(HEADING, event="Festival international " * 20, club="Club " * 100)
    pdf = standings_pdf(standings_of(*(f"Player {n:02}" for n in range(60))), Paper(heading))
    texts = page_texts(pdf)
    assert "…" in texts[1]
    assert "21 March 2026" in texts[1]
    assert len(texts) == 2


def test_accents_of_europe_print_and_fonts_are_embedded():
    pdf = standings_pdf(standings_of(*EUROPEAN.split(", ")), Paper(HEADING))
    text = "\n".join(page_texts(pdf))
    assert all(name in text for name in EUROPEAN.split(", "))
    fonts = [
        font.get_object()
        for page in read(pdf).pages
        for font in page["/Resources"]["/Font"].get_object().values()
    ]
    assert fonts
    for font in fonts:
        assert "Roboto" in font["/BaseFont"]
        assert "/FontFile2" in font["/FontDescriptor"]


def test_accents_typed_apart_are_composed_and_control_characters_dropped():
    assert printable("C\u030capek\x00\n  Zoe\u0308\u200b") == "Čapek Zoë"


def test_numbers_and_dates_follow_the_language():
    standings = rank_players([scored(1, "Ana", (100,))], (120,))
    with override("fr"):
        text = page_texts(standings_pdf(standings, Paper(HEADING)))[0]
    assert "83,33" in text
    assert "21 mars 2026" in text


@pytest.mark.parametrize(("pagesize", "points"), [("A4", (595, 842)), ("letter", (612, 792))])
def test_both_paper_sizes(pagesize, points):
    box = read(standings_pdf(standings_of("A"), Paper(HEADING, pagesize))).pages[0].mediabox
    assert (round(box.width), round(box.height)) == points


@pytest.mark.slow
def test_documents_made_at_the_same_time_do_not_disturb_each_other():
    wanted = [[f"{letter}{n:03} Čapek" for n in range(150)] for letter in "ABCDEFGH"]
    with ThreadPoolExecutor(4) as pool:
        pdfs = list(pool.map(lambda names: standings_pdf(standings_of(*names), Paper(HEADING)), wanted))
    assert [re.findall(r"[A-H]\d{3} Čapek", "".join(page_texts(pdf))) for pdf in pdfs] == wanted


# Text that has to fit


@pytest.mark.parametrize("text", ["a", "Anne-Marie de la Tour", "W" * 50, "x " * 60, "-" * 99])
@pytest.mark.parametrize("width", [40.0, 90.0])
def test_wrapped_lines_fit_and_lose_nothing_but_the_end(text, width):
    from reportlab.pdfbase.pdfmetrics import stringWidth

    wrapped = wrap(text.strip(), REGULAR, 10, width)
    assert len(wrapped) <= 2
    assert all(stringWidth(line, REGULAR, 10) <= width for line in wrapped)
    together = "".join(wrapped).replace(" ", "")
    assert text.replace(" ", "").startswith(together.removesuffix("…"))


@pytest.mark.parametrize("width", [-20, 0, 1])
def test_where_there_is_no_room_a_letter_stands_on_each_line(width):
    assert wrap("Bo", REGULAR, 10, width, lines=5)[:2] == ["B", "o"]


def test_shortened_text_is_the_longest_that_fits():
    from reportlab.pdfbase.pdfmetrics import stringWidth

    short = shorten("Anne-Marie", REGULAR, 10, 40)
    longer = "Anne-Marie"[: len(short)] + "…"
    assert stringWidth(short, REGULAR, 10) <= 40 < stringWidth(longer, REGULAR, 10)


# Game sheet


def test_game_sheet_prints_every_round_with_its_running_total():
    sheet = sheet_of(
        SheetRound(1, "RU+ZXTEU", "TRIEZ", "N2", 68, 68, 3),
        SheetRound(2, "-AEINRS?", "aNHELAI", "8H", 97, 165, 1),
    )
    printed = " ".join(lines(game_sheet_pdf(sheet, Paper(HEADING))))
    assert "Game sheet" in printed
    assert "2 rounds · top total 165" in printed
    assert "1 RU+ZXTEU TRIEZ N2 68 68 3 2 -AEINRS? aNHELAI 8H 97 165 1" in printed


def test_a_round_that_nobody_could_play_says_so():
    sheet = sheet_of(
        SheetRound(1, "VVWZXQK", "", "", 0, 0, 0),
        SheetRound(2, "-AEINRST", "NASTIER", "H8", 66, 66, 2),
    )
    printed = " ".join(lines(game_sheet_pdf(sheet, Paper(HEADING))))
    assert "1 VVWZXQK no move possible 0 0 2 -AEINRST" in printed


@pytest.mark.repeats
@pytest.mark.parametrize(("count", "pages"), [(0, 1), (5, 1), (16, 1), (17, 1), (24, 1), (27, 1), (60, 2)])
def test_an_ordinary_game_with_its_board_is_one_page(count, pages):
    texts = page_texts(game_sheet_pdf(sheet_of(*many_rounds(count)), Paper(HEADING)))
    assert len(texts) == pages
    assert "".join(texts).count("TRIEZ") == count
    assert "Triple word" in texts[-1]
    assert f"Page {pages} of {pages}" in texts[-1]
    assert ("No round has been announced yet." in texts[0]) == (count == 0)


@pytest.mark.repeats
@pytest.mark.parametrize("pagesize", ["A4", "letter"])
@pytest.mark.parametrize("count", range(26, 52, 3))
def test_the_board_is_never_cut(count, pagesize):
    pdf = game_sheet_pdf(sheet_of(*many_rounds(count)), Paper(HEADING, pagesize))
    last = len(read(pdf).pages) - 1
    rows = {word: y for word, _, y in words_in_places(pdf, last) if word in {"A", "O"}}
    assert rows["A"] > rows["O"] > 50


def test_a_rack_too_wide_for_its_column_is_printed_whole():
    rack = "[CH][LL][RR]+[CH][LL][RR][CH]"
    sheet = sheet_of(SheetRound(1, rack, "CHORRO", "H4", 30, 30, 1))
    assert rack in "".join(page_texts(game_sheet_pdf(sheet, Paper(HEADING)))).replace("\n", "")


def test_the_empty_board_shows_every_premium_and_the_legend_one_of_each():
    text = page_texts(game_sheet_pdf(sheet_of(), Paper(HEADING)))[0]
    shown = {label: len(re.findall(rf"\b{label}\b", text)) - 1 for label in ("TW", "DW", "TL", "DL")}
    assert shown == {"TW": 8, "DW": 17, "TL": 12, "DL": 24}


def test_tiles_show_their_value_and_blanks_a_small_letter_without_one():
    board = [[""] * 15 for _ in range(15)]
    board[7][5:10] = ["o", "X", "Y", "D", "CH"]
    texts = [word for word, _, _ in words_in_places(game_sheet_pdf(sheet_of(board=board), Paper(HEADING)))]
    assert all(tile in texts for tile in ("o", "X", "Y", "D", "CH"))
    numbers = [word for word in texts if word.isdigit()]
    assert sorted(numbers, key=int) == sorted([*map(str, range(1, 16)), "10", "10", "2", "5"], key=int)
    assert len([word for word in texts if word == "DW"]) == 17  # one is covered, one is in the legend


@pytest.mark.parametrize(("convention", "across"), [("duplicate", "1"), ("english", "A")])
def test_labels_follow_the_convention(convention, across):
    pdf = game_sheet_pdf(sheet_of(convention=convention), Paper(HEADING))
    places = {word: (x, y) for word, x, y in words_in_places(pdf)}
    lettered, numbered = (places["B"], places["C"]), (places["2"], places["3"])
    columns, rows = (numbered, lettered) if across == "1" else (lettered, numbered)
    assert columns[0][1] == columns[1][1]
    assert columns[0][0] < columns[1][0]
    assert rows[0][1] > rows[1][1]
    assert abs(rows[0][0] - rows[1][0]) < 2


def test_premiums_of_two_and_three_differ_in_grey():
    def grey(color):
        return 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue

    tones = {premium: grey(fill) for premium, (fill, _) in PREMIUM_TONES.items()}
    assert tones[2, 1] - tones[3, 1] > 0.3
    assert tones[1, 2] - tones[1, 3] > 0.3


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Agnès Łukasz 😀", "Agnès Łukasz 😀"),
        ("李雷 Han", "李雷 Han"),
        ("𐎠𐎡 Han", "?? Han"),
        ("\ue000", "?"),
        ("", ""),
    ],
)
def test_what_no_font_has_is_seen_to_be_missing(typed, printed):
    assert printable(typed) == printed
