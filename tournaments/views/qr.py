"""QR codes, so that nobody needs to type an address."""

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.http.addresses import address_for_phones


def qr_svg(text: str, label: str) -> SafeString:
    """Return a QR code as inline SVG that takes the size of its box; dark on light in every colour scheme."""
    import segno  # noqa: PLC0415 - only pages with an address need it

    code = segno.make(text, error="m")
    drawing = code.svg_inline(border=3, dark="#000", light="#fff", omitsize=True)
    return format_html('<div role="img" aria-label="{}">{}</div>', label, mark_safe(drawing))  # noqa: S308 - segno's markup


def link_shown(request: HttpRequest, path: str, label: str) -> dict[str, str]:
    """Return a page's content for a link: its address for phones, and the QR code."""
    address = address_for_phones(request, path)
    return {"address": address, "qr": qr_svg(address, label)}
