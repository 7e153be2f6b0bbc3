"""Names of people who play a game later, as they are compared (pure)."""

from tournaments.names.folding import fold, key


def name_key(name: str) -> str:
    """Return the key by which names are compared: accents, capitals and the order of words don't matter."""
    return fold(name) or key(name)
