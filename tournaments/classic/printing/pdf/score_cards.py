"""Score cards, one a player, two a page: the opponents as far as rounds are paired, and lines to be filled in
by hand.

A card has a line for each round that the division will have; many rounds are set in several columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tournaments.classic.printing.pdf.common import signed
from tournaments.classic.printing.pdf.result_slips import draw_cuts
from tournaments.classic.printing.values import OwnRound, PlayerRecord, PlayerRecords
from tournaments.printing.pdf.pages import draw_pages, page_size, rows_named
from tournaments.printing.pdf.style import BOLD, HAIRLINE, INK, MEDIUM, QUIET, REGULAR, TINT
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

CARDS_A_PAGE = 2
INSET = 12 * mm
HEAD = 22 * mm
MOST_LINES = 20
GAP = 6 * mm
HEADER_SIZE = 7.5


@dataclass(frozen=True, slots=True)
class CardField:
    """A column of a card."""

    label: str
    width: float
    align: str = "CENTER"


def score_cards_pdf(shown: PlayerRecords, paper: Paper) -> bytes:
    title = gettext("Score cards")
    parts = [shown.sheets[at : at + CARDS_A_PAGE] for at in range(0, len(shown.sheets), CARDS_A_PAGE)]
    pages = [partial(_draw_page, shown=shown, sheets=part, paper=paper) for part in parts]
    names = [rows_named([f"{sheet.number} {sheet.name}" for sheet in part if sheet]) for part in parts]
    return draw_pages(pages=pages or [_draw_nothing], title=title, paper=paper, names=names)


def _draw_nothing(canvas: Canvas) -> None:
    canvas.setFont(REGULAR, 11)
    canvas.drawString(INSET, INSET, gettext("Nobody plays in this division yet."))


def _draw_page(
    canvas: Canvas, *, shown: PlayerRecords, sheets: Sequence[PlayerRecord | None], paper: Paper
) -> None:
    width, height = page_size(paper)
    down = height / CARDS_A_PAGE
    for place, sheet in enumerate(sheets):
        if sheet is None:
            continue
        canvas.saveState()
        canvas.translate(0, height - (place + 1) * down)
        _draw_card(canvas, shown, sheet, width, down)
        canvas.restoreState()
    draw_cuts(canvas, width, height, across=1, down=CARDS_A_PAGE)


def _draw_card(canvas: Canvas, shown: PlayerRecords, sheet: PlayerRecord, across: float, down: float) -> None:
    right, top = across - INSET, down - INSET
    _draw_head(canvas, shown, sheet, right, top)
    columns = -(-shown.rounds // MOST_LINES)
    a_column = -(-shown.rounds // columns)
    width = (right - INSET - GAP * (columns - 1)) / columns
    lines = {round_.number: round_ for round_ in sheet.rounds}
    height = min(9.5 * mm, (top - HEAD - INSET) / (a_column + 1))
    for column in range(columns):
        left = INSET + column * (width + GAP)
        rounds = range(column * a_column + 1, min((column + 1) * a_column, shown.rounds) + 1)
        _draw_lines(
            canvas,
            [(round_, lines.get(round_)) for round_ in rounds],
            sheet,
            (left, top - HEAD, width),
            height,
        )


def _draw_head(canvas: Canvas, shown: PlayerRecords, sheet: PlayerRecord, right: float, top: float) -> None:
    place = f"{printable(shown.about.event)} · {printable(shown.about.division)}"
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, 9)
    canvas.drawString(INSET, top - 3 * mm, shorten(place, REGULAR, 9, right - INSET))
    about = " · ".join(
        filter(
            None,
            (
                "" if sheet.rating is None else number(sheet.rating),
                printable(sheet.club),
                printable(sheet.team),
            ),
        )
    )
    canvas.setFont(BOLD, 17)
    canvas.setFillColor(INK)
    told = number(sheet.number)
    canvas.drawString(INSET, top - 11 * mm, told)
    left = INSET + stringWidth(told, BOLD, 17) + 4 * mm
    name, size = printable(sheet.name), 17.0
    while size > 9 and stringWidth(name, BOLD, size) > right - left:
        size -= 1
    canvas.setFont(BOLD, size)
    canvas.drawString(left, top - 11 * mm, shorten(name, BOLD, size, right - left))
    canvas.setFont(REGULAR, 9)
    canvas.setFillColor(QUIET)
    canvas.drawString(INSET, top - 16.5 * mm, shorten(about, REGULAR, 9, right - INSET))


def _fields(width: float) -> Sequence[CardField]:
    """Return the columns that fit: the narrow columns of a long tournament have no room for all of them."""
    wide = width > 120 * mm
    parts = [
        CardField(pgettext("match, in a narrow column", "Rd"), 8),
        *([CardField(gettext("Table"), 11)] * wide),
        CardField(gettext("Opponent"), 58 if wide else 30, "LEFT"),
        *([CardField(gettext("First"), 11)] * wide),
        # Translators: the points of the player who keeps the score card; *Other* are the opponent’s.
        CardField(gettext("Own"), 15),
        CardField(gettext("Other"), 15),
        CardField(pgettext("match", "Spread"), 16),
        *([CardField(gettext("Wins so far"), 20)] * wide),
        *([CardField(gettext("Spread so far"), 22)] * wide),
    ]
    unit = width / sum(field.width for field in parts)
    return [replace(field, width=field.width * unit) for field in parts]


def _draw_lines(
    canvas: Canvas,
    lines: Sequence[tuple[int, OwnRound | None]],
    sheet: PlayerRecord,
    place: tuple[float, float, float],
    height: float,
) -> None:
    left, top, width = place
    fields = _fields(width)
    size = min(9.5, height * 0.62)
    _draw_texts(canvas, fields, [field.label for field in fields], (left, top - height + 1.6 * mm))
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.9)
    canvas.line(left, top - height, left + width, top - height)
    for row, (one, played) in enumerate(lines, start=1):
        below = top - (row + 1) * height
        if not _plays(sheet, one):
            canvas.setFillColor(TINT)
            canvas.rect(left, below, width, height, stroke=0, fill=1)
        texts = _texts(one, played, wide=len(fields) > 6)
        _draw_texts(canvas, fields, texts, (left, below + (height - size) / 2 + size * 0.14), size)
        canvas.setStrokeColor(HAIRLINE)
        canvas.setLineWidth(0.4)
        canvas.line(left, below, left + width, below)
    _draw_rules(canvas, fields, (left, top - height), len(lines) * height)


def _plays(sheet: PlayerRecord, one: int) -> bool:
    return sheet.first_round <= one and (sheet.last_round is None or one <= sheet.last_round)


def _texts(one: int, played: OwnRound | None, *, wide: bool) -> list[str]:
    if played is None:
        return [number(one), *[""] * (8 if wide else 4)]
    cell, running = played.cell, played.running
    opponent = cell.unplayed_word if cell.is_bye else f"{cell.opponent} {printable(cell.name)}"
    if cell.forfeit:
        opponent = gettext("{result} (forfeit)").format(result=opponent)
    table = "" if played.table is None else number(played.table)
    first = "" if cell.is_bye else gettext("1st") if cell.first else gettext("2nd")
    scores = ["" if each is None else number(each) for each in (cell.own, cell.other)]
    spread = "" if cell.spread is None else signed(cell.spread)
    so_far = [f"{running.wins}–{running.losses}", signed(running.spread)] if running else ["", ""]
    if not wide:
        return [number(one), opponent, *scores, spread]
    return [number(one), table, opponent, first, *scores, spread, *so_far]


def _draw_texts(
    canvas: Canvas,
    fields: Sequence[CardField],
    texts: Sequence[str],
    place: tuple[float, float],
    size: float | None = None,
) -> None:
    """Draw a line of a card; without a size it is the header."""
    left, baseline = place
    font, ink = (MEDIUM, QUIET) if size is None else (REGULAR, INK)
    size = HEADER_SIZE if size is None else size
    canvas.setFillColor(ink)
    for field, text in zip(fields, texts, strict=True):
        fitting = shorten(text, font, size, field.width - 2 * mm)
        canvas.setFont(font, size)
        if field.align == "LEFT":
            canvas.drawString(left + 1 * mm, baseline, fitting)
        else:
            canvas.drawCentredString(left + field.width / 2, baseline, fitting)
        left += field.width


def _draw_rules(
    canvas: Canvas, fields: Sequence[CardField], place: tuple[float, float], height: float
) -> None:
    left, top = place
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.4)
    for field in fields[:-1]:
        left += field.width
        canvas.line(left, top, left, top - height)
