"""Tables of a club: up to four people, or a whole room, play one of the ways to play (`engine.modes`; RULES C
and V).

| module | holds |
| --- | --- |
| `tables` | opening a table, sitting down, beginning, and closing it |
| `forms` | the agreed settings, as a form |
| `variants` | texts that explain each way to play |
| `games.turns` | acts, the time of a turn, and taking back by agreement |
| `games.state` | the game computed from the rows of a table |
| `games.frames` | the state that screens and phones show |
| `games.high_scores` | the best results of solitaire |
| `games.records` | a classic game of a table as a record and as GCG |
| `printing` | cards for bingo |

Invariants: the game is stored only in the rows of its acts. A phone gets only its own rack. An act is one
transaction and counts once, however often it is sent. An act that the rules do not allow is refused with the
rule that it breaks and changes nothing.
"""
