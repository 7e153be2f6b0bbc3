"""Answers that are the same for everybody, and may be kept: known by a version, so that asking again costs little.

A page is made without its request: nothing of who asks (a token, a message, a name) can get into it.
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

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


@dataclass(frozen=True, slots=True)
class Freshness:
    """By what it is known whether something has changed, and how long nobody needs to ask."""

    version: str
    seconds: int


def for_everybody(view: View[P]) -> Callable[..., HttpResponse]:
    """A view without a login. Its links `?language=` choose the language: a form would need a token in the page."""

    @wraps(view)
    def open_to_all(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        language = request.GET.get("language")
        if language in dict(settings.LANGUAGES):
            return _in_language(request, language)
        return view(request, *args, **kwargs)

    return require_safe(open_to_all)


def page(template: str, context: dict[str, Any]) -> HttpResponse:
    """A page for everybody."""
    return HttpResponse(render_to_string(template, context))


def kept(
    request: HttpRequest | Request, freshness: Freshness, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """What `make` gives, made only if who asks does not have it yet; with how long it may be kept."""
    tag = f'"{freshness.version}"'
    answer = get_conditional_response(request, etag=tag) or make()
    answer["ETag"] = tag
    patch_cache_control(answer, public=True, max_age=freshness.seconds)
    patch_vary_headers(answer, ("Accept-Language", "Cookie"))
    return answer


def _in_language(request: HttpRequest, language: str) -> HttpResponse:
    """The same address without the wish, which from now on is known by a cookie."""
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
