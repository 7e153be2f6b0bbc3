"""Values of a division's printed lists: cross-table, prizes, ratings, players."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext

from tournaments.classic.models import Division, DivisionEntry
from tournaments.classic.printing.data.sheets import about, sort_rows
from tournaments.classic.printing.values import (
    AwardLine,
    CrossTable,
    ListedPlayer,
    MetLine,
    PlayersShown,
    PrizesShown,
    RatingsShown,
)
from tournaments.classic.standings import ratings
from tournaments.classic.standings.prizes import Awarded, awards_of
from tournaments.classic.standings.rows import Cell, Row, standings_of_division, state_of
from tournaments.classic.templatetags.classic import signed
from tournaments.core import name_visibility
from tournaments.core.engine_messages import message_for
from tournaments.core.text.folding import sort_key

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


def _places(rows: Sequence[Row]) -> dict[int, int]:
    """Return the place of each player by number."""
    return {row.line.contestant.number: at for at, row in enumerate(rows)}


def _pages_of_lines(rows: Sequence[Row]) -> list[tuple[MetLine, ...]]:
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


# --- Prizes ------------------------------------------------------------------------------------------------------


def prizes_shown(division: Division) -> PrizesShown:
    awards = awards_of(division)
    state = state_of(division, standings_of_division(division), None)
    return PrizesShown(
        about(division), tuple(map(_award, awards)), state, division.one_prize_each, tuple(awards)
    )


def _award(award: Awarded) -> AwardLine:
    row = award.row
    what = f"{row.get_kind_display()} {row.place}"
    words = (what, row.class_name, gettext("without another prize") if row.out_of_the_money else "")
    return AwardLine(
        row.name,
        row.worth,
        ", ".join(filter(None, words)),
        tuple((winner.name, winner.club) for winner in award.winners),
        _award_text(award),
    )


def _award_text(award: Awarded) -> str:
    if award.line is not None:
        figures = {"wins": award.line.wins, "spread": signed(award.line.spread)}
        return gettext("wins %(wins)s, spread %(spread)s") % figures
    if award.figure is None:
        return ""
    return signed(award.figure) if award.row.is_difference else str(award.figure)


# --- Ratings -----------------------------------------------------------------------------------------------------


def ratings_shown(division: Division) -> RatingsShown:
    shown = ratings.rating_shown(division)
    return RatingsShown(
        about(division),
        shown.lines,
        shown.holding.version if shown.holding else None,
        message_for(shown.missing) if shown.missing else "",
        shown.outdated,
    )


# --- Players -----------------------------------------------------------------------------------------------------


def players_shown(division: Division, order: str) -> PlayersShown:
    rows = division.entries.select_related("entry__player__club", "entry__partner", "entry__team")
    players = [_list_line(one) for one in rows.order_by("number")]
    if order == "name":
        players.sort(key=lambda one: (sort_key(one.name), one.number))
    return PlayersShown(about(division), tuple(players))


def _list_line(one: DivisionEntry) -> ListedPlayer:
    entry = one.entry
    return ListedPlayer(
        number=one.number,
        name=entry.name,
        rating=one.rating,
        club=entry.player.club.name if entry.player.club else "",
        team=entry.team.name if entry.team else "",
        classes=", ".join(filter(None, (entry.group, entry.player.series))),
        first_round=one.first_round,
        last_round=one.last_round,
        limit=one.turn_seconds,
        licence="" if name_visibility.are_hidden() else entry.player.licence,
    )
