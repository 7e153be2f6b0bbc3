"""Codes that people type: of games, classic matches and club tables, told apart by their length."""

import secrets

# Read aloud and typed on phones: nothing that looks like something else.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
TABLE_LENGTH = 4


def new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_table_code() -> str:
    return new_code(TABLE_LENGTH)
