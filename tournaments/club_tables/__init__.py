"""Tables of a club: up to four people, or a whole room, play one of the ways to play (`engine.modes`; RULES C and V).

| module | holds |
| --- | --- |
| `opening` | opening a table, sitting down, beginning, and closing it |
| `playing` | acts, the time of a turn, and taking back by agreement |
| `states` | the game that the rows of a table make |
| `frames` | what screens and phones are shown of it |
| `forms` | what is agreed before, as a form |
| `best_known` | the best results of solitaire |
| `bingo_cards` | cards for bingo, as they are printed |
| `records` | a classic game of a table as a record and as GCG |

What always holds: the game is in the rows of its acts and nowhere else; a phone is told of its own rack alone; an act
is one transaction and comes in once, however often it is sent; what the rules do not allow is refused with the rule
that it breaks and changes nothing.
"""
