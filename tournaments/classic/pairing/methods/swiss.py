"""Swiss: contestants with equal wins meet, and nobody meets twice if that can be avoided. Pure.

Terms. A *group* is those with equal wins, in the order of the standings; the first group are the *leaders*. A
contestant who meets somebody of another group *floats*. If the number is odd, one has a *bye*, which is paired
like an opponent that nobody wants.

The round is one matching of least cost. Its priorities, each worth more than all later ones together:

  1.  rematches, as few as possible in the whole division;
  2.  a bye for somebody who has had more of them than others;
  3.  how often two have met before, and if it was in the last round, where rematches cannot be avoided;
  4.  two of one team or club, where these are kept apart;
  5.  the bye for the lowest of those who have had the fewest;
  6.  pairs of two groups, as few as possible;
  7.  floats of leaders: the square of the difference in half wins;
  8.  floats of all: the same, so that two small floats are better than a small and a large one;
  9.  first-move balances outside −1 to 1;
  10. contestants who float the same way as in the round before;
  11. within a group, the square of how far the two are from the opponents of the setting; between groups, of
    the difference in place, so that the last of one meets the first of the next.

The complete graph of 400 takes half a minute. In a large field each contestant is therefore joined only to
the nearest of the own group, and if it has some *left over*, who have met all whom they could meet there, to
those of the next groups that have some too. The answer is used if 1, 2, 5 and 6 could not be lower in the
complete graph; otherwise the neighbourhood is widened, in the end to the whole division (for 4 and 6 it is
widened a little). So priorities 1, 2 and 5 hold in the whole division, and 6 wherever as few float as are left
over; 7 to 11 are the best among neighbours.
"""

from collections import Counter
from functools import cached_property
from itertools import chain, combinations

from tournaments.classic.pairing.common import rematch_reasons
from tournaments.classic.pairing.first_move import least_imbalance, pairing_of
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost, Edge, least_cost, total_cost
from tournaments.classic.pairing.values import Pairing, Reason
from tournaments.classic.rules.standings import tally
from tournaments.reports.tables import wins_text

# Up to `COMPLETE` the graph is complete. In a larger field `NEAREST` of the own group are tried first, and at most
# `NEAREST_AT_MOST` for priorities 4 and 6; `FLOATS` of each next group, until so many groups can float `SUPPLY`.
COMPLETE, NEAREST, NEAREST_AT_MOST = 64, 6, 24
FLOATS, SUPPLY = 4, 4


def pair_swiss(pairing_input: PairingInput) -> list[Pairing]:
    """Pair the round, best table first, the bye last."""
    field = SwissField(pairing_input)
    chosen, total = _match(field)
    return _pairings(field, chosen, rematches=total[0])


