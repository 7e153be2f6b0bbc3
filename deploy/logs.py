"""Formats of the log: one line for each event, as text or as JSON, and never a secret in it.

No token, password or one-time address gets into the log through a message or a traceback. Callers should not
log them in the first place; this is the safety net.
"""

import errno
import json
import logging
import re
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from deploy import environment

HIDDEN = "…"

# The id of the request that is being answered; empty outside of requests.
request_id: ContextVar[str] = ContextVar("request_id", default="")

# Patterns of secrets, each with a prefix that stays.
_SECRETS = (
    re.compile(r"(?i)(\bbearer\s+)[\w.~+/=-]+"),
    re.compile(r"(?i)((?:/|%2f)(?:welcome|invitation|federation)(?:/|%2f))[^/\s\"']+"),
    re.compile(r"(?i)((?:token|password|sessionid|csrftoken|secret_key)[\"']?\s*[=:]\s*[\"']?)[^\s\"'&;,]+"),
    re.compile(r"(\w+://[^:/\s@]*:)[^@/\s]+(?=@)"),
    re.compile(r"([#?&]t=)[\w-]+"),
)


def hide_secrets(text: str) -> str:
    for secret in _SECRETS:
        text = secret.sub(rf"\g<1>{HIDDEN}", text)
    return text


class LineFormatter(logging.Formatter):
    """Time, level, logger and message; a traceback goes on in the same line."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return hide_secrets(super().format(record)).replace("\r", "").replace("\n", " ⏎ ")


class JsonFormatter(logging.Formatter):
    """The same values as a JSON object, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        values = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": hide_secrets(record.getMessage()),
            **({"request_id": request_id.get()} if request_id.get() else {}),
            **getattr(record, "request_values", {}),
        }
        if record.exc_info:
            values["traceback"] = hide_secrets(self.formatException(record.exc_info))
        return json.dumps(values, ensure_ascii=False)


class BusyFilter(logging.Filter):
    """Drops Django's word on an answer of 503 that no error caused: the server is busy, or a probe asked."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != HTTPStatus.SERVICE_UNAVAILABLE or bool(record.exc_info)


class OutageFilter(logging.Filter):
    """Lets the same message about an outage through once in a while: each request and loop tells of a missing database,
    and asyncio of each connection for which there is no descriptor left.
    """

    SECONDS = 10.0
    # Import it by its name: the first process of gunicorn logs without Django.
    ERRORS = frozenset({"OperationalError", "InterfaceError", "InternalError"})
    DESCRIPTOR_SECONDS = 60.0
    NO_DESCRIPTOR = frozenset({errno.EMFILE, errno.ENFILE})

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        seconds = self._pause_after(record.exc_info[1] if record.exc_info else None)
        if not seconds:
            return True
        message, now = (record.name, str(record.msg)), time.monotonic()
        if now - self._last.get(message, -seconds) < seconds:
            return False
        self._last[message] = now
        return True

    def _pause_after(self, error: BaseException | None) -> float:
        if isinstance(error, OSError) and error.errno in self.NO_DESCRIPTOR:
            return self.DESCRIPTOR_SECONDS
        return self.SECONDS if type(error).__name__ in self.ERRORS else 0


def configuration(*, level: str = "", form: str = "") -> dict[str, Any]:
    """Return the configuration for `logging.config`: everything goes to standard error, also the servers' own
    events. Level and form are those of the environment unless given.
    """
    level, form = level or environment.read("LOG_LEVEL"), form or environment.read("LOG_FORMAT")
    formatter = JsonFormatter if form == "json" else LineFormatter
    ours: dict[str, Any] = {"level": level, "handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"one_line": {"()": f"{formatter.__module__}.{formatter.__name__}"}},
        "filters": {
            "busy": {"()": f"{BusyFilter.__module__}.{BusyFilter.__name__}"},
            "outage": {"()": f"{OutageFilter.__module__}.{OutageFilter.__name__}"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "one_line", "filters": ["outage"]}
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Refusals are answers, not errors: a stranger's request must not fill the arbitrator's terminal.
            "django.request": {"level": "ERROR", "filters": ["busy"]},
            # Host names of strangers, bodies that are too large: these have their own answers too.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.security.RequestDataTooBig": {"level": "CRITICAL"},
            # A line for each request is for programs that collect logs.
            "isotop.requests": {"level": "INFO" if form == "json" else "WARNING"},
            # The supervisor of a worker waits for its message that it is ready.
            "celery.apps.worker": {"level": "INFO"},
            **{name: dict(ours) for name in ("gunicorn.error", "uvicorn", "uvicorn.error")},
            # The proxy logs every request already.
            **{name: {"level": "ERROR"} for name in ("gunicorn.access", "uvicorn.access")},
        },
    }
