"""Which backups of a folder are newest, due or old: for metrics, and where no timer runs (`manage.py run_nightly`)."""

import datetime as dt
from pathlib import Path

PATTERN = "isotop-*.tar.gz"
# A backup is made every night, and takes its time.
OLDEST = dt.timedelta(hours=26)


def is_due(folder: Path, at: dt.time, now: dt.datetime) -> bool:
    """Return whether the folder has no backup since the last time that it was this hour.

    A server that was off at the hour makes its backup when it is on again.
    """
    last = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    if last > now:
        last -= dt.timedelta(days=1)
    made = last_made(folder)
    return made is None or made < last


def is_late(folder: Path, now: dt.datetime) -> bool:
    """Return whether backups are made in the folder, and there is none of last night."""
    made = last_made(folder)
    return folder.is_dir() and (made is None or now - made > OLDEST)


def last_made(folder: Path) -> dt.datetime | None:
    """Return when the newest backup of the folder was made; None if it has none."""
    return max((_made_at(path) for path in folder.glob(PATTERN)), default=None)


def delete_old(folder: Path, days: int, now: dt.datetime) -> list[Path]:
    """Delete the backups that are older, and return them."""
    old = [path for path in folder.glob(PATTERN) if _made_at(path) < now - dt.timedelta(days=days)]
    for path in old:
        path.unlink()
    return old


def _made_at(path: Path) -> dt.datetime:
    return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
