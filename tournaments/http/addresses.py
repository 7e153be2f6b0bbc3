"""Network addresses: the address of this installation for other devices, and how addresses are counted."""

import socket
from ipaddress import IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import salted_hmac

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def address_in_hall() -> str:
    """Return the address of this machine on the network of the hall; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting UDP only chooses a route.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def address_for_phones(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of `path` for phones.

    If the desk runs on the laptop that serves, its "localhost" means nothing to a phone; the laptop's address
    in the hall's network replaces it.
    """
    domain, port = split_domain_port(request.get_host())
    if domain in LOOPBACK:
        domain = address_in_hall()
    return f"{request.scheme}://{domain}{':' + port if port else ''}{path}"


def network_of(address: str) -> str:
    """Return the network that an address is counted by: an IPv6 address by its /64, all of which one device
    may use.
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address  # a socket of the file system has no address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or ip_network((int(known) & ~(2**64 - 1), 64)))


def hash_address(address: str) -> str:
    """Return a keyed hash of the network of an address, the only form in which the address is stored."""
    return salted_hmac("joins", network_of(address)).hexdigest()[:16]


def hash_hall_address(address: str) -> str:
    """Return the mark of the address of a desk, which its hall shares.

    It is empty for the machine that serves: every phone reaches that with an address of its own.
    """
    network = network_of(address)
    return "" if network.startswith("127.") or network == "::/64" else hash_address(address)


def is_on_this_machine(request: HttpRequest) -> bool:
    """Tell whether the request comes from the machine that serves, by loopback or by its own address in the
    hall.

    An untrusted proxy on this machine comes by loopback too; its header gives it away.
    """
    address = request.META["REMOTE_ADDR"]
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", address)
    if forwarded.rpartition(",")[2].strip() != address:
        return False
    try:
        return ip_address(address).is_loopback or address == address_in_hall()
    except ValueError:
        return False  # a socket of the file system has no address
