"""Values that came as JSON from others."""

import json


def can_be_stored(value: object) -> bool:
    """Tell whether every database can store it: no NUL, no half of a character, no number that overflowed."""
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return rb"\u0000" not in written.encode()
    except ValueError:
        return False
