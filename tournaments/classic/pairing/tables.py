"""The numbers of tables in a round. Pure."""

from collections.abc import Mapping, Sequence

Two = tuple[int, int | None]


def number_tables(pairs: Sequence[Two], first: int, fixed: Mapping[int, int]) -> list[int | None]:
    """Return the table of each pair, None for a bye: the fixed table of one of the two, or else the next from
    `first` on that nobody in this round has as a fixed one.

    Where both have one, they meet at the lower that is free.
    """
    tables: list[int | None] = []
    taken: set[int] = set()
    for one, other in pairs:
        wanted = (
            sorted({fixed[key] for key in (one, other) if key in fixed} - taken) if other is not None else []
        )
        tables.append(wanted[0] if wanted else None)
        taken |= set(wanted[:1])
    free = first
    for place, (_one, other) in enumerate(pairs):
        if other is None or tables[place] is not None:
            continue
        while free in taken:
            free += 1
        tables[place] = free
        taken.add(free)
    return tables
