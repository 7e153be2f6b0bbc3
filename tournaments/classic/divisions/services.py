"""Divisions of an event: creating one, its settings, deleting it."""

import secrets
from dataclasses import dataclass, fields
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.audit_log import write_division_act
from tournaments.classic.core.locks import lock_division
from tournaments.classic.divisions.numbering import MOST_ROUNDS
from tournaments.classic.models import Division
from tournaments.classic.pairing import METHODS
from tournaments.classic.rating import SYSTEMS
from tournaments.classic.rounds.tables import number_again
from tournaments.core.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.services import lock_event
from tournaments.models import Event, Lexicon

MOST_POINTS = 1_000


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """The director's settings of a division; see `Division`."""

    name: str
    lexicon: Lexicon
    rounds_planned: int = 7
    method: str = "swiss"
    rounds_ahead: int = 0
    opponents: str = Division.Opponents.HALVES
    apart_teams: bool = False
    apart_clubs: bool = False
    hill_rematches: bool = True
    gibson: bool = False
    prize_places: int = 1
    quarters: str = Division.Quarters.Q324
    cycles: int = 1
    legs: int = 1
    group_size: int | None = None
    groups_by: str = Division.Groups.NUMBER
    first_table: int = 1
    tie_break: str = Division.TieBreak.SPREAD
    second_tie_break: str = ""
    third_tie_break: str = ""
    spread_caps: tuple[int, ...] = ()
    leavers_unranked: bool = False
    bye_spread: int = 50
    forfeit_spread: int = 50
    missed_late: str = Division.Missed.NOTHING
    missed_left: str = Division.Missed.NOTHING
    challenge: str = Division.Challenge.DOUBLE
    challenge_points_for: str = Division.PointsFor.WORD
    challenge_points_go: str = Division.PointsGo.LOST
    final_adjustment: str = Division.FinalAdjustment.EACH
    passes_each: int = 2
    scoreless_turns: int | None = None
    exchange_minimum: int = 7
    clock_minutes: int = 25
    overtime_points: int = 10
    turn_seconds: int | None = None
    clocks_given: bool = False
    rating_system: str = "elo"


@transaction.atomic
def create_tournament(*, name: str, day: date, settings: DivisionSettings, by: User) -> Division:
    """Create an event with its first division and no duplicate game: both or neither.

    Raises:
        ValidationError: the event cannot be stored.
        RuleViolation: `make_division` refuses the division.
    """
    event = event_services.create_event(name=name, day=day, by=by)
    return make_division(event=event, settings=settings, by=by)


@transaction.atomic
def make_division(*, event: Event, settings: DivisionSettings, by: User) -> Division:
    """Create a division without players.

    Raises:
        RuleViolation: the user is not the chief, or the settings are impossible.
    """
    event = lock_event(event, by)
    division = Division(event=event, seed=secrets.token_hex(8))
    _set(division, settings)
    write_division_act(division, "division_made", by=by)
    return division


@transaction.atomic
def change_division(*, division: Division, settings: DivisionSettings, by: User) -> Division:
    """Set a division's name and the settings of its rounds from now on.

    Raises:
        RuleViolation: the settings are impossible, such as fewer rounds than are paired.
    """
    held = lock_division(division, by)
    paired = _rounds_paired(held)
    if settings.rounds_planned < paired:
        raise RuleViolation(
            "rounds_are_paired",
            _("{paired} rounds are already paired: there cannot be fewer."),
            paired=paired,
        )
    first_table = held.first_table
    _set(held, settings)
    if held.first_table != first_table:
        number_again(held)
    write_division_act(held, "division_changed", by=by)
    return held


@transaction.atomic
def remove_division(*, division: Division, by: User) -> None:
    """Delete a division before its first round; its players stay in the event.

    Raises:
        RuleViolation: a round has been paired, or the division has annotated games.
    """
    held = lock_division(division, by)
    if held.rounds.exists():
        raise RuleViolation(
            "division_in_use", _("Rounds of {name} are paired: it cannot be deleted."), name=held.name
        )
    if held.annotated_games.exists():
        raise RuleViolation(
            "division_has_games", _("{name} has annotated games: remove these first."), name=held.name
        )
    write_division_act(held, "division_removed", by=by)
    held.entries.all().delete()
    held.delete()


def _set(division: Division, settings: DivisionSettings) -> None:
    """Write the settings of a division that is locked, or whose event is locked."""
    others = Division.objects.filter(event=division.event, name__iexact=settings.name).exclude(pk=division.pk)
    if others.exists():
        raise RuleViolation(
            "division_name_taken", _("A division “{name}” already exists."), name=settings.name
        )
    if settings.method not in METHODS:
        raise RuleViolation("method_unknown", _("There is no pairing method “{name}”."), name=settings.method)
    if settings.rating_system not in SYSTEMS:
        raise RuleViolation(
            "rating_system_unknown", _("There is no rating system “{name}”."), name=settings.rating_system
        )
    if not 1 <= settings.rounds_planned <= MOST_ROUNDS:
        raise RuleViolation("rounds_out_of_range", _("A division has 1 to {most} rounds."), most=MOST_ROUNDS)
    for field in fields(settings):
        setattr(division, field.name, getattr(settings, field.name))
    division.full_clean()
    division.save()


def _rounds_paired(division: Division) -> int:
    return division.rounds.aggregate(last=Max("number"))["last"] or 0
