"""Atomic writing: a file exists as a whole or not at all."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, *pieces: bytes, new: bool = False, private: bool = False) -> None:
    """Write a file atomically: readers see the whole old or the whole new one. Only its owner may read a `private`
    one. May raise `OSError`.

    Raises:
        FileExistsError: it should be `new`, and there is one already.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with open(beside, "xb", opener=_open_private if private else None) as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if new:
            _give_new_name(beside, path)
        else:
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _give_new_name(beside: Path, path: Path) -> None:
    """Give a written file its name, unless there is a file of that name."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links, such as that of a memory stick.
        if path.exists():
            raise FileExistsError(path) from None
        beside.replace(path)
