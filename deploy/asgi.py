"""The program as an ASGI application: `uvicorn deploy.asgi:application`."""

import os
import warnings

from django.core.asgi import get_asgi_application

# WhiteNoise hands out small static files synchronously, in a thread: what Django warns of costs nothing here.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
pages = get_asgi_application()

from deploy.memory import keep_what_is_loaded  # noqa: E402 - the apps are ready only now
from duplicate.api import intake, own_sheets  # noqa: E402 - as above
from duplicate.views import live  # noqa: E402 - as above
from tournaments.asgi import Receive, Scope, Send  # noqa: E402 - as above
from tournaments.views import clock_streams, public_streams  # noqa: E402 - as above


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Live streams go their own way: thousands stay open, and none may hold a thread. So do slips, which come by
    the thousand in a few seconds, and own sheets, which all phones ask for after an announcement.
    """
    if scope["type"] == "http" and clock_streams.is_for_clocks(scope):
        await clock_streams.stream(scope, receive, send)
    elif scope["type"] == "http" and public_streams.is_public(scope):
        await public_streams.stream(scope, receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(live.PREFIX):
        await live.stream(scope, receive, send)
    elif intake.is_for_slips(scope):
        await intake.take_in(scope, receive, send, pages)
    elif own_sheets.is_for_own_sheet(scope):
        await own_sheets.show_own_sheet(scope, receive, send, pages)
    else:
        await pages(scope, receive, send)


keep_what_is_loaded()
