"""The score sheet of a match that is kept move by move: both players' turns side by side, and the board at
its end.
"""

from collections.abc import Sequence

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from tournaments.classic.printing.pdf.common import of_division
from tournaments.classic.printing.values import ScoreSheet, SheetTurn, round_text
from tournaments.printing.pdf.board_diagram import BoardDiagram
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import BOLD, DENSE, HAIRLINE, MEDIUM, PADDING, REGULAR, text_width
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number
from tournaments.wording.clauses import label_clause

RACK_WIDTH, POINTS_WIDTH, TOTAL_WIDTH = 21 * mm, 12 * mm, 14 * mm
SIDE = 4
WORDS = 2 * PADDING + 2 * mm


def score_sheet_pdf(sheet: ScoreSheet, paper: Paper) -> bytes:
    title, paper = gettext("Score sheet"), of_division(paper, sheet.about)
    if not sheet.names:
        story: list[Flowable] = [
            *title_block(title=title, heading=paper.heading, facts=""),
            note(gettext("No match of this division is kept move by move.")),
        ]
        return build_pdf(story=story, title=title, paper=paper)
    width = text_width(paper.size)
    columns = _columns(sheet, width)
    name = " – ".join(printable(name) for name in sheet.names)
    story = [
        *title_block(title=name, heading=paper.heading, facts=_facts(sheet)),
        table(
            columns=columns,
            rows=[_row(pair, columns) for pair in side_by_side(sheet.turns)],
            width=width,
            density=DENSE,
            extra=[("LINEAFTER", (SIDE - 1, 0), (SIDE - 1, -1), 0.6, HAIRLINE)],
        ),
    ]
    if not sheet.turns:
        story.append(note(gettext("Nothing has been entered yet.")))
    # Before the board, which takes the room that is left on the page.
    story.append(note(" · ".join(label_clause(label, value) for label, value in sheet.rules)))
    story.append(Spacer(0, 3 * mm))
    story.append(BoardDiagram(cells=sheet.board, values=sheet.values, convention="english"))
    return build_pdf(story=story, title=title, paper=paper)


def _facts(sheet: ScoreSheet) -> str:
    table_ = "" if sheet.table is None else gettext("Table {table}").format(table=number(sheet.table))
    score = "–".join(number(score) for score in sheet.scores)
    if sheet.result:
        told = gettext("result {result}, by this record {score}")
        score = told.format(result=sheet.result, score=score)
    state = "" if sheet.over else gettext("in progress")
    return " · ".join(filter(None, (round_text(sheet.round), table_, score, state)))


def side_by_side(turns: Sequence[SheetTurn]) -> list[tuple[SheetTurn | None, SheetTurn | None]]:
    """Return the lines of the sheet: a turn of the first player, and the other's turn after it."""
    lines: list[list[SheetTurn | None]] = []
    for turn in turns:
        if turn.player == 1 and lines and lines[-1][1] is None:
            lines[-1][1] = turn
        else:
            lines.append([turn, None] if turn.player == 0 else [None, turn])
    return [(first, second) for first, second in lines]


def _columns(sheet: ScoreSheet, width: float) -> list[Column]:
    move = width / 2 - RACK_WIDTH - POINTS_WIDTH - TOTAL_WIDTH
    columns: list[Column] = []
    for name in sheet.names:
        columns += [
            Column(gettext("Rack"), RACK_WIDTH, align="LEFT"),
            Column(shorten(printable(name), MEDIUM, 8.5, move - WORDS), move, align="LEFT", font=MEDIUM),
            Column(gettext("Points"), POINTS_WIDTH),
            Column(gettext("Total"), TOTAL_WIDTH, font=BOLD),
        ]
    return columns


def _row(pair: tuple[SheetTurn | None, SheetTurn | None], columns: Sequence[Column]) -> list[str]:
    room = (columns[1].width or 0) - WORDS
    return [text for turn in pair for text in _cells(turn, room)]


def _cells(turn: SheetTurn | None, room: float) -> list[str]:
    if turn is None:
        return [""] * SIDE
    return [
        shorten(turn.rack, REGULAR, DENSE.size, RACK_WIDTH - 2 * PADDING),
        shorten(_words(turn), MEDIUM, DENSE.size, room),
        number(turn.points) if turn.points or turn.kind == "place" else "",
        number(turn.total),
    ]


def _words(turn: SheetTurn) -> str:
    if turn.kind == "place":
        play = f"{turn.ref} {turn.word}"
        return gettext("%(play)s (taken off)") % {"play": play} if turn.withdrawn else play
    words = {
        "exchange": gettext("exchanges {count}").format(count=turn.count),
        "pass": gettext("passes"),
        "challenge": gettext("challenge failed"),
        "challenged": gettext("points for the challenge"),
        "upheld": gettext("challenge upheld"),
        "overtime": gettext("overtime"),
        "end": gettext("The end"),
    }
    return words[turn.kind]
