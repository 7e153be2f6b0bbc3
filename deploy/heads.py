"""What comes in the head of every request: cookies, of which those that nothing here has set are dropped, and the host.

Where `ALLOWED_HOSTS` is not set, as on a laptop, requests may name its own hosts. Pages print the host as the address
for phones, and a page of another site whose name was pointed at this machine (DNS rebinding) would read it as its own.
A number is no such name, and a name without a dot, or of a network at home, has no owner elsewhere.
"""

import socket
from functools import lru_cache
from http import HTTPStatus
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

LONGEST = 253
# Names that nobody can own on the internet (RFC 6762, RFC 8375 and ICANN's reserved names).
OF_LOCAL_NETWORKS = (".local", ".localhost", ".home.arpa", ".internal", ".lan", ".home")


class HeadMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        # A cookie may be written in octal numbers. PostgreSQL takes no NUL, and none of ours has control characters.
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if value.isprintable()}
        host = request.META.get("HTTP_HOST", "")
        if not settings.OWN_HOSTS_ALONE or not host or is_own_host(host):
            return None
        said = gettext(
            "This is not an address of the computer that runs Isotop. Open the address that it shows, or set "
            "ALLOWED_HOSTS."
        )
        return HttpResponse(said, content_type="text/plain; charset=utf-8", status=HTTPStatus.BAD_REQUEST)


def is_own_host(host: str) -> bool:
    """Tell whether a Host header can only mean this machine."""
    name, _port = split_domain_port(host.lower())
    if not 0 < len(name) <= LONGEST:
        return False
    return (
        _is_number(name)
        or "." not in name.rstrip(".")
        or name.endswith(OF_LOCAL_NETWORKS)
        or name == _full_name()
        or name in settings.ALLOWED_HOSTS
    )


def _is_number(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


@lru_cache(1)
def _full_name() -> str:
    return socket.getfqdn().lower()
