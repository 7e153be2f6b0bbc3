"""The sheet of a duplicate game: every announced round with its move and its top, and the board as it stands."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from duplicate.printing.values.games import GameSheet, SheetRound, SheetWord
from tournaments.printing.pdf.board_diagram import BoardDiagram
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import (
    BOLD,
    DENSE,
    ITALIC,
    MEDIUM,
    NORMAL,
    PADDING,
    PADDING_LEFT,
    QUIET,
    REGULAR,
    text_width,
)
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.text import printable, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number
from tournaments.wording.clauses import label_clause

# The most rounds at normal size that leave room for a good board on the same A4 page.
NORMAL_ROUNDS = 16
SHORT_REASON = 60  # a longer one stands in the log alone
SOLO_WIDTH = 42 * mm
RACK_COLUMN, WORD_COLUMN, REFERENCE_COLUMN = 1, 2, 3


def game_sheet_pdf(sheet: GameSheet, paper: Paper) -> bytes:
    """Render the rounds in a table with their running total, then the board, on one page if possible."""
    title = gettext("Game sheet")
    density = NORMAL if len(sheet.rounds) <= NORMAL_ROUNDS else DENSE
    columns = _columns(solos=any(played.solo for played in sheet.rounds))
    stuck = [
        command
        for line, played in enumerate(sheet.rounds, start=1)
        if not played.word
        for command in _no_move_marks(line)
    ]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(sheet)),
        table(
            columns=columns,
            rows=[_row(played, columns, density.size) for played in sheet.rounds],
            width=text_width(paper.size),
            density=density,
            extra=stuck,
        ),
    ]
    if not sheet.rounds:
        story.append(note(gettext("No round has been announced yet.")))
    story += [note(text) for text in _words(sheet)]
    story += [
        Spacer(0, 6 * mm),
        BoardDiagram(cells=sheet.board, values=sheet.values, convention=sheet.convention),
    ]
    return build_pdf(story=story, title=title, paper=paper)


def _facts(sheet: GameSheet) -> str:
    rounds = len(sheet.rounds)
    total = sheet.rounds[-1].running_total if sheet.rounds else 0
    return " · ".join(
        (
            ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": number(rounds)},
            gettext("top total %(points)s") % {"points": number(total)},
        )
    )


def _words(sheet: GameSheet) -> list[str]:
    """Return the words of the game as one paragraph for the accepted ones, and one for the refused ones."""
    lists = ((gettext("Accepted words"), sheet.accepted), (gettext("Refused words"), sheet.refused))
    return [
        printable(label_clause(title, ", ".join(_word(word) for word in words)))
        for title, words in lists
        if words
    ]


def _word(word: SheetWord) -> str:
    return f"{word.word} ({word.reason})" if len(word.reason) <= SHORT_REASON else word.word


def _columns(*, solos: bool) -> list[Column]:
    # Names of solos need the room that the others can spare.
    rack, reference, points, total, isotops = (28, 18, 13, 16, 14) if solos else (38, 20, 17, 24, 16)
    columns = [
        Column(gettext("Round"), 12 * mm),
        Column(gettext("Rack"), rack * mm, align="LEFT"),
        Column(gettext("Word"), None, align="LEFT", font=MEDIUM),
        Column(gettext("Reference"), reference * mm, align="LEFT"),
        Column(gettext("Points"), points * mm),
        Column(gettext("Running total"), total * mm, font=BOLD),
        Column(gettext("Isotops"), isotops * mm),
    ]
    return [*columns, Column(gettext("Solo"), SOLO_WIDTH, align="LEFT")] if solos else columns


def _row(played: SheetRound, columns: Sequence[Column], size: float) -> list[str]:
    rack_width = (columns[RACK_COLUMN].width or 0) - PADDING_LEFT - PADDING
    top = played.top
    top_word = gettext("Top: %(word)s") % {"word": top.word} if top else None
    cells = [
        number(played.number),
        "\n".join(wrap(played.rack, columns[RACK_COLUMN].font, size, rack_width)),
        _below(played.word or gettext("no move possible"), top_word),
        _below(played.reference, top.reference if top else None),
        _below(number(played.score), number(top.score) if top else None),
        number(played.running_total),
        number(played.isotops) if played.word else "",
    ]
    solo_width = SOLO_WIDTH - PADDING_LEFT - PADDING
    solo = "\n".join(wrap(printable(played.solo), REGULAR, size, solo_width))
    return [*cells, solo] if len(columns) > len(cells) else cells


def _below(placed: str, top: str | None) -> str:
    """Return a value of the placed move, and below it that of the top if that is another move."""
    return placed if top is None else f"{placed}\n{top}"


def _no_move_marks(line: int) -> list[tuple[object, ...]]:
    """Return the style of a round without a move: its text spans the columns of word and reference."""
    first, last = (WORD_COLUMN, line), (REFERENCE_COLUMN, line)
    return [("SPAN", first, last), ("FONTNAME", first, last, ITALIC), ("TEXTCOLOR", first, last, QUIET)]
