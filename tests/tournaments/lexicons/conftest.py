"""Fixtures for the tests of lexicons."""

import pytest


@pytest.fixture
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path
