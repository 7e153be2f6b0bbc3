"""Limits on logging in. A password is hashed slowly on purpose, which costs a processor half a second a time.

Each process hashes one password at a time and lets one more wait for a moment. The password may come from the
login, the welcome page or the admin's pages. Everybody else is refused at once, so that the threads are free
for the room. An address that sent too many wrong logins is refused before its password is hashed.
"""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

WAIT_SECONDS = 2.0

_places = threading.BoundedSemaphore(2)  # one hashes, one waits
_hashing = threading.Lock()


class LoginRefused(Exception):
    """A login, or a new password, that is not checked now. `many_wrong` is false if the server is only busy."""

    def __init__(self, *, many_wrong: bool) -> None:
        super().__init__()
        self.many_wrong = many_wrong
        self.wait = rate_limit.SECONDS if many_wrong else 1


@contextmanager
def hashing_turn() -> Iterator[None]:
    """Hold the one turn of this process to hash a password, or raise LoginRefused."""
    if not _places.acquire(blocking=False):
        raise LoginRefused(many_wrong=False)
    try:
        if not _hashing.acquire(timeout=WAIT_SECONDS):
            raise LoginRefused(many_wrong=False)
        try:
            yield
        finally:
            _hashing.release()
    finally:
        _places.release()


class OneAtATimeHasher(PBKDF2PasswordHasher):
    """Django's algorithm, one password at a time."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with hashing_turn():
            encoded: str = super().encode(password, salt, iterations)
            return encoded


class AddressLimitBackend:
    """Backend that refuses addresses with too many wrong logins. It comes first, and logs nobody in itself."""

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **_others: Any) -> None:
        address = _address(request)
        if address and rate_limit.is_stopped(GuessKind.LOGIN, address, username or ""):
            raise LoginRefused(many_wrong=True)


class LoginRefusedMiddleware(MiddlewareMixin):
    """Middleware that answers 429 where a password was not checked."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, LoginRefused):
            return None
        context = {"many_wrong": error.many_wrong}
        response = render(request, "registration/login_refused.html", context, status=429)
        response["Retry-After"] = str(error.wait)
        return response


@receiver(user_login_failed)
def count_wrong_login(request: HttpRequest | None, **_others: Any) -> None:
    """Count every wrong login that was hashed, including repeats of the same name."""
    address = _address(request)
    if address and not getattr(request, "axes_locked_out", False):
        rate_limit.note(GuessKind.LOGIN, address, secrets.token_hex(8), right=False)


@receiver(user_logged_in)
def keep_right_name(request: HttpRequest, user: "AbstractBaseUser", **_others: Any) -> None:
    """Let this user log in again from this address, whatever others there do."""
    if address := _address(request):
        rate_limit.note(GuessKind.LOGIN, address, user.get_username(), right=True)


def _address(request: HttpRequest | None) -> str:
    return request.META.get("REMOTE_ADDR", "") if request else ""
