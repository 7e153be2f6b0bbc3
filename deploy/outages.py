"""Answers during an outage of the database: 503, with the time after which trying again is worth it.

The API answers in JSON, as all its refusals, and so do desks' live requests; everything else is a plain page.
"""

import json
import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

from deploy.lanes import Lane, lane_of
from tournaments.http.asgi_types import Send
from tournaments.installation import outages
from tournaments.installation.outages import RETRY_SECONDS, Outage


def handle_error(request: HttpRequest) -> HttpResponse:
    """Return the answer to an error in a view: Django's 500, or 503 during an outage of the database.

    Django calls this while it handles the error.
    """
    outage = outages.recognize(sys.exc_info()[1])
    if outage is None:
        return server_error(request)
    is_live = "HX-Request" in request.headers or not request.accepts("text/html")
    return refusal(request.path, outage, as_json=is_live)


def refusal(path: str, outage: Outage, *, as_json: bool = False) -> HttpResponse:
    """Return the answer during an outage, in the words for whoever asks for such addresses; nothing is read for it."""
    words = str(outage.for_desk if lane_of(path) is Lane.DESK else outage.detail)
    if as_json or path.startswith("/api/"):
        said = {"code": outage.code, "detail": words}
        response = HttpResponse(json.dumps(said), content_type="application/json")
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
