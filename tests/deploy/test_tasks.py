"""Work that is handed over by name has a task of that name: else a worker of the production setting drops it."""

import re
from pathlib import Path

from django.conf import settings

from deploy.celery import application

JOB = re.compile(r"^@job_of\(\w+\)\n(?:@\w+\n)*def (\w+)", re.MULTILINE)
HANDED_OVER = re.compile(r"run_(?:after_commit|when_idle)\(\s*\"([\w.]+)\"")


def test_all_work_that_is_handed_over_has_a_task():
    names = set()
    for package in ("tournaments", "duplicate"):
        for path in Path(settings.BASE_DIR, package).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            module = ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
            names |= {f"{module}.{work}" for work in JOB.findall(source)} | set(HANDED_OVER.findall(source))
    assert len(names) > 8
    application.loader.import_default_modules()
    assert names <= set(application.tasks)
    assert "tournaments.people.imports.services.import_list" in names, "jobs are among them"
