"""The results of an event's games, handed down to `tournaments`. They go on record when a game ends, and
again when a finished game changes, in the same transaction. A game in progress is read live.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from duplicate.models import AuditLogEntry, Game, Round
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.events import results
from tournaments.models import Event, GameResult, ResultLine
from tournaments.seasons.services import final_results
from tournaments.standings.ranking import EventStandings, ScoredGame


def scores_of_game(game: Game) -> ScoredGame:
    """Return the scores of a game, final or so far."""
    return standings_for_game(game).scores(
        number=game.number,
        name=game.name,
        final=game.state == Game.State.FINISHED,
        tie_breaks=game.rule_set.standings.tie_breaks,
    )


def record_if_over(game: Game) -> None:
    """Put the result of a finished game on record, in the name of the user of its last log entry."""
    over = Game.objects.filter(state=Game.State.FINISHED).select_related("event")
    if (held := over.filter(pk=game.pk).first()) is not None:
        _record(held)


def record_that_it_goes_on(game: Game) -> None:
    """Mark the recorded result of a game that goes on after its end as provisional."""
    held = Game.objects.select_related("event").get(pk=game.pk)
    if held.state == Game.State.PLAYING and held.event.results.filter(game=held.code).exists():
        _record(held)


def complete_records() -> None:
    """Fill in the figures of results that were recorded before these were counted."""
    lacking = ResultLine.objects.filter(result__in=final_results(), top_run=None)
    codes = lacking.values_list("result__game", flat=True).distinct()
    for game in Game.objects.filter(code__in=codes, state=Game.State.FINISHED).select_related("event"):
        _complete(game, lacking.filter(result__game=game.code))


@transaction.atomic
def _complete(game: Game, lines: QuerySet[ResultLine]) -> None:
    scores = scores_of_game(game).scores
    found = [line for line in lines if line.entry_id in scores]
    for line in found:
        score = scores[line.entry_id]
        line.solos, line.top_run, line.climb = score.solos, score.top_run, score.climb
    ResultLine.objects.bulk_update(found, ["solos", "top_run", "climb"], batch_size=500)


def standings_for_event(event: Event) -> EventStandings:
    """Return the standings over the games: finished games from the record, games in progress as they stand."""
    return results.standings_of_event(event, {game.code: scores_of_game(game) for game in _live(event)})


def event_is_final(event: Event) -> bool:
    """Tell whether these standings are final, without computing them."""
    live = dict(_live(event).values_list("code", "state"))
    kept = event.results.exclude(game__in=live).values_list("state", flat=True)
    over = [state == GameResult.State.FINAL for state in kept]
    over += [state == Game.State.FINISHED for state in live.values()]
    return bool(over) and all(over)


def _live(event: Event) -> QuerySet[Game]:
    """Return the games that count as they stand, with finished games from before results were recorded."""
    begun = Exists(Round.objects.announced().filter(game=OuterRef("pk")))
    recorded = Exists(event.results.filter(game=OuterRef("code")))
    return event.games.filter(begun).exclude(Q(state=Game.State.FINISHED) & recorded)


def _record(game: Game) -> None:
    by, reason = _last_act(game)
    results.record_result(event=game.event, game=game.code, scores=scores_of_game(game), by=by, reason=reason)


def _last_act(game: Game) -> tuple[User | None, str]:
    """Return the user and the reason of the last act; acts are written before they are published."""
    row = AuditLogEntry.objects.select_related("by").filter(game=game).order_by("-pk").first()
    return (row.by, str(row.params.get("why", ""))) if row else (None, "")
