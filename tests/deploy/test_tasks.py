"""Work that is handed over by name has a task of that name: else a worker of the production setting drops it."""

import re
from pathlib import Path

from django.conf import settings

from deploy.celery import application

HANDED_OVER = re.compile(r"run_(?:after_commit|when_idle)\(\s*\"([\w.]+)\"")


def test_all_work_that_is_handed_over_has_a_task():
    sources = [
        path
        for package in ("tournaments", "duplicate")
        for path in Path(settings.BASE_DIR, package).rglob("*.py")
    ]
    names = {name for path in sources for name in HANDED_OVER.findall(path.read_text(encoding="utf-8"))}
    assert len(names) > 8
    application.loader.import_default_modules()
    assert names <= set(application.tasks)
