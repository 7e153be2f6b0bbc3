"""Lists of a division: its prizes and their winners, its rating changes, its players."""

from collections.abc import Iterator
from itertools import chain

from django.utils.translation import gettext, ngettext, pgettext

from tournaments.classic.printing.pdf.common import (
    data_pdf,
    players_text,
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
from tournaments.printing.pdf.scripts.isolates import isolate
from tournaments.printing.pdf.values import Paper


def prizes_pdf(shown: PrizesShown, paper: Paper) -> bytes:
    """Draw each prize with what it is for, and its current winners, a row each."""
    columns = (
        DataColumn("prize", gettext("Prize"), is_text=True),
        DataColumn("worth", gettext("Amount or text"), is_text=True, is_optional=True),
        DataColumn("for", gettext("For"), is_text=True),
        DataColumn("name", gettext("Winner"), is_text=True, is_strong=True),
        DataColumn("club", gettext("Club"), is_text=True, is_optional=True),
        DataColumn("won_by", gettext("Won by"), is_text=True, is_optional=True),
    )
    count = len(shown.lines)
    counted = ngettext("%(count)s prize", "%(count)s prizes", count) % {"count": number(count)}
    once = gettext("nobody gets two prizes") if shown.one_each else ""
    return data_pdf(
        about=shown.about,
        facts=" · ".join(filter(None, (counted, shown.state, once))),
        shown=DataTable(
            gettext("Prizes"), columns, tuple(chain.from_iterable(map(_award_rows, shown.lines)))
        ),
        paper=paper,
        notes=["" if shown.lines else gettext("This division has no prizes.")],
    )


def _award_rows(line: AwardLine) -> Iterator[DataRow]:
    """Yield a row for each winner, or one that says that nobody has it yet."""
    shared = gettext("shared") if len(line.winners) > 1 else ""
    won_by = ", ".join(filter(None, (line.won_by, shared)))
    for name, club in line.winners or ((gettext("nobody yet"), ""),):
        yield DataRow((line.name, line.worth, line.for_, name, club, won_by))


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
        f"{isolate(name)} ({gettext('provisional')})" if line.is_provisional else name,
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
