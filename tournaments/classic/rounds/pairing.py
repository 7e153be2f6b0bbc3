"""Pairing the rounds of a division: the next one by a method, the last one again; beginning a round.

Rounds are paired in their order. If two directors pair the same round, the second one is refused. Only the
last round can be paired again or taken back, since later ones may depend on it. A manual change is listed
among the reasons of the match.
"""

from collections.abc import Callable, Sequence
from typing import Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import check_not_begun, lock_division, round_of
from tournaments.classic.clocks.services import set_up
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match
from tournaments.classic.pairing import MANUAL, Pairing, PairingField, Settings, pair
from tournaments.classic.rounds.plan import stage_for, usual_stage
from tournaments.classic.rounds.selectors import load_round_view, round_counts
from tournaments.classic.rounds.tables import seat_pairings
from tournaments.classic.rounds.values import (
    contestants_of,
    matches_paired,
    rounds_open,
    rules_of,
    settings_of,
)
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief
from tournaments.time import clock

Known = tuple[PairingField, Settings]
ATTEMPTS: Final = 3


def pair_next_round(
    *, division: Division, number: int, by: User, method: str = "", without_results: bool = False
) -> DivisionRound:
    """Pair the next round; `number` says which one the director means.

    An empty `method` means the one that the plan has for the round, or else the division's. `without_results`
    pairs even if results are missing, from those that are in.

    Raises:
        RuleViolation: the round is paired already, no round of that number is planned, results are missing, or
            the plan has the round paired by hand.
    """

    def check(held: Division) -> str:
        check_next(held, number)
        stage = stage_for(held, number)
        if not without_results:
            _check_results(held, number, stage.rounds_ahead)
        if not method and stage.method == MANUAL:
            message = _("Round {number} is paired by hand, as the plan says.")
            raise RuleViolation("planned_by_hand", message, number=number)
        return method or stage.method

    def write(held: Division, chosen: str, made: Sequence[Pairing]) -> DivisionRound:
        round_ = new_round(held, number, chosen, by)
        write_matches(round_, made)
        write_division_act(held, "round_paired", by=by, number=number, method=chosen)
        return round_

    return _pair(division, number, by, check, write)


def pair_again(*, division: Division, number: int, by: User, method: str = "") -> DivisionRound:
    """Pair the last round again, from what is known now.

    Raises:
        RuleViolation: the round has begun, or is not the last.
    """

    def check(held: Division) -> str:
        before = last_not_begun(held, number).method
        if method or before != MANUAL:
            return method or before
        planned = stage_for(held, number).method
        return usual_stage(held).method if planned == MANUAL else planned

    def write(held: Division, chosen: str, made: Sequence[Pairing]) -> DivisionRound:
        round_ = last_not_begun(held, number)
        round_.matches.all().delete()
        write_matches(round_, made)
        mark_paired(round_, chosen, by)
        write_division_act(held, "round_paired_again", by=by, number=number, method=chosen)
        return round_

    return _pair(division, number, by, check, write)


@transaction.atomic
def unpair_round(*, division: Division, number: int, by: User) -> None:
    """Delete the pairings of the last round.

    Raises:
        RuleViolation: the round has begun, or is not the last.
    """
    locked_division = lock_division(division, by)
    round_ = last_not_begun(locked_division, number)
    round_.matches.all().delete()
    round_.delete()
    write_division_act(locked_division, "round_unpaired", by=by, number=number)


@transaction.atomic
def begin_round(*, division: Division, number: int, by: User) -> DivisionRound:
    """Let a round begin: from now on its pairings stay, and it takes results.

    Raises:
        RuleViolation: an earlier round has not begun, somebody is in no match, or somebody in a match has
            dropped out or enters later.
    """
    locked_division = lock_division(division, by)
    round_ = round_of(locked_division, number)
    if round_.begun_at is not None:
        return round_
    earlier = locked_division.rounds.filter(number__lt=number, begun_at=None).order_by("number").first()
    if earlier is not None:
        raise RuleViolation("round_before", _("Begin round {number} first."), number=earlier.number)
    round_view = load_round_view(round_)
    _check_whole(round_view.left_out, _("In no match: {names}. Pair the round again, or change it by hand."))
    _check_whole(
        round_view.gone, _("Dropped out but in a match: {names}. Pair the round again, or change it by hand.")
    )
    _check_whole(
        round_view.early,
        _("Entering later but in a match: {names}. Pair the round again, or change it by hand."),
    )
    round_.begun_at = clock.now()
    round_.save(update_fields=["begun_at"])
    if locked_division.clocks_given:
        set_up(round_)
    write_division_act(locked_division, "round_begun", by=by, number=number)
    return round_


