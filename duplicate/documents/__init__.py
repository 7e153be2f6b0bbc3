"""The documents of duplicate events and games, one module a subject; loading them names them."""

from duplicate.documents import of_events, of_games, to_hand_out  # noqa: F401 - loading is what names the documents
