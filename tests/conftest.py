"""What all tests share: the built-in lexicon, compiled once."""

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from engine import lexicon


@pytest.fixture(scope="session")
def english():
    return lexicon.load_lexicon(lexicon.ensure_builtin())


class QuickHasher(PBKDF2PasswordHasher):
    """The real algorithm with one iteration, which every server understands: a million take half a second a user."""

    iterations = 1


def pytest_configure():
    settings.PASSWORD_HASHERS = ["tests.conftest.QuickHasher"]
