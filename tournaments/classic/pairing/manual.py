"""Manual pairings, and their errors and warnings for the director. Pure.

Errors: a contestant is listed twice, missing, absent, or paired with themselves. Warnings: a rematch, two of
one club or team if these are kept apart, a bye for somebody who has had more than others, a first-move
balance outside −1 to 1.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.classic.pairing.first_move import beyond_one, imbalance, pairing_of
from tournaments.classic.pairing.history import PairingInput, pairing_input_for
from tournaments.classic.pairing.reasons import REASONS
from tournaments.classic.pairing.values import Apart, Pairing, PairingField, Reason, Settings
from tournaments.errors import RuleViolation

Given = Sequence[tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class PairingProblem:
    """A problem of manual pairings, in the form of a reason; an error must be mended, a warning may be
    confirmed.
    """

    reason: Reason
    error: bool


def check_pairings(
    field: PairingField,
    number: int,
    given: Given,
    *,
    firsts_given: bool = False,
    apart: frozenset[Apart] = frozenset(),
) -> tuple[PairingProblem, ...]:
    """Check the pairings of a round and return the problems; errors first."""
    pairing_input = pairing_input_for(
        field, number, Settings(given=tuple(given), firsts_given=firsts_given, apart=apart)
    )
    return tuple(_problems(pairing_input))


def pair_manual(pairing_input: PairingInput) -> list[Pairing]:
    """Return the pairings as given, byes last; first moves are as given, or by the rules.

    Raises:
        RuleViolation: the pairings have an error.
    """
    names = {contestant.key: contestant.name for contestant in pairing_input.field.contestants}
    for problem in _errors(pairing_input):
        reason = problem.reason
        values = {role: names.get(int(key), str(key)) for role, key in reason.values.items()}
        raise RuleViolation(reason.code, REASONS[reason.code], **values)
    pairings = []
    by_hand = Reason("by_hand")
    for one, other in pairing_input.settings.given:
        if other is None:
            pairings.append(Pairing(one, None, (by_hand,)))
        elif pairing_input.settings.firsts_given:
            pairings.append(Pairing(one, other, (by_hand,)))
        else:
            pairings.append(pairing_of(pairing_input, one, other, (by_hand,)))
    return sorted(pairings, key=lambda pairing: pairing.second is None)


def _problems(pairing_input: PairingInput) -> Iterator[PairingProblem]:
    yield from _errors(pairing_input)
    yield from _warnings(pairing_input)


def _errors(pairing_input: PairingInput) -> Iterator[PairingProblem]:
    present = pairing_input.keys
    named = Counter(key for pair in pairing_input.settings.given for key in pair if key is not None)
    for one, other in pairing_input.settings.given:
        if one == other:
            yield PairingProblem(Reason("paired_with_self", {"player": one}), error=True)
    for key, times in named.items():
        if key not in present:
            yield PairingProblem(Reason("paired_not_there", {"player": key}), error=True)
        elif times > 1 and (key, key) not in pairing_input.settings.given:
            yield PairingProblem(Reason("paired_twice", {"player": key}), error=True)
    for key in present:
        if key not in named:
            yield PairingProblem(Reason("not_paired", {"player": key}), error=True)


def _warnings(pairing_input: PairingInput) -> Iterator[PairingProblem]:
    history = pairing_input.history
    who = {one.key: one for one in pairing_input.field.present}
    fewest = min((history.byes[key] for key in who), default=0)
    for one, other in pairing_input.settings.given:
        if one not in who or (other is not None and other not in who) or one == other:
            continue
        if other is None:
            if history.byes[one] > fewest:
                values = {"player": one, "byes": history.byes[one]}
                yield PairingProblem(Reason("bye_again_by_hand", values), error=False)
            continue
        both: dict[str, int | str] = {"player": one, "opponent": other}
        rounds = history.rounds_met(one, other)
        if rounds:
            met = {**both, "rounds": ", ".join(map(str, rounds))}
            yield PairingProblem(Reason("rematch_by_hand", met), error=False)
        kinds: tuple[tuple[Apart, str, str], ...] = (
            ("team", who[one].team, who[other].team),
            ("club", who[one].club, who[other].club),
        )
        for kind, mine, theirs in kinds:
            if kind in pairing_input.settings.apart and mine and mine == theirs:
                code = f"same_{kind}_by_hand"
                yield PairingProblem(Reason(code, both), error=False)
        ways = [(history.balance(one), history.balance(other))]
        if not pairing_input.settings.firsts_given:
            ways.append((ways[0][1], ways[0][0]))
        if min(imbalance(*way) for way in ways) > sum(map(beyond_one, ways[0])):
            yield PairingProblem(Reason("balance_by_hand", both), error=False)
