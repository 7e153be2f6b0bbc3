"""Manual pairings, with checks: swap two players, swap sides, move a match to another table, or write a whole
round.

A match that was changed by hand carries that as its reason.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import check_not_begun, lock_division, round_of
from tournaments.classic.models import Division, DivisionRound, Match
from tournaments.classic.models.divisions import MOST_TABLE
from tournaments.classic.pairing import MANUAL, Pairing, Reason, sentence
from tournaments.classic.pairing.manual import check_pairings
from tournaments.classic.pairing.reasons import PEOPLE
from tournaments.classic.rounds.pairing import (
    check_next,
    last_not_begun,
    mark_paired,
    new_round,
    read_known,
    write_matches,
)
from tournaments.classic.rounds.selectors import plays_in
from tournaments.classic.rounds.tables import check_table
from tournaments.classic.rounds.values import apart_in
from tournaments.errors import LinesRefused, RuleViolation

# Replaces the method's reasons, which no longer hold.
BY_HAND: Final[tuple[str, dict[str, Any]]] = ("by_hand", {})
# Limit on the doubts listed in one message.
MOST_PROBLEMS = 5


@transaction.atomic
def pair_by_hand(
    *,
    division: Division,
    number: int,
    pairs: Sequence[tuple[int, int | None]],
    by: User,
    confirmed: bool = False,
) -> DivisionRound:
    """Pair a round, the next or the last that has not begun, as the director says.

    `pairs` has the numbers of the entrants, table by table, the player who goes first before the other; None
    as the second is a bye.

    Raises:
        RuleViolation: somebody is missing, unknown or listed twice; or, unless confirmed, two have met
            before, somebody has a bye again, and the like.
    """
    locked_division = lock_division(division, by)
    round_ = locked_division.rounds.filter(number=number).first()
    if round_ is None:
        check_next(locked_division, number)
    else:
        last_not_begun(locked_division, number)
    made = _pairings_by_numbers(locked_division, number, pairs)
    if not confirmed:
        given = [(each.first, each.second) for each in made]
        _ask(locked_division, number, given, {key for two in given for key in two if key})
    if round_ is None:
        round_ = new_round(locked_division, number, MANUAL, by)
    else:
        round_.matches.all().delete()
        mark_paired(round_, MANUAL, by)
    write_matches(round_, made)
    write_division_act(locked_division, "round_paired_by_hand", by=by, number=number)
    return round_


@transaction.atomic
def swap_players(
    *, division: Division, number: int, one: int, other: int, by: User, confirmed: bool = False
) -> None:
    """Let two entrants (their keys) change places between two matches of a round that has not begun.

    Raises:
        RuleViolation: one of them is in no match, both are in the same, or both have a bye; or, unless
            confirmed, somebody meets an opponent again, has a bye again, and the like.
    """
    locked_division = lock_division(division, by)
    round_ = round_of(locked_division, number)
    check_not_begun(round_)
    matches = {
        key: match for match in round_.matches.all() for key in (match.first_id, match.second_id) if key
    }
    if one not in matches or other not in matches or matches[one].pk == matches[other].pk:
        raise RuleViolation("cannot_swap", _("Choose two players of two different matches."))
    places = (matches[one], matches[other])
    if all(match.is_bye for match in places):
        raise RuleViolation("cannot_swap", _("Both have a bye: there is nothing to swap."))
    for match in places:
        _exchange(match, {one: other, other: one})
    if not confirmed:
        others = [match for match in set(matches.values()) if match not in places]
        given = [(each.first_id, each.second_id) for each in (*places, *others)]
        _ask(locked_division, number, given, {key for two in given[:2] for key in two if key})
    _write_exchanged(places, {one, other})
    names = _names(locked_division, (one, other))
    write_division_act(locked_division, "players_swapped", by=by, number=number, names=names)


@transaction.atomic
def swap_sides(*, division: Division, number: int, table: int, by: User) -> None:
    """Let the other player of a match go first."""
    locked_division = lock_division(division, by)
    round_ = round_of(locked_division, number)
    check_not_begun(round_)
    match = round_.matches.filter(table=table).first()
    if match is None or match.second_id is None:
        raise RuleViolation("no_match_there", _("There is no match at table {table}."), table=table)
    turn_sides(locked_division, match, number, by)


def turn_sides(division: Division, match: Match, number: int, by: User) -> None:
    """Let the other player of a match go first, in a division that is locked for its director."""
    assert match.second is not None
    match.first, match.second = match.second, match.first
    match.reasons = [list(BY_HAND)]
    match.save(update_fields=["first", "second", "reasons"])
    write_division_act(division, "sides_swapped", by=by, number=number, table=match.table)


@transaction.atomic
def move_table(*, division: Division, number: int, table: int, to: int, by: User) -> None:
    """Move the match of a table to another one; a match that is there changes places with it.

    Raises:
        RuleViolation: there is no such match, or no such table.
    """
    locked_division = lock_division(division, by)
    round_ = round_of(locked_division, number)
    check_not_begun(round_)
    check_table(to)
    found = {match.table: match for match in round_.matches.filter(table__in=(table, to))}
    if table not in found:
        raise RuleViolation("no_match_there", _("There is no match at table {table}."), table=table)
    if to == table:
        return
    if to in found:
        # A free table number in between, since tables are unique in a round.
        round_.matches.filter(pk=found[to].pk).update(table=MOST_TABLE + 1)
    round_.matches.filter(pk=found[table].pk).update(table=to)
    if to in found:
        round_.matches.filter(pk=found[to].pk).update(table=table)
    write_division_act(locked_division, "table_moved", by=by, number=number, table=table, to=to)


def _pairings_by_numbers(
    division: Division, number: int, pairs: Sequence[tuple[int, int | None]]
) -> list[Pairing]:
    """Convert the director's numbers into pairings, and check that everybody in the round is listed once."""
    entrants = division.entries.select_related("entry")
    due = {entrant.number: entrant.pk for entrant in entrants if plays_in(entrant, number)}
    written = [each for pair_ in pairs for each in pair_ if each is not None]
    refused = []
    for each in dict.fromkeys(written):
        if each not in due:
            problem = RuleViolation(
                "number_unknown", _("No. {number} does not play in this round."), number=each
            )
            refused.append((str(each), problem))
        elif written.count(each) > 1:
            problem = RuleViolation("number_twice", _("No. {number} appears twice."), number=each)
            refused.append((str(each), problem))
    lacking = sorted(due.keys() - set(written))
    if lacking:
        names = ", ".join(map(str, lacking[:10]))
        problem = RuleViolation("numbers_missing", _("In no match: No. {numbers}."), numbers=names)
        refused.append(("", problem))
    if refused:
        raise LinesRefused(refused)
    return [
        Pairing(due[first], None if second is None else due[second], (Reason(*BY_HAND),))
        for first, second in pairs
    ]


