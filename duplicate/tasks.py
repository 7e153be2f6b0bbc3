"""Celery tasks for the work of `tournaments.processes.background`: each task has the name of the function it
calls.
"""

from celery import shared_task

from duplicate.prepared_games.drawing import search as prepared_search
from duplicate.rounds import analysis, closing, top_search
from tournaments.lexicons.imports import services as word_list_services
from tournaments.people.imports import services as import_services
from tournaments.printing import jobs

shared_task(top_search.find_top, name="duplicate.rounds.top_search.find_top")
shared_task(analysis.analyse_game, name="duplicate.rounds.analysis.analyse_game")
shared_task(closing.judge_round, name="duplicate.rounds.closing.judge_round")
shared_task(prepared_search.spread_search, name="duplicate.prepared_games.drawing.search.spread_search")
shared_task(prepared_search.try_chunk, name="duplicate.prepared_games.drawing.search.try_chunk")
shared_task(import_services.import_list, name="tournaments.people.imports.services.import_list")
shared_task(word_list_services.list_forms_of, name="tournaments.lexicons.imports.services.list_forms_of")
shared_task(word_list_services.load_file, name="tournaments.lexicons.imports.services.load_file")
shared_task(jobs.draw_next, name="tournaments.printing.jobs.draw_next")
