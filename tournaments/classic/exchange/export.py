"""The divisions of an event as plain values, for files of other programs; a constant number of queries a division."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tournaments.classic.exchange.values import FileDivision, FileEvent, FileMatch, FilePlayer
from tournaments.classic.models import Division, DivisionEntry, Match, RatingChange
from tournaments.classic.pairing.plan import Stage, stage_at
from tournaments.classic.rounds.plan import stages_of, usual_stage
from tournaments.classic.rounds.values import last_begun, matches_paired
from tournaments.classic.standings.prizes import prize_of
from tournaments.classic.standings.ratings import holding_of, rating_before, read_changes
from tournaments.described_settings.setting_columns import settings_in, settings_read
from tournaments.models import Event

# The settings of a division that files have as well.
FILE_SETTINGS = tuple(FileDivision.__dataclass_fields__.keys() & settings_in(Division).keys())


def settings_told(told: FileDivision, **others: Any) -> Division:
    """Return an unsaved division with the settings that a file tells, and others."""
    values = {name: getattr(told, name) for name in FILE_SETTINGS}
    return Division(**values, prize_places=told.prize_places, **others)


def file_event(event: Event) -> FileEvent:
    """Return an event with all its divisions."""
    divisions = event.divisions.order_by("pk")
    systems = {division.rating_system for division in divisions}
    federation = systems.pop() if len(systems) == 1 else ""
    return FileEvent(tuple(map(file_division, divisions)), event.name, event.date, federation)


def file_division(division: Division) -> FileDivision:
    """Return a division with its players, and its rounds as far as they are paired."""
    entrants = division.entries.select_related("entry__player", "entry__partner", "entry__team").order_by(
        "number"
    )
    begun = last_begun(division)
    changes = read_changes(holding_of(division))
    return FileDivision(
        players=tuple(_player(entrant, changes.get(entrant.pk)) for entrant in entrants),
        matches=_matches(division, {entrant.pk: entrant.number for entrant in entrants}),
        begun=begun,
        stages=tuple(_stages(division, begun)),
        prizes=tuple(map(prize_of, division.prizes.all())),
        one_prize_each=division.one_prize_each,
        **settings_read(division, FILE_SETTINGS),
    )


def _stages(division: Division, begun: int) -> Iterator[Stage]:
    """Yield the plan, with the division's settings where a stage leaves rematches to it. While rounds are to come, the
    settings are a stage too if they pair the first round.
    """
    stages = stages_of(division)
    if begun < division.rounds_planned and stage_at(stages, 1) is None:
        yield usual_stage(division)
    for stage in stages:
        by_division = stage.method == "king_of_the_hill" and stage.hill_rematches is None
        yield replace(stage, hill_rematches=division.hill_rematches) if by_division else stage


def _player(one: DivisionEntry, change: RatingChange | None) -> FilePlayer:
    entry = one.entry
    games = rating_before(entry.player, change)[1]
    return FilePlayer(
        number=one.number,
        people=tuple(person.parts for person in (entry.player, entry.partner) if person),
        rating=one.rating,
        group=entry.group,
        team=entry.team.name if entry.team else "",
        first_round=one.first_round,
        last_round=0 if entry.is_left_out else one.last_round,
        licence="" if entry.partner else entry.player.licence,
        rated_games=None if entry.partner else games,
    )


def _matches(division: Division, numbers: Mapping[int, int]) -> tuple[FileMatch, ...]:
    """Return the matches with the numbers of their players, and the missed rounds that count."""
    rows = Match.objects.filter(round__division=division)
    tables = {
        (number, first): table for number, first, table in rows.values_list("round__number", "first", "table")
    }
    return tuple(
        FileMatch(
            replace(
                one,
                first=numbers[one.first],
                second=None if one.second is None else numbers[one.second],
                missed=False,
                group=None,
            ),
            tables.get((one.round, one.first)),
        )
        for one in matches_paired(division)
    )
