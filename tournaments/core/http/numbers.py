"""Numbers that come as texts in forms and addresses."""


def read_number(text: str | None, *, digits: int = 9) -> int | None:
    """Return the whole number of so many digits at most; None for any other text."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
