"""Sealing: encrypting a text so that only this installation can read it, and any change is detected.

The key is derived from the installation's `SECRET_KEY` and the purpose of the text: a text sealed for one
purpose cannot be opened for another. Earlier keys (`SECRET_KEY_FALLBACKS`) still open their texts.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation


def seal(text: str, *, purpose: str) -> bytes:
    return _box(purpose).encrypt(text.encode())


def unseal(sealed: bytes | memoryview, *, purpose: str) -> str:
    """Decrypt a text that was sealed for that purpose.

    Raises:
        RuleViolation: it is damaged, or was sealed in another installation.
    """
    try:
        return _box(purpose).decrypt(bytes(sealed)).decode()
    except InvalidToken:
        raise RuleViolation(
            "seal_broken",
            _("The sealed contents cannot be opened: they are damaged or come from another installation."),
        ) from None


def _box(purpose: str) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derive_key(key, purpose)) for key in keys])


def _derive_key(key: str | bytes, purpose: str) -> bytes:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"isotop {purpose}".encode())
    return base64.urlsafe_b64encode(derivation.derive(force_bytes(key)))
