"""The tables of a round: where they begin, and who cannot move.

Tables are numbered when a round is paired, and again when these settings change before it begins.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import check_not_begun, lock_division, round_of
from tournaments.classic.models import Division, DivisionRound, Match
from tournaments.classic.models.divisions import MOST_TABLE
from tournaments.classic.pairing import Pairing, Reason
from tournaments.classic.pairing.tables import number_tables
from tournaments.errors import RuleViolation

STAYS = "fixed_table"


def seat_pairings(round_: DivisionRound, pairings: Sequence[Pairing]) -> list[tuple[Pairing, int | None]]:
    """Return the pairings of a round with their tables; who stays at a fixed table is among the reasons."""
    fixed = _fixed_tables(round_.division)
    pairs = [(each.first, each.second) for each in pairings]
    tables = number_tables(pairs, first_table_of(round_), fixed)
    return [
        (replace(each, reasons=(*each.reasons, *_stays(pair, table, fixed))), table)
        for each, pair, table in zip(pairings, pairs, tables, strict=True)
    ]


def _stays(pair: tuple[int | None, int | None], table: int | None, fixed: dict[int, int]) -> list[Reason]:
    return [
        Reason(STAYS, {"player": key, "table": table})
        for key in pair
        if key is not None and table is not None and fixed.get(key) == table
    ]


def first_table_of(round_: DivisionRound) -> int:
    """Return the number at which the tables of a round begin; select its division."""
    return round_.division.first_table if round_.first_table is None else round_.first_table


@transaction.atomic
def set_first_table(*, division: Division, number: int, first_table: int | None, by: User) -> None:
    """Let the tables of a round begin with a number of their own, None for the division's, and number them anew.

    Raises:
        RuleViolation: the round has begun, or there is no such table.
    """
    locked_division = lock_division(division, by)
    round_ = round_of(locked_division, number)
    check_not_begun(round_)
    if first_table is not None:
        check_table(first_table)
    round_.first_table = first_table
    round_.save(update_fields=["first_table"])
    _number_again(round_)
    write_division_act(locked_division, "tables_numbered", by=by, number=number, table=first_table_of(round_))


def check_table(table: int) -> None:
    if not 1 <= table <= MOST_TABLE:
        raise RuleViolation("bad_table", _("Table numbers start at 1."))


def number_again(division: Division) -> None:
    """Assign the tables of the rounds that have not begun anew; the division is locked."""
    for round_ in division.rounds.filter(begun_at=None):
        round_.division = division
        _number_again(round_)


def _number_again(round_: DivisionRound) -> None:
    """Assign the tables of a paired round anew, in their order, with the reasons of those who stay at one.

    In two steps, since tables are unique in a round.
    """
    matches = list(round_.matches.filter(second__isnull=False).order_by("table"))
    pairs = [(match.first_id, match.second_id) for match in matches]
    fixed = _fixed_tables(round_.division)
    tables = number_tables(pairs, first_table_of(round_), fixed)
    round_.matches.filter(second__isnull=False).update(table=F("table") + MOST_TABLE)
    for match, pair, table in zip(matches, pairs, tables, strict=True):
        match.table = table
        stays = [[reason.code, dict(reason.values)] for reason in _stays(pair, table, fixed)]
        match.reasons = [reason for reason in match.reasons if reason[0] != STAYS] + stays
    Match.objects.bulk_update(matches, ["table", "reasons"])


def _fixed_tables(division: Division) -> dict[int, int]:
    """Return the fixed tables by entrant."""
    rows = division.entries.filter(fixed_table__isnull=False)
    return {key: table for key, table in rows.values_list("pk", "fixed_table") if table is not None}
