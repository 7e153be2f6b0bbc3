"""The exceptions of the engine, one class for each kind of input that is wrong."""

from engine.errors.messages import MESSAGES, RULES


class EngineError(ValueError):
    """The base of all engine errors; `code` is a key of `MESSAGES`, `params` fill its placeholders."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(MESSAGES[code].format(**params))
        self.code = code
        self.params = params

    @property
    def rule(self) -> str:
        """The id of the broken rule; empty if it is none of the game.

        Errors that all variants share have the variant's own rule among their params.
        """
        return RULES.get(self.code) or str(self.params.get("rule", ""))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle for other processes (tasks, parallel tests); the default method loses the params."""
        return (_rebuild, (type(self), self.code, self.params))


def _rebuild(kind: type[EngineError], code: str, params: dict[str, object]) -> EngineError:
    return kind(code, **params)


class TileError(EngineError):
    """A letter or tile set that does not exist."""


class NotationError(EngineError):
    """A reference, board or rack that cannot be read."""


class MoveError(EngineError):
    """A move that the rules of the board, the rack or the lexicon refuse."""


class RackError(EngineError):
    """A rack that cannot be drawn or may not be played with."""


class TurnError(EngineError):
    """An act of a classic game that is not allowed now, or not for this player."""


class ChallengeError(EngineError):
    """A challenge that cannot be made, or not with that verdict."""


class LexiconError(EngineError):
    """A lexicon that is missing, damaged or empty."""


class RecordError(EngineError):
    """A game record that cannot be read."""


class RuleSetError(EngineError):
    """A rule setting that is not allowed; `others` are the errors that were found with it.

    `template` and its values, among the params, make up `problem`, so that it can be translated.
    """

    others: tuple["RuleSetError", ...] = ()
