"""Lanes of requests: what arbitrators and the projector ask never waits behind the crowd's phones.

Each lane has servers (nginx) and threads (`request_threads`) of its own. One pattern tells them apart, here and in
nginx's configuration (`processes.proxy`).
"""

import re
from enum import StrEnum

from django.conf import settings

# The first parts of addresses that only arbitrators and projectors ask for; `ADDRESSES_OF_CROWD` has all others.
ADDRESSES_OF_DESK = (
    "admin",
    "desk",
    "events",
    "letterhead",
    "lexicons",
    "login",
    "logout",
    "organiser",
    "people",
    "screen",
    "welcome",
)
ADDRESSES_OF_CROWD = (
    "api",
    "boards",
    "cases",
    "clock",
    "favicon.ico",
    "federation",
    "handbook",
    "i18n",
    "invitation",
    "join",
    "matches",
    "my",
    "play",
    "results",
    "simultaneous",
    "styleguide",
    "tables",
    "training",
    "ways-to-play",
)
# Frames and streams have one address for all: pages of desk and projector add this to it. Nothing else that the API
# answers is in the lane of the desk, since anybody may ask for it.
SCREEN = "screen"
FRAMES = r"/(live/[^?]*|api/v1/(games|boards)/[^/?]+/|api/v1/events/[^/?]+/clocks/)"
# Monitors and supervisors ask for these: a process that the crowd keeps busy is not dead.
PROBES = ("healthz", "readyz", "metrics")
# For a path with its query, in Python and in nginx.
DESK_PATTERN = rf"^/({'|'.join(ADDRESSES_OF_DESK)})/|^/({'|'.join(PROBES)})(\?|$)|^{FRAMES}\?{SCREEN}$"

_is_for_desk = re.compile(DESK_PATTERN).search


class Lane(StrEnum):
    DESK = "desk"
    FILES = "files"
    CROWD = "crowd"


def lane_of(path: str, query: str = "") -> Lane:
    """Return the lane of a request; `query` is what follows the question mark."""
    if path.startswith(settings.STATIC_URL):
        return Lane.FILES
    return Lane.DESK if _is_for_desk(f"{path}?{query}") else Lane.CROWD
