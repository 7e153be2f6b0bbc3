"""Letters to the clubs of a simultaneous game: what to do, and the club's token, also as a QR code; a page each."""

from functools import partial
from xml.sax.saxutils import escape

from django.utils.translation import gettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Spacer

from duplicate.prepared_games.clubs.clubs import ClubLetter, ClubLetters
from tournaments.printing.pdf.pages import draw_below, draw_pages, page_size, title_block
from tournaments.printing.pdf.qr_codes import draw_code
from tournaments.printing.pdf.style import BOLD, INK, MEDIUM, QUIET, REGULAR, SIDE_MARGIN, TOP_MARGIN
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper
from tournaments.wording.engine_messages import lexicon_title

CODE_SIDE = 38 * mm
GAP = 8 * mm


def club_letters_pdf(letters: ClubLetters, paper: Paper) -> bytes:
    """Render a page for each club; an empty one for None."""
    pages = [partial(_draw, letters=letters, letter=letter, paper=paper) for letter in letters.clubs]
    names = ["" if letter is None else letter.club for letter in letters.clubs]
    return draw_pages(pages=pages, title=gettext("Letters to the clubs"), paper=paper, names=names)


def _draw(canvas: Canvas, *, letters: ClubLetters, letter: ClubLetter | None, paper: Paper) -> None:
    if letter is None:
        return
    width, height = page_size(paper)
    room = width - 2 * SIDE_MARGIN
    facts = " · ".join(filter(None, (letters.organiser, letters.opens)))
    head = title_block(title=printable(letter.club), heading=paper.heading, facts=printable(facts))
    top = draw_below(canvas, [*head, *_steps(letters, letter)], SIDE_MARGIN, height - TOP_MARGIN, room)
    top = draw_below(canvas, _facts(letters), SIDE_MARGIN, top - GAP / 2, room)
    if letter.token:
        _draw_token(canvas, letter.token, top - GAP, room)


def _steps(letters: ClubLetters, letter: ClubLetter) -> list[Flowable]:
    steps = (
        gettext("Import the file “{file}” that came with this letter: Simultaneous, Import an envelope."),
        gettext("Compare the fingerprint below with the one that your screen shows."),
        gettext(
            "At the agreed time the organiser gives out the code. Type it, and create a game from "
            "the envelope."
        ),
        gettext(
            "When the game is over, its page Result saves the result as a file, signed for your club{sends}."
        ),
        _way_back(letters),
        gettext("After a correction, save or send the result again: the latest counts."),
    )
    sends = gettext(", or sends it to {address}").format(address=letters.address) if letters.address else ""
    return [
        _paragraph(
            f"{number}. {text.format(file=letter.file, sends=sends, organiser=letters.organiser)}",
            REGULAR,
            11,
            after=4,
        )
        for number, text in enumerate(steps, start=1)
    ]


def _way_back(letters: ClubLetters) -> str:
    """Return where the file with the result goes: an envelope may name a server, and no other address."""
    if letters.address:
        return gettext(
            "If the page cannot send it, send the file to {organiser} by the way this letter reached you."
        )
    return gettext("Send this file to {organiser} by the way this letter reached you.")


def _facts(letters: ClubLetters) -> list[Flowable]:
    told = (
        (gettext("Lexicon"), lexicon_title(letters.lexicon)),
        (gettext("Rules"), letters.rules),
        (gettext("Fingerprint of the signature"), letters.fingerprint),
    )
    return [_pair(label, value) for label, value in told if value]


def _draw_token(canvas: Canvas, token: str, top: float, room: float) -> None:
    draw_code(canvas, token, SIDE_MARGIN, top - CODE_SIDE, CODE_SIDE)
    beside = [
        _paragraph(gettext("Token of your club"), MEDIUM, 12, after=2),
        _paragraph(token, BOLD, 15, after=6),
        _paragraph(
            gettext(
                "The file contains the token; type or scan it only if you play without the file. It "
                "signs your result: keep it secret. If it is lost, the organiser creates a new one."
            ),
            REGULAR,
            10,
            quiet=True,
        ),
    ]
    left = SIDE_MARGIN + CODE_SIDE + GAP
    draw_below(canvas, [Spacer(0, 1), *beside], left, top, room - CODE_SIDE - GAP)


def _pair(label: str, value: str) -> Paragraph:
    style = ParagraphStyle("pair", fontName=REGULAR, fontSize=10.5, leading=15, textColor=INK)
    told = (
        f'<font color="{QUIET.hexval().replace("0x", "#")}">{escape(label)}</font> {escape(printable(value))}'
    )
    return Paragraph(told, style)


def _paragraph(text: str, font: str, size: float, *, after: float = 0, quiet: bool = False) -> Paragraph:
    style = ParagraphStyle(
        font,
        fontName=font,
        fontSize=size,
        leading=size * 1.4,
        spaceAfter=after,
        textColor=QUIET if quiet else INK,
    )
    return Paragraph(escape(printable(text)), style)
