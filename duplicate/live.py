"""What live screens of a game follow (`tournaments.streams`): its frames, and whose tokens are worth something."""

from collections.abc import Awaitable

from django.db.models import QuerySet

from duplicate import closing
from duplicate.frame import frame_for_game
from duplicate.models import Game
from tournaments.followers import Refused
from tournaments.models import Entry
from tournaments.registration import hash_of
from tournaments.streams import Frame, Source, in_thread


def source_of(code: str) -> Source:
    """The source of a game's frames; its channel is the game's code."""

    def read(known: int | None) -> Awaitable[Frame | None]:
        return read_frame(code, known=known)

    def holders() -> Awaitable[set[str]]:
        return read_hashes(code)

    return Source(code, read, holders)


def current_frame(code: str, *, known: int | None = None) -> Frame | None:
    """The frame of a game, or None if there is no such game or its version is `known`.

    A round whose time has passed is closed first: nobody has to be there for it.
    """
    closing.close_overdue_rounds()
    game = Game.objects.select_related("event").filter(code=code).first()
    return frame_for_game(game) if game and game.version != known else None


def phone_for_token(code: str, token: str) -> str | None:
    """The hash by which the phone of a token is known in this game; None if there is no such game.

    Raises:
        Refused: the token is worth nothing, or belongs to another game.
    """
    phone = hash_of(token)
    # One query for what nearly all ask: a hall comes back at once.
    if phone in _tokens_of(code).filter(token_hash=phone).values_list("token_hash", flat=True):
        return phone
    if not Game.objects.filter(code=code).exists():
        return None
    raise Refused(403 if Entry.objects.filter(token_hash=phone).exists() else 401)


def hashes_for_game(code: str) -> set[str]:
    """Of all tokens that are worth something in the game."""
    return {str(token) for token in _tokens_of(code).values_list("token_hash", flat=True)}


def _tokens_of(code: str) -> QuerySet[Entry]:
    return Entry.objects.filter(event__games__code=code, token_hash__isnull=False).order_by()


read_frame = in_thread(current_frame)
read_phone = in_thread(phone_for_token)
read_hashes = in_thread(hashes_for_game)
