"""Slips to be filled in, cards for the tables and badges: several a page, to be cut or on labels."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from duplicate.printing.data.cards import CARDS_A_PAGE
from duplicate.printing.values.cards import Badge, BlankSlip, CardsOnPaper, TableCard
from tournaments.printing.pdf.cards import LEADING, Box, CardGrid, Print, draw_cards, write_centred
from tournaments.printing.pdf.qr_codes import draw_code
from tournaments.printing.pdf.style import BOLD, HAIRLINE, INK, MEDIUM, QUIET, REGULAR
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

SLIPS = CardGrid(2, 4, 7 * mm)
CARDS = CardGrid(2, 2, 9 * mm)
BADGES = CardGrid(2, 4, 8 * mm)
# Numbers of boxes; a word can be as long as the board.
LETTERS, REFERENCE, POINTS, BLANKS = 15, 3, 3, 2
LABEL = 7
NUMBER = 21 * mm
CODE = 40 * mm
SMALL_CODE = 20 * mm
# Lower labels have no place for a code and the event.
LOW = 25 * mm


def slips_pdf(slips: Sequence[BlankSlip | None], paper: Paper) -> bytes:
    """Render slips, eight a page."""
    event = printable(paper.heading.event)
    cards = [partial(_draw_slip, slip=slip, event=event) if slip else None for slip in slips]
    return draw_cards(cards=cards, grid=SLIPS, title=gettext("Slips"), paper=paper)


def _draw_slip(canvas: Canvas, box: Box, *, slip: BlankSlip, event: str) -> None:
    """Draw table and round large, boxes for word, reference and points, and for the letters of blanks."""
    _number(canvas, gettext("Table"), slip.table, box.left, box.top)
    _number(canvas, gettext("Round"), slip.round, box.right - NUMBER, box.top)
    middle = Box(box.left + NUMBER + 2 * mm, box.bottom, box.width - 2 * NUMBER - 4 * mm, box.height)
    below = write_centred(canvas, event, Print(REGULAR, 7, 2, quiet=True), middle, box.top)
    write_centred(canvas, printable(slip.name), Print(MEDIUM, 9, 3, 6.5), middle, below - 1 * mm)
    side = box.width / LETTERS
    word = box.bottom + 18 * mm
    _boxes(canvas, gettext("Word"), LETTERS, (box.left, word), side)
    _boxes(canvas, gettext("Reference"), REFERENCE, (box.left, box.bottom), 7 * mm)
    _boxes(canvas, gettext("Blanks stand for"), BLANKS, (box.middle - 7 * mm, box.bottom), 7 * mm)
    _boxes(canvas, gettext("Points"), POINTS, (box.right - POINTS * 7 * mm, box.bottom), 7 * mm)


def _number(canvas: Canvas, label: str, value: int, left: float, top: float) -> None:
    """Draw a number under its label, or a line to write it on."""
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, LABEL)
    canvas.drawString(left, top - LABEL, label)
    canvas.setFillColor(INK)
    if value:
        canvas.setFont(BOLD, 26)
        canvas.drawString(left, top - 31, number(value))
    else:
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.5)
        canvas.line(left, top - 31, left + NUMBER, top - 31)


def _boxes(canvas: Canvas, label: str, count: int, place: tuple[float, float], side: float) -> None:
    """Draw a row of boxes, for a letter or digit each, under its label."""
    left, bottom = place
    high = max(side, 8 * mm)
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, LABEL)
    canvas.drawString(left, bottom + high + 1.2 * mm, label)
    canvas.setStrokeColor(QUIET)
    canvas.setLineWidth(0.5)
    canvas.grid([left + side * column for column in range(count + 1)], [bottom, bottom + high])


def table_cards_pdf(cards: CardsOnPaper[TableCard], paper: Paper) -> bytes:
    """Render table cards, four a page, or on labels."""
    draw = _draw_table_label if cards.sheet else _draw_table
    drawn = [partial(draw, card=card, paper=paper) if card else None for card in cards.cards]
    assert CARDS.a_page == CARDS_A_PAGE, "parts of the file are made by this number"
    return draw_cards(cards=drawn, grid=CARDS, title=gettext("Table cards"), paper=paper, sheet=cards.sheet)


def _draw_table(canvas: Canvas, box: Box, *, card: TableCard, paper: Paper) -> None:
    """Draw the number large enough for a distance, the players' names, and the code to join with."""
    event = printable(paper.heading.event)
    top = write_centred(canvas, event, Print(REGULAR, 9, 2, quiet=True), box, box.top)
    top = write_centred(canvas, gettext("Table"), Print(MEDIUM, 14, quiet=True), box, top - 4 * mm)
    top = write_centred(canvas, str(card.table), Print(BOLD, 96, 1, 40), box, top + 2 * mm)
    write_centred(canvas, printable(card.name), Print(MEDIUM, 17, 3, 11), box, top)
    if card.path:
        draw_code(canvas, paper.site + card.path, box.left, box.bottom, CODE)
        beside = Box(box.left + CODE + 4 * mm, box.bottom, box.width - CODE - 4 * mm, CODE)
        top = box.bottom + CODE - 4 * mm
        top = write_centred(canvas, gettext("Join with your phone"), Print(MEDIUM, 10, 2), beside, top)
        site = paper.site.removeprefix("http://").removeprefix("https://")
        top = write_centred(canvas, site, Print(REGULAR, 9, 2, 6, quiet=True), beside, top - 2 * mm)
        write_centred(canvas, card.code, Print(BOLD, 20, 1, 10), beside, top - 2 * mm)


