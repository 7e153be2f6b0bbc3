"""The context processor: values for every template beside the context of its view."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.organisers.rights import NavigationRights, rights_in_navigation


def navigation(request: HttpRequest) -> dict[str, object]:
    """Return `may`, the pages that the navigation offers to the user, asked for once, by the first use; and `command`,
    the call of the program on the machine that runs it.
    """

    def rights() -> NavigationRights:
        return rights_in_navigation(request.user)

    return {"may": SimpleLazyObject(rights), "command": settings.COMMAND}
