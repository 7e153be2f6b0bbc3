"""Cacheable responses that are the same for everybody, with a version tag that makes repeated requests cheap.

A page is rendered without its request, so that no data of the client (a token, a message, a name) can get
into it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from tournaments.organisers.scope import disable_scope

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


@dataclass(frozen=True, slots=True)
class Freshness:
    """The version that shows whether something has changed, and the seconds for which a response may be
    cached.
    """

    version: str
    seconds: int


def for_everybody(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view without a login. Its links `?language=` choose the language: a form would need a token
    in the page. Public rows are those of all organisers.
    """

    @wraps(view)
    def open_to_all(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        language = request.GET.get("language")
        if language in dict(settings.LANGUAGES):
            return _switch_language(request, language)
        with disable_scope():
            return view(request, *args, **kwargs)

    return require_safe(open_to_all)


def page(template: str, context: dict[str, Any]) -> HttpResponse:
    """Render a page for everybody."""
    return HttpResponse(render_to_string(template, context))


def answer_if_changed(
    request: HttpRequest | Request, freshness: Freshness, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the response of `make`, with its cache headers; `make` runs only if the client lacks this
    version.
    """
    tag = f'"{freshness.version}"'
    answer = get_conditional_response(request, etag=tag) or make()
    answer["ETag"] = tag
    patch_cache_control(answer, public=True, max_age=freshness.seconds)
    patch_vary_headers(answer, ("Accept-Language", "Cookie"))
    return answer


def _switch_language(request: HttpRequest, language: str) -> HttpResponse:
    """Redirect to the same address without `?language=`, and store the language in a cookie."""
    asked = request.GET.copy()
    asked.pop("language")
    answer = redirect(f"{request.path}?{asked.urlencode()}" if asked else request.path)
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    patch_cache_control(answer, no_store=True)
    return answer
