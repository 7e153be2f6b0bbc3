"""The language of an event: its big screens use it, whatever the machine they are on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from tournaments.models import Event

Context = Callable[[], dict[str, object]]


def render_in_language_of(
    event: Event, request: HttpRequest, template: str, context: Context
) -> HttpResponse:
    """Render a page in the event's language, or in the request's if the event has none; `context` runs in it
    too.
    """
    with in_language_of(event) as language:
        response = render(request, template, context())
    response.headers["Content-Language"] = language
    return response


@contextmanager
def in_language_of(event: Event) -> Iterator[str]:
    """Speak the language of the event inside the block, or that of the request if the event has none."""
    language = event.language or translation.get_language()
    with translation.override(language):
        yield language
