"""The live source of a game (`tournaments.live.streams`): its frames, and the tokens that are valid."""

import json
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import QuerySet

from duplicate.live.frame import make_frame
from duplicate.live.own_events import own_events
from duplicate.models import Game, Round
from duplicate.rounds import closing
from duplicate.rounds.confirmations import entries_without_slip
from tournaments.live.connections import StreamRefused
from tournaments.live.streams import Frame, FrameSource, in_thread
from tournaments.models import Entry
from tournaments.processes.batching import BatchQueue
from tournaments.tokens import hash_token

MOST_WAITING = 10_000
MOST_TOGETHER = 500


def source_of(code: str) -> FrameSource:
    """Return the source of a game's frames; its channel is the game's code."""

    def read(known: int | None) -> Awaitable[Frame | None]:
        return read_frame(code, known=known)

    def holders() -> Awaitable[set[str]]:
        return read_hashes(code)

    def tally() -> Awaitable[bytes]:
        return read_tally(code)

    return FrameSource(code, read, holders, partial(own_events, code), tally)


def current_frame(code: str, *, known: int | None = None) -> Frame | None:
    """Return the frame of a game, or None if there is no such game or its version is `known`.

    A round whose time has passed is closed first, and judged if need be, so that nobody has to be there for it.
    """
    closing.catch_up_on_rounds()
    game = Game.objects.select_related("event").filter(code=code, event__whole=True).first()
    return make_frame(game) if game and game.version != known else None


def count_writing(code: str) -> bytes:
    """Return the round that is being written, and how many phones have not handed in: it says nothing else of slips."""
    round_ = Round.objects.filter(game__code=code, state=Round.State.OPEN).select_related("game").last()
    writing = entries_without_slip(round_).filter(token_hash__isnull=False).count() if round_ else 0
    return json.dumps({"round_id": round_ and round_.pk, "writing": writing}).encode()


@dataclass(frozen=True, slots=True)
class ShownToken:
    """A token that a phone shows to follow a game."""

    code: str
    token: str


async def read_phone(code: str, token: str) -> str | None:
    """Return the hash by which the phone of a token is known in this game; None if there is no such game.

    Raises:
        StreamRefused: the token is invalid, or belongs to another game; or it cannot be looked up now.
    """
    phone = await _phones.do(ShownToken(code, token))
    if isinstance(phone, StreamRefused):
        raise phone
    return phone


def phones_for_tokens(shown: Sequence[ShownToken]) -> list[str | StreamRefused | None]:
    """Return for each token what `read_phone` returns or raises. A hall reconnects all at once."""
    hashes = [hash_token(one.token) for one in shown]
    events = dict(
        Game.objects.filter(code__in={one.code for one in shown}, event__whole=True).values_list(
            "code", "event_id"
        )
    )
    entered = Entry.objects.filter(token_hash__in=hashes).order_by().values_list("token_hash", "event_id")
    event_of = dict(entered)
    return [
        _phone(event_of.get(phone), events.get(one.code), phone)
        for one, phone in zip(shown, hashes, strict=True)
    ]


def _phone(entered: int | None, event: int | None, phone: str) -> str | StreamRefused | None:
    if event is None:
        return None
    if entered == event:
        return phone
    return StreamRefused(401 if entered is None else 403)


def _busy(_error: Exception | None) -> StreamRefused:
    return StreamRefused(503)


_phones = BatchQueue(
    phones_for_tokens, trouble=_busy, name="tokens", most_waiting=MOST_WAITING, most_at_once=MOST_TOGETHER
)


def hashes_for_game(code: str) -> set[str]:
    """Return the hashes of all tokens that are valid in the game."""
    return {str(token) for token in _tokens_of(code).values_list("token_hash", flat=True)}


def _tokens_of(code: str) -> QuerySet[Entry]:
    return Entry.objects.filter(event__games__code=code, token_hash__isnull=False).order_by()


read_frame = in_thread(current_frame)
read_tally = in_thread(count_writing)
read_hashes = in_thread(hashes_for_game)
