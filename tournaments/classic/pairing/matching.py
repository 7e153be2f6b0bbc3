"""Perfect matchings of least cost, by networkx. Pure.

A cost is a tuple of priorities: the sum of an earlier one matters more than all later ones together. They
become one exact integer, in which each priority is worth more than all later ones can add up to in a whole
round. So nothing is rounded, and no weights need tuning.
"""

from collections.abc import Mapping, Sequence

Edge = tuple[int, int]
Cost = tuple[int, ...]


def least_cost(edges: Mapping[Edge, Cost]) -> list[Edge]:
    """Return as many edges without a common end as possible, and of such sets the one of least cost, each
    edge as given.

    The same edges in the same order give the same answer.
    """
    import networkx as nx  # noqa: PLC0415 - takes most of a second, which no start of the program should wait for

    if not edges:
        return []
    vertices = len({end for edge in edges for end in edge})
    units = _units(list(edges.values()), most_edges=vertices // 2)
    totals = [sum(part * unit for part, unit in zip(cost, units, strict=True)) for cost in edges.values()]
    top = max(totals)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(
        (one, other, top - total) for (one, other), total in zip(edges, totals, strict=True)
    )
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((one, other) if (one, other) in edges else (other, one) for one, other in found)


def total_cost(chosen: Sequence[Edge], edges: Mapping[Edge, Cost]) -> Cost:
    """Return the total cost of these edges, priority by priority."""
    return tuple(sum(part) for part in zip(*(edges[edge] for edge in chosen), strict=True))


def _units(costs: Sequence[Cost], most_edges: int) -> list[int]:
    """Return the unit of each priority: one more than the most that all later ones can add up to."""
    units: list[int] = []
    later = 0
    for part in reversed(list(zip(*costs, strict=True))):
        units.append(later + 1)
        later += most_edges * max(part) * (later + 1)
    return units[::-1]
