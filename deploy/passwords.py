"""`python -m deploy.passwords FOLDER`: make the password of the database before the first start in containers.

PostgreSQL reads `database_password`, our programs read `database_url`. A second call changes nothing.
"""

import secrets
import sys
from pathlib import Path

URL = "postgresql://isotop:{password}@postgres:5432/isotop"


def make_passwords(folder: Path) -> None:
    """Write both files, readable by their owner alone."""
    password = folder / "database_password"
    if not password.exists():
        _write(password, secrets.token_urlsafe(32))
    _write(folder / "database_url", URL.format(password=password.read_text()))


def _write(path: Path, text: str) -> None:
    """Write a file in one step: a half-written password would be PostgreSQL's for ever."""
    draft = path.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)


if __name__ == "__main__":
    make_passwords(Path(sys.argv[1]))
