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
  6.  floats of leaders, unless balance goes before them;
  7.  first-move balances outside −1 to 1;
  8.  floats: the square of the difference in half wins, so that two small floats are better than a large one;
  9.  contestants who float the same way as in the round before;
  10. within a group, the square of how far the two are from the opponents of the setting; between groups, of
    the difference in place, so that the last of one meets the first of the next.

The complete graph of 400 takes half a minute. In a large field each contestant is therefore joined only to
the nearest of the own group and of those next to it. The answer is used if 1, 2 and 5 could not be lower in
the complete graph; otherwise the neighbourhood is widened, in the end to the whole division (for 4, 6 and 7
it is widened a little). So priorities 1, 2 and 5 hold in the whole division; 8 to 10 are the best among
neighbours.
"""

from collections import Counter

from tournaments.classic.pairing.common import rematch_reasons
from tournaments.classic.pairing.first_move import least_imbalance, pairing_of
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost, Edge, least_cost, total_cost
from tournaments.classic.pairing.values import Pairing, Reason
from tournaments.classic.rules.standings import tally
from tournaments.core.reports.tables import wins_text

# Up to `COMPLETE` the graph is complete. In a larger field `NEAREST` of each group are tried first, and at
# most `NEAREST_AT_MOST` for priorities 4, 6 and 7.
COMPLETE, NEAREST, NEAREST_AT_MOST = 48, 6, 24


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
        self.leaders = 0 if pairing_input.settings.balance_first else len(self.groups[0])
        self.least_lost = self._least_balance_lost()
        self.last_round = max((rounds[-1] for met in self.met for rounds in met.values()), default=0)

    def cost(self, upper: int, lower: int) -> Cost:
        """Return the cost of pairing these two, by the priorities above; `lower` may be the bye."""
        if lower == self.bye:
            return 0, self.byes[upper] - self.fewest_byes, 0, 0, self.size - 1 - upper, 0, 0, 0, 0, 0
        met = self.met[upper].get(self.keys[lower], ())
        again = (4 * (len(met) - 1) + (met[-1] == self.last_round)) if met else 0
        lost = least_imbalance(self.balance[upper], self.balance[lower])
        gap = self.half_wins[upper] - self.half_wins[lower]
        floats = (self.floated[upper] > 0) + (self.floated[lower] < 0) if gap else 0
        together = self.together(upper, lower) is not None
        away = self.distance(upper, lower)
        leaders = gap * gap if upper < self.leaders else 0
        return bool(met), 0, again, together, 0, leaders, lost, gap * gap, floats, away * away

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

    def edges(self, nearest: int | None) -> dict[Edge, Cost]:
        """Return the edges to choose from: all, or those of each one to the nearest of the neighbouring groups."""
        edges: dict[Edge, Cost] = {}
        for place in range(self.size):
            others = range(place + 1, self.size) if nearest is None else self._nearest(place, nearest)
            for other in others:
                edge = (place, other) if place < other else (other, place)
                if edge not in edges:
                    edges[edge] = self.cost(*edge)
        if self.bye is not None:
            edges |= {(place, self.bye): self.cost(place, self.bye) for place in range(self.size)}
        return edges

    def _nearest(self, place: int, count: int) -> list[int]:
        """Return so many of the own group who cost least, and of the groups above and below those who would
        float as far.

        Opponents at whom the first-move balance would be lost are left out while the bound says that nobody
        has to lose it; half as many leaders of these are kept for leaders.
        """
        mine = self.group_of[place]
        losing = count // 4 if count > NEAREST or self.least_lost else 0
        found = self._nearest_of(mine, place, count, losing)
        for way in (range(mine - 1, -1, -1), range(mine + 1, len(self.groups))):
            # Look beyond a small group, such as those with a draw, into the next one too.
            room = count + count // 2
            for number in way:
                found += self._nearest_of(number, place, min(count, room), losing)
                room -= len(self.groups[number])
                if room <= 0:
                    break
        return found

    def _nearest_of(self, number: int, place: int, count: int, losing: int) -> list[int]:
        """Return the nearest of one group."""
        mine = self.group_of[place]
        if self.leaders and mine == number == 0:
            losing = max(losing, count // 2)
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
        near = sorted(others[False])[:count] + sorted(others[True])[:losing]
        return [other for _away, other in near]

    def _least_balance_lost(self) -> int:
        """Return a lower bound of the first-move balance that any pairing loses in which leaders meet leaders, and
        others meet others.
        """
        kept = sum(max(0, abs(balance) - 2) for balance in self.balance)
        # The bye and a leader who floats may take two away from the others.
        fewer = 2 if self.bye is not None and self.leaders % 2 else 0
        for part in (self.balance[: self.leaders], self.balance[self.leaders :]):
            for sign in (1, -1):
                same = sum(sign * balance > 0 for balance in part)
                kept += max(0, (2 * same - len(part) - fewer) // 2)
        return kept

    def leaders_meet(self, total: Cost, nearest: int) -> bool:
        """Tell whether no more leaders float than must, or all of them were joined to each other."""
        gap = self.half_wins[0] - self.half_wins[self.leaders] if 0 < self.leaders < self.size else 0
        return self.leaders <= nearest or total[5] <= gap * gap * (self.leaders % 2)


def _match(field: SwissField) -> tuple[list[Edge], Cost]:
    """Return the matching of least cost with its cost; the module's docstring says which edges are tried."""
    nearest: int | None = NEAREST if field.size > COMPLETE else None
    while nearest is not None and nearest < field.size:
        edges = field.edges(nearest)
        chosen = least_cost(edges)
        if 2 * len(chosen) >= field.size:
            total = total_cost(chosen, edges)
            good = total[3] == 0 and field.leaders_meet(total, nearest) and total[6] <= field.least_lost
            if _proven(field, total) and (good or nearest >= NEAREST_AT_MOST):
                return chosen, total
        nearest *= 2
    edges = field.edges(None)
    chosen = least_cost(edges)
    return chosen, total_cost(chosen, edges)


def _proven(field: SwissField, total: Cost) -> bool:
    """Tell whether no other edges could give fewer rematches, or a fairer bye."""
    if total[0] or total[1]:
        return False
    lowest = max(place for place in range(field.size) if field.byes[place] == field.fewest_byes)
    return total[4] == (field.size - 1 - lowest if field.bye is not None else 0)


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
        code = "float_odd" if field.group_of[upper] in odd else "float_fits"
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
