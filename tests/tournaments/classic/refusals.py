"""Refusals by their codes."""

from contextlib import contextmanager

import pytest

from tournaments.errors import RuleViolation


@contextmanager
def expect_refusal(code):
    with pytest.raises(RuleViolation) as error:
        yield error
    assert error.value.code == code
