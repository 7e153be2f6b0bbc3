"""The documents of duplicate events and games, one module a subject; loading them names them."""

from duplicate.documents import cards, of_events, of_games  # noqa: F401 - loading is what names the documents
