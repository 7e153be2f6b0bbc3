"""Lanes of tests: what every change runs, and what `make check` runs besides."""

import pytest

# A sweep over all addresses has that many parts: `range(PARTS)` as cases of a test with the mark `repeats`.
PARTS = 4


def quick(cases, *every_change):
    """Return cases for a `parametrize` of one name: those that every change runs, and the others for the slow lane.

    For tests that repeat what a few cases show for each language, role or file. Where the first case is enough, the
    mark `repeats` says the same.
    """
    cases = list(cases)
    assert set(every_change) <= set(cases), "a case that is not there"
    return [case if case in every_change else pytest.param(case, marks=pytest.mark.slow) for case in cases]