class SwissField:
    """The contestants by their place in the standings, from 0, and the cost of pairing two of them.

    If the number is odd, the place after the last is the bye.
    """

    def __init__(self, pairing_input: PairingInput) -> None:
        self.pairing_input = pairing_input
        history = pairing_input.history
        self.keys = pairing_input.keys
        self.size = len(self.keys)
        self.bye = self.size if self.size % 2 else None
        self.half_wins = [line.half_wins for line in pairing_input.lines]
        self.balance = [history.balance(key) for key in self.keys]
        self.byes = [history.byes[key] for key in self.keys]
        self.fewest_byes = min(self.byes)
        self.met = [history.met.get(key, {}) for key in self.keys]
        self.floated = _floats_before(pairing_input)
        groups: dict[int, list[int]] = {}
        for place, half_wins in enumerate(self.half_wins):
            groups.setdefault(half_wins, []).append(place)
        self.groups = list(groups.values())
        self.group_of = [number for number, group in enumerate(self.groups) for _place in group]
        self.last_round = max((rounds[-1] for met in self.met for rounds in met.values()), default=0)

    def cost(self, upper: int, lower: int) -> Cost:
        """Return the cost of pairing these two, by the priorities above; `lower` may be the bye."""
        if lower == self.bye:
            return 0, self.byes[upper] - self.fewest_byes, 0, 0, self.size - 1 - upper, 0, 0, 0, 0, 0, 0
        met = self.met[upper].get(self.keys[lower], ())
        again = (4 * (len(met) - 1) + (met[-1] == self.last_round)) if met else 0
        together = self.together(upper, lower) is not None
        gap = self.half_wins[upper] - self.half_wins[lower]
        floats = gap > 0, gap * gap if self.group_of[upper] == 0 else 0, gap * gap
        lost = least_imbalance(self.balance[upper], self.balance[lower])
        same_way = (self.floated[upper] > 0) + (self.floated[lower] < 0) if gap else 0
        away = self.distance(upper, lower)
        return bool(met), 0, again, together, 0, *floats, lost, same_way, away * away

    def distance(self, upper: int, lower: int) -> int:
        """Return how far two are from their planned opponents, in halves of a place."""
        if self.group_of[upper] != self.group_of[lower]:
            return 2 * (lower - upper - 1)
        group = self.groups[self.group_of[upper]]
        match self.pairing_input.settings.opponents:
            case "halves":
                return abs(2 * (lower - upper) - len(group))
            case "fold":
                return 2 * abs(upper + lower - group[0] - group[-1])
            case _:
                return 2 * (lower - upper - 1)

    def together(self, upper: int, lower: int) -> str | None:
        """Return the code of the team or club that the two share, if it is to be kept apart."""
        one, other = (self.pairing_input.lines[place].contestant for place in (upper, lower))
        apart = self.pairing_input.settings.apart
        if "team" in apart and one.team and one.team == other.team:
            return "same_team"
        return "same_club" if "club" in apart and one.club and one.club == other.club else None

    def edges(self, nearest: int | None, *, everywhere: bool = True) -> dict[Edge, Cost]:
        """Return the edges to choose from: all, or those of each one to the nearest of the own group and of those
        next to it: of these everywhere, or only where some are left over.
        """
        edges: dict[Edge, Cost] = {}
        for place in range(self.size):
            others = range(place + 1, self.size)
            for other in others if nearest is None else self._nearest(place, nearest, everywhere=everywhere):
                edge = (place, other) if place < other else (other, place)
                if edge not in edges:
                    edges[edge] = self.cost(*edge)
        if self.bye is not None:
            edges |= {(place, self.bye): self.cost(place, self.bye) for place in range(self.size)}
        return edges

    def _nearest(self, place: int, count: int, *, everywhere: bool) -> list[int]:
        """Return so many of the own group, and some of the groups above and below who would float as far."""
        mine = self.group_of[place]
        found = self._nearest_of(mine, place, count)
        if not everywhere and not self.left_over[mine]:
            return found
        for way in (range(mine - 1, -1, -1), range(mine + 1, len(self.groups))):
            supply = SUPPLY
            for number in way:
                if supply > 0 and (everywhere or self.left_over[number]):
                    found += self._nearest_of(number, place, FLOATS)
                    supply -= self.left_over[number] or SUPPLY // 2
        return found

    def _nearest_of(self, number: int, place: int, count: int) -> list[int]:
        """Return so many of one group who cost least, and half as many with whom a first-move balance is lost."""
        mine = self.group_of[place]
        others: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
        for other in self.groups[number]:
            if other == place or self.keys[other] in self.met[place]:
                continue
            upper, lower = min(place, other), max(place, other)
            away = self.distance(upper, lower)
            if number != mine:
                # The third from the end is joined to about the third of the group below, so that not all get
                # its very first.
                end, top = self.groups[self.group_of[upper]][-1], self.groups[self.group_of[lower]][0]
                away = abs(end - upper - (lower - top))
            loses = least_imbalance(self.balance[place], self.balance[other]) > 0
            others[loses].append((away, other))
        near = sorted(others[False])[:count] + sorted(others[True])[: count // 2]
        return [other for _away, other in near]

    @cached_property
    def lowest(self) -> int | None:
        """The place of the lowest of those with the fewest byes, if one has a bye."""
        if self.bye is None:
            return None
        return max(place for place in range(self.size) if self.byes[place] == self.fewest_byes)

    @cached_property
    def left_over(self) -> list[int]:
        """How many of each group cannot be paired within it without a rematch, once `lowest` has the bye."""
        return [self._count_left_over([one for one in group if one != self.lowest]) for group in self.groups]

    def _count_left_over(self, group: list[int]) -> int:
        new = {
            (upper, lower): (0,)
            for upper, lower in combinations(group, 2)
            if self.keys[lower] not in self.met[upper]
        }
        degrees = Counter(chain.from_iterable(new))
        if all(2 * degrees[place] >= len(group) for place in group):
            return len(group) % 2  # by Dirac's theorem there is a cycle through them all
        return len(group) - 2 * len(least_cost(new))

    @property
    def fewest_floats(self) -> int:
        """A lower bound of priority 6."""
        return max(*self.left_over, sum(self.left_over) // 2)


def _match(field: SwissField) -> tuple[list[Edge], Cost]:
    """Return the matching of least cost with its cost; the module's docstring says which edges are tried."""
    nearest, everywhere = NEAREST, False
    while COMPLETE < field.size > nearest:
        edges = field.edges(nearest, everywhere=everywhere)
        chosen = least_cost(edges)
        if 2 * len(chosen) >= field.size:
            total = total_cost(chosen, edges)
            good = total[3] == 0 and total[5] <= field.fewest_floats
            if _proven(field, total) and (good or nearest >= NEAREST_AT_MOST):
                return chosen, total
        nearest, everywhere = nearest * (1 + everywhere), True
    edges = field.edges(None)
    chosen = least_cost(edges)
    return chosen, total_cost(chosen, edges)


def _proven(field: SwissField, total: Cost) -> bool:
    """Tell whether no other edges could give fewer rematches, or a fairer bye."""
    lowest = field.size - 1 if field.lowest is None else field.lowest
    return not (total[0] or total[1]) and total[4] == field.size - 1 - lowest


def _floats_before(pairing_input: PairingInput) -> list[int]:
    """Return by place the gap in half wins to the opponent of the round before: above 0 for a down-float,
    below for an up-float.
    """
    before = pairing_input.number - 1
    # Standings as they were when that round was paired.
    matches = [
        match
        for match in pairing_input.field.matches
        if match.round < before - pairing_input.settings.rounds_ahead
    ]
    tallies = tally(pairing_input.field.contestants, matches, pairing_input.field.rules)
    floated: dict[int, int] = {}
    for match in pairing_input.field.matches:
        one, other = tallies.get(match.first), tallies.get(match.second or 0)
        if match.round == before and match.is_meeting and one and other:
            gap = one.half_wins - other.half_wins
            floated[one.contestant.key], floated[other.contestant.key] = gap, -gap
    return [floated.get(key, 0) for key in pairing_input.keys]


def _pairings(field: SwissField, chosen: list[Edge], rematches: int) -> list[Pairing]:
    """Return the pairings with their reasons."""
    down: Counter[int] = Counter()
    into: Counter[int] = Counter()
    for upper, lower in chosen:
        if lower != field.bye and field.group_of[upper] != field.group_of[lower]:
            down[field.group_of[upper]] += 1
            into[field.group_of[lower]] += 1
    odd = {
        number
        for number, group in enumerate(field.groups)
        if down[number] == 1 and (len(group) - into[number]) % 2
    }
    told = []
    for upper, lower in chosen:
        if lower == field.bye:
            continue
        reasons = [_why_these(field, upper, lower, odd)]
        reasons += _find_reasons(field, upper, lower, rematches)
        told.append(pairing_of(field.pairing_input, field.keys[upper], field.keys[lower], tuple(reasons)))
    return told + [_bye(field, upper) for upper, lower in chosen if lower == field.bye]


def _why_these(field: SwissField, upper: int, lower: int, odd: set[int]) -> Reason:
    wins, group = wins_text(field.half_wins[upper]), field.groups[field.group_of[upper]]
    if not any(field.met):
        first, second = (field.pairing_input.lines[place].contestant.number for place in (upper, lower))
        return Reason("none_played", {"place": first, "other_place": second})
    if field.group_of[upper] == field.group_of[lower]:
        places = {"place": upper - group[0] + 1, "other_place": lower - group[0] + 1}
        return Reason("same_group", {"wins": wins, "size": len(group), **places})
    others = [field.keys[place] for place in group if place != upper]
    if others and all(key in field.met[upper] for key in others):
        code = "float_met"
    else:
        code = "float_odd" if field.group_of[upper] in odd else "float_equals"
    values: dict[str, int | str] = {"player": field.keys[upper], "opponent": field.keys[lower], "wins": wins}
    return Reason(code, {**values, "other_wins": wins_text(field.half_wins[lower])})


def _why_rematch(field: SwissField, upper: int, lower: int, rematches: int) -> tuple[Reason, ...]:
    met = field.met[upper].get(field.keys[lower], ())
    if not met:
        return ()
    if field.pairing_input.is_part:
        return rematch_reasons(field.pairing_input, field.keys[upper], field.keys[lower], "rematch_fewest")
    rounds = ", ".join(map(str, met))
    for place in (upper, lower):
        if all(key in field.met[place] for key in field.keys if key != field.keys[place]):
            return (Reason("rematch_met_everybody", {"rounds": rounds, "player": field.keys[place]}),)
    return (Reason("rematch_unavoidable", {"rounds": rounds, "count": rematches}),)


def _find_reasons(field: SwissField, upper: int, lower: int, rematches: int) -> list[Reason]:
    reasons = list(_why_rematch(field, upper, lower, rematches))
    together = field.together(upper, lower)
    if together is not None:
        reasons.append(Reason(together))
    return reasons


def _bye(field: SwissField, place: int) -> Pairing:
    values: dict[str, int | str] = {"player": field.keys[place], "byes": field.byes[place]}
    if field.byes[place] > field.fewest_byes:
        code = "bye_again"
    elif any(field.byes[lower] == field.fewest_byes for lower in range(place + 1, field.size)):
        code = "bye_not_lowest"
    else:
        code = "bye_lowest"
    return Pairing(field.keys[place], None, (Reason(code, values),))
