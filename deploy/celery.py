"""The worker of the production setting: `celery -A deploy.celery worker`."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init

from deploy.memory import keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
application = Celery("isotop")
application.config_from_object("django.conf:settings", namespace="CELERY")
application.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator] # Celery has no types
def leave_logging(**_values: Any) -> None:
    """Leave logging to the settings: if this signal has a receiver, Celery sets up nothing of its own."""


@worker_process_init.connect  # type: ignore[untyped-decorator] # Celery has no types
def keep_memory(**_values: Any) -> None:
    """Freeze the loaded objects: each process of the worker is forked from one that has loaded everything."""
    keep_what_is_loaded()
