"""Organisers as files: export and import of all that one owns, and its erasure."""
