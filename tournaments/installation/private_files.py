"""Private files: an installation's files are for its own user alone. The database has slips and tops, uploads
have people.
"""

import os
from pathlib import Path

OTHERS = 0o077
UMASK = 0o077
# The proxy reads the collected static files as a user of its own.
UMASK_OF_STATIC_FILES = 0o022


def make_private_folder(folder: Path) -> None:
    """Create the data folder if it is missing, and let this process open no new file to other users."""
    os.umask(UMASK)
    folder.mkdir(parents=True, exist_ok=True)


def close_to_others(folder: Path) -> int:
    """Remove the rights of other users from a folder and its content; return how many files and folders were
    open.
    """
    if os.name != "posix":
        return 0
    return sum(_close(path) for path in (folder, *folder.rglob("*")))


def _close(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
        if not mode & OTHERS or path.is_symlink():
            return False
        path.chmod(mode & 0o7777 & ~OTHERS)
    except OSError:
        return False  # deleted meanwhile, or owned by somebody else
    return True
