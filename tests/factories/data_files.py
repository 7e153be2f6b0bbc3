"""Files of tables, and numbers of pages as files have them."""

import csv
import io
import re


def number_in_files(shown):
    """Return a number as files have it, given as a page shows it."""
    text = shown.replace("−", "-").replace("\u202f", "").replace("\xa0", "").replace(",", ".")
    return re.sub(r"^([+-]?[0-9]*)½$", lambda match: f"{match[1] or 0}.5", text)


def csv_rows(data, language="en"):
    """Return the cells of a CSV file as Excel of that language reads them."""
    separator = "," if language == "en" else ";"
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=separator))
