"""The documents of duplicate events and games, one module a subject; importing a module registers them."""

from duplicate.printing import event_documents, game_documents, handouts  # noqa: F401 - importing registers the documents
