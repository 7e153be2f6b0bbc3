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
    """The settings have set it up: with a receiver here Celery does nothing of its own."""


@worker_process_init.connect  # type: ignore[untyped-decorator] # Celery has no types
def keep_memory(**_values: Any) -> None:
    """Each process of the worker has been made from one that has loaded everything."""
    keep_what_is_loaded()
