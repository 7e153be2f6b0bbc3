"""Searching for games to prepare: the program plays many, and ranks those that meet the criteria.

A search is tried in chunks, each a background job: a worker plays the games of one and stores what it found
in the row. A chunk done twice counts once. A lost one (a worker died, the program was stopped) is tried again
when the search resumes. So a search can be stopped and resumed at any time.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.models.prepared import Preparation, PreparedGame
from duplicate.prepared import search_worker
from duplicate.prepared.encryption import seal, unseal
from duplicate.prepared.services import lexicon_named, seal_game
from engine.duplicate_games.game_statistics import Criteria, GameFacts, collect_game_facts
from engine.duplicate_games.search_worker import FoundGame, Trial, play_trial
from engine.lexicon import load_lexicon
from engine.rules import RuleSet
from engine.tiles import load_tile_set
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.core.runtime.background import run_after_commit, run_when_idle
from tournaments.positions.search import with_spread

if TYPE_CHECKING:
    from engine.duplicate_games.simulate import PlayedRound

PURPOSE = "search for a game"
MOST_GAMES = 50_000
MOST_FOUND = 50
# A running search without progress for so long counts as interrupted.
SILENT_SECONDS = 30

Progress = Literal["running", "waiting", "interrupted", "stopped", "done"]


def progress_of_search(search: Preparation) -> Progress:
    """Return the state of a search. One that waits behind others is not interrupted."""
    return progress_of_searches([search])[0]


def progress_of_searches(searches: Sequence[Preparation]) -> list[Progress]:
    """Return the state of each search, by one query at most."""
    since = clock.now() - timedelta(seconds=SILENT_SECONDS)
    running = Preparation.objects.filter(state=Preparation.State.RUNNING)
    silent = any(search.state == search.State.RUNNING and search.moved_at <= since for search in searches)
    others = silent and running.filter(moved_at__gt=since).exists()
    return [_progress(search, since, others=others) for search in searches]


def _progress(search: Preparation, since: datetime, *, others: bool) -> Progress:
    if search.state != Preparation.State.RUNNING:
        return "done" if search.state == Preparation.State.DONE else "stopped"
    if search.moved_at > since:
        return "running"
    return "waiting" if others else "interrupted"


def count_searches() -> dict[Progress, int]:
    """Return how many searches that are not done run, wait behind those, or are interrupted."""
    since = clock.now() - timedelta(seconds=SILENT_SECONDS)
    moved = Preparation.objects.filter(state=Preparation.State.RUNNING).values_list("moved_at", flat=True)
    running = [moved_at > since for moved_at in moved]
    silent = running.count(False)
    waiting = silent if any(running) else 0
    return {"running": running.count(True), "waiting": waiting, "interrupted": silent - waiting}


@transaction.atomic
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
        moved_at=clock.now(),
    )
    search.full_clean(exclude=["done", "found"])
    search.save()
    run_after_commit("duplicate.prepared.search.spread_search", search.pk)
    return search


@transaction.atomic
def stop_search(*, search: Preparation, by: User) -> None:
    """Stop a search; what was found so far stays."""
    search = _lock_search(search.pk, by)
    if search.state == Preparation.State.RUNNING:
        search.state = Preparation.State.STOPPED
        search.save(update_fields=["state"])


@transaction.atomic
def resume_search(*, search: Preparation, by: User) -> None:
    """Resume a search that was stopped or interrupted."""
    search = _lock_search(search.pk, by)
    if search.state == Preparation.State.DONE:
        raise RuleViolation("search_done", _("This search is already complete."))
    search.state, search.moved_at = Preparation.State.RUNNING, clock.now()
    search.save(update_fields=["state", "moved_at"])
    run_after_commit("duplicate.prepared.search.spread_search", search.pk)


@transaction.atomic
def delete_search(*, search: Preparation, by: User) -> None:
    """Delete a search; games that were kept of it stay."""
    _lock_search(search.pk, by).delete()


def spread_search(search_id: int) -> None:
    """Queue a background job for each chunk that is left."""
    search = _find_running(search_id)
    for chunk in search.left if search else ():
        run_when_idle("duplicate.prepared.search.try_chunk", search_id, chunk)


def try_chunk(search_id: int, chunk: int) -> None:
    """Play the games of a chunk, unless that has been done or is no longer wanted."""
    search = _find_running(search_id)
    if search is None or chunk in search.done:
        return
    found = search_worker.try_games(_trial_of(search), search.numbers_of(chunk))
    _add_found(search_id, chunk, found)


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


def _find_running(search_id: int) -> Preparation | None:
    return Preparation.objects.filter(pk=search_id, state=Preparation.State.RUNNING).first()


def _lock_search(search_id: int, by: User) -> Preparation:
    search = Preparation.objects.select_for_update().filter(pk=search_id, made_by=by).first()
    if search is None:
        raise RuleViolation("search_gone", _("This search has been deleted."))
    return search
