"""The worker of the production setting: `celery -A deploy.celery worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
application = Celery("isotop")
application.config_from_object("django.conf:settings", namespace="CELERY")
application.autodiscover_tasks()
