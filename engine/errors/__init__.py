"""The errors of the engine about input from people.

Every error carries a *code* and *params*, which are for programs (the web apps translate by code);
`str(error)` is the English sentence, made from the one catalogue (`messages`). Params are texts and numbers
only, so that they can be stored as JSON. Any exception that is not an `EngineError` is a bug.
"""

from engine.errors.exceptions import (
    ChallengeError,
    EngineError,
    LexiconError,
    MoveError,
    NotationError,
    RackError,
    RecordError,
    RuleSetError,
    TileError,
    TurnError,
)
from engine.errors.messages import MESSAGES, RULES

__all__ = [
    "MESSAGES",
    "RULES",
    "ChallengeError",
    "EngineError",
    "LexiconError",
    "MoveError",
    "NotationError",
    "RackError",
    "RecordError",
    "RuleSetError",
    "TileError",
    "TurnError",
]
