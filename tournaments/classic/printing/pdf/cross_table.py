"""The cross-table of a division: who played whom.

About thirty players fit one page, twice as many are split into blocks. If there are more, everybody has a line of those
whom they met.
"""

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from tournaments.classic.printing.data.lists import MET_A_LINE
from tournaments.classic.printing.pdf.common import NOTHING, of_division, signed, wide_width
from tournaments.classic.printing.values import CrossTable, MetLine, players_text
from tournaments.classic.standings.rows import Cell, StandingsRow
from tournaments.printing.pdf.grid import EMPTY, FittingGrid, GridCell, GridColumn, Piece
from tournaments.printing.pdf.pages import build_pdf, note, rows_named, title_block
from tournaments.printing.pdf.style import BOLD, MEDIUM, PADDING, QUIET, REGULAR
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number, wins_text

NUMBER_WIDTH, NAME_WIDTH, TOTAL_WIDTH = 9 * mm, 42 * mm, 21 * mm
MOST_WIDTH = 48 * mm
MOST_HEIGHT, MOST_LINE_HEIGHT = 11 * mm, 8 * mm
# A cell of this width has room for both scores.
SCORES_WIDTH = 14 * mm
HALF_WINS = {"+": 2, "=": 1, "-": 0}
# More matches than this between the same two are added up.
MOST_MATCHES = 2


def cross_table_pdf(shown: CrossTable, paper: Paper) -> bytes:
    title, paper = gettext("Cross-table"), of_division(paper, shown.about)
    legend = _legend_of_lines() if shown.lines else _legend()
    facts = " · ".join((players_text(len(shown.rows)), shown.state, legend))
    story: list[Flowable] = [*title_block(title=title, heading=paper.heading, facts=facts)]
    width = wide_width(paper)
    grids = [_grid(shown, *page, width) for page in shown.pages]
    across = max((len(line.matches) for lines in shown.lines for line in lines), default=1)
    grids += [_grid_of_lines(shown.rows, lines, width, across) for lines in shown.lines]
    for grid in grids:
        if grid is not grids[0]:
            story.append(PageBreak())
        story.append(grid)
    if not grids:
        story.append(note(gettext("Nobody plays in this division yet.")))
    return build_pdf(story=story, title=title, paper=paper, wide=True)


def _legend() -> str:
    return gettext("each line from the side of its player: spread or score, wins in bold")


def _legend_of_lines() -> str:
    return gettext("each line from the side of its player: number of the opponent, and spread, wins in bold")


def _grid_of_lines(
    rows: Sequence[StandingsRow], lines: Sequence[MetLine], width: float, across: int
) -> FittingGrid:
    each = (width - NUMBER_WIDTH - NAME_WIDTH - TOTAL_WIDTH) / MET_A_LINE
    columns = [
        GridColumn(gettext("No."), NUMBER_WIDTH, "RIGHT"),
        GridColumn(gettext("Name"), NAME_WIDTH, "LEFT"),
        GridColumn(pgettext("of wins and spread", "Total"), TOTAL_WIDTH),
        *[GridColumn("", each)] * across,
    ]
    cells = [_line(rows[line.at], line, each) for line in lines]
    return FittingGrid(columns=columns, rows=cells, row_height=MOST_LINE_HEIGHT, marked=True)


def _line(row: StandingsRow, line: MetLine, each: float) -> Sequence[GridCell]:
    head = [EMPTY, EMPTY, EMPTY] if line.further else [*_name_cells(row), _total(row)]
    return [*head, *(_met_cell(matches, each) for matches in line.matches)]


def _met_cell(matches: Sequence[Cell], each: float) -> GridCell:
    opponent = Piece(number(matches[0].opponent or 0), REGULAR, 6.5, QUIET)
    return GridCell((opponent, *_cell(matches, min(each, SCORES_WIDTH - 1)).pieces))


