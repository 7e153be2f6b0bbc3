"""Celery tasks for the work of `tournaments.processes.background`: each has the name of the function it calls."""

from celery import shared_task

from tournaments.classic.standings import outlook

shared_task(outlook.work_out, name="tournaments.classic.standings.outlook.work_out")
