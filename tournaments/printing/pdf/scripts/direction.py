"""The order of text on a line: runs from left to right, by the Unicode bidirectional algorithm.

A document reads from left to right. Typed text is isolated in it (`isolates`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from bidi import algorithm
from wcwidth import iter_graphemes

from tournaments.printing.pdf.scripts.isolates import ISOLATED, has_rtl, without_isolates

# Types of characters that the library does not know, though Unicode does: unassigned, isolating.
_UNKNOWN_TYPES = {"", "LRI", "RLI", "FSI", "PDI"}
# The algorithm takes an isolated text for one object without direction.
_OBJECT = "\ufffc"


@dataclass(frozen=True, slots=True)
class DirectedRun:
    """Text of one direction, in the order in which it is read."""

    text: str
    is_rtl: bool


def order_runs(text: str) -> list[DirectedRun]:
    """Return the runs of a line from left to right."""
    if not has_rtl(text):
        return [DirectedRun(without_isolates(text), is_rtl=False)]
    isolated = iter(ISOLATED.findall(text))
    around = without_isolates(ISOLATED.sub(_OBJECT, text))
    clusters = list(iter_graphemes(around))
    inner = {i: next(isolated, "") for i, cluster in enumerate(clusters) if cluster == _OBJECT}
    found: list[DirectedRun] = []
    for i, is_rtl in _visual_order(clusters, base_level=0):
        if i in inner:
            found += _isolated_runs(inner[i])
        else:
            found.append(DirectedRun(clusters[i], is_rtl))
    return _joined(found)


def _isolated_runs(text: str) -> Iterator[DirectedRun]:
    clusters = list(iter_graphemes(text))
    for i, is_rtl in _visual_order(clusters, algorithm.get_base_level(text)):
        yield DirectedRun(clusters[i], is_rtl)


def _visual_order(clusters: Sequence[str], base_level: int) -> Iterator[tuple[int, bool]]:
    """Yield the places of the clusters from left to right, and whether each is read from right to left.

    A cluster has the direction of its first character.
    """
    storage = algorithm.get_empty_storage() | {"base_level": base_level, "base_dir": "LR"[base_level]}
    algorithm.get_embedding_levels("".join(cluster[0] for cluster in clusters), storage)
    for i, character in enumerate(storage["chars"]):
        character["place"] = i
        if character["type"] in _UNKNOWN_TYPES:
            character["type"] = "ON"
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    algorithm.reorder_resolved_levels(storage, debug=False)
    for character in storage["chars"]:
        yield character["place"], character["level"] % 2 == 1


def _joined(runs: Iterable[DirectedRun]) -> list[DirectedRun]:
    """Join neighbours of one direction; those from right to left are read from the last one on."""
    joined = []
    for is_rtl, group in groupby(runs, key=attrgetter("is_rtl")):
        texts = [run.text for run in group]
        joined.append(DirectedRun("".join(reversed(texts) if is_rtl else texts), is_rtl))
    return joined
