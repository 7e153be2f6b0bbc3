"""The folder for files made at run time, and their atomic writing: a file exists as a whole or not at all."""

import os
import secrets
from functools import cache
from pathlib import Path

from platformdirs import user_data_path

ROOT = Path(__file__).resolve().parents[1]  # the checkout, or where packages are installed


def data_folder() -> Path:
    """Return the folder for compiled lexicons, compiled code and other files made at run time."""
    return Path(os.environ.get("ISOTOP_DATA") or _default_data_folder())


@cache
def is_checkout() -> bool:
    """Tell whether the program runs from its sources; `manage.py` is not installed."""
    return (ROOT / "manage.py").exists()


@cache
def _default_data_folder() -> Path:
    return ROOT / "var" if is_checkout() else user_data_path("isotop", appauthor=False)


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
