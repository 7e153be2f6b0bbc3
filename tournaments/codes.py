"""Codes that people type, for games, classic matches and club tables, whose length tells them apart; and for
badges.
"""

import secrets

# Codes are read aloud and typed on phones, so characters that look alike (I, O, 0, 1) are left out.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
TABLE_LENGTH = 4
# The characters of a badge's code before the last one: at least, and at most (keys have 63 bits).
BADGE_DIGITS, MOST_DIGITS = 4, 12


def new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_table_code() -> str:
    return new_code(TABLE_LENGTH)


def badge_code(entry: int) -> str:
    """Return the code on the badges of the entry with this key; its last character detects a wrong one."""
    digits, rest = "", entry
    while rest:
        rest, digit = divmod(rest, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    digits = digits.rjust(BADGE_DIGITS, ALPHABET[0])
    return digits + _check_character(digits)


def entry_of_badge(text: str) -> int | None:
    """Return the key of the entry in a badge's code, typed or as the address that was scanned; None if it is
    wrong.
    """
    code = text.rpartition("#")[2].strip().upper()
    digits, check = code[:-1], code[-1:]
    if not BADGE_DIGITS <= len(digits) <= MOST_DIGITS or not set(code) <= set(ALPHABET):
        return None
    if _check_character(digits) != check:
        return None
    entry = 0
    for character in digits:
        entry = entry * len(ALPHABET) + ALPHABET.index(character)
    return entry


def _check_character(digits: str) -> str:
    # Odd weights have inverses modulo 32: one wrong character always changes the sum.
    total = sum((2 * place + 1) * ALPHABET.index(digit) for place, digit in enumerate(reversed(digits)))
    return ALPHABET[(total + 1) % len(ALPHABET)]
