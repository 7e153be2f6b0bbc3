"""Values of a division's printed lists: cross-table, standings, prizes, ratings, players."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext, ngettext

from tournaments.classic.columns import players, prizes, ratings, standings
from tournaments.classic.models import Division
from tournaments.classic.printing.data.sheets import about, sort_rows
from tournaments.classic.printing.values import CrossTable, DivisionList, MetLine, players_text, rounds_text
from tournaments.classic.standings.prizes import awards_of
from tournaments.classic.standings.ratings import rating_shown
from tournaments.classic.standings.rows import (
    Cell,
    StandingsRow,
    caps_in_words,
    is_final,
    standings_of_division,
    state_of,
)
from tournaments.names.folding import sort_key
from tournaments.printing.won_prizes import WonPrize, prize_key
from tournaments.reports.tables import number
from tournaments.wording.engine_messages import message_for

# Players at each edge of a page of the cross-table.
BLOCK = 32
# A page's key is its block of rows times this, plus its block of columns.
BLOCKS = 1000
# Lines of more players list only those who met: most squares of a table of them would be empty.
MOST_SQUARE = 2 * BLOCK
LINES_A_PAGE, MET_A_LINE = 20, 14


# --- Cross-table -------------------------------------------------------------------------------------------------


def cross_table_of(division: Division, order: str, keys: tuple[int, ...]) -> CrossTable:
    """Return the cross-table with the pages of these keys."""
    shown = standings_of_division(division)
    rows = tuple(sort_rows(shown.rows, order))
    table = CrossTable(about(division), rows, (), state_of(division, shown, None))
    if len(rows) > MOST_SQUARE:
        parts = _pages_of_lines(rows)
        return replace(table, lines=tuple(parts[key - 1] for key in keys if 0 < key <= len(parts)))
    blocks = _blocks(len(rows))
    places = (divmod(key, BLOCKS) for key in keys)
    pages = tuple(
        (blocks[down], blocks[across])
        for down, across in places
        if down < len(blocks) and across < len(blocks)
    )
    return replace(table, pages=pages)


def cross_table_keys(division: Division, order: str) -> list[int]:
    """Return the keys of pages on which somebody met somebody; the first page if nobody did.

    Pages of lines are counted from 1.
    """
    rows = sort_rows(standings_of_division(division).rows, order)
    if len(rows) > MOST_SQUARE:
        return list(range(1, len(_pages_of_lines(rows)) + 1))
    place = _places(rows)
    blocks = _blocks(len(rows))
    block_of = {at: number for number, block in enumerate(blocks) for at in block}
    met = {
        block_of[at] * BLOCKS + block_of[place[cell.opponent]]
        for at, row in enumerate(rows)
        for cell in row.cells
        if cell is not None and cell.opponent is not None
    }
    return sorted(met or {0}) if rows else []


def _places(rows: Sequence[StandingsRow]) -> dict[int, int]:
    """Return the place of each player by number."""
    return {row.line.contestant.number: at for at, row in enumerate(rows)}


def _pages_of_lines(rows: Sequence[StandingsRow]) -> list[tuple[MetLine, ...]]:
    """Return pages of lines, with the opponents of everybody in the order of the rows."""
    place = _places(rows)
    lines: list[MetLine] = []
    for at, row in enumerate(rows):
        met: dict[int, list[Cell]] = {}
        for cell in row.cells:
            if cell is not None and cell.opponent is not None:
                met.setdefault(place[cell.opponent], []).append(cell)
        matches = [tuple(met[opponent]) for opponent in sorted(met)]
        lines += [
            MetLine(at, tuple(matches[start : start + MET_A_LINE]), further=start > 0)
            for start in range(0, len(matches) or 1, MET_A_LINE)
        ]
    return [tuple(lines[start : start + LINES_A_PAGE]) for start in range(0, len(lines), LINES_A_PAGE)]


def _blocks(count: int) -> list[range]:
    """Return as few blocks as possible, all about the same size."""
    size = -(-count // max(-(-count // BLOCK), 1))
    return [range(start, min(start + size, count)) for start in range(0, count, size)] if count else []


# --- Tables ------------------------------------------------------------------------------------------------------


def standings_shown(division: Division, after: int | None) -> DivisionList:
    """Return the standings now, or after a round."""
    shown = standings_of_division(division, after)
    open_ = ""
    if shown.open:
        text = ngettext("%(count)s result is not in yet", "%(count)s results are not in yet", shown.open)
        open_ = text % {"count": number(shown.open)}
    words = (open_, caps_in_words(division.spread_caps), state_of(division, shown, after))
    facts = (players_text(len(shown.rows)), rounds_text(shown.rounds), *words)
    rounds = [f"round{number}" for number in range(1, shown.rounds + 1)]
    return DivisionList(
        about(division),
        standings.standings_table(shown, with_rounds=True),
        " · ".join(filter(None, facts)),
        ("" if shown.rows else gettext("Nobody plays in this division yet."),),
        not_on_paper=(*standings.NOT_SHOWN, *rounds),
        strong_rows=sum(0 < (row.line.rank or 0) <= 3 and row.line.half_wins > 0 for row in shown.rows),
        is_roomy=True,
    )


def prizes_shown(division: Division) -> DivisionList:
    awards = awards_of(division)
    count = len(awards)
    counted = ngettext("%(count)s prize", "%(count)s prizes", count) % {"count": number(count)}
    once = gettext("nobody gets two prizes") if division.one_prize_each else ""
    state = state_of(division, standings_of_division(division), None)
    return DivisionList(
        about(division),
        prizes.prizes_table(awards),
        " · ".join(filter(None, (counted, state, once))),
        ("" if awards else gettext("This division has no prizes."),),
        prizes.NOT_ON_PAPER,
        prizes.NOT_IN_FILES,
    )


def prizes_won(division: Division) -> dict[int, WonPrize]:
    """Return what the winners of prizes have, in the order of the prizes."""
    provisional = not is_final(division, standings_of_division(division))
    return {
        prize_key(winner.key, award.row.number): WonPrize(
            winner=winner.name,
            prize=award.row.name,
            place=award.row.place,
            worth=award.row.worth,
            for_=prizes.terms_of(award),
            won_by=prizes.figures_of(award),
            shared_by=len(award.winners),
            provisional=provisional,
            among=award.row.class_name,
        )
        for award in awards_of(division)
        for winner in award.winners
    }


def ratings_shown(division: Division) -> DivisionList:
    """Return the ratings; a preview until the division is rated."""
    shown = rating_shown(division)
    if shown.holding is None:
        state = gettext("not rated yet: what the results so far would make of the ratings")
    else:
        state = gettext("rated, version %(version)s") % {"version": number(shown.holding.version)}
    changed = gettext("results have changed since") if shown.outdated else ""
    missing = message_for(shown.missing) if shown.missing else ""
    return DivisionList(
        about(division),
        ratings.ratings_table(shown.lines),
        " · ".join(filter(None, (players_text(len(shown.lines)), state, changed))),
        (missing if shown.lines else gettext("No match of this division can be rated."),),
        ratings.NOT_ON_PAPER,
        ratings.NOT_IN_FILES,
    )


def players_shown(division: Division, order: str) -> DivisionList:
    rows = division.entries.select_related("entry__player__club", "entry__partner", "entry__team")
    entrants = list(rows.order_by("number"))
    if order == "name":
        entrants.sort(key=lambda entrant: (sort_key(entrant.entry.name), entrant.number))
    return DivisionList(
        about(division),
        players.players_table(entrants),
        players_text(len(entrants)),
        ("" if entrants else gettext("Nobody plays in this division yet."),),
        players.NOT_ON_PAPER,
        players.NOT_IN_FILES,
    )
