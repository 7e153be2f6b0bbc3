"""The description of the API at `/api/schema/`."""

import hashlib
import threading
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

# The first requests fail beside each other, and strangers may send many at once.
_lock = threading.Lock()
SECONDS_KEPT = 3600


class SchemaView(SpectacularAPIView):
    """Answer with the schema as it was made once by this process: that takes a second, and anybody may ask."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        renderer = request.accepted_renderer
        with _lock:
            body, etag = render_schema(renderer.media_type)
        answer = HttpResponse(
            body,
            content_type=f"{renderer.media_type}; charset=utf-8",
            headers={"ETag": etag, "Cache-Control": f"public, max-age={SECONDS_KEPT}"},
        )
        return get_conditional_response(request, etag, None, answer) or answer


@lru_cache
def render_schema(media_type: str) -> tuple[bytes, str]:
    """Return the schema in one of the view's media types, and its ETag."""
    [renderer] = [each for each in SchemaView.renderer_classes if each.media_type == media_type]
    with override("en"):  # it is kept for askers of all languages
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call] # it has no types
    body = renderer().render(schema, renderer_context={})
    content = body if isinstance(body, bytes) else str(body).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()}"'
