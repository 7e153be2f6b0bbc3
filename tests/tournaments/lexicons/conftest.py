"""Fixtures for the tests of lexicons."""

import pytest

from engine.lexicon import BUILTIN, lexicon_path


@pytest.fixture(scope="session")
def compiled_english(english):
    return lexicon_path(BUILTIN)


@pytest.fixture
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def english_in_place(compiled_english, data_folder):
    """Put the English lexicon into the folder of a test, where it would be compiled first."""
    path = data_folder / "lexicons" / compiled_english.name
    path.parent.mkdir()
    path.symlink_to(compiled_english)
