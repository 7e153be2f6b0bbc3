"""Standings, pairings, ratings and prizes as tables, for spreadsheets."""

from collections.abc import Iterable

import tablib
from django.utils.translation import gettext, pgettext

from tournaments import names
from tournaments.classic.prizes import Awarded
from tournaments.classic.rating import RatedLine
from tournaments.classic.rounds import RoundShown
from tournaments.classic.standings import Cell, Standings


def standings_table(standings: Standings, licences: dict[int, str] | None = None) -> tablib.Dataset:
    """One row a contestant, one column a round; `licences` by key, where they may be told."""
    headings = [gettext("Rank"), gettext("No."), gettext("Name"), gettext("Club"), gettext("Team")]
    headings += [
        gettext("Rating"),
        gettext("Wins"),
        gettext("Losses"),
        pgettext("match", "Spread"),
        gettext("Points"),
    ]
    rounds = [
        pgettext("match", "Round %(number)s") % {"number": number}
        for number in range(1, standings.rounds + 1)
    ]
    table = tablib.Dataset(headers=[*headings, *rounds], title="standings")
    for row in standings.rows:
        line, one = row.line, row.line.contestant
        facts = [line.rank, one.number, one.name, one.club, one.team, one.rating]
        counts = [line.half_wins / 2, line.half_losses / 2, line.spread, line.points]
        table.append([*facts, *counts, *(cell_text(cell) for cell in row.cells)])
    if licences is not None:
        told = [licences.get(row.line.contestant.key, "") for row in standings.rows]
        table.insert_col(3, told, header=gettext("Licence"))
    return table


def ratings_table(lines: Iterable[RatedLine]) -> tablib.Dataset:
    """One row a player. With the headings by which lists of people are read, so that it can be brought in elsewhere."""
    table = tablib.Dataset(
        headers=[
            *(
                gettext("No."),
                "Name",
                "Licence",
                gettext("Before"),
                "Rating",
                gettext("Change"),
                "Rated games",
            ),
            *(gettext("Games here"), gettext("Score"), pgettext("rating", "Expected"), "K"),
            *(gettext("Opponents"), gettext("Performance"), gettext("Provisional")),
        ],
        title="ratings",
    )
    for line in lines:
        change, entry = line.change, line.entrant.entry
        licence = "" if names.are_hidden() else entry.player.licence
        facts = [line.entrant.number, entry.name, licence]
        rating = [change.before, change.after, line.difference, change.games_after]
        of_event = [change.games, change.score, change.expected, change.k, round(change.opponents)]
        provisional = gettext("provisional") if line.is_provisional else ""
        table.append([*facts, *rating, *of_event, change.performance, provisional])
    return table


def prizes_table(awards: Iterable[Awarded]) -> tablib.Dataset:
    """One row for each who has a prize, or has a share in it; a prize of nobody has a row too."""
    headings = [gettext("No."), gettext("Prize"), gettext("Amount or text"), gettext("For"), gettext("Place")]
    headings += [gettext("Class"), gettext("Name"), gettext("Club"), gettext("Won by"), gettext("Shared by")]
    table = tablib.Dataset(headers=headings, title="prizes")
    for award in awards:
        row = award.row
        prize = [row.number, row.name, row.worth, row.get_kind_display(), row.place]
        for winner in award.winners or (None,):
            who = [winner.name, winner.club] if winner else ["", ""]
            shared = len(award.winners) if award.is_shared else ""
            table.append([*prize, row.class_name, *who, award.figure, shared])
    return table


def cell_text(cell: Cell | None) -> str:
    """Such as `12+ 412–398`: against number 12, won."""
    if cell is None:
        return ""
    if cell.is_bye:
        return gettext("bye")
    figures = gettext("forfeit") if cell.forfeit else "" if cell.own is None else f"{cell.own}–{cell.other}"
    return f"{cell.opponent}{cell.mark} {figures}".strip()


def pairings_table(shown: RoundShown) -> tablib.Dataset:
    """A round by table."""
    table = tablib.Dataset(
        headers=[gettext("Table"), gettext("Goes first"), gettext("Second"), gettext("Result")],
        title="pairings",
    )
    for line in shown.lines:
        match = line.match
        second = match.second.entry.name if match.second else gettext("bye")
        table.append([match.table, match.first.entry.name, second, line.figures])
    return table
