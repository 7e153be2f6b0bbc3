"""The live source of a game (`tournaments.live.streams`): its frames, and the tokens that are valid."""

from collections.abc import Awaitable

from django.db.models import QuerySet

from duplicate.live.frame import frame_for_game
from duplicate.models import Game
from duplicate.rounds import closing
from tournaments.events.tokens import hash_token
from tournaments.live.connections import StreamRefused
from tournaments.live.streams import Frame, Source, in_thread
from tournaments.models import Entry


def source_of(code: str) -> Source:
    """Return the source of a game's frames; its channel is the game's code."""

    def read(known: int | None) -> Awaitable[Frame | None]:
        return read_frame(code, known=known)

    def holders() -> Awaitable[set[str]]:
        return read_hashes(code)

    return Source(code, read, holders)


def current_frame(code: str, *, known: int | None = None) -> Frame | None:
    """Return the frame of a game, or None if there is no such game or its version is `known`.

    A round whose time has passed is closed first, so that nobody has to be there for it.
    """
    closing.close_overdue_rounds()
    game = Game.objects.select_related("event").filter(code=code, event__whole=True).first()
    return frame_for_game(game) if game and game.version != known else None


def phone_for_token(code: str, token: str) -> str | None:
    """Return the hash by which the phone of a token is known in this game; None if there is no such game.

    Raises:
        StreamRefused: the token is invalid, or belongs to another game.
    """
    phone = hash_token(token)
    # One query for the usual case: a hall reconnects all at once.
    if phone in _tokens_of(code).filter(token_hash=phone).values_list("token_hash", flat=True):
        return phone
    if not Game.objects.filter(code=code, event__whole=True).exists():
        return None
    raise StreamRefused(403 if Entry.objects.filter(token_hash=phone).exists() else 401)


def hashes_for_game(code: str) -> set[str]:
    """Return the hashes of all tokens that are valid in the game."""
    return {str(token) for token in _tokens_of(code).values_list("token_hash", flat=True)}


def _tokens_of(code: str) -> QuerySet[Entry]:
    return Entry.objects.filter(event__games__code=code, token_hash__isnull=False).order_by()


read_frame = in_thread(current_frame)
read_phone = in_thread(phone_for_token)
read_hashes = in_thread(hashes_for_game)
