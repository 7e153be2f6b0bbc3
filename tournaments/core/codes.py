"""Codes that people type, for games, classic matches and club tables; their length tells them apart."""

import secrets

# Codes are read aloud and typed on phones, so characters that look alike (I, O, 0, 1) are left out.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
TABLE_LENGTH = 4


def new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_table_code() -> str:
    return new_code(TABLE_LENGTH)
