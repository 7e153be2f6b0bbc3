"""Who may enter the desk of a game: its arbitrators. For anybody else there is no such game."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from duplicate.models import Game
from duplicate.selectors import game_for

P = ParamSpec("P")


def for_arbitrators(
    view: Callable[Concatenate[HttpRequest, Game, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view of one game: it gets the game if the user may run it, else it is as if there were none."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _to_login(request, code)
        return view(request, game_for(arbitrator(request), code), *args, **kwargs)

    return never_cache(guarded)


def is_htmx(request: HttpRequest) -> bool:
    """Whether the desk's own page asks, and wants the parts that change instead of a page."""
    return bool(getattr(request, "htmx", False))


def arbitrator(request: HttpRequest) -> User:
    """The user of a request that has been let in."""
    return cast("User", request.user)


def _to_login(request: HttpRequest, code: str) -> HttpResponse:
    """To the login page and back; from an act or a part of the page, back to the whole page."""
    if is_htmx(request):
        return HttpResponseClientRedirect(redirect_to_login(reverse("dashboard", args=[code])).url)
    if request.method != "GET":
        return redirect_to_login(reverse("dashboard", args=[code]))
    return redirect_to_login(request.get_full_path())
