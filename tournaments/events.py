"""Events: making one, what its chief sets, and the record of what was done with it as a whole."""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Event, EventAct
from tournaments.posts import check_chief
from tournaments.selections import AgeCategory, check_categories


@transaction.atomic
def create_event(*, name: str, by: User, day: date | None = None, made_up: bool = False) -> Event:
    """A new event, run by its creator and in the creator's language; today, if nothing else is said."""
    event = Event(name=name, language=get_language() or "", made_up=made_up, **({"date": day} if day else {}))
    event.full_clean()
    event.save()
    event.arbitrators.add(by, through_defaults={"role": Arbitrator.Role.CHIEF})
    return event


def hold_event(event: Event, by: User) -> Event:
    """The event as it stands, held for its chief until the end of the transaction.

    Raises:
        RuleViolation: somebody else asks.
    """
    held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    check_chief(held, by)
    return held


def write_act(event: Event, act: str, *, by: User | None, **params: object) -> EventAct:
    """Put one act on record, in its transaction; `params` fill its sentence."""
    return EventAct.objects.create(event=event, at=clock.now(), by=by, act=act, params=params)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What the chief sets of an event; `best_of_team` is None where all members of a team count."""

    name: str
    day: date
    best_of_team: int | None = None
    groups: tuple[str, ...] = ()
    categories: tuple[AgeCategory, ...] = ()
    one_device: bool = False
    public: bool = False
    shows_games: bool = False
    language: str = ""


@transaction.atomic
def change_settings(*, event: Event, settings: EventSettings, by: User) -> Event:
    """Set what an event is called, and what its standings go by.

    Raises:
        RuleViolation: age categories that cannot be; a group is taken away in which somebody is.
    """
    event = hold_event(event, by)
    check_categories(settings.categories)
    gone = event.entries.exclude(group="").exclude(group__in=settings.groups).values_list("group", flat=True)
    if (group := gone.first()) is not None:
        raise RuleViolation("group_in_use", _("Somebody is in the group “{group}”."), group=group)
    renamed = (event.name, event.date) != (settings.name, settings.day)
    event.name, event.date, event.public = settings.name, settings.day, settings.public
    event.best_of_team, event.groups = settings.best_of_team, list(settings.groups)
    event.age_categories = [[one.name, one.least, one.most] for one in settings.categories]
    event.one_device, event.shows_games = settings.one_device, settings.shows_games
    event.language = settings.language
    event.full_clean()
    event.save()
    write_act(event, "event_renamed" if renamed else "event_changed", by=by, name=event.name)
    return event


@transaction.atomic
def show_games(*, event: Event, by: User) -> Event:
    """List the event for everybody, with its games that are over to look at; standings once they are released."""
    event = hold_event(event, by)
    if not (event.public and event.shows_games):
        event.public = event.shows_games = True
        event.save(update_fields=["public", "shows_games"])
        write_act(event, "event_changed", by=by, name=event.name)
    return event


@transaction.atomic
def release_standings(*, event: Event, released: Event.Released, by: User) -> Event:
    """Say whether everybody may see the standings, and as what; at any time, and on record."""
    event = hold_event(event, by)
    if event.released != released:
        event.released = released
        event.save(update_fields=["released"])
        write_act(event, f"standings_{released}", by=by)
    return event


def take_back_final(event: Event, *, game: str, by: User | None) -> None:
    """What a game gave has changed since the standings were released as final: they are provisional until the chief
    has looked again. In the transaction of the change.
    """
    final = Event.objects.filter(pk=event.pk, released=Event.Released.FINAL)
    if final.update(released=Event.Released.PROVISIONAL):
        write_act(event, "standings_changed", by=by, game=game)