def _ask(division: Division, number: int, given: Sequence[tuple[int, int | None]], about: set[int]) -> None:
    """Refuse doubtful pairings that involve the people `about`, until they are confirmed."""
    field, _settings = read_known(division, number, MANUAL)
    names = {contestant.key: contestant.name for contestant in field.contestants}
    problems = [
        sentence(problem.reason, names)
        for problem in check_pairings(field, number, given, firsts_given=True, apart=apart_in(division))
        if not problem.error
        and about & {problem.reason.values[role] for role in PEOPLE & problem.reason.values.keys()}
    ]
    if problems:
        more = f" (+{len(problems) - MOST_PROBLEMS})" if len(problems) > MOST_PROBLEMS else ""
        raise RuleViolation(
            "confirm_pairings",
            _("{problems} Confirm to save anyway."),
            problems=" ".join(problems[:MOST_PROBLEMS]) + more,
        )


def _exchange(match: Match, other: Mapping[int, int]) -> None:
    """Replace players of a match by the mapping; does not save."""
    match.first_id = other.get(match.first_id, match.first_id)
    if match.second_id is not None:
        match.second_id = other.get(match.second_id, match.second_id)
    match.reasons = [list(BY_HAND)]


def _write_exchanged(places: tuple[Match, Match], moved: set[int]) -> None:
    """Save both matches. Nobody may be in two matches, so one match first keeps only the player who stays."""
    waiting, other = places if places[0].second_id is not None else reversed(places)
    stays = waiting.second_id if waiting.first_id in moved else waiting.first_id
    Match.objects.filter(pk=waiting.pk).update(first=stays, second=None, table=None)
    for match in (other, waiting):
        match.save(update_fields=["first", "second", "table", "reasons"])


def _names(division: Division, keys: Collection[int]) -> str:
    found = division.entries.filter(pk__in=keys).select_related("entry__player", "entry__partner")
    by_key = {one.pk: one.entry.full_name for one in found}
    return " & ".join(by_key[key] for key in keys if key in by_key)
