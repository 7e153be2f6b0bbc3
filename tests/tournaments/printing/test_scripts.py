"""Names in any script on paper: drawn, measured, in the right direction, and found again in the file."""

import unicodedata
from dataclasses import replace
from io import BytesIO

import pypdfium2
import pytest
from django.contrib.auth.models import User
from hypothesis import example, given
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth

from duplicate.printing.pdf.standings import standings_pdf
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from tests import document_gallery
from tests.factories.documents import HEADING, PAPER
from tests.pdf_text import overlapping, printed_pieces
from tournaments.printing.letterhead import paper_for
from tournaments.printing.pdf.pages import draw_pages
from tournaments.printing.pdf.scripts.direction import order_runs
from tournaments.printing.pdf.scripts.isolates import isolate, without_isolates
from tournaments.printing.pdf.scripts.shaping import shape_line
from tournaments.printing.pdf.scripts.typefaces import WEIGHTS
from tournaments.printing.pdf.style import BOLD, REGULAR, SIDE_MARGIN
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import documents_of, subjects
from tournaments.printing.render import make

NAMES = {
    "Arabic": "خالد السلامي",
    "Persian": "می‌خواهم پژوهش",
    "Hebrew": "שלום כהן",
    "Chinese": "王小明",
    "traditional Chinese": "陳麗華",
    "Japanese": "佐藤 さくら",
    "Korean": "김민수",
    "Thai": "ที่นี่ น้ำใจ",
    "Devanagari": "हिन्दी क्षत्रिय",
    "Bengali": "রায় বাংলা",
    "Tamil": "தமிழ்ச்செல்வி",
    "Armenian": "Հայկ Պետրոսյան",
    "Georgian": "გიორგი",
    "emoji": "Ania 😀 🎲",
    "joined emoji": "Zoé 👩‍👧 🇫🇷",
    "letters with marks of their own": "m̂ q̃",
}


def drawn(*texts, font=REGULAR):
    def draw(canvas):
        canvas.setFont(font, 20)
        for line, text in enumerate(texts):
            canvas.drawString(40, 780 - 40 * line, text)

    return draw_pages(pages=[draw], title="Names", paper=PAPER)


def found_by_pypdf(pdf):
    # It knows no text that stands for several glyphs, of which the further ones say nothing.
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text().replace("\u200b", "")
    return [" ".join(line.split()) for line in text.splitlines()]


def found_by_pdfium(pdf):
    return pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().splitlines()


# Drawn glyphs


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_in_any_script_is_printed_as_it_was_typed(name):
    assert without_isolates(printable(name)) == name


@pytest.mark.parametrize("font", WEIGHTS)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_each_letter_has_a_glyph_at_every_weight(name, font):
    runs = shape_line(printable(name), font)
    assert 0 not in {glyph.number for run in runs for cluster in run.clusters for glyph in cluster.glyphs}


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("𝓐𝓷𝓷𝓪 ﬁ", "Anna ﬁ"),  # in plain letters
        ("𐎠𐎡 Darius", "?? Darius"),  # Old Persian, in which nobody is entered
        ("Bo\U000e0041", "Bo"),
        ("Zoe\u202e dlo", "Zoe dlo"),  # nobody turns the text of others round
        ("\ue000", ""),
    ],
)
def test_what_no_font_has_is_written_otherwise_or_seen_to_be_missing(typed, printed):
    assert printable(typed) == (printed or "?")


@given(text=st.text(max_size=40), font=st.sampled_from([*WEIGHTS]))
@example("\u0301\u200d\ufe0f", REGULAR)
@example("א\ufffc\u2068(ب\u2069 12", BOLD)
def test_whatever_is_typed_is_drawn_without_a_glyph_for_missing_ones(text, font):
    for line in (printable(text), text):
        runs = shape_line(line, font)
        glyphs = [glyph for run in runs for cluster in run.clusters for glyph in cluster.glyphs]
        assert all(glyph.number for glyph in glyphs)
        assert stringWidth(printable(text), font, 10) >= 0
    assert printable(printable(text)) == printable(text)


