"""A player's record of a division, one page each: opponents, scores, running wins and spread, and the rating."""

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Spacer

from tournaments.classic.printing.pdf.common import NOTHING, of_division, signed
from tournaments.classic.printing.values import OwnRound, PlayerRecord, PlayerRecords
from tournaments.printing.pdf.charts import line_drawing
from tournaments.printing.pdf.grid import FittingGrid, GridCell, GridColumn, Piece
from tournaments.printing.pdf.pages import build_pdf, caption, note, title_block
from tournaments.printing.pdf.style import BOLD, DENSE, MEDIUM, PADDING, REGULAR, text_width
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.charts import LineChart
from tournaments.reports.tables import number

ROW_HEIGHT = 8 * mm
SIZE = 9.5
CHART_HEIGHT = 42 * mm
MOST_CHARTED = 30
OPPONENT_COLUMN = 2
# A longer name is cut, so that the rounds always have room below it.
LONGEST_NAME = 90


def records_pdf(shown: PlayerRecords, paper: Paper) -> bytes:
    title, paper = gettext("Player’s record"), of_division(paper, shown.about)
    story: list[Flowable] = []
    for sheet in shown.sheets:
        if story:
            story.append(PageBreak())
        # An empty page needs something to draw.
        story += [Spacer(0, 1)] if sheet is None else _page(sheet, shown, paper)
    if not story:
        story = [note(gettext("Nobody plays in this division yet."))]
    return build_pdf(story=story, title=title, paper=paper)


def _page(sheet: PlayerRecord, shown: PlayerRecords, paper: Paper) -> list[Flowable]:
    name = printable(sheet.name)
    if len(name) > LONGEST_NAME:
        name = name[:LONGEST_NAME].rstrip() + "…"
    width = text_width(paper.size)
    page: list[Flowable] = [
        *title_block(title=name, heading=paper.heading, facts=_facts(sheet, shown), marked=True)
    ]
    if not sheet.rounds:
        return [*page, note(gettext("No match yet."))]
    return [*page, _summary(sheet, width), Spacer(0, 4 * mm), *_chart(sheet, width), _grid(sheet, width)]


def _facts(sheet: PlayerRecord, shown: PlayerRecords) -> str:
    place = {"rank": number(sheet.rank or 0), "players": number(shown.players)}
    rank = "" if sheet.rank is None else gettext("rank %(rank)s of %(players)s") % place
    told = gettext("No. %(number)s") % {"number": number(sheet.number)}
    left = "" if sheet.last_round is None else gettext("dropped out")
    return " · ".join(filter(None, (told, rank, printable(sheet.club), printable(sheet.team), left)))


def _summary(sheet: PlayerRecord, width: float) -> Flowable:
    """Return the totals, in one line of figures."""
    last = next((round_.running for round_ in reversed(sheet.rounds) if round_.running), None)
    played = [round_.cell for round_ in sheet.rounds if round_.cell.own is not None]
    own = [cell.own or 0 for cell in played]
    others = [cell.other or 0 for cell in played]
    firsts = sum(cell.first for cell in played)
    figures = [
        (gettext("Wins–losses"), f"{last.wins}–{last.losses}" if last else NOTHING),
        (pgettext("match", "Spread"), signed(last.spread) if last else NOTHING),
        (gettext("Average"), number(sum(own) / len(own)) if own else NOTHING),
        (gettext("Opponents"), number(sum(others) / len(others)) if others else NOTHING),
        (gettext("Best"), number(max(own)) if own else NOTHING),
        (gettext("Went first"), f"{number(firsts)} / {number(len(played))}"),
        (_rating_label(sheet), _rating(sheet)),
    ]
    each = width / (len(figures) + 1)
    columns = [
        Column(label, 2 * each if label == figures[-1][0] else each, align="CENTER", font=BOLD)
        for label, _figure in figures
    ]
    return table(columns=columns, rows=[[figure for _label, figure in figures]], width=width, density=DENSE)


def _chart(sheet: PlayerRecord, width: float) -> list[Flowable]:
    """Return a chart of the running spread; nothing for a single round or for very many."""
    told = [(round_.number, round_.running.spread) for round_ in sheet.rounds if round_.running]
    if not 1 < len(told) <= MOST_CHARTED:
        return []
    title = gettext("Spread so far")
    chart = LineChart(title, [number(one) for one, _spread in told], [spread for _one, spread in told])
    drawing = line_drawing(chart, width, CHART_HEIGHT, least=0, most=0)
    return [caption(title, marked=False), drawing, Spacer(0, 3 * mm)]


def _rating_label(sheet: PlayerRecord) -> str:
    would = sheet.rated is not None and not sheet.rated.holds
    return gettext("Rating, if rated now") if would else gettext("Rating")


def _rating(sheet: PlayerRecord) -> str:
    rated = sheet.rated
    if rated is None:
        return NOTHING if sheet.rating is None else number(sheet.rating)
    before = gettext("new") if rated.before is None else number(rated.before)
    change = "" if rated.before is None else f" ({signed(rated.after - rated.before)})"
    return f"{before} › {number(rated.after)}{change}"


def _grid(sheet: PlayerRecord, width: float) -> FittingGrid:
    narrow = [
        GridColumn(pgettext("match", "Round"), 11 * mm),
        GridColumn(gettext("Table"), 11 * mm),
        GridColumn(gettext("First"), 10 * mm),
        GridColumn(gettext("Score"), 20 * mm),
        GridColumn(gettext("Result"), 15 * mm),
        GridColumn(pgettext("match", "Spread"), 15 * mm, "RIGHT"),
        GridColumn(gettext("Wins so far"), 25 * mm),
        GridColumn(gettext("Spread so far"), 21 * mm, "RIGHT"),
    ]
    rest = width - sum(column.width for column in narrow)
    opponent = GridColumn(gettext("Opponent"), rest, "LEFT")
    columns = [*narrow[:OPPONENT_COLUMN], opponent, *narrow[OPPONENT_COLUMN:]]
    rows = [_row(round_, rest) for round_ in sheet.rounds]
    return FittingGrid(columns=columns, rows=rows, row_height=ROW_HEIGHT, ruled=False)


def _row(one: OwnRound, opponent_width: float) -> Sequence[GridCell]:
    cell, running = one.cell, one.running
    opponent = cell.unplayed_word if cell.is_bye else f"{cell.opponent} {printable(cell.name)}"
    texts = [
        number(one.number),
        "" if one.table is None else number(one.table),
        shorten(opponent, MEDIUM, SIZE, opponent_width - 2 * PADDING),
        "" if cell.is_bye else gettext("1st") if cell.first else gettext("2nd"),
        "" if cell.own is None else f"{number(cell.own)}–{number(cell.other or 0)}",
        _result(one),
        "" if cell.spread is None else signed(cell.spread),
        "" if running is None else f"{running.wins}–{running.losses}",
        "" if running is None else signed(running.spread),
    ]
    fonts = {OPPONENT_COLUMN: MEDIUM, 5: BOLD}
    return [
        GridCell((Piece(text, fonts.get(at, REGULAR), SIZE),) if text else ())
        for at, text in enumerate(texts)
    ]


def _result(one: OwnRound) -> str:
    cell = one.cell
    if cell.is_bye:
        return ""
    words = {"+": gettext("won"), "-": gettext("lost"), "=": pgettext("a match", "drawn")}
    word = words.get(cell.mark, "")
    return gettext("{result} (forfeit)").format(result=word) if cell.forfeit else word
