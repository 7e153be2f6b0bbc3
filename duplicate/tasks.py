"""Celery's door to the work of `tournaments.background`: each task bears the name of the function it calls."""

from celery import shared_task

from duplicate import analysing, closing, search, searching
from tournaments import people_import, print_jobs

shared_task(search.find_top, name="duplicate.search.find_top")
shared_task(analysing.analyse_game, name="duplicate.analysing.analyse_game")
shared_task(closing.judge_round, name="duplicate.closing.judge_round")
shared_task(searching.spread_search, name="duplicate.searching.spread_search")
shared_task(searching.try_chunk, name="duplicate.searching.try_chunk")
shared_task(people_import.bring_in, name="tournaments.people_import.bring_in")
shared_task(print_jobs.draw_next, name="tournaments.print_jobs.draw_next")
