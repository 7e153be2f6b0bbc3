"""Under which address other devices reach this installation."""

import socket

from django.http import HttpRequest
from django.http.request import split_domain_port

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def address_in_hall() -> str:
    """Where phones reach this machine on the network of the hall; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting UDP only chooses a route.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def address_for_phones(request: HttpRequest, path: str) -> str:
    """The absolute address of `path`. Where the desk works on the very laptop that serves, its own
    "localhost" means nothing to a phone: then the laptop's address in the hall's network takes its place.
    """
    domain, port = split_domain_port(request.get_host())
    if domain in LOOPBACK:
        domain = address_in_hall()
    return f"{request.scheme}://{domain}{':' + port if port else ''}{path}"
