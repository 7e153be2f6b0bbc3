"""Fixtures: counters that begin at zero, and a training on racks at random."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from duplicate.models.training import Training


@pytest.fixture(autouse=True)
def _nobody_has_asked():
    """Clear the counters of addresses and devices."""
    cache.clear()


@pytest.fixture
def begin(client, built_in):
    """Return a function that begins a training on random racks, and returns it."""

    def begin(**more):
        data = {"lexicon": "english", "rule_set": "classic", "notation": "duplicate", "seconds": ""} | more
        answer = client.post(reverse("start-training"), data)
        assert answer.status_code == 302, answer.context["form"].errors
        return Training.objects.latest("pk")

    return begin
