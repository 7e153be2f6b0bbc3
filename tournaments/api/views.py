"""Base of all views for devices: the parser, and the server's time, by which devices set their clocks."""

import re
from typing import Any

from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.api.authentication import LimitedJSONParser
from tournaments.core import clock


def known_version(request: Request) -> int | None:
    """Return the version that the client has already; its tag is a weak one if the answer was compressed."""
    found = re.fullmatch(r'(?:W/)?"([0-9]{1,18})"', request.headers.get("If-None-Match", ""))
    return int(found[1]) if found else None


class TimedView(APIView):
    """A view whose answers have the server's time and are never cached."""

    parser_classes = [LimitedJSONParser]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Server-Time"] = str(clock.milliseconds(clock.now()))
        answer["Cache-Control"] = "no-store"
        return answer
