"""Signatures of result files: a club's token signs each part, so that the organiser sees which one was edited. Pure.

A signed result has three more keys than `file_format` reads:

    "number": 3                                the sequence of sending, counted by the club for this game
    "sent_at": "2026-03-03T20:15:02+00:00"     the club's clock
    "signature": {"key": …, "id": …, "head": {…}, "tops": …, "entries": […]}

`key` names the token and does not reveal it, `id` is random. Every other value is an HMAC-SHA256 under the
token, in hexadecimal, of the canonical JSON of `["head", id, name, value]`, `["tops", id, value]` or
`["entry", id, place, value]`. Canonical JSON has sorted keys, no blanks, and letters as they are (UTF-8). The
head has the keys of `HEAD`, and the number of entries as `entries`.

The organiser knows the token as well: a signature proves to the organiser that the file comes from whoever
holds the club's token, whole and unedited. It proves nothing to others.
"""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.prepared_games.clubs.envelope import authenticate, key_of
from duplicate.prepared_games.results.file_format import ResultRefused
from duplicate.prepared_games.results.sent_result import HEAD, MOST_SENDINGS
from tournaments.names.name_parts import join_pair

_NAMES: Final = {
    "game": _("the game"),
    "name": _("the name of the game"),
    "club": _("the club"),
    "arbitrator": _("the arbitrator"),
    "played_on": _("the day"),
    "number": _("the number of the file"),
    "sent_at": _("the time of the file"),
    "entries": _("the number of players"),
}


@dataclass(frozen=True, slots=True)
class Sending:
    """One sending of a club: its number, the club's time, and the key that names the token."""

    number: int
    sent_at: datetime
    key: str


def sign_result(data: Mapping[str, Any], token: str, *, number: int, sent_at: datetime) -> dict[str, Any]:
    """Return the plain values of a result with number, time and signature."""
    told = {**data, "number": number, "sent_at": sent_at.isoformat(timespec="seconds")}
    mark = secrets.token_hex(8)
    return told | {"signature": {"key": key_of(token), "id": mark, **_parts(told, mark, token)}}


def read_sending(data: Mapping[str, Any]) -> Sending | None:
    """Return number, time and key of a signed result, not verified yet; None if it is not signed.

    Raises:
        ResultRefused: there is a signature that is none.
    """
    signature = data.get("signature")
    if signature is None:
        return None
    try:
        number, key = data["number"], signature["key"]
        sent_at = datetime.fromisoformat(data["sent_at"])
        # Years at the ends of the calendar have no moment in every zone.
        usable = type(number) is int and 0 < number <= MOST_SENDINGS
        usable = usable and sent_at.tzinfo is not None and MINYEAR < sent_at.year < MAXYEAR
        if usable and isinstance(key, str) and isinstance(signature["id"], str):
            return Sending(number, sent_at, key)
    except (KeyError, TypeError, ValueError, OverflowError):
        pass
    raise ResultRefused([gettext("The file was edited: its signature, number or time cannot be read.")])


def find_misfits(data: Mapping[str, Any], token: str) -> list[str]:
    """Return the parts that do not fit the signature, named for people."""
    signature: dict[str, Any] = data["signature"]
    due = _parts(data, signature["id"], token)
    head = signature.get("head")
    given = head if isinstance(head, dict) else {}
    misfits = [
        str(_NAMES.get(name) or gettext("“{name}”").format(name=name[:80]))
        for name in dict.fromkeys([*due["head"], *map(str, given)])
        if name not in due["head"] or not _is_same(given.get(name), due["head"][name])
    ]
    if not _is_same(signature.get("tops"), due["tops"]):
        misfits.append(gettext("the tops"))
    codes = signature.get("entries")
    entries = data.get("entries")
    for place, code in enumerate(due["entries"]):
        if not isinstance(codes, list) or place >= len(codes) or not _is_same(codes[place], code):
            misfits.append(_entry_name(place, entries[place] if isinstance(entries, list) else None))
    return misfits


def _parts(data: Mapping[str, Any], mark: str, token: str) -> dict[str, Any]:
    entries = data.get("entries")
    listed = entries if isinstance(entries, list) else []
    head = {name: authenticate(token, ["head", mark, name, data[name]]) for name in HEAD if name in data}
    return {
        "head": head | {"entries": authenticate(token, ["head", mark, "entries", len(listed)])},
        "tops": authenticate(token, ["tops", mark, data.get("tops")]),
        "entries": [authenticate(token, ["entry", mark, place, entry]) for place, entry in enumerate(listed)],
    }


def _entry_name(place: int, entry: object) -> str:
    try:
        names = join_pair(str(person["name"]) for person in entry["players"])  # type: ignore[index] # any JSON: TypeError is caught
        return gettext("{name} at table {table}").format(name=names[:80], table=str(entry["table"])[:9])  # type: ignore[index] # any JSON: KeyError and TypeError are caught
    except (KeyError, TypeError):
        return gettext("line {number} of the players").format(number=place + 1)


def _is_same(given: object, due: str) -> bool:
    return isinstance(given, str) and given.isascii() and hmac.compare_digest(given, due)
