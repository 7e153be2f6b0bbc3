"""Queries for `duplicate.standings.rules.averages`: which players arbitrated which rounds, and which zeros follow
one another on paper. A rule set without averages makes no query.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from duplicate.models import Game, Ruling, Slip
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.standings.rules.averages import PaperZero, RuledZero, fault_of, find_averages, second_zeros
from duplicate.standings.rules.ranking import Average, PlayerScores


def averages_for_game(
    game: Game, players: Sequence[PlayerScores], number_of: Mapping[int, int]
) -> dict[int, dict[int, Average]]:
    """Return the averages by player and round; `number_of` maps the keys of the announced rounds to numbers
    from 0.
    """
    rules = game.rule_set
    arbitrated = _find_arbitrated_rounds(number_of) if rules.standings.arbitrators_averaged else {}
    zeros = _second_zeros(players, number_of) if rules.sanctions.second_zero_averaged else ()
    if not arbitrated and not zeros:
        return {}
    return find_averages(
        players, arbitrated=arbitrated, zeros=zeros, keyed=_find_keyed_entries(zeros, number_of)
    )


def _find_arbitrated_rounds(number_of: Mapping[int, int]) -> dict[int, set[int]]:
    """Return the rounds that each player arbitrated."""
    rounds: dict[int, set[int]] = defaultdict(set)
    found = RoundArbitrator.objects.filter(round__in=number_of).order_by()
    for entry_id, round_id in found.values_list("entry", "round"):
        rounds[entry_id].add(number_of[round_id])
    return rounds


def _second_zeros(players: Iterable[PlayerScores], number_of: Mapping[int, int]) -> tuple[PaperZero, ...]:
    """Find the second zeros on paper; query only the few players who have zeros in consecutive rounds."""
    suspects = {player.entry_id: player.zeroed for player in players if _has_consecutive(player.zeroed)}
    if not suspects:
        return ()
    columns = (
        "slip__entry_id",
        "slip__round_id",
        "slip__keyed_by_id",
        "code",
        "reason",
        "by",
        "conduct",
        "solo",
    )
    on_paper = Ruling.objects.of_counting().filter(
        slip__entry__in=suspects,
        slip__round__in=number_of,
        slip__source=Slip.Source.DESK,
        slip__keyed_by__isnull=False,
    )
    told: dict[tuple[int, int, int], list[RuledZero]] = defaultdict(list)
    for *slip, code, reason, by, conduct, solo in on_paper.order_by("pk").values_list(*columns):
        told[tuple(slip)].append(RuledZero(code, reason, by is not None, conduct, solo))
    return second_zeros(
        PaperZero(entry_id, number_of[round_id], fault_of(rulings), keyed_by)
        for (entry_id, round_id, keyed_by), rulings in told.items()
        if number_of[round_id] in suspects[entry_id]
    )


def _find_keyed_entries(
    zeros: Collection[PaperZero], number_of: Mapping[int, int]
) -> dict[tuple[int, int], set[int]]:
    """Return the entries of the arbitrators of these zeros, by arbitrator and round.

    An entry without a slip in a round, whether that is on record or not, is of the arbitrator who keyed its last slip
    before, or else its first one after.
    """
    if not zeros:
        return {}
    slips = Slip.objects.counting().showing_presence().filter(round__in=number_of).order_by()
    keyed_by: dict[int, dict[int, int | None]] = defaultdict(dict)
    for entry_id, round_id, source, user_id in slips.values_list("entry", "round", "source", "keyed_by"):
        keyed_by[entry_id][number_of[round_id]] = user_id if source == Slip.Source.DESK else None
    keyed: dict[tuple[int, int], set[int]] = defaultdict(set)
    for number in {zero.number for zero in zeros}:
        for entry_id, hands in keyed_by.items():
            nearest = max([one for one in hands if one <= number], default=min(hands))
            if (hand := hands[nearest]) is not None:
                keyed[hand, number].add(entry_id)
    return keyed


def _has_consecutive(numbers: Sequence[int]) -> bool:
    return any(number + 1 in numbers for number in numbers)
