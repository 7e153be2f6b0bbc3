"""Swiss: whoever has done as well meets whoever has done as well, and nobody twice while that can be avoided. Pure.

Terms. A *group* is those with equal wins, in the order of the standings. Who meets somebody of another group *floats*.
With an odd number one has a *bye*, which is paired like an opponent that nobody may want.

The round is one matching of least cost. Its priorities, each worth more than all later ones together:

1.  rematches, as few as can be in the whole division;
2.  a bye for somebody who has had more of them than others;
3.  how often two have met before, and whether it was in the last round, where rematches cannot be avoided;
4.  two of one team or club, where these are kept apart;
5.  the bye for the lowest of those who have had the fewest;
6.  first moves beyond within one, if balance goes before groups;
7.  floats: the square of the difference in half wins, so that two small floats are better than a large one;
8.  first moves beyond within one, otherwise;
9.  who floats the same way as in the round before;
10. within a group, the square of how far the two are from the opponents that the setting has in mind; between groups,
    of the difference in place, so that the last of one meets the first of the next.

The complete graph of 400 takes half a minute. In a large field each contestant is therefore joined only to the nearest
of the own group and of those next to it. The answer holds if 1, 2 and 5 could not be lower in the complete graph;
otherwise the neighbourhood is widened, in the end to the whole division (for the sake of 4 and 6 it is widened a
little). So what must hold, holds in the whole division; 7 to 10 are the best among neighbours.
"""

from collections import Counter

from tournaments.classic_standings import tally
from tournaments.classic_values import wins_text
from tournaments.pairings.firsts import least_imbalance, pairing_of
from tournaments.pairings.history import Ground
from tournaments.pairings.matching import Cost, Edge, least_cost, total_cost
from tournaments.pairings.values import Pairing, Reason

# Up to so many the graph is complete; beyond, so many of each group are looked at first, and so many at most for
# the sake of priorities 4 and 6.
COMPLETE, NEAREST, NEAREST_AT_MOST = 48, 6, 24


def pair_swiss(ground: Ground) -> list[Pairing]:
    """The pairings of the round, best table first, the bye last."""
    field = SwissField(ground)
    chosen, total = _matched(field)
    return _told(field, chosen, rematches=total[0])


