"""A player's device on pages of their own: it is known by the token of its phone, which the phone's page sends
once and a cookie keeps. The token is the phone's, so a new link from the desk shuts the cookie out as well.
"""

from datetime import timedelta

from django.http import HttpRequest, HttpResponseBase

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.events.tokens import entry_for_token
from tournaments.models import Entry

COOKIE = "isotop_player"
# The pages that the cookie is sent to.
PATH = "/my/"
KEPT = timedelta(days=730)
BEARER = "Bearer "


def token_of(request: HttpRequest) -> str:
    """Return the token that a request brings: in the form, in the header as the API has it, or as a cookie."""
    header = request.headers.get("Authorization", "")
    carried = header.removeprefix(BEARER) if header.startswith(BEARER) else ""
    return request.POST.get("token", "") or carried or request.COOKIES.get(COOKIE, "")


def entry_of(request: HttpRequest) -> Entry | None:
    """Return the player or pair whose phone asks. An unknown token counts as a guess."""
    token = token_of(request)
    if not token:
        return None
    entry = entry_for_token(token)
    if entry is None:
        rate_limit.note(GuessKind.TOKEN, request.META["REMOTE_ADDR"], token, right=False)
    return entry


def keep_token(answer: HttpResponseBase, request: HttpRequest) -> None:
    """Keep the token of a request on the device, for the player's pages alone."""
    answer.set_cookie(
        COOKIE,
        token_of(request),
        KEPT,
        path=PATH,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
