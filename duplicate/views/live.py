"""The door of the live stream."""

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound, StreamingHttpResponse

from duplicate import live


async def stream(request: HttpRequest, code: str) -> HttpResponseBase:  # noqa: ARG001 - anybody may follow a game
    """Server-sent events of a game's public state; see `duplicate.live`."""
    frame = await live.read_frame(code.upper())
    if frame is None:
        return HttpResponseNotFound()
    return StreamingHttpResponse(
        live.events(code.upper(), frame),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
