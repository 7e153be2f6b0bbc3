"""Own sheets sent with the live stream: after an announcement each phone gets what is new of its sheet.

Thousands of phones would otherwise ask for their whole sheets at once. An *own event* has the sheet with the
last announced round alone, and the number of the round before it: a phone that has that one as its newest
adds the new round to what it has. All others ask for the whole sheet, and so does everybody at once after an act that
may have changed an announced round, which is why a frame counts these.

Invariant: the token of each phone is looked up when its event is made, so a revoked one gets nothing.
"""

import json
from collections.abc import AsyncIterator, Collection, Mapping
from itertools import islice
from typing import Any, Final

from django.utils import translation
from rest_framework.renderers import JSONRenderer

from duplicate.live.player_sheet import Sheets
from duplicate.log import audit_log
from duplicate.log.actions import ACTIONS, GameFact
from duplicate.models import Game, Round
from tournaments.errors import RuleViolation
from tournaments.live.streams import Frame, in_thread, own_event
from tournaments.models import Entry

# So many phones get theirs while the next ones are read.
CHUNK: Final = 1000
# Their phones ask for the whole sheet.
ASK: Final = own_event(b"null")
# Acts that change no round before the one in play, whatever they say.
_HARMLESS: Final = frozenset(code for code, act in ACTIONS.items() if not act.may_change_earlier)
# Acts on slips: they change the round of their number.
_ON_SLIPS: Final = frozenset(code for code, act in ACTIONS.items() if act.visible_on is GameFact.RULINGS)


async def own_events(
    code: str, before: Frame, frame: Frame, languages: Mapping[str, str]
) -> AsyncIterator[Mapping[str, bytes]]:
    """Yield the events of phones that follow a game, by the hash of their token, after a change of its frame.

    `languages` are those of the phones.
    """
    was, now = json.loads(before.body), json.loads(frame.body)
    is_same = _number(was["last"]) == _number(now["last"])
    if is_same and now["corrections"] > was["corrections"]:
        yield dict.fromkeys(languages, ASK)
        return
    if is_same and _is_announced(was) == _is_announced(now):
        return
    is_next = not is_same and now["rounds"] == was["rounds"] + 1
    if is_same or is_next:
        must_ask = await _read_correction(code, now["rounds"] if is_next else None)
    else:
        must_ask = True
    if must_ask:
        yield dict.fromkeys(languages, ASK)
    if must_ask or is_same:
        return
    waiting = iter(languages.items())
    while chunk := dict(islice(waiting, CHUNK)):
        yield await _read_events(code, now["last"]["number"], chunk)


def _number(last: Mapping[str, Any] | None) -> int:
    return last["number"] if last else 0


def _is_announced(frame: Mapping[str, Any]) -> bool:
    return bool(frame["round"]) and frame["round"]["phase"] == Round.State.ANNOUNCED


def may_have_changed_earlier(code: str, announced: int | None) -> bool:
    """Tell whether an act may have changed what phones have of rounds that they know.

    `announced` is the place of the round that has just been announced, counted from 1; None if there is no
    such round: then all announced rounds are known.
    """
    game = Game.objects.get(code=code)
    numbers = list(game.rounds.announced().values_list("number", flat=True))
    known = numbers[: len(numbers) if announced is None else announced - 1]
    if len(numbers) > len(known) + 1:
        return True
    if not known:
        return False
    last = game.log.filter(act__in=audit_log.ANNOUNCED, number=known[-1]).order_by("-pk").first()
    if last is None:
        return True
    since = game.log.filter(pk__gt=last.pk).values_list("act", "number")
    return any(not _is_harmless(act, number, known) for act, number in since)


def _is_harmless(act: str, number: int | None, known: Collection[int]) -> bool:
    if act in _ON_SLIPS:
        return number is not None and number not in known
    return act in _HARMLESS


def events_for_phones(code: str, number: int, languages: Mapping[str, str]) -> dict[str, bytes]:
    """Return the events of some phones after the announcement of a round. Unknown tokens are left out."""
    game = Game.objects.select_related("event").get(code=code)
    entries = list(Entry.objects.filter(event=game.event_id, token_hash__in=languages))
    sheets = Sheets(game, entries, last_only=True)
    if sheets.last_number != number:
        return dict.fromkeys(languages, ASK)
    return {
        str(entry.token_hash): _event(sheets, entry, languages[str(entry.token_hash)]) for entry in entries
    }


def _event(sheets: Sheets, entry: Entry, language: str) -> bytes:
    if sheets.has_averages(entry):
        return ASK
    with translation.override(language):
        try:
            sheet = sheets.sheet(entry)
        except RuleViolation:
            return ASK
    return own_event(JSONRenderer().render({"after": sheets.number_before_last, "sheet": sheet}))


_read_correction = in_thread(may_have_changed_earlier)
_read_events = in_thread(events_for_phones)
