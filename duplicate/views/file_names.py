"""The names of a game's files, in the language of the reader."""

from duplicate.models import Game
from tournaments.names.folding import slug


def name_file(game: Game, kind: str, extension: str) -> str:
    """Return a name such as `standings-tuesday-evening-2026-03-03.pdf`; plain letters, for every file system."""
    return f"{name_stem(game, kind)}.{extension}"


def name_stem(game: Game, kind: str) -> str:
    """Return the same name without its extension."""
    return "-".join((slug(kind), slug(game.name) or game.code.lower(), game.event.date.isoformat()))
