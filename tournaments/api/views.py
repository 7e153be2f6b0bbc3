"""Base of all views for devices: the parser, and the server's time, by which devices set their clocks."""

import re
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from tournaments.api.authentication import LimitedJSONParser
from tournaments.live.streams import Frame
from tournaments.time import clock


def known_version(request: Request) -> int | None:
    """Return the version that the client has already; its tag is a weak one if the answer was compressed."""
    found = re.fullmatch(r'(?:W/)?"([0-9]{1,18})"', request.headers.get("If-None-Match", ""))
    return int(found[1]) if found else None


def frame_response(request: Request, frame: Frame | None) -> HttpResponse:
    """Return the frame; None stands for the version that the client has already."""
    if frame is None:
        return HttpResponse(status=304, headers={"ETag": request.headers.get("If-None-Match", "")})
    return HttpResponse(frame.body, content_type="application/json", headers={"ETag": f'"{frame.version}"'})


def read_body(request: Request, serializer: type[Serializer[Any]]) -> Any:
    """Return what the request sends.

    Raises:
        ValidationError: it cannot be read; sentences by field.
    """
    reading = serializer(data=request.data)
    reading.is_valid(raise_exception=True)
    return reading.validated_data


class TimedView(APIView):
    """A view whose answers have the server's time and are never cached."""

    parser_classes = [LimitedJSONParser]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Server-Time"] = str(clock.milliseconds(clock.now()))
        answer["Cache-Control"] = "no-store"
        return answer
