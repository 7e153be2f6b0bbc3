"""Answers to errors and unknown addresses. During an outage of the database it is 503, with the time after which trying
again is worth it.

The API answers in JSON, as all its refusals, and so do desks' live requests; everything else is a plain page.
"""

import json
import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import page_not_found, server_error
from rest_framework.exceptions import APIException, NotFound

from deploy.lanes import Lane, lane_of
from tournaments.api.schemas import PROBLEM, failure
from tournaments.http.asgi_types import Send
from tournaments.installation import outages
from tournaments.installation.outages import RETRY_SECONDS, Outage


def handle_error(request: HttpRequest) -> HttpResponse:
    """Return the answer to an error in a view: Django's 500, or 503 during an outage of the database.

    Django calls this while it handles the error.
    """
    outage = outages.recognize(sys.exc_info()[1])
    if outage is None:
        return _failed(APIException()) if request.path.startswith("/api/") else server_error(request)
    is_live = "HX-Request" in request.headers or not request.accepts("text/html")
    return refusal(request.path, outage, as_json=is_live)


def handle_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the answer to an unknown address: a page, or JSON for programs."""
    return _failed(NotFound()) if request.path.startswith("/api/") else page_not_found(request, exception)


def _failed(error: APIException) -> HttpResponse:
    refused = failure(error.status_code, str(error.get_codes()), str(error.detail))
    return HttpResponse(json.dumps(refused), content_type=PROBLEM, status=error.status_code)


def refusal(path: str, outage: Outage, *, as_json: bool = False) -> HttpResponse:
    """Return the answer during an outage, in the words for whoever asks for such addresses; nothing is read for it."""
    words = str(outage.for_desk if lane_of(path) is Lane.DESK else outage.detail)
    if as_json or path.startswith("/api/"):
        refused = failure(HTTPStatus.SERVICE_UNAVAILABLE, outage.code, words)
        response = HttpResponse(json.dumps(refused), content_type=PROBLEM)
    else:
        response = HttpResponse(loader.get_template("503.html").render({"words": words}))
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


async def send_refusal(path: str, outage: Outage, send: Send) -> None:
    """Send the same answer where Django is not asked: on streams, slips and own sheets."""
    response = refusal(path, outage)
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
