"""How often somebody may join; who asks is known as everywhere (`tournaments.api.access`)."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class PerGameThrottle(SimpleRateThrottle):
    """Ten joins a second for each game code: a full hall at once, yet no flood of made-up players."""

    rate = "600/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"join-{view.kwargs['code'].upper()}"
