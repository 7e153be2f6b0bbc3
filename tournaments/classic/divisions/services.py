"""Divisions of an event: creating one, its settings, deleting it."""

import secrets
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.models import Division
from tournaments.classic.rounds.tables import number_again
from tournaments.described_settings.setting_columns import Change, check_settings, copy_settings
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.services import lock_event
from tournaments.models import Event


@transaction.atomic
def create_tournament(*, name: str, day: date, settings: Division, by: User) -> Division:
    """Create an event with its first division and no duplicate game: both or neither.

    Raises:
        ValidationError: the event cannot be stored.
        RuleViolation: `make_division` refuses the division.
    """
    event = event_services.create_event(name=name, day=day, by=by)
    return make_division(event=event, settings=settings, by=by)


@transaction.atomic
def make_division(*, event: Event, settings: Division, by: User) -> Division:
    """Create a division without players; `settings` is an unsaved one that has them.

    Raises:
        RuleViolation: the user is not the chief, or the name is taken.
        ValidationError: the settings are impossible.
    """
    event = lock_event(event, by)
    division = Division(event=event, seed=secrets.token_hex(8))
    _set(division, settings)
    write_division_act(division, "division_made", by=by)
    return division


@transaction.atomic
def change_division(*, division: Division, settings: Division, by: User) -> Division:
    """Set a division's name and the settings of its rounds from now on, as an unsaved division has them.

    Raises:
        RuleViolation: the name is taken, or fewer rounds than are paired.
        ValidationError: the settings are impossible.
    """
    locked_division = lock_division(division, by)
    paired = _rounds_paired(locked_division)
    if settings.rounds_planned < paired:
        raise RuleViolation(
            "rounds_are_paired",
            ngettext_lazy(
                "{paired} round is already paired: there cannot be fewer.",
                "{paired} rounds are already paired: there cannot be fewer.",
                paired,
            ),
            paired=paired,
        )
    first_table = locked_division.first_table
    changes = _set(locked_division, settings)
    if locked_division.first_table != first_table:
        number_again(locked_division)
    write_division_act(
        locked_division, "division_changed", by=by, **({"changes": changes} if changes else {})
    )
    return locked_division


@transaction.atomic
def remove_division(*, division: Division, by: User) -> None:
    """Delete a division before its first round; its players stay in the event.

    Raises:
        RuleViolation: a round has been paired, or the division has annotated games.
    """
    locked_division = lock_division(division, by)
    if locked_division.rounds.exists():
        raise RuleViolation(
            "division_in_use",
            _("Rounds of {name} are paired: it cannot be deleted."),
            name=locked_division.name,
        )
    if locked_division.annotated_games.exists():
        raise RuleViolation(
            "division_has_games",
            _("{name} has annotated games: remove these first."),
            name=locked_division.name,
        )
    write_division_act(locked_division, "division_removed", by=by)
    locked_division.entries.all().delete()
    locked_division.delete()


def _set(division: Division, settings: Division) -> list[Change]:
    """Write the settings of a division that is locked, or whose event is locked; return what has changed."""
    others = Division.objects.filter(event=division.event, name__iexact=settings.name).exclude(pk=division.pk)
    if others.exists():
        raise RuleViolation(
            "division_name_taken", _("A division “{name}” already exists."), name=settings.name
        )
    changes = copy_settings(settings, division)
    check_settings(division)
    division.full_clean()
    division.save()
    return changes


def _rounds_paired(division: Division) -> int:
    return division.rounds.aggregate(last=Max("number"))["last"] or 0
