"""The tops of a game on paper: every isotop of each round, and the best moves below the top."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from duplicate.printing.values.games import SheetMove, TopsOfRound
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import DENSE, MEDIUM, PADDING, PADDING_LEFT, REGULAR, text_width
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

# A blank can make hundreds of isotops.
MOST_TOPS = 8
RACK, MOVES = 30 * mm, 44 * mm
BELOW_LINES = 3


def tops_pdf(rounds: Sequence[TopsOfRound], paper: Paper) -> bytes:
    """Render a row a round; moves stand below each other, those below the top with their points."""
    title = gettext("Tops of the game")
    columns = [
        Column(gettext("Round"), 13 * mm),
        Column(gettext("Rack"), RACK, align="LEFT"),
        Column(gettext("Top"), 14 * mm, font=MEDIUM),
        Column(gettext("Isotops"), MOVES, align="LEFT", font=MEDIUM),
        Column(gettext("Best moves below the top"), None, align="LEFT"),
    ]
    width = text_width(paper.size)
    below = width - sum(column.width or 0 for column in columns) - PADDING_LEFT - PADDING
    rows = [_row(round_, below) for round_ in rounds]
    story = title_block(title=title, heading=paper.heading, facts=_facts(rounds))
    above = [("VALIGN", (0, 1), (-1, -1), "TOP"), ("TOPPADDING", (0, 1), (-1, -1), 3)]
    story.append(table(columns=columns, rows=rows, width=width, density=DENSE, extra=above))
    if not rounds:
        story.append(note(gettext("No round has been announced yet.")))
    return build_pdf(story=story, title=title, paper=paper)


def _facts(rounds: Sequence[TopsOfRound]) -> str:
    count = len(rounds)
    played = ngettext("%(count)s round", "%(count)s rounds", count) % {"count": number(count)}
    total = gettext("top total %(points)s") % {"points": number(sum(round_.score for round_ in rounds))}
    lacking = sum(round_.is_lacking for round_ in rounds)
    missing = ngettext(
        "incomplete: below the top %(count)s round is not searched yet",
        "incomplete: below the top %(count)s rounds are not searched yet",
        lacking,
    ) % {"count": number(lacking)}
    return f"{played} · {total} · {missing}" if lacking else f"{played} · {total}"


def _row(one: TopsOfRound, below: float) -> list[str]:
    inside = PADDING_LEFT + PADDING
    return [
        number(one.number),
        "\n".join(wrap(printable(one.rack), REGULAR, DENSE.size, RACK - inside)),
        number(one.score),
        "\n".join(_tops(one, MOVES - inside)),
        "\n".join(wrap(_below(one), REGULAR, DENSE.size, below, BELOW_LINES)),
    ]


def _tops(one: TopsOfRound, width: float) -> list[str]:
    if not one.tops:
        return [gettext("no move possible")]
    shown = [shorten(_move_text(move), MEDIUM, DENSE.size, width) for move in one.tops[:MOST_TOPS]]
    more = len(one.tops) - len(shown)
    return [*shown, gettext("and %(count)s more") % {"count": number(more)}] if more else shown


def _below(one: TopsOfRound) -> str:
    if one.is_lacking:
        return gettext("not searched yet")
    if one.below is None:
        return ""
    # No-break spaces keep a move on one line.
    moves = (f"{_move_text(move)} {number(move.score or 0)}".replace(" ", "\u00a0") for move in one.below)
    return ",  ".join(moves) or pgettext("moves", "none")


def _move_text(move: SheetMove) -> str:
    return f"{move.word} {move.reference}"
