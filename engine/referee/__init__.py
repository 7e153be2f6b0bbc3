"""Classic games: 2 to 4 players at one board, judged act by act (RULES B, C and T).

A game is the list of its acts. `State.start` returns the state before the first act, `apply(state, act)` the
state after an act, and `replay` plays a whole `ClassicGame` again. States and acts are frozen values without
clocks, lexicons or access rights; functions that look words up take a lexicon.

| module | holds |
| --- | --- |
| `settings` | the agreed rules of a game, with their text form |
| `acts` | the acts, and how records write them |
| `state` | the game at a moment: scores, bag, player on turn |
| `judge` | the errors of an act, and the game after it |
| `racks`, `turns`, `challenges`, `ending` | the rules: C1 and C2; C2 and C3; C4; C5 to C7 and T1 |
| `variants/` | the variants V2 to V9, one module each |
| `players` | a player, with the handicaps of their own |
| `runs` | words that lie on a board |
| `game` | a whole game as a record, and its replay |
| `gcg/` | GCG, the record of other programs: `writer`, `notes`, `reader`, `settings` |
| `notation` | the turns as an annotator writes them |
| `advice` | the best plays that the engine finds |
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
from engine.referee.challenges import ChallengePrice, bad_words_of, challenge_by, price_of
from engine.referee.ending import overtime, winners
from engine.referee.game import ClassicGame, Step, replay, state_of
from engine.referee.judge import apply, problems
from engine.referee.players import Player
from engine.referee.racks import draw_for_start, refill
from engine.referee.settings import ClassicSettings
from engine.referee.state import Seat, State, pool, turn_limit, unseen_by
from engine.referee.turns import bag_after, find_exchange_problem, may_exchange
from engine.referee.variants.finish_line import target_of
from engine.referee.variants.open_dictionary import look_up_refused
from engine.referee.variants.opening import opening_length
from engine.referee.variants.two_bags import bag_counts

__all__ = [
    "Act",
    "Challenge",
    "ChallengePrice",
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
    "find_exchange_problem",
    "look_up_refused",
    "may_exchange",
    "opening_length",
    "overtime",
    "pool",
    "price_of",
    "problems",
    "refill",
    "replay",
    "state_of",
    "target_of",
    "turn_limit",
    "unseen_by",
    "winners",
]
