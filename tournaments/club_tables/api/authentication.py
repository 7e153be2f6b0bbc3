"""Authentication and throttling of devices at a club table."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.api.authentication import BearerAuthentication, PerTokenThrottle
from tournaments.club_tables.games import turns
from tournaments.club_tables.models import ClubTable, TableSeat
from tournaments.http.addresses import network_of


class PlaceAuthentication(BearerAuthentication):
    """A device at a table; `request.auth` is the seat of a player, or the table for its keeper."""

    scheme_name = "tableToken"
    refusal = _("This device is no longer seated at this table: sit down again.")

    def holder_of(self, token: str) -> TableSeat | ClubTable | None:
        return turns.place_for_token(token)


class PerPlaceThrottle(PerTokenThrottle):
    """Four requests a second for each device: more than anybody plays."""

    rate = "240/min"


class SittingThrottle(SimpleRateThrottle):
    """Limit for sitting down: a club shares one address, and a whole room may sit down within a minute.

    Headers that a phone can set are ignored.
    """

    rate = "120/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:  # noqa: ARG002 - the signature is the framework's
        return f"sit-{network_of(request.META['REMOTE_ADDR'])}"
