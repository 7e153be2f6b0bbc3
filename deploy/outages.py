"""Answers while the database does not answer: 503, with the time after which trying again is worth it.

The API answers in JSON, as all its refusals; everything else is a plain page.
"""

import json
import sys
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views.defaults import server_error

from tournaments.core.http.asgi_types import Send

RETRY_SECONDS = 5


def handle_error(request: HttpRequest) -> HttpResponse:
    """Return the answer to an error in a view: Django's 500, or 503 if the database does not answer.

    Django calls this while it handles the error.
    """
    if not isinstance(sys.exc_info()[1], _GONE):
        return server_error(request)
    return refusal(request.path)


_GONE = (OperationalError, InterfaceError)


def refusal(path: str) -> HttpResponse:
    """Return the answer while the database is gone; nothing is read for it."""
    if path.startswith("/api/"):
        said = {
            "code": "unavailable",
            "detail": _("The server cannot reach its database at the moment: try again."),
        }
        response = HttpResponse(json.dumps(said), content_type="application/json")
    else:
        response = HttpResponse(loader.get_template("503.html").render())
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


async def send_refusal(path: str, send: Send) -> None:
    """Send the same answer where Django is not asked: on streams, slips and own sheets."""
    response = refusal(path)
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
