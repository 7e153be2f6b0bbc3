"""Throttling of joins within a minute: from one address, and in total. Each process counts for itself.

Only a request that joins somebody counts towards the total. The others (a wrong code, a refused name, no
body) count as tries of their address alone, so that many addresses that join nobody shut nobody else out. If
the desk has set that its hall is on one address, a part of the total is reserved for that address.

A join counts once it is done, so simultaneous requests may exceed a limit by as many as a process has
threads. A phone that is refused tries again by itself (`join.js`).
"""

import time
from typing import Any, NoReturn

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.http.addresses import hash_address
from tournaments.models import Event

SECONDS = 60.0
# Joins of an address: a club of forty behind one router gets in at once.
MOST_OF_ADDRESS = 60
# Requests of an address that join nobody. Each costs little, and a hall shares an address.
MOST_TRIES = 120
# Joins, and tries, of a hall that is on one address by its desk's setting: 1,500 phones in five minutes,
# and room is left for others.
OF_HALL = 400
# Joins in total, ten a second: enough for a full hall at once, but no flood of fake players.
MOST_IN_ALL = 600
# The part of these that is reserved for the hall's address.
KEPT_FOR_HALL = 200
# A slow network or a limit is no try.
NO_TRIES = frozenset({status.HTTP_408_REQUEST_TIMEOUT, status.HTTP_429_TOO_MANY_REQUESTS})


class TooManyJoins(Throttled):
    """A join that was refused before anything was stored."""

    default_detail = _("Too many players are joining right now.")
    extra_detail_singular = _("Try again in {wait} second.")  # type: ignore[assignment] # translated later
    extra_detail_plural = _("Try again in {wait} seconds.")  # type: ignore[assignment] # a lazy text where the stubs have a plain one


class Count:
    """The moments within the last minute at which a key was counted, the oldest first."""

    def __init__(self, key: str) -> None:
        self._key = key
        since = time.time() - SECONDS
        self._moments: list[float] = [moment for moment in cache.get(key, ()) if moment > since]

    def __len__(self) -> int:
        return len(self._moments)

    def add(self) -> None:
        cache.set(self._key, [*self._moments, time.time()], SECONDS)

    def wait(self) -> float:
        """Return how many seconds it takes until the oldest does not count any more."""
        return max(self._moments[0] + SECONDS - time.time(), 0.0) if self._moments else SECONDS


class JoinThrottle(BaseThrottle):
    """A throttle that checks the limits; `count` counts the outcome of a request."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        place, mark = self.place_of(view), hash_address(request.META["REMOTE_ADDR"])
        of_address, tries, in_all = (
            Count(f"join-{place}-{mark}"),
            Count(f"tries-{mark}"),
            Count(f"join-{place}"),
        )
        if (
            len(of_address) < MOST_OF_ADDRESS
            and len(tries) < MOST_TRIES
            and len(in_all) < MOST_IN_ALL - KEPT_FOR_HALL
        ):
            # Below all limits the event's settings make no difference, and are not read.
            return True
        event = self.event_of(view)
        one_address = event is not None and event.one_address
        may_be_hall = one_address and event is not None and event.hall_address in {"", mark}
        for count, most in ((of_address, MOST_OF_ADDRESS), (tries, MOST_TRIES)):
            most_of_address = OF_HALL if may_be_hall else most
            if len(count) >= most_of_address:
                return self._refuse(request, view, count, most=most_of_address, of_address=True)
        left = MOST_IN_ALL - len(in_all)
        if one_address and event is not None and not may_be_hall:
            left -= max(KEPT_FOR_HALL - len(Count(f"join-{place}-{event.hall_address}")), 0)
        return left > 0 or self._refuse(request, view, in_all, most=MOST_IN_ALL, of_address=False)

    def count(self, request: Request, view: APIView, *, joined: bool) -> None:
        """Count a request that joined somebody, or one that did not."""
        place, mark = self.place_of(view), hash_address(request.META["REMOTE_ADDR"])
        for key in (f"join-{place}-{mark}", f"join-{place}") if joined else (f"tries-{mark}",):
            Count(key).add()

    def wait(self) -> float | None:
        return self._wait

    def place_of(self, view: APIView) -> str:
        """Return the name of the game or event that is joined."""
        raise NotImplementedError

    def event_of(self, view: APIView) -> Event | None:
        """Return the event that is joined, if there is one."""
        raise NotImplementedError

    def note_refusal(self, request: Request, view: APIView, *, most: int, of_address: bool) -> None:
        """Handle a refused join: `most` came within a minute, from its address or in all."""

    def _refuse(self, request: Request, view: APIView, count: Count, *, most: int, of_address: bool) -> bool:
        self._wait = count.wait()
        self.note_refusal(request, view, most=most, of_address=of_address)
        return False


class JoiningView(APIView):
    """A view that enters the sender of the request."""

    def throttled(self, request: Request, wait: float | None) -> NoReturn:  # noqa: ARG002 - framework signature
        raise TooManyJoins(wait)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        joined = answer.status_code == status.HTTP_201_CREATED
        if joined or (status.is_client_error(answer.status_code) and answer.status_code not in NO_TRIES):
            for throttle in self.get_throttles():
                if isinstance(throttle, JoinThrottle):
                    throttle.count(request, self, joined=joined)
        return answer
