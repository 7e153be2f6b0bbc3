"""Lanes of tests: what every change runs, and what `make check` runs besides."""

import pytest


def quick(cases, *every_change):
    """Return cases for a `parametrize` of one name: those that every change runs, and the others for the slow lane.

    For tests that repeat what a few cases show for each language, role or file.
    """
    cases = list(cases)
    assert set(every_change) <= set(cases), "a case that is not there"
    return [case if case in every_change else pytest.param(case, marks=pytest.mark.slow) for case in cases]
