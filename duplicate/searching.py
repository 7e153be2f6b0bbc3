"""Searching for games to prepare: many are played by the program, and those that meet the criteria are ranked.

A search is tried in chunks, each a piece of background work; whichever worker takes one plays its games and puts
what it found into the row. A chunk done twice counts once, and one that got lost (a worker died, the program was
stopped) is tried again when the search goes on. So a search can be stopped and resumed at any time.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate import trial_process
from duplicate.prepared_models import Preparation, PreparedGame
from duplicate.preparing import keep_game, lexicon_named
from duplicate.sealing import seal, unseal
from engine.facts import Criteria, GameFacts, facts_of, with_spread
from engine.lexicon import load_lexicon
from engine.rules import RuleSet
from engine.tiles import load_tile_set
from engine.trial import Found, Trial, play_trial
from tournaments import clock
from tournaments.background import run_after_commit, run_when_idle
from tournaments.errors import RuleViolation

if TYPE_CHECKING:
    from engine.simulate import PlayedRound

PURPOSE = "search for a game"
MOST_GAMES = 50_000
MOST_FOUND = 50
# Without progress for so long a search that is under way has been interrupted.
SILENT_SECONDS = 30

Progress = Literal["running", "waiting", "interrupted", "stopped", "done"]


def searches_for(user: User) -> QuerySet[Preparation]:
    """The searches of a user: to anybody else they do not exist."""
    return Preparation.objects.filter(made_by=user)


def progress_of_search(search: Preparation) -> Progress:
    """How it stands. One that waits behind others is not interrupted."""
    if search.state != Preparation.State.RUNNING:
        return "done" if search.state == Preparation.State.DONE else "stopped"
    since = clock.now() - timedelta(seconds=SILENT_SECONDS)
    if search.moved_at > since:
        return "running"
    others = Preparation.objects.filter(state=Preparation.State.RUNNING, moved_at__gt=since)
    return "waiting" if others.exists() else "interrupted"


@transaction.atomic
def start_search(*, lexicon: str, rules: RuleSet, criteria: Criteria, games: int, by: User) -> Preparation:
    words = lexicon_named(lexicon)
    if not 1 <= games <= MOST_GAMES:
        raise RuleViolation("games_to_try", _("Try 1 to {most} games."), most=MOST_GAMES)
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
    run_after_commit("duplicate.searching.spread_search", search.pk)
    return search


@transaction.atomic
def stop_search(*, search: Preparation, by: User) -> None:
    """Try no further games; what was found so far stays."""
    search = _locked(search.pk, by)
    if search.state == Preparation.State.RUNNING:
        search.state = Preparation.State.STOPPED
        search.save(update_fields=["state"])


@transaction.atomic
def resume_search(*, search: Preparation, by: User) -> None:
    """Go on with one that was stopped or interrupted."""
    search = _locked(search.pk, by)
    if search.state == Preparation.State.DONE:
        raise RuleViolation("search_done", _("This search has tried all its games."))
    search.state, search.moved_at = Preparation.State.RUNNING, clock.now()
    search.save(update_fields=["state", "moved_at"])
    run_after_commit("duplicate.searching.spread_search", search.pk)


@transaction.atomic
def delete_search(*, search: Preparation, by: User) -> None:
    """Forget a search; games that were kept of it stay."""
    _locked(search.pk, by).delete()


def spread_search(search_id: int) -> None:
    """Hand each chunk that is left to whoever has time for it."""
    search = _under_way(search_id)
    for chunk in search.left if search else ():
        run_when_idle("duplicate.searching.try_chunk", search_id, chunk)


def try_chunk(search_id: int, chunk: int) -> None:
    """Play the games of a chunk, unless that has been done or is no longer wanted."""
    search = _under_way(search_id)
    if search is None or chunk in search.done:
        return
    found = trial_process.try_games(_trial_of(search), search.numbers_of(chunk))
    _put(search_id, chunk, found)


@transaction.atomic
def _put(search_id: int, chunk: int, found: Sequence[Found]) -> None:
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
    """Seal games of those found, to be played; several are numbered. They are played again before anything is locked:
    in the hall slips are being stored meanwhile.
    """
    found = {line["number"]: line["facts"] for line in _to_keep(search, numbers)}
    again = {
        number: _play_again(search, number, GameFacts.from_data(facts)) for number, facts in found.items()
    }
    with transaction.atomic():
        search = _locked(search.pk, by)
        lines = [line for line in _to_keep(search, numbers) if line["number"] in again]
        if not lines:
            raise RuleViolation("nothing_to_keep", _("Choose the games to keep."))
        kept = []
        for place, line in enumerate(lines, start=1):
            rounds, facts = again[line["number"]]
            title = f"{name} – {place}" if len(lines) > 1 else name
            kept.append(_keep(search, rounds, facts, title, by))
            line["kept"] = kept[-1].pk
        search.save(update_fields=["found"])
    return kept


def _to_keep(search: Preparation, numbers: Sequence[int]) -> list[dict[str, Any]]:
    return [line for line in search.found if line["number"] in numbers and "kept" not in line]


def _play_again(
    search: Preparation, number: int, told: GameFacts
) -> tuple[Sequence["PlayedRound"], GameFacts]:
    """Play a game again from its number. It must come out as it did."""
    rounds = play_trial(_trial_of(search), number)
    rules, tiles = search.rule_set, load_tile_set(search.tile_set)
    facts = facts_of(rounds, tiles, rules)
    if facts != replace(told, spread=None):
        raise RuleViolation(
            "found_elsewhere",
            _("Game {number} comes out otherwise than when it was found: search again."),
            number=number,
        )
    return rounds, with_spread(facts, rounds, load_lexicon(search.lexicon), tiles, rules)


def _keep(
    search: Preparation, rounds: Sequence["PlayedRound"], facts: GameFacts, name: str, by: User
) -> PreparedGame:
    return keep_game(
        name=name,
        lexicon=lexicon_named(search.lexicon),
        rules=search.rule_set,
        rounds=rounds,
        facts=facts,
        origin=PreparedGame.Origin.FOUND,
        by=by,
    )


def _trial_of(search: Preparation) -> Trial:
    seed = unseal(search.sealed_seed, purpose=PURPOSE)
    return Trial(lexicon=search.lexicon, rules=search.rule_set, seed=seed, criteria=search.asked)


def _under_way(search_id: int) -> Preparation | None:
    return Preparation.objects.filter(pk=search_id, state=Preparation.State.RUNNING).first()


def _locked(search_id: int, by: User) -> Preparation:
    search = Preparation.objects.select_for_update().filter(pk=search_id, made_by=by).first()
    if search is None:
        raise RuleViolation("search_gone", _("This search has been deleted."))
    return search
