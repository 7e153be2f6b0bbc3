"""Lanes of requests: what arbitrators and the projector ask never waits behind the crowd's phones, nor what players do
behind strangers who read, nor anybody behind those who send files.

Each lane has servers (nginx) and threads (`request_threads`) of its own. One pattern a lane tells them apart, here and
in nginx's configuration (`processes.proxy`).
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
    "clock",
    "favicon.ico",
    "federation",
    "i18n",
    "invitation",
    "join",
    "matches",
    "my",
    "play",
    "tables",
)
# What anybody may read, and asks for as often as they like. Changes sent there are the crowd's, and so is a training,
# which is its player's own.
ADDRESSES_OF_READERS = (
    "broadcast",
    "cases",
    "handbook",
    "results",
    "simultaneous",
    "styleguide",
    "training",
    "ways-to-play",
)
OWN_TRAINING = r"training/\d"
READ_BY_PROGRAMS = (
    r"api/(docs|schema|v1/(annotated-games|divisions|events(?!/\d+/clocks)|match-records|players|seasons))"
)
# Frames and streams have one address for all: pages of desk and projector add this to it. Nothing else that the API
# answers is in the lane of the desk, since anybody may ask for it.
SCREEN = "screen"
FRAMES = r"/(live/[^?]*|api/v1/(games|boards)/[^/?]+/|api/v1/events/[^/?]+/clocks/)"
# Monitors and supervisors ask for these: a process that the crowd keeps busy is not dead.
PROBES = ("healthz", "readyz", "metrics")
# Forms with a file alone are multipart. For a method, a path and a type, in any case of letters.
UPLOADS_PATTERN = r"^POST (/\S* multipart/form-data|/api/v1/simultaneous/[^/]+/results/ )"
# For a method and a path with its query, in Python and in nginx, in this order.
PROBES_PATTERN = rf"^[A-Z]+ /({'|'.join(PROBES)})(\?|$)"
DESK_PATTERN = rf"^[A-Z]+ (/({'|'.join(ADDRESSES_OF_DESK)})/|{FRAMES}\?{SCREEN}$)"
READERS_PATTERN = rf"^(GET|HEAD) /(?!{OWN_TRAINING})({'|'.join(ADDRESSES_OF_READERS)}|{READ_BY_PROGRAMS})/"


class Lane(StrEnum):
    PROBES = "probes"
    DESK = "desk"
    UPLOADS = "uploads"
    FILES = "files"
    READERS = "readers"
    CROWD = "crowd"


_UPLOADS = re.compile(UPLOADS_PATTERN, re.IGNORECASE)
_PATTERNS = {
    Lane.PROBES: re.compile(PROBES_PATTERN),
    Lane.DESK: re.compile(DESK_PATTERN),
    Lane.READERS: re.compile(READERS_PATTERN),
}


def lane_of(path: str, query: str = "", method: str = "GET", content_type: str = "") -> Lane:
    """Return the lane of a request; `query` is what follows the question mark."""
    if path.startswith(settings.STATIC_URL):
        return Lane.FILES
    if _UPLOADS.search(f"{method} {path} {content_type}"):
        return Lane.UPLOADS
    asked = f"{method} {path}?{query}"
    return next((lane for lane, pattern in _PATTERNS.items() if pattern.search(asked)), Lane.CROWD)
