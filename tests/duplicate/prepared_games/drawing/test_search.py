"""Searching for a game: in chunks, stopped, interrupted and gone on with; what is kept is what was found."""

import os
import subprocess
import sys

import pytest
from django.db import connection

from duplicate.models.prepared import GAMES_IN_CHUNK, Preparation
from duplicate.prepared_games.drawing import search as prepared_search
from duplicate.prepared_games.drawing.selectors import searches_for
from engine.duplicate_games.game_statistics import Bounds, Criteria, GameFacts, add_spread, collect_game_facts
from engine.duplicate_games.search_worker import play_trial
from engine.duplicate_games.simulate import record_of
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.http_client import wait_until
from tournaments import jobs
from tournaments.errors import RuleViolation
from tournaments.processes.background import ThreadBackground

RULES = load_rule_set("fisf")
ASKED = Criteria({"rounds": Bounds(20, 23), "lowest_top": Bounds(least=14)}, ranking="lowest_top")


@pytest.fixture
def start(built_in, arbitrator):
    def start_it(games=2 * GAMES_IN_CHUNK + 5, criteria=ASKED):
        return prepared_search.start_search(
            lexicon="english", rules=RULES, criteria=criteria, games=games, by=arbitrator
        )

    return start_it


def trial_of(search):
    return prepared_search._trial_of(search)


def run(search, chunks=None):
    for chunk in search.left if chunks is None else chunks:
        prepared_search.try_chunk(search.pk, chunk)
    search.refresh_from_db()


@pytest.mark.slow
@pytest.mark.django_db
def test_a_search_finds_the_games_that_match_and_ranks_them(start, english):
    search, tiles = start(), load_tile_set("english")
    assert (search.tried, search.left) == (0, [0, 1, 2])
    run(search, [2, 0, 1])
    games = {
        number: collect_game_facts(play_trial(trial_of(search), number), tiles, RULES)
        for number in range(1, search.games + 1)
    }
    expected = [
        number for number, facts in games.items() if 20 <= facts.rounds <= 23 and facts.tops[-1] >= 14
    ]
    assert len(expected) >= 3
    assert (search.state, search.tried, search.matching) == ("done", search.games, len(expected))
    assert sorted(line["number"] for line in search.found) == expected
    lowest = [line["facts"]["tops"][-1] for line in search.found]
    assert lowest == sorted(lowest, reverse=True)
    assert all(GameFacts.from_data(line["facts"]) == games[line["number"]] for line in search.found)


@pytest.mark.django_db
def test_a_chunk_done_twice_counts_once(start):
    search = start()
    run(search, [0, 1])
    before = (search.found, search.matching, search.tried)
    run(search, [0])
    prepared_search._add_found(search.pk, 0, [])
    search.refresh_from_db()
    assert (search.found, search.matching, search.tried) == before


@pytest.mark.django_db
def test_only_the_best_stay(start, monkeypatch):
    monkeypatch.setattr(prepared_search, "MOST_FOUND", 4)
    search = start(criteria=Criteria(ranking="total"))
    run(search)
    assert search.matching == search.games
    totals = [sum(line["facts"]["tops"]) for line in search.found]
    every = [
        collect_game_facts(play_trial(trial_of(search), number), load_tile_set("english"), RULES).total
        for number in range(1, search.games + 1)
    ]
    assert totals == sorted(every, reverse=True)[:4]


@pytest.mark.django_db
def test_a_stopped_search_tries_nothing_more_until_it_goes_on(start):
    search = start()
    run(search, [0])
    jobs.stop(search)
    run(search, [1, 2])
    assert (search.state, search.done) == ("stopped", [0])
    prepared_search.resume_search(search)
    run(search, [1, 2])
    assert (search.state, search.done) == ("done", [0, 1, 2])
    prepared_search.resume_search(search)
    search.refresh_from_db()
    assert search.state == "done", "there is nothing left to try"


@pytest.mark.django_db
def test_a_search_whose_games_cannot_be_played_fails_and_can_be_resumed(start, monkeypatch):
    search = start()
    with monkeypatch.context() as broken:
        broken.setattr(prepared_search, "_ask", lambda _request: "")
        with pytest.raises(RuntimeError):
            run(search, [0])
    search.refresh_from_db()
    assert jobs.progress_of(search) == "failed"
    prepared_search.resume_search(search)
    run(search, [0])
    assert (search.state, search.done) == ("running", [0])


@pytest.mark.django_db
def test_silence_is_an_interruption_unless_others_are_served(start, hands):
    search = start()
    assert jobs.progress_of(search) == "running"
    hands.move(Preparation.SILENT_SECONDS + 1)
    assert jobs.progress_of(search) == "interrupted"
    other = start()
    assert jobs.progress_of_each([search, other]) == ["waiting", "running"]
    jobs.stop(other)
    prepared_search.resume_search(search)
    search.refresh_from_db()
    assert jobs.progress_of(search) == "running"


@pytest.mark.django_db
@pytest.mark.parametrize("games", [0, prepared_search.MOST_GAMES + 1])
def test_the_number_of_games_has_bounds(start, games):
    with pytest.raises(RuleViolation, match="Enter 1 to"):
        start(games=games)


