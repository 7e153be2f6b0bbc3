"""Round robin: everybody meets everybody, by Berger's table (`berger.py`), once or in several cycles. Pure.

Seats are those of the settings, or the contestants in the order in which they came in and then of their numbers: a
latecomer takes the empty seat of an odd number and changes nothing for the others. Who drops out keeps the seat:
whoever would meet them has a bye. The table plans first moves; after byes and forfeits balance goes before it.
"""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.pairings import berger
from tournaments.pairings.firsts import pairing_of
from tournaments.pairings.history import Ground
from tournaments.pairings.values import Pairing, Reason


def rounds_needed(contestants: int, cycles: int = 1) -> int:
    """How many rounds so many contestants play."""
    return berger.rounds_of(contestants) * cycles


def pair_round_robin(ground: Ground) -> list[Pairing]:
    """Round `number` of the table, in its order, byes last."""
    seats = _seats(ground)
    rounds = rounds_needed(len(seats), ground.settings.cycles)
    if ground.number > rounds:
        raise RuleViolation(
            "table_at_end",
            _("The table of this round robin has {rounds} rounds: all have met by then."),
            rounds=rounds,
        )
    present = set(ground.keys)
    pairings, byes = [], []
    free = present.copy()
    for one, other in berger.table(len(seats), ground.number):
        first, second = seats[one], seats[other]
        free -= {first, second}
        if {first, second} <= present:
            pairings.append(pairing_of(ground, first, second, _why(ground, first, second), planned=first))
        for player, opponent in ((first, second), (second, first)):
            if player in present and opponent not in present:
                values = {"player": player, "opponent": opponent}
                byes.append(Pairing(player, None, (Reason("bye_opponent_absent", values),)))
    byes += [Pairing(key, None, (Reason("bye_by_table", {"player": key}),)) for key in sorted(free)]
    return pairings + byes


def _why(ground: Ground, first: int, second: int) -> tuple[Reason, ...]:
    reasons = [Reason("by_table", {"round": ground.number})]
    rounds = ground.history.rounds_met(first, second)
    if rounds:
        reasons.append(Reason("rematch_by_method", {"rounds": ", ".join(map(str, rounds))}))
    return tuple(reasons)


def _seats(ground: Ground) -> tuple[int, ...]:
    """The keys by seat; whoever is to be paired and has none sits after the others."""
    came_in: dict[int, int] = {}
    for match in ground.field.matches:
        for key in (match.first, match.second):
            if key is not None and match.round < ground.number:
                came_in[key] = min(match.round, came_in.get(key, match.round))
    listed = sorted(
        ground.field.contestants, key=lambda one: (came_in.get(one.key, ground.number), one.number, one.key)
    )
    given = ground.settings.seats
    # Nobody who was gone before the first round has a seat in it.
    others = [one.key for one in listed if one.key not in given and (one.present or one.key in came_in)]
    return (*given, *others)
