"""A word on backups for whoever administers the server, where pages of the desk have room for it."""

import datetime as dt
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest

from deploy.backups import nightly
from tournaments.time import clock


def backup_notice(request: HttpRequest) -> dict[str, Callable[[], object]]:
    """Return `late_backup` for templates: None while all is well, else `made_at`, None if there is no backup at all."""

    def late_backup() -> dict[str, dt.datetime | None] | None:
        folder = settings.DATA_FOLDER / "backups"
        if not request.user.is_superuser or not nightly.is_late(folder, clock.now()):
            return None
        return {"made_at": nightly.last_made(folder)}

    return {"late_backup": late_backup}
