"""The folder for files made at run time, and their atomic writing: a file exists as a whole or not at all."""

import os
import secrets
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for compiled lexicons, compiled code and other files made at run time."""
    return Path(os.environ.get("ISOTOP_DATA") or Path(__file__).resolve().parents[1] / "var")


def write_whole(path: Path, *pieces: bytes, new: bool = False) -> None:
    """Write a file atomically: readers see the whole old or the whole new one. May raise `OSError`.

    Raises:
        FileExistsError: it should be `new`, and there is one already.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with beside.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(beside, path)
        else:
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
