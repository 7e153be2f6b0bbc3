"""Celery tasks for the background work of the website, as in `duplicate.tasks`."""

from celery import shared_task

from duplicate.website.events import entry_import
from duplicate.website.static_site import jobs

shared_task(entry_import.enter_file, name="duplicate.website.events.entry_import.enter_file")
shared_task(jobs.make_site, name="duplicate.website.static_site.jobs.make_site")
