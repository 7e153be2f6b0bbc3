"""The worker of the production setting: `celery -A deploy.celery worker`."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
application = Celery("isotop")
application.config_from_object("django.conf:settings", namespace="CELERY")
application.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator] # Celery has no types
def leave_logging(**_values: Any) -> None:
    """The settings have set it up: with a receiver here Celery does nothing of its own."""
