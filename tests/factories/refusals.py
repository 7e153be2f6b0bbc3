"""Refusals by their codes."""

import pytest

from tournaments.errors import RuleViolation


def refusal_code(act, *args, **kwargs):
    """Return the code with which the act is refused."""
    with pytest.raises(RuleViolation) as error:
        act(*args, **kwargs)
    assert str(error.value)
    return error.value.code
