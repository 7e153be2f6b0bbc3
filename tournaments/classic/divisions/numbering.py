"""Entrants of a division as rows, with their numbers; the caller has locked the division.

While no round is paired, numbers go by rating, the highest first. Later entrants get the next numbers. A
number stays once somebody has been paired by it.
"""

from collections.abc import Sequence

from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, DivisionEntry
from tournaments.classic.models.divisions import MOST_ROUNDS
from tournaments.classic.rounds.values import last_begun
from tournaments.errors import RuleViolation
from tournaments.models import Entry

MOST_ENTRANTS = 10_000


def first_round_open(division: Division) -> int:
    """Return the number of the first round that has not begun, paired or not."""
    return last_begun(division) + 1


def first_round_undisturbed(division: Division) -> int:
    """Return the number of the first round that is not paired, or 1 before any has begun."""
    first = first_round_open(division)
    paired = division.rounds.aggregate(last=Max("number"))["last"] or 0
    return 1 if first == 1 else max(first, paired + 1)


def enter_entries(division: Division, entries: Sequence[Entry], first_round: int | None = None) -> list[str]:
    """Store the entrants, from the first round that has not begun or a later one; return their names.

    Raises:
        RuleViolation: the round has begun or cannot exist, or there are too many entrants.
    """
    earliest = first_round_open(division)
    first = earliest if first_round is None else first_round
    check_round(first)
    if first < earliest:
        raise RuleViolation(
            "round_has_begun_already",
            _("Round {number} has begun: new players start in the next round."),
            number=first,
        )
    last = division.entries.aggregate(last=Max("number"))["last"] or 0
    if last + len(entries) > MOST_ENTRANTS:
        raise RuleViolation("division_full", _("A division has at most {most} players."), most=MOST_ENTRANTS)
    strongest = sorted(entries, key=_strength)
    DivisionEntry.objects.bulk_create(
        DivisionEntry(division=division, entry=entry, number=number, rating=_rating(entry), first_round=first)
        for number, entry in enumerate(strongest, start=last + 1)
    )
    if not division.rounds.exists():
        number_all(division)
    return [entry.full_name for entry in strongest]


def check_round(number: int) -> None:
    """Refuse a round number from which nobody can play or drop out. One after the last is allowed: it means
    to the end.
    """
    if not 1 <= number <= MOST_ROUNDS + 1:
        raise RuleViolation("no_such_round", _("Rounds are numbered from 1 to {most}."), most=MOST_ROUNDS)


def _rating(entry: Entry) -> int | None:
    """Return the rating of an entry; for a pair, the mean of the known ones."""
    known = [
        one.rating for one in (entry.player, entry.partner) if one is not None and one.rating is not None
    ]
    return round(sum(known) / len(known)) if known else None


def _strength(entry: Entry) -> tuple[int, str, int]:
    return (-(_rating(entry) or 0), entry.full_name.casefold(), entry.pk)


def second_division_violation(name: str, division: str) -> RuleViolation:
    """Return the violation of somebody who plays in a division of the event already."""
    return RuleViolation(
        "plays_in_division",
        _("{name} plays in the division “{division}”."),
        name=name,
        division=division,
    )


def number_all(division: Division) -> None:
    """Assign all numbers by rating, in two steps, since numbers are unique at every moment."""
    entrants = list(division.entries.select_related("entry__player", "entry__partner"))
    entrants.sort(key=lambda one: _strength(one.entry))
    for number, entrant in enumerate(entrants, start=1):
        entrant.number = MOST_ENTRANTS + number
        entrant.rating = _rating(entrant.entry)
    DivisionEntry.objects.bulk_update(entrants, ["number", "rating"], batch_size=200)
    division.entries.filter(number__gt=MOST_ENTRANTS).update(number=F("number") - MOST_ENTRANTS)
