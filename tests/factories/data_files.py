"""Numbers of pages as files have them."""

import re


def number_in_files(shown):
    """Return a number as files have it, given as a page shows it."""
    text = shown.replace("−", "-").replace("\u202f", "").replace("\xa0", "").replace(",", ".")
    return re.sub(r"^([+-]?[0-9]*)½$", lambda match: f"{match[1] or 0}.5", text)