@pytest.mark.django_db
def test_what_is_kept_is_the_game_that_was_found(start, arbitrator, english):
    search = start()
    run(search)
    first, second = (line["number"] for line in search.found[:2])
    kept = prepared_search.keep_found(search=search, numbers=[first, second], name="Cup", by=arbitrator)
    assert [prepared.name for prepared in kept] == ["Cup – 1", "Cup – 2"]
    rounds, tiles = play_trial(trial_of(search), first), load_tile_set("english")
    record = record_of(rounds, seed="", lexicon=english, tiles=tiles, rules=RULES)
    assert kept[0].open_record().rounds == record.rounds
    assert kept[0].game_facts == add_spread(
        collect_game_facts(rounds, tiles, RULES), rounds, english, tiles, RULES
    )
    search.refresh_from_db()
    assert [line.get("kept") for line in search.found[:2]] == [prepared.pk for prepared in kept]
    with pytest.raises(RuleViolation, match="Select the games to save"):
        prepared_search.keep_found(search=search, numbers=[first], name="Again", by=arbitrator)


@pytest.mark.django_db
def test_endless_numbers_of_games_are_no_failure(start, arbitrator, client):
    search = start()
    client.force_login(arbitrator)
    answer = client.post(
        f"/desk/prepared/search/{search.pk}/keep/", {"game": ["9" * 5000, "²"], "name": "Cup"}
    )
    assert answer.status_code == 422


@pytest.mark.django_db
def test_a_game_that_comes_out_otherwise_is_not_kept(start, arbitrator):
    search = start()
    run(search)
    search.found[0]["facts"]["bonuses"] += 1
    search.save()
    with pytest.raises(RuleViolation, match="does not replay"):
        prepared_search.keep_found(
            search=search, numbers=[search.found[0]["number"]], name="X", by=arbitrator
        )


@pytest.mark.django_db
def test_a_search_belongs_to_who_began_it(start, stranger):
    start()
    assert not searches_for(stranger).exists()


@pytest.mark.django_db
def test_the_seed_of_a_search_is_sealed(start):
    """A reader of the rows must not be able to play the games again."""
    search = start()
    assert trial_of(search).seed not in repr(Preparation.objects.values().get())


# --- In the background ------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_thread_of_the_embedded_setting_runs_it_to_its_end(start):
    search = start()

    def is_done():
        search.refresh_from_db()
        return search.state == "done"

    # It runs when nothing else wants the processor.
    wait_until(is_done, 600, "the end of the search")
    assert search.tried == search.games


def test_what_a_game_needs_overtakes_a_search():
    """Urgent work that comes in during a piece of long work is done right after it."""
    import threading

    done, begun, go_on = [], threading.Event(), threading.Event()

    def piece(name):
        done.append(name)
        if name == "piece 1":
            begun.set()
            go_on.wait(10)

    background = ThreadBackground()
    functions = {"duplicate.urgent": done.append, "duplicate.piece": piece}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.processes.background.import_string", functions.get)
        for number in (1, 2, 3):
            background.submit_patient("duplicate.piece", f"piece {number}")
        assert begun.wait(10)
        background.submit("duplicate.urgent", "urgent")
        go_on.set()
        wait_until(lambda: len(done) == 4, 10, "all of the work")
        background.submit_patient("duplicate.piece", "piece 4")
        wait_until(lambda: len(done) == 5, 10, "a piece after all had been done")
    assert done == ["piece 1", "urgent", "piece 2", "piece 3", "piece 4"]


# --- The process that plays the games ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db
def test_the_process_is_of_the_lowest_priority_and_comes_back_if_it_dies(start):
    trial = trial_of(start(criteria=Criteria()))
    assert len(prepared_search.try_games(trial, range(1, 4))) == 3
    process = prepared_search._running()
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
    process.kill()
    process.wait()
    assert [found.number for found in prepared_search.try_games(trial, range(3, 5))] == [3, 4]
    assert prepared_search._running().pid != process.pid


@pytest.mark.slow
@pytest.mark.django_db
def test_the_process_leaves_when_its_input_ends(start):
    request = trial_of(start(criteria=Criteria())).request(range(1, 2))
    done = subprocess.run(
        [sys.executable, "-m", "engine.duplicate_games.search_worker"],
        input=request,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.count("\n") == 1
    assert not done.stderr


@pytest.mark.slow
@pytest.mark.django_db
def test_the_process_leaves_in_silence_when_whoever_asked_was_killed(start):
    request = trial_of(start(criteria=Criteria())).request(range(1, 2))
    process = subprocess.Popen(
        [sys.executable, "-m", "engine.duplicate_games.search_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    _nothing, said = process.communicate(request, timeout=60)
    assert (process.returncode, said) == (0, "")


@pytest.mark.django_db(transaction=True)
def test_games_are_played_again_before_anything_is_locked(start, arbitrator, monkeypatch):
    """On SQLite a transaction that plays games would keep every slip of the hall waiting."""
    locked = []

    def play(trial, number):
        locked.append(connection.in_atomic_block)
        return play_trial(trial, number)

    search = start()
    run(search)
    monkeypatch.setattr(prepared_search, "play_trial", play)
    prepared_search.keep_found(search=search, numbers=[search.found[0]["number"]], name="Cup", by=arbitrator)
    assert locked == [False]
