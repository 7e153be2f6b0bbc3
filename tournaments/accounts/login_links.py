"""A link that logs an arbitrator in once: for the first evening, and for forgotten passwords.

A link works for one account and for a limited time (`PASSWORD_RESET_TIMEOUT`). It stops working with the
login that it was made for. Nothing is stored: the link is signed over values that this login changes.
"""

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from engine import atomic_files

FIRST_NAME = "arbitrator"
USUAL_SITE = "http://localhost:8000"
# The file in the data folder with the address that the program printed when it was started last.
SITE_FILE = "site.txt"


class _WelcomeTokens(PasswordResetTokenGenerator):
    key_salt = "tournaments.accounts.login_links"


_tokens = _WelcomeTokens()


def welcome_token(user: User) -> str:
    """Return the token of the link: it names the account and carries our signature."""
    return f"{urlsafe_base64_encode(str(user.pk).encode())}.{_tokens.make_token(user)}"


def user_for_welcome_token(token: str) -> User | None:
    """Return the account that the link is for; None if the link is not ours, too old, or used up."""
    key, _dot, signature = token.partition(".")
    try:
        user = User.objects.filter(pk=int(force_str(urlsafe_base64_decode(key))), is_active=True).first()
    except (ValueError, OverflowError):
        return None
    return user if user is not None and _tokens.check_token(user, signature) else None


def store_site(site: str) -> None:
    """Store the address of this installation, for links that are made in another process."""
    atomic_files.write_whole(settings.DATA_FOLDER / SITE_FILE, site.encode())


def read_site() -> str:
    """Return the address that was stored last, or the usual one."""
    try:
        return (settings.DATA_FOLDER / SITE_FILE).read_text()
    except OSError:
        return USUAL_SITE


@transaction.atomic
def first_arbitrator() -> User:
    """Return the administrator that an installation starts with. Create it without a usable password if there
    is none.
    """
    existing = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if existing is not None:
        return existing
    user = User(username=_free_name(), is_staff=True, is_superuser=True)
    user.set_unusable_password()
    user.full_clean()
    user.save()
    return user


def _free_name() -> str:
    name, number = FIRST_NAME, 1
    while User.objects.filter(username=name).exists():
        number += 1
        name = f"{FIRST_NAME}{number}"
    return name
