"""The wall chart: players by rounds, with opponent, score, and wins and spread so far.

It is set in landscape, and a long tournament continues in further blocks of rounds. Matches not played yet
are left white, to be filled in by hand.
"""

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, PageBreak

from tournaments.classic.printing.pdf.common import format_mark, of_division, score_of, signed, wide_width
from tournaments.classic.printing.values import ChartLine, WallChart, players_text, rounds_text
from tournaments.printing.pdf.grid import EMPTY, Grid, GridCell, GridColumn, Piece
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import BOLD, MEDIUM, PADDING, QUIET, REGULAR
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

NUMBER_WIDTH, TOTAL_WIDTH = 9 * mm, 21 * mm
LEAST_NAME_WIDTH, MOST_NAME_WIDTH = 42 * mm, 80 * mm
LEAST_ROUND_WIDTH, MOST_ROUND_WIDTH = 19.5 * mm, 26 * mm
ROW_HEIGHT = 11.5 * mm
NAME_SIZE = 9
FIRST = "• "


def wall_chart_pdf(chart: WallChart, paper: Paper) -> bytes:
    """Draw the wall chart, one line a player."""
    title, paper = gettext("Wall chart"), of_division(paper, chart.about)
    width = wide_width(paper)
    facts = " · ".join((players_text(len(chart.lines)), rounds_text(chart.rounds), _legend()))
    story: list[Flowable] = [*title_block(title=title, heading=paper.heading, facts=facts)]
    blocks = _blocks(chart.rounds, width - NUMBER_WIDTH - LEAST_NAME_WIDTH - TOTAL_WIDTH)
    for block in blocks:
        if block != blocks[0]:
            story.append(PageBreak())
        about = _round_heading(block[0]) + "–" + _round_heading(block[-1]) if len(blocks) > 1 else ""
        story.append(_grid(chart, block, width, about))
    if not chart.lines:
        story = [*story[:-1], note(gettext("Nobody plays in this division yet."))]
    return build_pdf(story=story, title=title, paper=paper, wide=True)


def _legend() -> str:
    first = gettext("%(mark)s went first") % {"mark": FIRST.strip()}
    return f"{gettext('+12: won against number 12; − lost, = drawn, ? not in yet.').rstrip('.')} · {first}"


def _blocks(rounds: int, room: float) -> list[range]:
    """Return as few blocks of rounds as fit beside the names, all about the same width."""
    count = max(1, -(-rounds // int(room // LEAST_ROUND_WIDTH)))
    size = -(-rounds // count)
    return [range(start, min(start + size, rounds)) for start in range(0, rounds, size)]


def _round_heading(index: int) -> str:
    return pgettext("round, in a narrow column", "R%(number)s") % {"number": index + 1}


def _grid(chart: WallChart, block: range, width: float, about: str) -> Grid:
    room = width - NUMBER_WIDTH - TOTAL_WIDTH
    each = min((room - LEAST_NAME_WIDTH) / len(block), MOST_ROUND_WIDTH)
    names = _name_width(chart, room - each * len(block))
    columns = [
        GridColumn(gettext("No."), NUMBER_WIDTH, "RIGHT"),
        GridColumn(gettext("Name"), names, "LEFT"),
        *(GridColumn(_round_heading(index), each) for index in block),
        GridColumn(gettext("Total"), TOTAL_WIDTH),
    ]
    rows = [_row(line, block, names) for line in chart.lines]
    return Grid(columns=columns, rows=rows, row_height=ROW_HEIGHT, marked=True, about=about)


def _name_width(chart: WallChart, room: float) -> float:
    """Return the width at which the names are whole, within what the rounds leave."""
    names = (printable(line.row.line.contestant.name) for line in chart.lines)
    longest = max((stringWidth(name, MEDIUM, NAME_SIZE) for name in names), default=0)
    width: float = max(LEAST_NAME_WIDTH, min(longest + 2 * PADDING + 0.1, MOST_NAME_WIDTH, room))
    return width


def _row(line: ChartLine, block: range, name_width: float) -> Sequence[GridCell]:
    one = line.row.line.contestant
    return [
        GridCell((Piece(number(one.number), MEDIUM, 9),)),
        GridCell(_name(line, name_width - 2 * PADDING)),
        *(_cell(line, index) for index in block),
        _total(line),
    ]


def _name(line: ChartLine, room: float) -> tuple[Piece, ...]:
    one = line.row.line.contestant
    name = wrap(printable(one.name), MEDIUM, NAME_SIZE, room, 2)
    away = "" if one.present else gettext("dropped out")
    rating = "" if one.rating is None else number(one.rating)
    about = " · ".join(filter(None, (rating, away, printable(one.club))))
    pieces = [Piece(text, MEDIUM, NAME_SIZE) for text in name]
    if about:
        pieces.append(Piece(shorten(about, REGULAR, 7, room), REGULAR, 7, QUIET))
    return tuple(pieces)


def _cell(line: ChartLine, index: int) -> GridCell:
    cell = line.row.cells[index] if index < len(line.row.cells) else None
    if cell is None:
        return EMPTY
    running = line.running[index]
    first = FIRST if cell.first else ""
    pieces = [Piece(f"{first}{format_mark(cell)}", BOLD, 9), Piece(score_of(cell), REGULAR, 8)]
    if running is not None:
        so_far = f"{running.wins}–{running.losses} {signed(running.spread)}"
        pieces.append(Piece(so_far, REGULAR, 7.5, QUIET))
    return GridCell(tuple(piece for piece in pieces if piece.text))


def _total(line: ChartLine) -> GridCell:
    total = line.row.line
    if not total.rounds:
        return EMPTY
    rank = "" if total.rank is None else gettext("rank %(rank)s") % {"rank": number(total.rank)}
    pieces = (
        Piece(f"{total.wins}–{total.losses}", BOLD, 9),
        Piece(signed(total.spread), REGULAR, 8),
        Piece(rank, REGULAR, 7.5, QUIET),
    )
    return GridCell(tuple(piece for piece in pieces if piece.text), tinted=True)
