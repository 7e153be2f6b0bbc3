"""Shared code of the duplicate game: locks, the audit log, publishing, seating."""
