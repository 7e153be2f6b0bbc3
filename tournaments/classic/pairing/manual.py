"""Manual pairings, and their errors and warnings for the director. Pure.

Errors: a contestant is listed twice, missing, absent, or paired with themselves. Warnings: a rematch, two of
one club or team if these are kept apart, a bye for somebody who has had more than others, a first-move
balance outside −1 to 1.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.classic.pairing.first_move import beyond_one, imbalance, pairing_of
from tournaments.classic.pairing.history import Ground, ground_for
from tournaments.classic.pairing.reasons import REASONS
from tournaments.classic.pairing.values import Apart, Field, Pairing, Reason, Settings
from tournaments.core.errors import RuleViolation

Given = Sequence[tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of manual pairings, in the form of a reason; an error must be mended, a warning may be
    confirmed.
    """

    reason: Reason
    error: bool


def check_pairings(
    field: Field,
    number: int,
    given: Given,
    *,
    firsts_given: bool = False,
    apart: frozenset[Apart] = frozenset(),
) -> tuple[Problem, ...]:
    """Check the pairings of a round and return the problems; errors first."""
    ground = ground_for(field, number, Settings(given=tuple(given), firsts_given=firsts_given, apart=apart))
    return tuple(_problems(ground))


def pair_manual(ground: Ground) -> list[Pairing]:
    """Return the pairings as given, byes last; first moves are as given, or by the rules.

    Raises:
        RuleViolation: the pairings have an error.
    """
    names = {one.key: one.name for one in ground.field.contestants}
    for problem in _errors(ground):
        reason = problem.reason
        values = {role: names.get(int(key), str(key)) for role, key in reason.values.items()}
        raise RuleViolation(reason.code, REASONS[reason.code], **values)
    pairings = []
    by_hand = Reason("by_hand")
    for one, other in ground.settings.given:
        if other is None:
            pairings.append(Pairing(one, None, (by_hand,)))
        elif ground.settings.firsts_given:
            pairings.append(Pairing(one, other, (by_hand,)))
        else:
            pairings.append(pairing_of(ground, one, other, (by_hand,)))
    return sorted(pairings, key=lambda pairing: pairing.second is None)


def _problems(ground: Ground) -> Iterator[Problem]:
    yield from _errors(ground)
    yield from _warnings(ground)


def _errors(ground: Ground) -> Iterator[Problem]:
    present = ground.keys
    named = Counter(key for pair in ground.settings.given for key in pair if key is not None)
    for one, other in ground.settings.given:
        if one == other:
            yield Problem(Reason("paired_with_self", {"player": one}), error=True)
    for key, times in named.items():
        if key not in present:
            yield Problem(Reason("paired_not_there", {"player": key}), error=True)
        elif times > 1 and (key, key) not in ground.settings.given:
            yield Problem(Reason("paired_twice", {"player": key}), error=True)
    for key in present:
        if key not in named:
            yield Problem(Reason("not_paired", {"player": key}), error=True)


def _warnings(ground: Ground) -> Iterator[Problem]:
    history = ground.history
    who = {one.key: one for one in ground.field.present}
    fewest = min((history.byes[key] for key in who), default=0)
    for one, other in ground.settings.given:
        if one not in who or (other is not None and other not in who) or one == other:
            continue
        if other is None:
            if history.byes[one] > fewest:
                values = {"player": one, "byes": history.byes[one]}
                yield Problem(Reason("bye_again_by_hand", values), error=False)
            continue
        both: dict[str, int | str] = {"player": one, "opponent": other}
        rounds = history.rounds_met(one, other)
        if rounds:
            met = {**both, "rounds": ", ".join(map(str, rounds))}
            yield Problem(Reason("rematch_by_hand", met), error=False)
        kinds: tuple[tuple[Apart, str, str], ...] = (
            ("team", who[one].team, who[other].team),
            ("club", who[one].club, who[other].club),
        )
        for kind, mine, theirs in kinds:
            if kind in ground.settings.apart and mine and mine == theirs:
                code = f"same_{kind}_by_hand"
                yield Problem(Reason(code, both), error=False)
        ways = [(history.balance(one), history.balance(other))]
        if not ground.settings.firsts_given:
            ways.append((ways[0][1], ways[0][0]))
        if min(imbalance(*way) for way in ways) > sum(map(beyond_one, ways[0])):
            yield Problem(Reason("balance_by_hand", both), error=False)
