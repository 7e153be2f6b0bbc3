"""The fast path for slips: beside Django's view, at the same address.

A slip is read, stamped when its last byte has come, and queued. One thread takes all that wait and stores
them in one transaction (`slips.submit_slips`), so that the more come at once, the less each costs. Slips are
answered only after that. The view reports what is wrong with a request: one that is not plainly a player's
well-formed slip goes on to the view, with its stamp. Both give the same answer.
"""

import json
import logging
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NoReturn

from django.db import DatabaseError, connection

from duplicate.api.fast_path.asgi import is_plain, may_ask, read_text, send_error, send_values, token_of
from duplicate.api.fast_path.bodies import is_as_phones_send, read_small_body, repeat_body
from duplicate.models import Game
from duplicate.models.slip import LARGEST_SCORE, LONGEST_REFERENCE, LONGEST_WORD
from duplicate.slips.services import Answer, HandedIn, SentSlip, TryAgain, receipt_for, submit_slips
from tournaments.events.tokens import entries_for_tokens
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.models import Entry
from tournaments.processes.batching import BatchQueue
from tournaments.time import clock

logger = logging.getLogger(__name__)

ADDRESS = re.compile(r"/api/v1/games/([A-Za-z0-9]{1,8})/slips/")
# The view finds here when the last byte of a request came in.
STAMP = "isotop.received_at"
# Further slips are told to come again, which phones do by themselves.
MOST_WAITING = 2000
MOST_TOGETHER = 200
LARGEST_KEY = 2**63 - 1


@dataclass(frozen=True, slots=True)
class ParsedSlip:
    """A well-formed slip as it came, with the code of its game and the token of its sender."""

    code: str
    token: str
    client_id: uuid.UUID
    number: int
    round_id: int | None
    word: str
    reference: str
    score: int | None
    received_at: datetime


# The outcome of a slip; None leaves it to the view.
Outcome = Answer | None


async def take_in(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    """Answer a request to the address of a game's slips; `pages` does what cannot be done here."""
    body = await read_small_body(scope, receive, send)
    if body is None:
        return
    scope = {**scope, STAMP: clock.now()}
    written = _parse_slip(scope, body) if is_as_phones_send(scope, body) and is_plain(scope) else None
    outcome = await _takers.do(written) if written else None
    if outcome is None:
        await pages(scope, repeat_body(body, receive), send)
    elif isinstance(outcome, HandedIn):
        await send_values(scope, send, receipt_for(outcome.slip), 201 if outcome.created else 200)
    else:
        await send_error(scope, send, outcome)


def is_for_slips(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and bool(ADDRESS.fullmatch(scope["path"]))


# --- Reading a request ---------------------------------------------------------------------------------------------


def _parse_slip(scope: Scope, body: bytes) -> ParsedSlip | None:
    """Return the slip, if it is exactly as a phone writes it."""
    try:
        values = json.loads(body.decode(), parse_constant=_refuse)
        found = ADDRESS.fullmatch(scope["path"])
        assert found
        written = ParsedSlip(
            code=found[1].upper(),
            token=token_of(scope),
            client_id=_uuid(values["id"]),
            number=_number(values["round"], 1, 1000),
            round_id=_number(values["round_id"], 1, LARGEST_KEY) if "round_id" in values else None,
            word=_text(values["word"], LONGEST_WORD),
            reference=_text(values["ref"], LONGEST_REFERENCE),
            score=None if values.get("score") is None else _number(values["score"], 0, LARGEST_SCORE),
            received_at=scope[STAMP],
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return written


def _refuse(_constant: str) -> NoReturn:
    raise ValueError


def _uuid(value: object) -> uuid.UUID:
    if not isinstance(value, str) or str(read := uuid.UUID(value)) != value:
        raise ValueError
    return read


def _number(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError
    return value


def _text(value: object, longest: int) -> str:
    if not value:
        raise ValueError
    return read_text(value, longest)


# --- Storing -------------------------------------------------------------------------------------------------------


def _store_slips(together: Sequence[ParsedSlip]) -> list[Outcome]:
    """Return the outcome of each slip."""
    entries = entries_for_tokens({one.token for one in together})
    games = {
        game.code: game
        for game in Game.objects.select_related("event").filter(
            code__in={one.code for one in together}, event__whole=True
        )
    }
    outcomes: list[Outcome] = [None] * len(together)
    by_code = sorted(range(len(together)), key=lambda place: together[place].code)
    for code, places in groupby(by_code, key=lambda place: together[place].code):
        game = games.get(code)
        if game is None:
            continue
        taken = {}
        for place in places:
            entry = entries.get(together[place].token)
            if entry and entry.event_id == game.event_id and may_ask(entry):
                taken[place] = _sent_slip_of(together[place], entry)
        for place, answer in zip(taken, _submit_slips_of_game(game, [*taken.values()]), strict=True):
            outcomes[place] = answer
    return outcomes


def _submit_slips_of_game(game: Game, sent: Sequence[SentSlip]) -> Sequence[Outcome]:
    """Store the slips of one game and return their outcomes; a database error does not hold up another game's
    slips.
    """
    try:
        return submit_slips(game=game, sent=sent)
    except DatabaseError as error:
        logger.exception("%s slips could not be stored", len(sent))
        connection.close()
        return [TryAgain(error)] * len(sent)


def _sent_slip_of(written: ParsedSlip, entry: Entry) -> SentSlip:
    return SentSlip(
        entry=entry,
        client_id=written.client_id,
        number=written.number,
        word=written.word,
        reference=written.reference,
        score=written.score,
        received_at=written.received_at,
        round_id=written.round_id,
    )


_takers = BatchQueue(
    _store_slips, trouble=TryAgain, name="slips", most_waiting=MOST_WAITING, most_at_once=MOST_TOGETHER
)