@given(text=st.text("aé אב عر 王 น้ำ ❤️ -", max_size=30), width=st.floats(5, 200))
def test_lines_keep_all_letters_and_marks(text, width):
    text = printable(text)
    lines = wrap(text, REGULAR, 10, width, 99)
    assert without_isolates("".join(lines)).replace(" ", "") == without_isolates(text).replace(" ", "")
    assert not any(unicodedata.category(line.lstrip("\u2068")[:1] or " ")[0] == "M" for line in lines[1:])


# Direction


def test_runs_are_ordered_from_left_to_right():
    def ordered(text):
        return [(run.text, run.is_rtl) for run in order_runs(text)]

    assert ordered("Zoe") == [("Zoe", False)]
    assert ordered("Zoe אבג 12") == [("Zoe 12", False), ("אבג ", True)]
    assert ordered(f"{isolate('אבג')} · 12") == [("אבג", True), (" · 12", False)]
    assert ordered(f"{isolate('אבג.')} a") == [("אבג.", True), (" a", False)]
    assert ordered("\u2068אבג a") == [("a", False), ("אבג ", True)], "a line may have lost the end of it"


def test_a_number_stays_beside_the_name_that_it_follows():
    text = f"{printable('أحمد')} (12) · {printable('דוד')} 7"
    assert [run.text for run in order_runs(text)] == ["أحمد", " (12) · ", "דוד", " 7"]


def test_a_name_that_is_cut_ends_in_an_ellipsis_on_its_own_side():
    cut = shorten(printable("אבגדהוזחטי אבגדהוזחטי"), REGULAR, 10, 60)
    assert cut.endswith("…")
    assert [run.is_rtl for run in order_runs(cut)] == [True]
    assert stringWidth(cut, REGULAR, 10) <= 60


# Copied and searched


@pytest.mark.parametrize("read", [found_by_pypdf, found_by_pdfium])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_text_of_the_file_is_the_name(name, read):
    assert name in read(drawn(printable(name), "Zoë"))


def test_a_bold_name_leaves_lines_and_letters_after_it_as_they_were():
    stream = PdfReader(BytesIO(drawn(printable("王"), "Zoë", font=BOLD))).pages[0].get_contents().get_data()
    assert stream.count(b"2 Tr") == stream.count(b"0 Tr") == 1
    assert b"1 w" in stream


# In documents


def test_columns_fit_and_nothing_overlaps():
    players = [
        PlayerScores(entry_id=number, table=number, name=f"{name} {name}", scores=(0, 0, 3000 - number))
        for number, name in enumerate(NAMES.values(), start=1)
    ]
    heading = replace(HEADING, event="لقاء القديس نقولا", club="בית הקלפים")
    pdf = standings_pdf(rank_players(players, (80, 24, 3000)), Paper(heading))
    (pieces,) = printed_pieces(pdf)
    assert not overlapping(pieces)
    assert max(piece.right for piece in pieces) <= 596 - SIDE_MARGIN + 1


@pytest.mark.slow
@pytest.mark.django_db
def test_every_document_prints_names_in_any_script(monkeypatch):
    names = list(NAMES.values())
    monkeypatch.setattr(document_gallery, "name_of", lambda number: names[number % len(names)])
    event = document_gallery.make_event(4, User.objects.create_superuser("dora"))
    for kind in subjects():
        for document in documents_of(kind.kind):
            if document.pdf:
                subject = next((one for one in kind.of_event(event) if document.count(one)), None)
                if subject is None and kind.kind == "simultaneous":
                    continue  # of no event
                paper = paper_for(event, name=kind.name(subject), site="https://play.example")
                options = document.options(subject, {"who": "all"})
                pdf = make(document, subject, options, kind="pdf", paper=paper).data
                check_fonts(PdfReader(BytesIO(pdf)), document.name)


def check_fonts(pdf, name):
    """All fonts are embedded, and say which text their glyphs are."""
    for page in pdf.pages:
        for font in page["/Resources"]["/Font"].get_object().values():
            parts = font.get_object().get("/DescendantFonts", [font])
            assert b"<>" not in font.get_object()["/ToUnicode"].get_data(), (name, font)
            assert all("/FontFile2" in part.get_object().get("/FontDescriptor", ()) for part in parts), (
                name,
                font,
            )
