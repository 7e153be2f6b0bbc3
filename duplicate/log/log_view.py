"""The log of a game as sentences: filtered by player, round and arbitrator, and exported as a table."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from duplicate.log.audit_log import public_params
from duplicate.log.messages import act_text
from duplicate.models import AuditLogEntry, Game


@dataclass(frozen=True, slots=True)
class LogLine:
    """One act. `number` is the round, `table` and `name` the player that it was about, if it was about one."""

    at: datetime
    by: str
    number: int | None
    table: int | None
    name: str
    sentence: str
    reason: str
    undone: bool


def log_of(
    game: Game, *, number: int | None = None, entry: int | None = None, by: int | None = None
) -> QuerySet[AuditLogEntry]:
    """Return the acts of a game, the last one first: of one round, about one player, or of one arbitrator."""
    wanted: dict[str, int] = {}
    if number is not None:
        wanted["number"] = number
    if entry is not None:
        wanted["entry_id"] = entry
    if by is not None:
        wanted["by_id"] = by
    return game.log.filter(**wanted).select_related("by", "undone_by").order_by("-pk")


def log_line(entry: AuditLogEntry) -> LogLine:
    """Return an act as it was written down, with the table of then, and the name of then for readers who may
    know it.
    """
    params: dict[str, Any] = entry.shown_params
    return LogLine(
        at=entry.at,
        by=entry.by.get_username() if entry.by else "",
        number=entry.number,
        table=params.get("table"),
        name=params.get("name", ""),
        sentence=act_text(entry.act, params),
        reason=_reason_in(params),
        undone=hasattr(entry, "undone_by"),
    )


def _reason_in(params: dict[str, Any]) -> str:
    """Return the reason that somebody gave; an undo has the reason of the act that it undoes."""
    of = params.get("of", {"params": {}})["params"]
    return str(params.get("why") or of.get("why", ""))


def log_as_json(entries: Iterable[AuditLogEntry]) -> str:
    """Return the acts with all their values, for programs."""
    rows: list[dict[str, Any]] = [
        {
            "id": entry.pk,
            "at": entry.at.isoformat(),
            "by": entry.by.get_username() if entry.by else None,
            "act": entry.act,
            "round": entry.number,
            "entry": entry.entry_id,
            "undoes": entry.undoes_id,
            "sentence": act_text(entry.act, entry.shown_params),
            "values": {
                name: value for name, value in public_params(entry.shown_params).items() if name != "of"
            },
        }
        for entry in entries
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)
