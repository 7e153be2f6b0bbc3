"""The format of an archive: an event as one file, which another installation reads back to the same state.

The file is a ZIP archive: `about.json`, and for each table `tables/NAME.jsonl` with a JSON object a row, in
the order in which rows were made. Rows refer to each other by the number of their line; docs/data.md has the
format. `tables` lists what belongs to an event, `exporter` writes, `container` opens, `importer` reads,
`validation` checks what was read.
"""

import re
from typing import Final

KIND: Final = "isotop event"
VERSION: Final = 8
# Older formats that are read as well; `tables` says what they lack or have besides.
OLDER: Final = (1, 2, 3, 4, 5, 6, 7)
ABOUT: Final = "about.json"
FOLDER: Final = "tables/"
SUFFIX: Final = ".jsonl"
# Archives of events within that of an organiser.
EVENTS: Final = re.compile(r"events/[1-9][0-9]*\.isotop\.zip")
MOST_BYTES: Final = 32_000_000
MOST_BYTES_UNPACKED: Final = 600_000_000


def path_of(table: str) -> str:
    """Return the path of a table inside the archive."""
    return f"{FOLDER}{table}{SUFFIX}"