def check_next(division: Division, number: int) -> None:
    """Refuse a round that is not the next one."""
    paired = {round_.number: round_ for round_ in division.rounds.select_related("paired_by")}
    if number in paired:
        raise RuleViolation(
            "paired_already",
            _("Round {number} has already been paired, by {by}."),
            number=number,
            by=paired[number].paired_by,
        )
    if number != len(paired) + 1:
        raise RuleViolation("not_the_next", _("Round {number} is next to be paired."), number=len(paired) + 1)
    if number > division.rounds_planned:
        raise RuleViolation(
            "no_round_left",
            ngettext_lazy(
                "The only round is paired. More can be planned in the settings.",
                "All {planned} rounds are paired. More can be planned in the settings.",
                "planned",
            ),
            planned=division.rounds_planned,
        )


def _check_results(division: Division, number: int, rounds_ahead: int) -> None:
    """Refuse while results are missing that the pairings depend on."""
    for count in round_counts(division):
        if count.missing and count.round.number < number - rounds_ahead:
            raise RuleViolation(
                "results_missing",
                _("Results of round {number} are missing: {missing}."),
                number=count.round.number,
                missing=count.missing,
            )


def _check_whole(entrants: Sequence[DivisionEntry], message: object) -> None:
    if entrants:
        names = ", ".join(entrant.entry.name for entrant in entrants[:5])
        more = f" (+{len(entrants) - 5})" if len(entrants) > 5 else ""
        raise RuleViolation("round_not_whole", str(message), names=names + more)


def last_not_begun(division: Division, number: int) -> DivisionRound:
    round_ = round_of(division, number)
    check_not_begun(round_)
    if division.rounds.filter(number__gt=number).exists():
        raise RuleViolation(
            "not_the_last", _("Round {number} is also paired: remove its pairings first."), number=number + 1
        )
    return round_


def new_round(division: Division, number: int, method: str, by: User) -> DivisionRound:
    try:
        with transaction.atomic():
            return DivisionRound.objects.create(
                division=division, number=number, method=method, paired_by=by, paired_at=clock.now()
            )
    except IntegrityError:
        raise RuleViolation(
            "paired_already", _("Round {number} has already been paired, by {by}."), number=number, by="?"
        ) from None


def mark_paired(round_: DivisionRound, method: str, by: User) -> None:
    round_.method, round_.paired_by, round_.paired_at = method, by, clock.now()
    round_.save(update_fields=["method", "paired_by", "paired_at"])


def write_matches(round_: DivisionRound, pairings: Sequence[Pairing]) -> None:
    Match.objects.bulk_create(
        Match(
            round=round_,
            table=table,
            first_id=each.first,
            second_id=each.second,
            reasons=[[reason.code, dict(reason.values)] for reason in each.reasons],
            group=each.group,
        )
        for each, table in seat_pairings(round_, pairings)
    )


def _pair(
    division: Division,
    number: int,
    by: User,
    check: Callable[[Division], str],
    write: Callable[[Division, str, Sequence[Pairing]], DivisionRound],
) -> DivisionRound:
    """Check, pair, and write; retry if the input has changed meanwhile.

    Pairing takes seconds for hundreds of players. It runs before the division is locked, so that nobody waits
    for it. Under the lock the input is compared; if it has changed, the round is paired again, `ATTEMPTS`
    times at most.
    """
    for _attempt in range(ATTEMPTS):
        check_chief(division.event, by)
        seen = Division.objects.get(pk=division.pk)
        chosen = check(seen)
        known = read_known(seen, number, chosen)
        made = pair(chosen, known[0], number, known[1]).pairings
        with transaction.atomic():
            locked_division = lock_division(division, by)
            if (check(locked_division), read_known(locked_division, number, chosen)) == (chosen, known):
                return write(locked_division, chosen, made)
    raise RuleViolation("changed_meanwhile", _("Results came in during pairing: pair the round again."))


def read_known(division: Division, number: int, method: str) -> Known:
    """Return the input for pairing a round by a method; its settings are those of the round's stage, or the
    division's for a method that is not planned.

    Rounds whose results the pairing does not wait for give only who meets whom, so their results do not cause
    a retry.
    """
    matches, stage = matches_paired(division), stage_for(division, number)
    ahead = number - min(rounds_open(matches, number), default=number)
    # More open rounds than the division allows: pair from the results that are in.
    ahead = ahead if ahead <= stage.rounds_ahead else 0
    known = tuple(match if match.round < number - ahead else match.meeting_only for match in matches)
    field = PairingField(contestants_of(division, number), known, rules_of(division))
    if method != stage.method:
        stage = usual_stage(division)
    return field, settings_of(division, stage, ahead)