def _grid(shown: CrossTable, down: range, across: range, width: float) -> FittingGrid:
    total = across.stop == len(shown.rows)
    room = width - NUMBER_WIDTH - NAME_WIDTH - TOTAL_WIDTH
    each = min(room / len(across), MOST_WIDTH)
    columns = [
        GridColumn(gettext("No."), NUMBER_WIDTH, "RIGHT"),
        GridColumn(gettext("Name"), NAME_WIDTH, "LEFT"),
        *(GridColumn(_heading(shown.rows[at], each), each) for at in across),
        *([GridColumn(pgettext("of wins and spread", "Total"), TOTAL_WIDTH)] * total),
    ]
    rows = [_row(shown.rows, at, across, each, total=total) for at in down]
    about = rows_named([_name_with_number(shown.rows[at]) for at in across])
    return FittingGrid(columns=columns, rows=rows, row_height=MOST_HEIGHT, marked=True, about=about)


def _heading(row: StandingsRow, each: float) -> str:
    """Return the number of an opponent, with the name if there is room for it."""
    one = row.line.contestant
    if each < SCORES_WIDTH:
        return number(one.number)
    return shorten(_name_with_number(row), MEDIUM, 8.5, each - 2 * PADDING)


def _name_with_number(row: StandingsRow) -> str:
    one = row.line.contestant
    return f"{one.number} {printable(one.name)}"


def _row(
    rows: Sequence[StandingsRow], at: int, across: range, each: float, *, total: bool
) -> Sequence[GridCell]:
    row = rows[at]
    met: dict[int, list[Cell]] = {}
    for cell in row.cells:
        if cell is not None and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(cell)
    cells = _name_cells(row)
    for column in across:
        if column == at:
            cells.append(GridCell(tinted=True))
        else:
            cells.append(_cell(met.get(rows[column].line.contestant.number, ()), each))
    return [*cells, _total(row)] if total else cells


def _name_cells(row: StandingsRow) -> list[GridCell]:
    one = row.line.contestant
    name = wrap(printable(one.name), MEDIUM, 8.5, NAME_WIDTH - 2 * PADDING, 2)
    return [
        GridCell((Piece(number(one.number), REGULAR, 8.5),)),
        GridCell(tuple(Piece(line, MEDIUM, 8.5) for line in name)),
    ]


def _cell(matches: Sequence[Cell], each: float) -> GridCell:
    if not matches:
        return EMPTY
    if len(matches) > MOST_MATCHES:
        return _sum_cell(matches)
    return GridCell(tuple(_piece(cell, each) for cell in matches))


def _piece(cell: Cell, each: float) -> Piece:
    font = BOLD if cell.mark == "+" else REGULAR
    if cell.mark == "?":
        return Piece("?", REGULAR, 8, QUIET)
    if cell.forfeit:
        return Piece(
            pgettext("forfeit, in a narrow column", "F+") if cell.mark == "+" else _loss_mark(), font, 8
        )
    if cell.spread is None:
        return Piece(NOTHING)
    if each >= SCORES_WIDTH:
        return Piece(f"{number(cell.own or 0)}–{number(cell.other or 0)}", font, 8)
    return Piece("=" if not cell.spread else signed(cell.spread), font, 8)


def _loss_mark() -> str:
    return pgettext("forfeit, in a narrow column", "F−")


def _sum_cell(matches: Sequence[Cell]) -> GridCell:
    """Return a cell with wins and losses, and the spread below."""
    counted = [cell for cell in matches if cell.mark in HALF_WINS]
    wins = sum(HALF_WINS[cell.mark] for cell in counted)
    losses = 2 * len(counted) - wins
    spread = sum(cell.spread or 0 for cell in counted)
    font = BOLD if wins > losses else REGULAR
    return GridCell(
        (
            Piece(f"{wins_text(wins)}–{wins_text(losses)}", font, 8),
            Piece(signed(spread), REGULAR, 7, QUIET),
        )
    )


def _total(row: StandingsRow) -> GridCell:
    line = row.line
    if not line.rounds:
        return EMPTY
    text = f"{line.wins}–{line.losses} {signed(line.spread)}"
    return GridCell((Piece(text, MEDIUM, 8.5),), tinted=True)
