"""Rate limits for joining; senders are identified as everywhere (`tournaments.api.authentication`)."""

from rest_framework.request import Request
from rest_framework.views import APIView

from duplicate.games.refused_joins import note_refused
from duplicate.models import Game
from tournaments.api.joining_limits import JoinThrottle
from tournaments.models import Event


class GameJoinThrottle(JoinThrottle):
    """The limits of a game; its desk is told of refusals."""

    def place_of(self, view: APIView) -> str:
        return f"game-{_code(view)}"

    def event_of(self, view: APIView) -> Event | None:
        return Event.objects.filter(games__code=_code(view)).first()

    def note_refusal(self, request: Request, view: APIView, *, most: int, of_address: bool) -> None:
        game = Game.objects.filter(code=_code(view), state=Game.State.PLAYING).first()
        if game is not None:
            note_refused(game, most=most, address=request.META["REMOTE_ADDR"], of_address=of_address)


def _code(view: APIView) -> str:
    code: str = view.kwargs["code"]
    return code.upper()
