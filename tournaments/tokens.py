"""Secret tokens of links and devices: 192 random bits, shown once and stored only as a hash."""

import hashlib
import secrets


def create_token() -> str:
    """Return a new random token."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()