class SwissField:
    """Those to be paired by their place in the standings, from 0, and what it costs to pair two of them.

    The place after the last is the bye, with an odd number.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        history = ground.history
        self.keys = ground.keys
        self.size = len(self.keys)
        self.bye = self.size if self.size % 2 else None
        self.half_wins = [line.half_wins for line in ground.lines]
        self.balance = [history.balance(key) for key in self.keys]
        self.byes = [history.byes[key] for key in self.keys]
        self.fewest_byes = min(self.byes)
        self.met = [history.met.get(key, {}) for key in self.keys]
        self.floated = _floats_before(ground)
        groups: dict[int, list[int]] = {}
        for place, half_wins in enumerate(self.half_wins):
            groups.setdefault(half_wins, []).append(place)
        self.groups = list(groups.values())
        self.group_of = [number for number, group in enumerate(self.groups) for _place in group]
        self.least_lost = self._least_balance_lost()
        self.last_round = max((rounds[-1] for met in self.met for rounds in met.values()), default=0)

    def cost(self, upper: int, lower: int) -> Cost:
        """What pairing these two costs, by the priorities above; `lower` may be the bye."""
        if lower == self.bye:
            return 0, self.byes[upper] - self.fewest_byes, 0, 0, self.size - 1 - upper, 0, 0, 0, 0, 0
        met = self.met[upper].get(self.keys[lower], ())
        again = (4 * (len(met) - 1) + (met[-1] == self.last_round)) if met else 0
        lost = least_imbalance(self.balance[upper], self.balance[lower])
        early, late = (lost, 0) if self.ground.settings.balance_first else (0, lost)
        gap = self.half_wins[upper] - self.half_wins[lower]
        floats = (self.floated[upper] > 0) + (self.floated[lower] < 0) if gap else 0
        together = self.together(upper, lower) is not None
        away = self.distance(upper, lower)
        return bool(met), 0, again, together, 0, early, gap * gap, late, floats, away * away

    def distance(self, upper: int, lower: int) -> int:
        """How far two are from the opponents in mind, in halves of a place."""
        if self.group_of[upper] != self.group_of[lower]:
            return 2 * (lower - upper - 1)
        group = self.groups[self.group_of[upper]]
        match self.ground.settings.opponents:
            case "halves":
                return abs(2 * (lower - upper) - len(group))
            case "fold":
                return 2 * abs(upper + lower - group[0] - group[-1])
            case _:
                return 2 * (lower - upper - 1)

    def together(self, upper: int, lower: int) -> str | None:
        """What the two are both of, among what is to be kept apart."""
        one, other = (self.ground.lines[place].contestant for place in (upper, lower))
        apart = self.ground.settings.apart
        if "team" in apart and one.team and one.team == other.team:
            return "same_team"
        return "same_club" if "club" in apart and one.club and one.club == other.club else None

    def edges(self, nearest: int | None) -> dict[Edge, Cost]:
        """The edges to choose from: all, or those of each one to the nearest of the groups about."""
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
        """So many of the own group who cost least, and of the groups above and below those who would float as far.

        Who would lose the balance of first moves is left out while it looks as if nobody had to.
        """
        mine = self.group_of[place]
        losing = count // 4 if count > NEAREST or self.least_lost else 0
        found = self._nearest_of(mine, place, count, losing)
        for way in (range(mine - 1, -1, -1), range(mine + 1, len(self.groups))):
            # Beyond a small group, such as those with a draw, somebody of the next is looked for as well.
            room = count + count // 2
            for number in way:
                found += self._nearest_of(number, place, min(count, room), losing)
                room -= len(self.groups[number])
                if room <= 0:
                    break
        return found

    def _nearest_of(self, number: int, place: int, count: int, losing: int) -> list[int]:
        """The same of one group."""
        mine = self.group_of[place]
        others: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
        for other in self.groups[number]:
            if other == place or self.keys[other] in self.met[place]:
                continue
            upper, lower = min(place, other), max(place, other)
            away = self.distance(upper, lower)
            if number != mine:
                # The third from the end looks about the third of the group below: not all at its very first.
                end, top = self.groups[self.group_of[upper]][-1], self.groups[self.group_of[lower]][0]
                away = abs(end - upper - (lower - top))
            loses = least_imbalance(self.balance[place], self.balance[other]) > 0
            others[loses and self.ground.settings.balance_first].append((away, other))
        near = sorted(others[False])[:count] + sorted(others[True])[:losing]
        return [other for _away, other in near]

    def _least_balance_lost(self) -> int:
        """Less than this cannot be lost of the balance of first moves, whoever meets whom."""
        kept = sum(max(0, abs(balance) - 2) for balance in self.balance)
        count = self.size + (self.bye is not None)
        for sign in (1, -1):
            same = sum(sign * balance > 0 for balance in self.balance)
            kept += max(0, (2 * same - count + 1) // 2)
        return kept


def _matched(field: SwissField) -> tuple[list[Edge], Cost]:
    """The matching of least cost, with what it costs; see above for which edges are looked at."""
    nearest: int | None = NEAREST if field.size > COMPLETE else None
    while nearest is not None and nearest < field.size:
        edges = field.edges(nearest)
        chosen = least_cost(edges)
        if 2 * len(chosen) >= field.size:
            total = total_cost(chosen, edges)
            good = total[3] == 0 and total[5] <= field.least_lost
            if _proven(field, total) and (good or nearest >= NEAREST_AT_MOST):
                return chosen, total
        nearest *= 2
    edges = field.edges(None)
    chosen = least_cost(edges)
    return chosen, total_cost(chosen, edges)


def _proven(field: SwissField, total: Cost) -> bool:
    """Whether no other edges could give fewer rematches, or a fairer bye."""
    if total[0] or total[1]:
        return False
    lowest = max(place for place in range(field.size) if field.byes[place] == field.fewest_byes)
    return total[4] == (field.size - 1 - lowest if field.bye is not None else 0)


def _floats_before(ground: Ground) -> list[int]:
    """Who met somebody with fewer wins in the round before (1), or with more (-1)."""
    before = ground.number - 1
    # As they stood when that round was paired.
    matches = [match for match in ground.field.matches if match.round < before - ground.settings.rounds_ahead]
    tallies = tally(ground.field.contestants, matches, ground.field.rules)
    floated: dict[int, int] = {}
    for match in ground.field.matches:
        one, other = tallies.get(match.first), tallies.get(match.second or 0)
        if match.round == before and match.is_meeting and one and other:
            gap = one.half_wins - other.half_wins
            floated[one.contestant.key], floated[other.contestant.key] = gap, -gap
    return [floated.get(key, 0) for key in ground.keys]


def _told(field: SwissField, chosen: list[Edge], rematches: int) -> list[Pairing]:
    """The pairings with their reasons."""
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
        reasons += _what_could_not_be_avoided(field, upper, lower, rematches)
        told.append(pairing_of(field.ground, field.keys[upper], field.keys[lower], tuple(reasons)))
    return told + [_bye(field, upper) for upper, lower in chosen if lower == field.bye]


def _why_these(field: SwissField, upper: int, lower: int, odd: set[int]) -> Reason:
    wins, group = wins_text(field.half_wins[upper]), field.groups[field.group_of[upper]]
    if not any(field.met):
        first, second = (field.ground.lines[place].contestant.number for place in (upper, lower))
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


def _what_could_not_be_avoided(field: SwissField, upper: int, lower: int, rematches: int) -> list[Reason]:
    reasons = []
    met = field.met[upper].get(field.keys[lower], ())
    if met:
        rounds = ", ".join(map(str, met))
        for place in (upper, lower):
            if all(key in field.met[place] for key in field.keys if key != field.keys[place]):
                values: dict[str, int | str] = {"rounds": rounds, "player": field.keys[place]}
                reasons.append(Reason("rematch_met_everybody", values))
                break
        else:
            reasons.append(Reason("rematch_unavoidable", {"rounds": rounds, "count": rematches}))
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
