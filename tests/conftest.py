"""What all tests share: the built-in lexicon, compiled once."""

import pytest

from engine import lexicon


@pytest.fixture(scope="session")
def english():
    return lexicon.load_lexicon(lexicon.ensure_builtin())
