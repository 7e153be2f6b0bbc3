"""Reports of errors to Sentry, for operators who set SENTRY_DSN: no values, no senders, no secrets.

A report has the type of the error, its traceback without values, the view and the id of the request. The message of
the error is left out, since it may quote what somebody typed, or the row that PostgreSQL refused. The log has it: the
id leads there.
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from deploy.logs import hide_secrets, request_id

# Values of a request that a report may have: the address is the view's, in `transaction`.
_KEPT_OF_REQUEST = frozenset({"method"})
# Parts that are dropped whole: the sender, what happened before, the machine and its surroundings.
_DROPPED = ("user", "breadcrumbs", "server_name", "extra", "modules", "sdk")


def start(dsn: str, transport: Any = None) -> None:
    """Send errors to `dsn` from now on.

    Raises:
        ImproperlyConfigured: the library is not installed.
    """
    try:
        import sentry_sdk  # noqa: PLC0415 - an extra, and heavy
        from sentry_sdk.integrations.django import DjangoIntegration  # noqa: PLC0415 - part of the extra
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN needs the extra `sentry`: uv sync --locked --no-dev --extra production --extra sentry"
        ) from error
    sentry_sdk.init(
        dsn=dsn,
        transport=transport,
        # The name of the view: an address may be a one-time one.
        integrations=[DjangoIntegration(transaction_style="function_name")],
        before_send=clean,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
    )


def clean(event: Any, _hint: Any) -> Any:
    """Return a report without what could tell of a person or open anything."""
    for name in _DROPPED:
        event.pop(name, None)
    request = event.pop("request", {})
    event["request"] = {name: value for name, value in request.items() if name in _KEPT_OF_REQUEST}
    tags = event.get("tags")
    event["tags"] = {**(tags if isinstance(tags, dict) else {}), "request_id": request_id.get()}
    for error in event.get("exception", {}).get("values", ()):
        error["value"] = ""
    if "logentry" in event:
        event["logentry"] = {"message": event["logentry"].get("message", "")}
    return _in_texts(event, hide_secrets)


def _in_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Return the value with each text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _in_texts(one, change) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_in_texts(one, change) for one in value]
    return value
