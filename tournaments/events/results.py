"""Recorded results of games, and the standings of an event that follow from them.

A recorded result is never changed. When a finished game changes, or goes on, a further version is added, with
who did it and when; the highest version of each game is valid. Standings are never stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q

from tournaments.events.rooms import room_of
from tournaments.events.services import take_back_final
from tournaments.models import Entry, Event, GameResult, ResultLine, Room
from tournaments.names import name_visibility
from tournaments.standings.person_facts import PERSON_FACTS, facts_of
from tournaments.standings.ranking import (
    Competitor,
    EventStandings,
    GameScore,
    PersonFacts,
    ScoredGame,
    rank_event,
)
from tournaments.time import clock

COLUMNS = tuple(field.name for field in fields(GameScore) if field.name != "rounds")
REASON_LENGTH = 200


@transaction.atomic
def record_result(
    *, event: Event, game: str, scores: ScoredGame, by: User | None, reason: str = ""
) -> GameResult:
    """Store the result of a game, by the keys of entries; `game` is its code. An equal result adds nothing.

    The caller has locked the game, so that no two do this at once.
    """
    before = event.results.filter(game=game).order_by("-version").first()
    if before is not None and _scores_of(before) == scores:
        return before
    result = GameResult.objects.create(
        event=event,
        game=game,
        number=scores.number,
        name=scores.name,
        version=before.version + 1 if before else 1,
        state=GameResult.State.FINAL if scores.final else GameResult.State.PROVISIONAL,
        top_total=scores.top_total,
        tie_breaks=list(scores.tie_breaks),
        by=by,
        made_at=clock.now(),
        reason=reason[:REASON_LENGTH],
    )
    ResultLine.objects.bulk_create(
        ResultLine(
            result=result,
            entry_id=key,
            rounds=list(score.rounds),
            **{name: getattr(score, name) for name in COLUMNS},
        )
        for key, score in scores.scores.items()
    )
    take_back_final(event, game=scores.name, by=by)
    return result


def read_recorded_scores(event: Event) -> dict[str, ScoredGame]:
    """Return the valid result of each game that was finished once, by its code. Only the last game has its
    rounds.
    """
    last_versions = event.results.values("game").annotate(version=Max("version"))
    holding = Q(pk__in=())
    for row in last_versions.values_list("game", "version"):
        holding |= Q(game=row[0], version=row[1])
    # A game whose rounds were all taken back has no result.
    results = list(event.results.filter(holding, top_total__gt=0).order_by("number"))
    scores: dict[int, dict[int, GameScore]] = {result.pk: {} for result in results}
    rounds = _rounds_of(results[-1]) if results else {}
    last = results[-1].pk if results else 0
    for result_id, entry_id, *values in (
        ResultLine.objects.filter(result__in=scores).order_by().values_list("result_id", "entry_id", *COLUMNS)
    ):
        scores[result_id][entry_id] = _score((*values, rounds.get(entry_id, ()) if result_id == last else ()))
    return {result.game: _score_value(result, scores[result.pk]) for result in results}


def standings_of_event(event: Event, live: Mapping[str, ScoredGame]) -> EventStandings:
    """Return the standings over all games: those on record, and those in progress (by code) as they stand."""
    recorded = read_recorded_scores(event)
    games = sorted({**recorded, **live}.values(), key=lambda game: game.number)
    return rank_event(competitors_of(event, games), games)


def competitors_of(event: Event, games: Sequence[ScoredGame] = ()) -> list[Competitor]:
    """Return the entries that have arrived, with the facts for selections; an absent one counts if they
    played.
    """
    played: set[int] = set()
    for game in games:
        played.update(key for key, score in game.scores.items() if not score.absent)
    rows, rooms = _EntryRow.read(event.entries.order_by()), list(event.rooms.all())
    return [row.competitor(event.date.year, rooms) for row in rows if row.arrived or row.key in played]


def has_results(entry: Entry) -> bool:
    """Tell whether a recorded result includes the entry: then it stays entered."""
    return entry.result_lines.exists()


def _scores_of(result: GameResult) -> ScoredGame:
    """Return the whole of one result, for comparison."""
    columns = result.lines.order_by().values_list("entry_id", *COLUMNS, "rounds")
    scores = {key: _score((*values, tuple(rounds))) for key, *values, rounds in columns}
    return _score_value(result, scores)


def _score(values: tuple[Any, ...]) -> GameScore:
    """Return the score with these columns and rounds."""
    return GameScore(*values)


def _score_value(result: GameResult, scores: Mapping[int, GameScore]) -> ScoredGame:
    return ScoredGame(
        number=result.number,
        name=result.name,
        top_total=result.top_total,
        final=result.state == GameResult.State.FINAL,
        scores=scores,
        tie_breaks=tuple(result.tie_breaks),
        rounds=max((len(score.rounds) for score in scores.values()), default=0),
    )


def _rounds_of(result: GameResult) -> dict[int, tuple[int, ...]]:
    """Return the rounds of a result if its tie-breaks need them: they take longest to read."""
    if "last_rounds" not in result.tie_breaks:
        return {}
    return {key: tuple(rounds) for key, rounds in result.lines.order_by().values_list("entry_id", "rounds")}


@dataclass(frozen=True, slots=True)
class _EntryRow:
    """One entry as a plain row: for thousands of rows no models are created."""

    key: int
    table: int
    arrived: bool
    withdrawn: bool
    team: str
    group: str
    people: tuple[tuple[Any, ...], ...]

    @classmethod
    def read(cls, entries: Any) -> Iterable["_EntryRow"]:
        facts = (*name_visibility.PARTS, *PERSON_FACTS, "id")
        columns = [f"{who}__{fact}" for who in ("player", "partner") for fact in facts]
        rows = entries.values_list(
            "pk", "table", "arrived_at", "withdrawn_at", "team__name", "group", "partner_id", *columns
        )
        for key, table, arrived, withdrawn, team, group, partner, *told in rows:
            half = len(facts)
            people = (tuple(told[:half]), tuple(told[half:])) if partner else (tuple(told[:half]),)
            yield cls(key, table, arrived is not None, withdrawn is not None, team or "", group, people)

    def competitor(self, year: int, rooms: Sequence[Room]) -> Competitor:
        room = room_of(self.table, rooms)
        name = name_visibility.styled([part for person in self.people for part in person[:3]])
        return Competitor(
            key=self.key,
            name=name_visibility.visible_name(name, self.table),
            table=self.table,
            persons=tuple(_facts(person, year) for person in self.people),
            # Team and group would tell who sits there.
            team="" if name_visibility.are_hidden() else self.team,
            group="" if name_visibility.are_hidden() else self.group,
            withdrawn=self.withdrawn,
            room=room.name if room else "",
        )


def _facts(person: tuple[Any, ...], year: int) -> PersonFacts:
    """Return the facts for selections; empty while names are hidden, as club and series would identify the
    player.
    """
    if name_visibility.are_hidden():
        return PersonFacts()
    *told, player = person[3:]
    return facts_of(told, year, player)
