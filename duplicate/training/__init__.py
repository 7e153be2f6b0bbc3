"""Training: duplicate alone against the top, on racks drawn at random or on those of a played game.

| module | holds |
| --- | --- |
| `positions` | pure: the next rack to find a move for, with its tops |
| `statistics` | pure: how much of the tops a trainee reaches, over time and by difficulty |
| `devices` | trainees, by the token of a device |
| `sessions` | use cases: starting on random racks, on a game of the club, or on an imported one |
| `later` | games that are over, played later against the field of the evening: who may, and who has |
| `names` | pure: names of people who play later, as they are compared |
| `privacy` | takes the names of erased persons, and those of deleted games, off later games |
| `rounds` | use cases: opening a round, hints, the answer, ending and resuming |
| `views_data` | the data of pages: nothing of a top before it may be shown |
"""
