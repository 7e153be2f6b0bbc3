"""Pages and API as a WSGI application: `gunicorn -c python:deploy.gunicorn deploy.wsgi`."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from deploy.memory import keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
pages = get_wsgi_application()
keep_what_is_loaded()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Serve a request with the client's own address.

    Behind the proxy every request comes from the proxy's address. The last address in its header is the
    client's, as the proxy wrote it. Otherwise a stranger's wrong passwords would lock out everybody.
    """
    forwarded = environ.get("HTTP_X_FORWARDED_FOR")
    if forwarded and {"*", environ.get("REMOTE_ADDR")} & settings.TRUSTED_PROXIES:
        environ["REMOTE_ADDR"] = forwarded.rpartition(",")[2].strip()
    return pages(environ, start_response)
