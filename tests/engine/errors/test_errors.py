"""The catalogue of the engine's messages."""

import json
import re
import string
from pathlib import Path

import pytest

from engine.errors import MESSAGES, EngineError

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("engine", "tests/engine")
    for path in sorted((Path(__file__).parents[3] / folder).rglob("*.py"))
    if path.name not in {"messages.py", "mode_messages.py"}
)


@pytest.mark.parametrize("code", MESSAGES)
def test_every_code_has_a_sentence_and_its_params(code):
    names = [name for _, name, _, _ in string.Formatter().parse(MESSAGES[code]) if name]
    error = EngineError(code, **dict.fromkeys(names, "x"))
    assert isinstance(error, ValueError)
    assert error.code == code
    assert str(error).endswith(".")
    assert json.dumps(error.params)


@pytest.mark.parametrize("code", MESSAGES)
def test_every_code_is_used(code):
    assert re.search(rf'"{code}"', SOURCES)
