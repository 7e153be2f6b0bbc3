"""Whole duplicate games: recorded, played by the top, typed in, counted, and searched for.

| module | holds |
| --- | --- |
| `records` | a game as text, and its replay |
| `simulate`, `tie_break` | a game by the top; the choice among equal tops |
| `typed_games` | a game that somebody wrote down, played by the rules |
| `game_statistics` | facts of a game that show no rack or word of it, and criteria |
| `search_worker` | the search for games that meet criteria, in a process of its own |
"""
