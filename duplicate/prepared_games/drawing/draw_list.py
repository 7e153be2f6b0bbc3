"""The draw list of a prepared game on one page that is folded shut in three.

The list is in the middle third. The lowest third, a dense pattern, is folded up over it. The top third goes
behind it, and its print is outside: which game, and what to do. So there is paper before and behind the list.
"""

from collections.abc import Sequence

from django.utils import formats
from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from engine.duplicate_games.records import GameRecord, RecordRound
from tournaments.printing.pdf.cards import Box, Print, write_centred
from tournaments.printing.pdf.pages import draw_pages, page_size
from tournaments.printing.pdf.style import BOLD, HAIRLINE, INK, MEDIUM, QUIET, REGULAR, SIDE_MARGIN
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

COLUMNS, GAP = 2, 8 * mm
INSIDE = 8 * mm
LARGEST_LINE = 6 * mm
# A pattern of letters: letters of the list that shine through the sheet cannot be told from it.
PATTERN = "EXQAWZINOTSRULKMPGHBDFJVCY"
PATTERN_SIZE, PATTERN_STEP = 9, 2.1 * mm


def draw_list_pdf(record: GameRecord, paper: Paper) -> bytes:
    """Render racks, placed moves and their points on a single page, however many they are."""
    return draw_pages(
        pages=[lambda canvas: _draw(canvas, record, paper)],
        title=gettext("Draw list"),
        paper=paper,
    )


def _draw(canvas: Canvas, record: GameRecord, paper: Paper) -> None:
    width, height = page_size(paper)
    third = height / 3
    inside = width - 2 * SIDE_MARGIN
    _draw_pattern(canvas, width, third)
    _draw_rounds(canvas, record.rounds, Box(SIDE_MARGIN, third + INSIDE, inside, third - 2 * INSIDE))
    _draw_outside(canvas, record, paper, Box(SIDE_MARGIN, 2 * third + INSIDE, inside, third - 2 * INSIDE))
    canvas.setStrokeColor(QUIET)
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 3)
    for fold in (third, 2 * third):
        canvas.line(0, fold, width, fold)


def _draw_outside(canvas: Canvas, record: GameRecord, paper: Paper, box: Box) -> None:
    """Draw what anybody who holds the folded sheet may know."""
    title = gettext("Draw list: keep closed")
    top = write_centred(canvas, title, Print(BOLD, 20, 1, 12), box, box.top)
    heading = paper.heading
    top = write_centred(canvas, printable(heading.event), Print(MEDIUM, 15, 2, 9), box, top - 2 * mm)
    day, count = formats.date_format(heading.day, "DATE_FORMAT"), len(record.rounds)
    rounds = ngettext("%(count)s round", "%(count)s rounds", count) % {"count": number(count)}
    facts = gettext("printed %(day)s") % {"day": day}
    top = write_centred(canvas, f"{facts} · {rounds}", Print(REGULAR, 10, quiet=True), box, top - 1 * mm)
    told = (
        gettext("1. Fold the lowest third up along the dotted line, over the list."),
        gettext("2. Fold this third back along the dotted line, and tape the edges shut."),
        gettext("3. Only the arbitrator opens it, when the game begins."),
    )
    top -= 4 * mm
    for sentence in told:
        for line in wrap(sentence, REGULAR, 11, box.width, 2):
            canvas.setFont(REGULAR, 11)
            canvas.setFillColor(INK)
            top -= 5.2 * mm
            canvas.drawString(box.left + 12 * mm, top, line)


def _draw_rounds(canvas: Canvas, rounds: Sequence[RecordRound], box: Box) -> None:
    """List the rounds in two columns, as small as needed."""
    rows = max(1, -(-len(rounds) // COLUMNS))
    step = min(LARGEST_LINE, box.height / rows)
    width = (box.width - GAP) / COLUMNS
    for place, line in enumerate(rounds):
        left = box.left + (place // rows) * (width + GAP)
        baseline = box.top - (place % rows + 1) * step
        _draw_round(canvas, place + 1, line, Box(left, baseline, width, step))


def _draw_round(canvas: Canvas, place: int, line: RecordRound, box: Box) -> None:
    size = min(10.5, box.height * 0.66)
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, size)
    canvas.drawRightString(box.left + 6 * mm, box.bottom, number(place))
    canvas.setFillColor(INK)
    canvas.setFont(MEDIUM, size)
    canvas.drawString(box.left + 8 * mm, box.bottom, shorten(line.rack, MEDIUM, size, 27 * mm))
    canvas.setFont(REGULAR, size)
    move = f"{line.word} {line.ref}" if line.word else gettext("nobody can play")
    room = box.width - 36 * mm - 9 * mm
    canvas.drawString(box.left + 36 * mm, box.bottom, shorten(move, REGULAR, size, room))
    canvas.drawRightString(box.right, box.bottom, number(line.score))
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.3)
    canvas.line(box.left, box.bottom - size * 0.28, box.right, box.bottom - size * 0.28)


def _draw_pattern(canvas: Canvas, width: float, height: float) -> None:
    """Draw rows of letters that run into each other, over the whole third."""
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(INSIDE, INSIDE / 2, width - 2 * INSIDE, height - INSIDE)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.setFont(BOLD, PATTERN_SIZE)
    canvas.setFillColor(QUIET)
    for row in range(int(height / PATTERN_STEP)):
        shift = row * 7 % len(PATTERN)
        canvas.drawString(INSIDE, row * PATTERN_STEP, (PATTERN * 6)[shift:])
    canvas.restoreState()
