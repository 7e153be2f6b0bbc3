"""Classic games: 2 to 4 players at one board, judged act by act (RULES B, C and T).

A game is the list of its acts. `State.start` is the game before the first, `apply(state, act)` the one after an act,
`replay` plays a whole `ClassicGame` again. States and acts are frozen values, which know nothing of clocks, lexicons
or who may see what; a lexicon is handed in where words are looked up.

| module | holds |
| --- | --- |
| `settings` | what may be agreed before a game, as a text |
| `acts` | what can be done, and how records write it |
| `state` | the game at a moment: scores, bag, who has the turn |
| `judge` | what is wrong with an act, and the game after it |
| `racks`, `turns`, `challenges`, `ending` | the rules: C1 and C2; C2 and C3; C4; C5 to C7 and T1 |
| `finish_line`, `opening`, `rearranging`, `recycling` | variants: V2; V3; V4; V5 and V6 |
| `open_dictionary`, `themes`, `two_bags` | variants: V7; V8; V9 |
| `runs` | words that lie on a board |
| `game` | a whole game as a record, and its replay |
| `gcg_out`, `gcg_in`, `gcg_settings` | GCG, the record that other programs read and write |
| `turn_line` | what an annotator writes of a turn |
| `advice` | what the engine would have played |
"""

from engine.referee.acts import (
    Act,
    Challenge,
    DrawForStart,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Rack,
    Recycle,
    Thematic,
)
from engine.referee.challenges import bad_words_of, challenge_by
from engine.referee.ending import overtime, winners
from engine.referee.finish_line import Player, target_of
from engine.referee.game import ClassicGame, Step, replay, state_of
from engine.referee.judge import apply, problems
from engine.referee.open_dictionary import look_up_refused
from engine.referee.opening import opening_length
from engine.referee.racks import draw_for_start, refill
from engine.referee.settings import ClassicSettings
from engine.referee.state import Seat, State, pool, turn_limit, unseen_by
from engine.referee.turns import bag_after, exchange_refused, may_exchange
from engine.referee.two_bags import bag_counts

__all__ = [
    "Act",
    "Challenge",
    "ClassicGame",
    "ClassicSettings",
    "DrawForStart",
    "End",
    "Exchange",
    "Overtime",
    "Pass",
    "Place",
    "Player",
    "Rack",
    "Recycle",
    "Seat",
    "State",
    "Step",
    "Thematic",
    "apply",
    "bad_words_of",
    "bag_after",
    "bag_counts",
    "challenge_by",
    "draw_for_start",
    "exchange_refused",
    "look_up_refused",
    "may_exchange",
    "opening_length",
    "overtime",
    "pool",
    "problems",
    "refill",
    "replay",
    "state_of",
    "target_of",
    "turn_limit",
    "unseen_by",
    "winners",
]
