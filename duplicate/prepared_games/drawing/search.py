"""Searching for games to prepare: the program plays many, and ranks those that meet the criteria.

A search is a job (`tournaments.jobs`), tried in chunks: a worker plays the games of one and stores what it found
in the row. A chunk done twice counts once. A lost one (a worker died, the program was stopped) is tried again
when the search resumes. So a search can be stopped and resumed at any time.

Games are played in a process of the lowest priority (`engine.duplicate_games.search_worker`), which the first request
starts: a search takes neither this process's time nor the processor that a round in progress needs.
"""

import atexit
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.models.prepared import Preparation, PreparedGame
from duplicate.prepared_games.drawing.services import lexicon_named, seal_game
from engine.data_folder import ROOT
from engine.duplicate_games.game_statistics import Criteria, GameFacts, collect_game_facts
from engine.duplicate_games.search_worker import FoundGame, Trial, play_trial, read_answer
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.installation.encryption import seal, unseal
from tournaments.jobs import job_of, queue, resume, start
from tournaments.positions.search import with_spread
from tournaments.time import clock

if TYPE_CHECKING:
    from engine.duplicate_games.simulate import PlayedRound

PURPOSE = "search for a game"
MOST_GAMES = 50_000
MOST_FOUND = 50

_lock = threading.Lock()
_process: subprocess.Popen[str] | None = None


def start_search(*, lexicon: str, rules: RuleSet, criteria: Criteria, games: int, by: User) -> Preparation:
    words = lexicon_named(lexicon)
    if not 1 <= games <= MOST_GAMES:
        raise RuleViolation("games_to_try", _("Enter 1 to {most} games to try."), most=MOST_GAMES)
    search = Preparation(
        lexicon=words.name,
        tile_set=words.tile_set,
        rules=rules.to_toml(),
        criteria=criteria.to_data(),
        sealed_seed=seal(secrets.token_hex(16), purpose=PURPOSE),
        games=games,
        made_by=by,
        made_at=clock.now(),
    )
    search.full_clean(exclude=["done", "found"])
    start(search, spread_search)
    return search


def resume_search(search: Preparation) -> None:
    """Resume a search that was stopped or interrupted, or failed."""
    resume(search, spread_search)


def delete_search(search: Preparation) -> None:
    """Delete a search; games that were kept of it stay."""
    search.delete()


@job_of(Preparation)
def spread_search(search: Preparation) -> None:
    """Queue a piece of work for each chunk that is left."""
    for chunk in search.left:
        queue(search, try_chunk, chunk)


@job_of(Preparation)
def try_chunk(search: Preparation, chunk: int) -> None:
    """Play the games of a chunk, unless that has been done."""
    if chunk not in search.done:
        _add_found(search.pk, chunk, try_games(_trial_of(search), search.numbers_of(chunk)))


@transaction.atomic
def _add_found(search_id: int, chunk: int, found: Sequence[FoundGame]) -> None:
    """Add what a chunk found; the best games stay, in order."""
    search = Preparation.objects.select_for_update().filter(pk=search_id).first()
    if search is None or chunk in search.done:
        return
    rank = search.asked.rank
    lines = search.found + [{"number": game.number, "facts": game.facts.to_data()} for game in found]
    lines.sort(key=lambda line: (rank(GameFacts.from_data(line["facts"])), -line["number"]), reverse=True)
    search.found = lines[:MOST_FOUND]
    search.matching += len(found)
    search.done = sorted([*search.done, chunk])
    search.moved_at = clock.now()
    if not search.left:
        search.state = Preparation.State.DONE
    search.save(update_fields=["found", "matching", "done", "moved_at", "state"])


def keep_found(*, search: Preparation, numbers: Sequence[int], name: str, by: User) -> list[PreparedGame]:
    """Seal chosen games of those found, to be played; several are numbered.

    They are played again before any row is locked, as slips are being stored in the hall meanwhile.
    """
    found = {line["number"]: line["facts"] for line in _lines_to_keep(search, numbers)}
    again = {
        number: _play_again(search, number, GameFacts.from_data(facts)) for number, facts in found.items()
    }
    with transaction.atomic():
        search = _lock_search(search.pk, by)
        lines = [line for line in _lines_to_keep(search, numbers) if line["number"] in again]
        if not lines:
            raise RuleViolation("nothing_to_keep", _("Select the games to save."))
        kept = []
        for place, line in enumerate(lines, start=1):
            rounds, facts = again[line["number"]]
            title = f"{name} – {place}" if len(lines) > 1 else name
            kept.append(_keep(search, rounds, facts, title, by))
            line["kept"] = kept[-1].pk
        search.save(update_fields=["found"])
    return kept


def _lines_to_keep(search: Preparation, numbers: Sequence[int]) -> list[dict[str, Any]]:
    return [line for line in search.found if line["number"] in numbers and "kept" not in line]


def _play_again(
    search: Preparation, number: int, told: GameFacts
) -> tuple[Sequence["PlayedRound"], GameFacts]:
    """Play a game again from its number, and check that it has the same facts."""
    rounds = play_trial(_trial_of(search), number)
    rules, tiles = search.rule_set, load_tile_set(search.tile_set)
    facts = collect_game_facts(rounds, tiles, rules)
    if facts != replace(told, spread=None):
        raise RuleViolation(
            "found_elsewhere",
            _("Game {number} does not replay as it was found: search again."),
            number=number,
        )
    return rounds, with_spread(facts, rounds, load_lexicon(search.lexicon), tiles, rules)


def _keep(
    search: Preparation, rounds: Sequence["PlayedRound"], facts: GameFacts, name: str, by: User
) -> PreparedGame:
    prepared = seal_game(
        name=name,
        lexicon=lexicon_named(search.lexicon),
        rules=search.rule_set,
        rounds=rounds,
        facts=facts,
        origin=PreparedGame.Origin.FOUND,
        by=by,
    )
    prepared.save()
    return prepared


def _trial_of(search: Preparation) -> Trial:
    seed = unseal(search.sealed_seed, purpose=PURPOSE)
    return Trial(lexicon=search.lexicon, rules=search.rule_set, seed=seed, criteria=search.asked)


def _lock_search(search_id: int, by: User) -> Preparation:
    search = Preparation.objects.select_for_update().filter(pk=search_id, made_by=by).first()
    if search is None:
        raise RuleViolation("search_gone", _("This search has been deleted."))
    return search


def try_games(trial: Trial, numbers: range) -> list[FoundGame]:
    """Return those of the games that meet the criteria; raise RuntimeError if they cannot be played."""
    request = trial.request(numbers)
    with _lock:
        # Ask twice: an idle process may have ended at this very moment.
        line = _ask(request) or _ask(request)
    if not line:
        raise RuntimeError("the process that tries games ends before it answers")
    return read_answer(line)


def _ask(request: str) -> str:
    """Return the answer, empty if the process is gone."""
    process = _running()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        process.stdin.flush()
        line: str = process.stdout.readline()
    except OSError:
        line = ""
    if not line:
        _close()
    return line


def _running() -> subprocess.Popen[str]:
    global _process  # noqa: PLW0603 - one worker for all callers in this process
    if _process is None or _process.poll() is not None:
        _close()
        _process = subprocess.Popen(
            [sys.executable, "-m", "engine.duplicate_games.search_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),  # Windows only
        )
    return _process


@atexit.register
def _close() -> None:
    """End the process, which also ends by itself when its input ends."""
    global _process
    if _process is not None:
        process, _process = _process, None
        process.kill()
        process.communicate()
