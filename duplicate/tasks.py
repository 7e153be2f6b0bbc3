"""Celery's door to the work of `tournaments.background`: each task bears the name of the function it calls."""

from celery import shared_task

from duplicate import play, search

shared_task(search.find_top, name="duplicate.search.find_top")
shared_task(play.judge_round, name="duplicate.play.judge_round")