def _draw_table_label(canvas: Canvas, box: Box, *, card: TableCard, paper: Paper) -> None:
    """Draw the number as large as the label lets it be, the players' names, and the code if there is room.

    The names are below the number and the code beside both, or without a code the names are beside the number.
    """
    name, gap = printable(card.name), 3 * mm
    if card.path and box.height > LOW:
        side = min(CODE, 0.75 * box.height, 0.4 * box.width)
        draw_code(canvas, paper.site + card.path, box.right - side, box.top - side, side)
        beside = Box(box.right - side, box.bottom, side, box.height - side)
        code = Print(BOLD, min(14, 0.8 * beside.height / LEADING), 1, 6)
        write_centred(canvas, card.code, code, beside, beside.top - 1 * mm)
        below = Box(box.left, box.bottom, box.width - side - gap, 0.34 * box.height if name else 0)
        write_centred(
            canvas, name, Print(MEDIUM, min(14, below.height / 2 / LEADING), 2, 6), below, below.top
        )
        _table_number(canvas, card.table, Box(box.left, below.top, below.width, box.top - below.top))
    elif name:
        half = (box.width - gap) / 2
        _table_number(canvas, card.table, Box(box.left, box.bottom, half, box.height))
        beside = Box(box.right - half, box.bottom, half, box.height)
        style = Print(MEDIUM, min(18, box.height / 3 / LEADING), 3, 7)
        size, lines = style.fit(name, half)
        write_centred(
            canvas, name, style, beside, beside.top - (box.height - len(lines) * size * LEADING) / 2
        )
    else:
        _table_number(canvas, card.table, box)


def _table_number(canvas: Canvas, table: int, box: Box) -> None:
    label = min(12, 0.14 * box.height)
    size = min(96, box.height / LEADING - label)
    top = write_centred(canvas, gettext("Table"), Print(MEDIUM, label, quiet=True), box, box.top)
    write_centred(canvas, str(table), Print(BOLD, size, 1, 12), box, top + 0.1 * size)


def badges_pdf(badges: CardsOnPaper[Badge], paper: Paper) -> bytes:
    """Render badges, eight a page, or on labels."""
    cards = [partial(_draw_badge, badge=badge, paper=paper) if badge else None for badge in badges.cards]
    return draw_cards(cards=cards, grid=BADGES, title=gettext("Badges"), paper=paper, sheet=badges.sheet)


def _draw_badge(canvas: Canvas, box: Box, *, badge: Badge, paper: Paper) -> None:
    """Draw a name that can be read across a table.

    Below it are the club, the table or division, and a code to scan: phones open its address, and the door
    reads what follows its #, which is also written to be typed. Low labels have no code to scan, nor the event.
    """
    is_low = box.height < LOW
    side = 0 if is_low else min(SMALL_CODE, 0.36 * box.height)
    head, foot = (0, 8.5 * mm) if is_low else (7 * mm, max(side, 11 * mm))
    if head:
        event = shorten(printable(paper.heading.event), REGULAR, 8, box.width)
        write_centred(canvas, event, Print(REGULAR, 8, quiet=True), box, box.top)
        canvas.setStrokeColor(HAIRLINE)
        canvas.setLineWidth(0.8)
        canvas.line(box.left, box.top - 4.5 * mm, box.right, box.top - 4.5 * mm)
    name = printable(badge.name)
    write_centred(
        canvas, name, _name_style(name, box, box.height - head - foot - 1 * mm), box, box.top - head
    )
    room = box.width - (side + 4 * mm if side else 0)
    club_size, size, up = (8, 8, 4.5 * mm) if is_low else (10, 9, 7 * mm)
    _draw_club(
        canvas, Print(MEDIUM, club_size, 1 if is_low else 2, 7), badge.club, (box.left, box.bottom + up), room
    )
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, size)
    where = printable(badge.division)
    if badge.table is not None:
        where = gettext("table %(table)s") % {"table": number(badge.table)}
    narrower = room - canvas.stringWidth(badge.code, REGULAR, size) - 2 * mm
    canvas.drawString(box.left, box.bottom + 1 * mm, shorten(where, REGULAR, size, narrower))
    canvas.drawRightString(box.left + room, box.bottom + 1 * mm, badge.code)
    if side:
        scanned = f"{paper.site}{badge.path}#{badge.code}" if badge.path else badge.code
        draw_code(canvas, scanned, box.right - side, box.bottom, side)


def _draw_club(canvas: Canvas, style: Print, club: str, place: tuple[float, float], room: float) -> None:
    """Write a club, its last line at `place`."""
    size, lines = style.fit(printable(club), room)
    canvas.setFillColor(INK)
    canvas.setFont(style.font, size)
    left, bottom = place
    for above, line in enumerate(reversed(lines)):
        canvas.drawString(left, bottom + above * size * LEADING, line)


def _name_style(name: str, box: Box, height: float) -> Print:
    """Return the style in which a name is largest: on one line, or else on more."""
    one, two, three = (min(24, height / lines / LEADING) for lines in (1, 2, 3))
    styles = (Print(BOLD, one, 1, 0.85 * two), Print(BOLD, two, 2, min(two, 12)), Print(BOLD, three, 3, 6))
    return next((style for style in styles if style.holds(name, box.width)), styles[-1])
