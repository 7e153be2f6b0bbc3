"""Boards on paper: one large for the wall, and several games of an event four to a page."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from duplicate.printing.values.games import GameSheet, NamedSheet, SheetRound, WallBoard
from tournaments.printing.pdf.board_diagram import BoardDiagram
from tournaments.printing.pdf.pages import build_pdf, draw_below, draw_pages, note, page_size, title_block
from tournaments.printing.pdf.style import BOLD, BOTTOM_MARGIN, INK, MEDIUM, QUIET, REGULAR, SIDE_MARGIN
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

A_PAGE, ACROSS = 4, 2
GUTTER, EDGE = 8 * mm, 12 * mm
NAME, LISTED_COLUMNS = 6 * mm, 2
# The room for the tops, below the board.
LISTED = 38 * mm
LARGEST_LINE = 3.6 * mm


def wall_board_pdf(shown: WallBoard, paper: Paper) -> bytes:
    """Render the board as large as the page allows; the last move is framed, and named above."""
    title = gettext("Round %(number)s") % {"number": number(shown.number)}
    board = BoardDiagram(
        cells=shown.board,
        values=shown.values,
        convention=shown.convention,
        legend=False,
        marked=shown.marked,
    )
    facts = " · ".join(_facts(shown)) if shown.move else gettext("No round has been announced yet.")
    story = [
        *title_block(title=title if shown.move else gettext("Board"), heading=paper.heading, facts=facts),
        board,
    ]
    return build_pdf(story=story, title=gettext("Board"), paper=paper)


def _facts(shown: WallBoard) -> list[str]:
    assert shown.move is not None, "asked of rounds alone"
    move = shown.move
    placed = gettext("%(word)s %(reference)s, %(points)s points") % {
        "word": move.word,
        "reference": move.reference,
        "points": number(move.score or 0),
    }
    return [
        gettext("rack %(rack)s") % {"rack": printable(shown.rack)},
        placed if move.word else gettext("no move possible"),
        gettext("top total %(points)s") % {"points": number(shown.running_total)},
    ]


def small_boards_pdf(games: Sequence[NamedSheet], paper: Paper) -> bytes:
    """Render four games a page, each with a small board and its tops."""
    title = gettext("Games")
    parts = [games[first : first + A_PAGE] for first in range(0, len(games), A_PAGE)] or [()]
    pages = [partial(_draw_games, games=part, paper=paper) for part in parts]
    names = [", ".join(game.name for game in part) for part in parts]
    return draw_pages(pages=pages, title=title, paper=paper, foot=True, names=names)


def _draw_games(canvas: Canvas, *, games: Sequence[NamedSheet], paper: Paper) -> None:
    width, height = page_size(paper)
    top = height - EDGE
    canvas.setFont(MEDIUM, 10)
    canvas.setFillColor(INK)
    room = width - 2 * SIDE_MARGIN
    canvas.drawString(SIDE_MARGIN, top - 10, shorten(printable(paper.heading.event), MEDIUM, 10, room))
    top -= 8 * mm
    if not games:
        draw_below(canvas, [note(gettext("No game yet."))], SIDE_MARGIN, top, room)
    across = (room - GUTTER) / ACROSS
    down = (top - BOTTOM_MARGIN) / (A_PAGE / ACROSS)
    for place, game in enumerate(games):
        column, row = place % ACROSS, place // ACROSS
        left = SIDE_MARGIN + column * (across + GUTTER)
        _draw_game(canvas, game, left, top - row * down, (across, down - 4 * mm))


def _draw_game(canvas: Canvas, game: NamedSheet, left: float, top: float, room: tuple[float, float]) -> None:
    across, down = room
    canvas.setFont(BOLD, 10.5)
    canvas.setFillColor(INK)
    canvas.drawString(left, top - 10.5, shorten(printable(game.name), BOLD, 10.5, across))
    board = BoardDiagram(
        cells=game.sheet.board, values=game.sheet.values, convention=game.sheet.convention, legend=False
    )
    side = min(across, down - NAME - LISTED)
    below = draw_below(canvas, [board], left + (across - side) / 2, top - NAME, side)
    _draw_tops(canvas, game.sheet, left, below - 2 * mm, (across, below - 2 * mm - (top - down)))


def _draw_tops(canvas: Canvas, sheet: GameSheet, left: float, top: float, room: tuple[float, float]) -> None:
    """List the tops in two columns, as small as needed."""
    across, down = room
    rows = -(-(len(sheet.rounds) + 1) // LISTED_COLUMNS)
    step = min(LARGEST_LINE, down / rows)
    size = step * 0.72
    width = (across - 4 * mm) / LISTED_COLUMNS
    for place, played in enumerate(sheet.rounds):
        x = left + (place // rows) * (width + 4 * mm)
        _draw_top(canvas, played, x, top - (place % rows + 1) * step, (width, size))
    total = sheet.rounds[-1].running_total if sheet.rounds else 0
    canvas.setFont(BOLD, size)
    bottom = top - ((len(sheet.rounds)) % rows + 1) * step
    column = min(len(sheet.rounds) // rows, LISTED_COLUMNS - 1)
    right = left + column * (width + 4 * mm) + width
    canvas.drawRightString(right, bottom, gettext("Total %(points)s") % {"points": number(total)})


def _draw_top(canvas: Canvas, played: SheetRound, x: float, y: float, room: tuple[float, float]) -> None:
    width, size = room
    top = played.top
    word, reference, score = (
        (top.word, top.reference, top.score) if top else (played.word, played.reference, played.score)
    )
    canvas.setFont(REGULAR, size)
    canvas.setFillColor(QUIET)
    canvas.drawRightString(x + 4 * mm, y, number(played.number))
    canvas.setFillColor(INK)
    said = f"{word} {reference}" if word else gettext("no move possible")
    canvas.drawString(x + 5.5 * mm, y, shorten(said, REGULAR, size, width - 14 * mm))
    canvas.drawRightString(x + width, y, number(score))
