"""Authentication for the API of clocks: a device at the table by its link's token, a wall by its pass."""

from django.utils.translation import gettext_lazy as _

from tournaments.api.authentication import BearerAuthentication, PerTokenThrottle
from tournaments.classic.clocks.services import link_for_token
from tournaments.classic.models.clocks import ClockLink


class LinkAuthentication(BearerAuthentication):
    """A device at the table; the link is `request.auth`."""

    scheme_name = "clockToken"
    refusal = _("This clock link is no longer valid: ask the director for the new one.")

    def holder_of(self, token: str) -> ClockLink | None:
        return link_for_token(token)


class PerLinkThrottle(PerTokenThrottle):
    """Four requests a second for each device: more than two people can press."""

    rate = "240/min"
