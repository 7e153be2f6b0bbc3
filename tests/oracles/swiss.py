"""A Swiss round counted a second time from the plain matches: what no other pairing of the same players does better.

The bye is taken as it is; all others are paired once more, by a matching of networkx on one number a pair.
"""

from collections import Counter
from itertools import combinations

import networkx as nx

from tests.factories.pairing_fields import balances_in, met_in
from tournaments.classic.pairing.first_move import imbalance

# Of one thing there are fewer than this in a whole round: the next more important one outweighs it.
BASE = 10**5


def half_wins_in(matches):
    """Return the half wins of everybody in played matches and byes; nothing else may be among them."""
    half_wins = Counter()
    for match in matches:
        margin = 1 if match.second is None else match.first_score - match.second_score
        half_wins[match.first] += 1 + (margin > 0) - (margin < 0)
        half_wins[match.second] += 1 - (margin > 0) + (margin < 0)
    return half_wins


def check_swiss_round(field, paired):
    """Assert that no pairing has fewer rematches; of those none has more pairs of equals; of those none has its
    floats nearer, leaders' first, and then none keeps first moves better balanced.
    """
    half_wins, met, balance = half_wins_in(field.matches), met_in(field), balances_in(field.matches)
    times = Counter(frozenset((one.first, one.second)) for one in field.matches)
    last = {frozenset((one.first, one.second)) for one in field.matches if one.round == paired.number - 1}
    most = max(half_wins[one.key] for one in field.present)

    def price(one, other):
        both, gap = frozenset((one, other)), abs(half_wins[one] - half_wins[other])
        again = 4 * (times[both] - 1) + (both in last) if both in met else 0
        leaders = gap * gap if most in {half_wins[one], half_wins[other]} else 0
        lost = min(imbalance(balance[a], balance[b]) for a, b in ((one, other), (other, one)))
        return both in met, again, gap > 0, leaders, gap * gap, lost

    pairs = [(one.first, one.second) for one in paired.pairings if one.second is not None]
    graph = nx.Graph()
    for one, other in combinations([key for pair in pairs for key in pair], 2):
        weight = 0
        for part in price(one, other):
            weight = BASE * weight + part
        graph.add_edge(one, other, weight=-weight)
    best = nx.max_weight_matching(graph, maxcardinality=True)
    assert total(price, pairs) == total(price, best), paired.number
    for first, second in pairs:
        assert imbalance(balance[first], balance[second]) == price(first, second)[-1]


def total(price, pairs):
    return tuple(map(sum, zip(*(price(*pair) for pair in pairs), strict=True)))
