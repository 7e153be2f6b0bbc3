"""Pages and API as a WSGI application: `gunicorn -c python:deploy.gunicorn deploy.wsgi`."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from deploy.memory import keep_what_is_loaded
from tournaments.http.uploads import find_upload, has_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
pages = get_wsgi_application()
from tournaments.api.authentication import NoRoom  # noqa: E402 - needs the apps, which are ready only now

keep_what_is_loaded()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Serve a request with the client's own address.

    Behind the proxy every request comes from the proxy's address. The last address in its header is the
    client's, as the proxy wrote it. Otherwise a stranger's wrong passwords would lock out everybody.
    """
    forwarded = environ.get("HTTP_X_FORWARDED_FOR")
    if forwarded and {"*", environ.get("REMOTE_ADDR")} & settings.TRUSTED_PROXIES:
        environ["REMOTE_ADDR"] = forwarded.rpartition(",")[2].strip()
    if not has_room(int(environ.get("CONTENT_LENGTH") or 0)):
        start_response("507 Insufficient Storage", [("Content-Type", "text/plain"), ("Connection", "close")])
        return [NoRoom.default_detail.encode()]
    if _is_refused(environ):
        start_response("413 Content Too Large", [("Content-Type", "text/plain"), ("Connection", "close")])
        return []
    return pages(environ, start_response)


def _is_refused(environ: dict[str, Any]) -> bool:
    """Tell whether a body is too large for its address or for a sender who is not known, as ASGI's are (`bodies`)."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return False
    upload = find_upload(environ["PATH_INFO"])
    named = ((name, environ.get(f"HTTP_{name.upper()}", "")) for name in ("cookie", "authorization"))
    scope = {
        "type": "http",
        "method": "POST",
        "path": environ["PATH_INFO"],
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in named],
    }
    return upload is None or length > upload.most or not upload.is_known(scope)
