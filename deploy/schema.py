"""The description of the API at `/api/schema/`."""

import threading
from typing import Any

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

_lock = threading.Lock()


class SchemaView(SpectacularAPIView):
    """Answer one request at a time: each takes a second, and the first ones fail beside each other."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with _lock:
            answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call] # it has no types
            return answer
