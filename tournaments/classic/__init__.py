"""Classic tournaments: divisions of an event, the pairings of their rounds, results of matches, standings.

Terms. An *entrant* is an entry in its division (`DivisionEntry`). A *round* is paired, then begun; until it
has begun it can be paired again. A *result* is the score of a match, given by the director's desk or by both
phones. A *report* is the score that one of the two players sends. A round is *complete* when each of its
matches but byes has a result.

Invariants: only `divisions` (`services`, `entrants`, `entry_by_name`, `phones`) and `rounds` (`pairing`,
`manual_pairing`, `results`) write these rows. Each act is one transaction that locks the division and adds
itself to the event's audit log. Nobody is in two divisions, nor twice in a round. A result is never changed:
a further version replaces it, with who gave it and why. Standings are computed from the rows
(`standings.rows`), never stored.
"""
