"""Events: creation, the chief's settings, and the log of acts on the event as a whole."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.described_settings.setting_columns import check_settings, copy_settings
from tournaments.errors import RuleViolation
from tournaments.events.actions import is_action
from tournaments.events.staff import check_chief, role_of
from tournaments.models import Arbitrator, Event, EventAct, organiser_in_scope
from tournaments.standings.category_sets import categories_in
from tournaments.standings.filters import USUAL_CATEGORIES, AgeCategory, check_categories
from tournaments.time import clock
from tournaments.time.time_zones import installation_zone

KEPT_BACK = "games_kept_back"


@transaction.atomic
def create_event(*, name: str, by: User, day: date | None = None, made_up: bool = False) -> Event:
    """Create an event of the organiser in scope, run by its creator and in the creator's language, with the age
    categories that this language has; its day is today, unless one is given.
    """
    language = get_language() or ""
    event = Event(
        organiser_id=organiser_in_scope(),
        name=name,
        language=language,
        age_categories=stored_categories(categories_in(language)),
        made_up=made_up,
        **({"date": day} if day else {}),
    )
    event.full_clean()
    event.save()
    event.arbitrators.add(by, through_defaults={"role": Arbitrator.Role.CHIEF})
    return event


def lock_event(event: Event, by: User) -> Event:
    """Lock and return the event for its chief until the end of the transaction.

    Raises:
        RuleViolation: the user is not its chief.
    """
    held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    check_chief(held, by)
    return held


def lock_event_at_desk(event: Event, by: User) -> Event:
    """Lock and return the event for a user who is at its desk.

    Raises:
        RuleViolation: the user is not.
    """
    held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if role_of(held, by) is None:
        raise RuleViolation("not_yours", _("You are not an arbitrator of this event."))
    return held


def write_act(event: Event, act: str, *, by: User | None, **params: object) -> EventAct:
    """Put one registered act on record, in its transaction; `params` fill its sentence."""
    assert is_action(act), f"{act} is no act: see tournaments/events/actions.py"
    return EventAct.objects.create(event=event, at=clock.now(), by=by, act=act, params=params)


def categories_of(event: Event) -> tuple[AgeCategory, ...]:
    """Return the event's own age categories, or the usual ones."""
    return tuple(AgeCategory(*each) for each in event.age_categories) or USUAL_CATEGORIES


def stored_categories(categories: Iterable[AgeCategory]) -> list[list[str | int | None]]:
    return [[category.name, category.least, category.most] for category in categories]


@transaction.atomic
def change_settings(*, event: Event, settings: Event, by: User) -> Event:
    """Store name, day, groups, age categories and settings of an event, which a copy of it has.

    Raises:
        RuleViolation: impossible age categories, or other ones while the standings are final; a removed group that
            an entry is in.
    """
    event = lock_event(event, by)
    check_categories(categories := categories_of(settings))
    _check_categories_stay(event, categories)
    gone = event.entries.exclude(group="").exclude(group__in=settings.groups).values_list("group", flat=True)
    if (group := gone.first()) is not None:
        raise RuleViolation("group_in_use", _("Somebody is in the group “{group}”."), group=group)
    renamed = (event.name, event.date) != (settings.name, settings.date)
    restyled = event.name_style != settings.name_style
    event.name, event.date, event.groups = settings.name, settings.date, settings.groups
    if categories != categories_of(event):
        event.age_categories = settings.age_categories
    zone = settings.time_zone or event.time_zone or installation_zone()
    copy_settings(settings, event)
    check_settings(event)
    event.time_zone = zone
    event.full_clean()
    event.save()
    write_act(event, "event_renamed" if renamed else "event_changed", by=by, name=event.name)
    if restyled:
        write_act(event, "names_restyled", by=by)
    return event


@transaction.atomic
def take_categories(*, event: Event, categories: Sequence[AgeCategory], by: User) -> None:
    """Give an event these age categories in place of its own.

    Raises:
        RuleViolation: the standings are final, or the user is not the event's chief.
    """
    event = lock_event(event, by)
    _check_categories_stay(event, tuple(categories))
    event.age_categories = stored_categories(categories)
    event.save(update_fields=["age_categories"])
    write_act(event, "event_changed", by=by, name=event.name)


def _check_categories_stay(event: Event, categories: tuple[AgeCategory, ...]) -> None:
    """Refuse other categories while the standings are final: prizes that are announced would change."""
    changed = (categories or USUAL_CATEGORIES) != categories_of(event)
    if changed and event.released == Event.Released.FINAL:
        raise RuleViolation(
            "standings_final",
            _(
                "The standings are final, and other categories may change who wins a prize: release them as"
                " provisional first."
            ),
        )


@transaction.atomic
def show_games(*, event: Event, by: User) -> Event:
    """List the event for everybody, with its finished games to look at; standings appear once they are
    released.
    """
    event = lock_event(event, by)
    if not (event.public and event.shows_games):
        event.public = event.shows_games = True
        event.save(update_fields=["public", "shows_games"])
        write_act(event, "event_changed", by=by, name=event.name)
    return event


@transaction.atomic
def keep_games_back(*, event: Event, by: User) -> None:
    """Put on record that the chief was asked whether everybody may see the games, and does not show them."""
    event = lock_event(event, by)
    if not may_still_be_asked(event):
        return
    write_act(event, KEPT_BACK, by=by)


def may_still_be_asked(event: Event) -> bool:
    """Tell whether nobody has said yet that the games of an event are not shown."""
    return not event.acts.filter(act=KEPT_BACK).exists()


@transaction.atomic
def release_standings(*, event: Event, released: Event.Released, by: User) -> Event:
    """Set whether everybody may see the standings, and as what; at any time, and on record."""
    event = lock_event(event, by)
    if event.released != released:
        event.released = released
        event.save(update_fields=["released"])
        write_act(event, f"standings_{released}", by=by)
    return event


def take_back_final(event: Event, *, game: str, by: User | None) -> None:
    """Make final standings provisional until the chief has looked again, since the result of a game has
    changed.

    Call it in the transaction of the change.
    """
    final = Event.objects.filter(pk=event.pk, released=Event.Released.FINAL)
    if final.update(released=Event.Released.PROVISIONAL):
        write_act(event, "standings_changed", by=by, game=game)
