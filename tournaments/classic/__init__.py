"""Classic tournaments: divisions of an event, the pairings of their rounds, results of matches, standings.

Terms. An *entrant* is an entry in its division (`DivisionEntry`). A *round* is paired, then begun; until it has begun
it can be paired again. A *result* is what the director's desk or both phones say of a match, a *report* what one of the
two says of it. A round is *complete* when each of its matches but byes has a result.

What always holds: `divisions`, `pairing`, `by_hand`, `results` and `joining` alone write, each act in one transaction
that holds the division and puts itself on the event's record. Nobody is in two divisions, nor twice in a round. A
result is never changed: a further version takes its place, with who gave it and why. Standings follow from the rows
(`standings`).
"""
