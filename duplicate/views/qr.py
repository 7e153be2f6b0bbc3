"""Addresses that a phone in the hall can open, and the QR codes that spare typing them."""

import socket

import segno
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def address_for_phones(request: HttpRequest, path: str) -> str:
    """The absolute address of `path`. Where the desk works on the very laptop that serves, its own
    "localhost" means nothing to a phone: then the laptop's address in the hall's network takes its place.
    """
    host, colon, port = request.get_host().rpartition(":")
    if not colon or port.endswith("]"):
        host, colon, port = request.get_host(), "", ""
    if host in LOOPBACK:
        host = _address_in_network() or host
    return f"{request.scheme}://{host}{colon}{port}{path}"


def _address_in_network() -> str | None:
    """Which of our addresses others would see. Nothing is sent: connecting UDP only chooses a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


def qr_svg(text: str, label: str) -> SafeString:
    """A QR code as inline SVG that takes the size of its box; dark on light in every colour scheme."""
    code = segno.make(text, error="m")
    drawing = code.svg_inline(border=3, dark="#000", light="#fff", omitsize=True)
    return format_html('<div role="img" aria-label="{}">{}</div>', label, mark_safe(drawing))  # noqa: S308 - segno's own markup
