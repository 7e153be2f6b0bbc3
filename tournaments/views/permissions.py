"""The user at the desk of a game or an event, and the permissions of an event's posts.

The posts are those at the desks of its games; for a stranger the event does not exist (404). Whatever a view
answers has its times in the event's zone.

| | chief | arbitrator | helper | prints | looks on |
| --- | --- | --- | --- | --- | --- |
| make games, settings, release, tables, teams | yes | no | no | no | no |
| pair rounds, settings of divisions, corrections | yes | no | no | no | no |
| enter results of matches | yes | yes | no | no | no |
| enter people, check in | yes | unless names are hidden | yes | no | no |
| print papers | yes | yes | yes | yes | no |
| look at the event and its standings | yes | yes | yes | yes | yes |
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache

from tournaments.events.staff import AtDesk, names_are_hidden_from, role_of
from tournaments.models import Event, Organiser
from tournaments.names import name_visibility
from tournaments.names.name_visibility import names_are_hidden_in
from tournaments.organisers.rights import Right, organisers_of
from tournaments.organisers.scope import scope_to_event, scope_to_organiser
from tournaments.time.time_zones import in_zone

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, Event, P], HttpResponse]
# The key of a session that names the organiser whose rows its user chose to see.
CHOSEN = "organiser"


class DeskRequest(HttpRequest):
    """A request of a user who has been admitted to the desk."""

    at_desk: AtDesk


class OrganiserRequest(HttpRequest):
    """A request for the rows of one organiser; its user may do the same for each of `organisers`."""

    organiser: Organiser
    organisers: Sequence[Organiser]


def is_htmx(request: HttpRequest) -> bool:
    """Tell whether one of our pages asks for the parts that change instead of a whole page."""
    return bool(getattr(request, "htmx", False))


def at_desk(request: HttpRequest) -> AtDesk:
    return cast("DeskRequest", request).at_desk


def organiser_of(request: HttpRequest) -> Organiser:
    """Return the organiser of a request that `for_organiser` let in."""
    return cast("OrganiserRequest", request).organiser


def arbitrator(request: HttpRequest) -> User:
    """Return the user of an admitted request."""
    return cast("User", request.user)


def for_organiser(
    right: Right,
) -> Callable[[Callable[Concatenate[HttpRequest, P], R]], Callable[..., R]]:
    """Decorate a view of an organiser's rows for users with this right there; others are refused.

    Where they have it at several organisers, the one that they chose last is meant.
    """

    def decorate(view: Callable[Concatenate[HttpRequest, P], R]) -> Callable[..., R]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> R:
            organisers = list(organisers_of(arbitrator(request), right))
            if not organisers:
                raise PermissionDenied
            chosen = request.session.get(CHOSEN)
            organiser = next((organiser for organiser in organisers if organiser.pk == chosen), organisers[0])
            asked = cast("OrganiserRequest", request)
            asked.organiser, asked.organisers = organiser, organisers
            with scope_to_organiser(organiser.pk):
                return view(request, *args, **kwargs)

        return login_required(never_cache(guarded))

    return decorate


def for_event_chief(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view that only the chief of the event may use."""
    return _guard(view, lambda who: who.is_chief)


def for_event_arbitrators(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may enter results."""
    return _guard(view, lambda who: who.judges)


def for_event_registrars(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may know names."""
    return _guard(view, lambda who: who.registers)


def for_event_printers(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may print."""
    return _guard(view, lambda who: who.prints)


def for_event_desk(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view that changes nothing, for everybody at the desk."""
    return _guard(view, lambda _who: True)


def _guard(view: View[P], may: Callable[[AtDesk], bool]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        event = Event.objects.filter(pk=event_id).first()
        role = role_of(event, arbitrator(request)) if event else None
        if event is None or role is None:
            raise Http404
        who = AtDesk(role, names_hidden=names_are_hidden_from(role) and names_are_hidden_in(event))
        if not may(who):
            raise PermissionDenied
        cast("DeskRequest", request).at_desk = who
        with scope_to_event(event), name_visibility.hidden(who.names_hidden, event), in_zone(event.zone):
            return view(request, event, *args, **kwargs)

    return login_required(never_cache(guarded))
