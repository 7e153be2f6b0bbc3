"""Lists of a division: its prizes and their winners, its rating changes, its players."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from tournaments.classic.printing.pdf.common import (
    data_pdf,
    list_pdf,
    players_text,
    text_room,
    wrap_name,
)
from tournaments.classic.printing.values import (
    AwardLine,
    ListedPlayer,
    PlayersShown,
    PrizesShown,
    RatingsShown,
)
from tournaments.classic.standings.ratings import RatedLine
from tournaments.core.reports.tables import (
    Cell,
    DataColumn,
    DataRow,
    DataTable,
    fixed_figure,
    number,
    signed_figure,
)
from tournaments.printing.pdf.style import BOLD, MEDIUM, NORMAL, text_width
from tournaments.printing.pdf.tables import Column
from tournaments.printing.pdf.values import Paper

# Width that the padding of a text column takes.
SIDES = 7 * mm


def prizes_pdf(shown: PrizesShown, paper: Paper) -> bytes:
    """Draw each prize with what it is for, and its current winners."""
    columns = [
        Column(gettext("Prize"), 36 * mm, align="LEFT", font=MEDIUM),
        Column(gettext("Amount or text"), 28 * mm, align="LEFT"),
        Column(gettext("For"), 29 * mm, align="LEFT"),
        Column(gettext("Winner"), None, align="LEFT", font=BOLD),
        Column(gettext("Won by"), 28 * mm, align="LEFT"),
    ]
    width = text_width(paper.size)
    count = len(shown.lines)
    counted = ngettext("%(count)s prize", "%(count)s prizes", count) % {"count": number(count)}
    once = gettext("nobody gets two prizes") if shown.one_each else ""
    facts = " · ".join(filter(None, (counted, shown.state, once)))
    rows = [_award(line, columns, width) for line in shown.lines]
    return list_pdf(
        about=shown.about,
        title=gettext("Prizes"),
        facts=facts,
        columns=columns,
        rows=rows,
        paper=paper,
        notes=["" if shown.lines else gettext("No prizes are set for this division.")],
    )


def _award(line: AwardLine, columns: Sequence[Column], width: float) -> list[str]:
    room = text_room(columns, width)
    winners = [
        wrap_name(f"{name}, {club}" if club else name, NORMAL.size, room, font=BOLD)
        for name, club in line.winners
    ]
    shared = [gettext("shared")] if len(line.winners) > 1 else []
    return [
        _words(line.name, columns[0]),
        _words(line.worth, columns[1]),
        _words(line.for_, columns[2]),
        "\n".join([*winners, *shared]) or gettext("nobody yet"),
        _words(line.won_by, columns[4]),
    ]


def _words(text: str, column: Column) -> str:
    return wrap_name(text, NORMAL.size, (column.width or 0) - SIDES, font=column.font, lines=6)


def ratings_pdf(shown: RatingsShown, paper: Paper) -> bytes:
    """Draw the ratings, highest first; a preview until the division is rated."""
    columns = (
        DataColumn("number", gettext("No.")),
        DataColumn("name", gettext("Name"), is_text=True),
        DataColumn("before", gettext("Before")),
        DataColumn("after", gettext("After"), is_strong=True),
        DataColumn("change", pgettext("rating", "Change")),
        DataColumn("performance", gettext("Performance")),
        DataColumn("score", gettext("Score")),
        DataColumn("expected", pgettext("rating", "Expected")),
    )
    rows = tuple(DataRow(_rating_cells(line)) for line in shown.lines)
    return data_pdf(
        about=shown.about,
        facts=_rating_facts(shown),
        shown=DataTable(gettext("Ratings"), columns, rows),
        paper=paper,
        notes=[shown.missing if shown.lines else gettext("No match of this division can be rated.")],
    )


def _rating_facts(shown: RatingsShown) -> str:
    if shown.version is None:
        state = gettext("not rated yet: what the results so far would make of the ratings")
    else:
        state = gettext("rated, version %(version)s") % {"version": number(shown.version)}
    changed = gettext("results have changed since") if shown.outdated else ""
    return " · ".join(filter(None, (players_text(len(shown.lines)), state, changed)))


def _rating_cells(line: RatedLine) -> tuple[Cell, ...]:
    name, change = line.entrant.entry.name, line.change
    score = number(change.score, 0 if change.score == int(change.score) else 1)
    return (
        line.entrant.number,
        f"{name} ({gettext('provisional')})" if line.is_provisional else name,
        change.before,
        change.after,
        gettext("new") if line.difference is None else signed_figure(line.difference),
        change.performance,
        f"{score} / {number(change.games)}",
        None if line.difference is None else fixed_figure(change.expected),
    )


def players_pdf(shown: PlayersShown, paper: Paper) -> bytes:
    """Draw the list of players, with number, rating, club, and from and up to which round they play."""
    columns = (
        DataColumn("number", gettext("No."), is_strong=True),
        DataColumn("name", gettext("Name"), is_text=True),
        DataColumn("rating", gettext("Rating"), is_optional=True),
        DataColumn("club", gettext("Club"), is_text=True, is_optional=True),
        DataColumn("team", gettext("Team"), is_text=True, is_optional=True),
        DataColumn("class", gettext("Class"), is_text=True, is_optional=True),
        DataColumn("rounds", pgettext("match", "Rounds"), is_text=True, is_optional=True),
    )
    rows = tuple(
        DataRow((one.number, one.name, one.rating, one.club, one.team, one.classes, _part(one)))
        for one in shown.players
    )
    return data_pdf(
        about=shown.about,
        facts=players_text(len(shown.players)),
        shown=DataTable(gettext("Players"), columns, rows),
        paper=paper,
        notes=["" if shown.players else gettext("Nobody plays in this division yet.")],
    )


def _part(one: ListedPlayer) -> str:
    """Return from and up to which round a player plays, if it is not all."""
    since = (
        pgettext("match", "from round %(number)s") % {"number": one.first_round}
        if one.first_round > 1
        else ""
    )
    until = "" if one.last_round is None else gettext("up to round %(number)s") % {"number": one.last_round}
    return ", ".join(filter(None, (since, until)))
