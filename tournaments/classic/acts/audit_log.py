"""The audit log of an event, as use cases of its divisions write and read it."""

from django.contrib.auth.models import User
from django.db.models import Q

from tournaments.classic.acts.actions import ACTIONS
from tournaments.classic.models import Division
from tournaments.events.services import write_act
from tournaments.models import EventAct

# Parameter with the division's key: names may change, and other divisions may share one.
KEY = "division_key"


def write_division_act(division: Division, act: str, *, by: User | None, **params: object) -> EventAct:
    """Add one act of `ACTIONS` to the audit log, with the division's current name."""
    assert act in ACTIONS, f"{act} is no act: see tournaments/classic/acts/actions.py"
    told = {"division": division.name, KEY: division.pk}
    return write_act(division.event, act, by=by, **told, **params)


def acts_of(division: Division) -> Q:
    """Return the filter for a division's acts among those of its event; older acts carry its name and no key."""
    by_name = Q(params__division=division.name, at__gte=division.made_at) & ~Q(params__has_key=KEY)
    return Q(**{f"params__{KEY}": division.pk}) | by_name
