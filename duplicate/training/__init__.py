"""Training: duplicate alone against the top, on racks drawn at random or on those of a game that was played.

| module | holds |
| --- | --- |
| `positions` | pure: the next rack to find a move for, with its tops |
| `statistics` | pure: what somebody makes of the tops, over time and by difficulty |
| `devices` | who trains, by the token of a device |
| `starting` | use cases: a game on racks at random, on a game of the club, or on one brought along |
| `rounds` | use cases: opening a round, hints, the answer, ending and going on |
| `shown` | what pages are made of: nothing of a top before it may be told |
"""
