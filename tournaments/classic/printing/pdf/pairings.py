"""Pairings of a round, to pin to the wall: by table, and by name so that players find themselves."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from tournaments.classic.printing.pdf.common import NOTHING, density_of, list_pdf, text_room, wrap_name
from tournaments.classic.printing.values import PairedMatch, PairingsShown, Seat, everybody
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.scripts.isolates import isolate
from tournaments.printing.pdf.style import (
    BOLD,
    MEDIUM,
    PADDING,
    PADDING_LEFT,
    PAPER,
    QUIET,
    REGULAR,
    TINT,
    Density,
    text_width,
)
from tournaments.printing.pdf.tables import Column
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper


def by_table_pdf(shown: PairingsShown, paper: Paper) -> bytes:
    """Draw the pairings by table: who goes first, who second, and the result once there is one. Byes come last."""
    title = gettext("Pairings by table")
    if shown.number is not None:
        title = gettext("Round %(number)s by table") % {"number": number(shown.number)}
    density = density_of(len(shown.matches), paper, roomy=True)
    results = any(match.figures for match in shown.matches)
    columns = [
        Column(gettext("Table"), 16 * mm, font=BOLD),
        Column(gettext("Goes first"), None, align="LEFT"),
        *([Column(gettext("Result"), 26 * mm, align="CENTER", font=MEDIUM)] * results),
        Column(gettext("Second"), None, align="LEFT"),
    ]
    room = _half(columns, paper)
    rows = [_table_cells(match, density, room, results=results) for match in shown.matches]
    byes = [line for line, match in enumerate(shown.matches, start=1) if match.second is None]
    marks = [("TEXTCOLOR", (-1, line), (-1, line), QUIET) for line in byes]
    return _document(shown, title, paper, columns=columns, rows=rows, density=density, marks=marks)


def by_name_pdf(shown: PairingsShown, paper: Paper) -> bytes:
    """Draw everybody by name, with the table, whether they go first, and the opponent."""
    title = gettext("Pairings by name")
    if shown.number is not None:
        title = gettext("Round %(number)s by name") % {"number": number(shown.number)}
    density = density_of(2 * len(shown.matches), paper, roomy=True)
    columns = [
        Column(gettext("Name"), None, align="LEFT", font=MEDIUM),
        Column(gettext("Table"), 16 * mm, font=BOLD),
        Column(gettext("Goes"), _width_of_order(density), align="LEFT"),
        Column(gettext("Against"), None, align="LEFT"),
    ]
    room = _half(columns, paper)
    rows = [_name_cells(one, density, room) for one in everybody(shown.matches)]
    return _document(shown, title, paper, columns=columns, rows=rows, density=density, marks=[])


def _width_of_order(density: Density) -> float:
    """Return the width of the words for first and second, in whatever language."""
    words = (gettext("first"), gettext("second"))
    widest = max(stringWidth(word, REGULAR, density.size) for word in words)
    width: float = PADDING_LEFT + widest + 3 * PADDING
    return width


def _half(columns: Sequence[Column], paper: Paper) -> float:
    return text_room(columns, text_width(paper.size))


def _table_cells(match: PairedMatch, density: Density, room: float, *, results: bool) -> list[str]:
    second = gettext("bye") if match.second is None else _name_with_number(match.second)
    return [
        "" if match.table is None else number(match.table),
        wrap_name(_name_with_number(match.first), density.size, room),
        *([match.figures or ("" if match.second is None else NOTHING)] * results),
        wrap_name(second, density.size, room),
    ]


def _name_cells(one: tuple[Seat, PairedMatch], density: Density, room: float) -> list[str]:
    seat, match = one
    first = seat is match.first
    if match.second is None:
        return [wrap_name(seat.name, density.size, room, font=MEDIUM), "", "", gettext("bye")]
    other = match.second if first else match.first
    return [
        wrap_name(seat.name, density.size, room, font=MEDIUM),
        "" if match.table is None else number(match.table),
        gettext("first") if first else gettext("second"),
        wrap_name(other.name, density.size, room),
    ]


def _name_with_number(seat: Seat) -> str:
    return f"{isolate(seat.name)} ({seat.number})"


def _document(
    shown: PairingsShown,
    title: str,
    paper: Paper,
    *,
    columns: Sequence[Column],
    rows: list[list[str]],
    density: Density,
    marks: Sequence[tuple[object, ...]],
) -> bytes:
    names = ", ".join(printable(_name_with_number(seat)) for seat in shown.left_out)
    return list_pdf(
        about=shown.about,
        title=title,
        facts=_facts(shown),
        columns=columns,
        rows=rows,
        paper=paper,
        density=density,
        extra=[("ROWBACKGROUNDS", (0, 1), (-1, -1), [PAPER, TINT]), *marks],
        notes=[
            gettext("No round is paired yet.") if shown.number is None else "",
            gettext("In no match: %(names)s") % {"names": names} if names else "",
        ],
    )


def _facts(shown: PairingsShown) -> str:
    if shown.number is None:
        return ""
    matches = sum(match.second is not None for match in shown.matches)
    played = ngettext("%(count)s match", "%(count)s matches", matches) % {"count": number(matches)}
    state = "" if shown.begun else gettext("has not begun")
    return " · ".join(filter(None, (gettext("Pairings"), played, state)))
