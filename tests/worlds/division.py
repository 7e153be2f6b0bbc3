"""A division of classic matches: its director, its players, and the rounds that they have played."""

import secrets

from tests.factories.divisions import make_director, make_division, play_round
from tests.worlds.images import enter, image_of
from tournaments.classic.models import Division
from tournaments.classic.rounds import pairing


def begin_division(names, rounds=0, then="", **settings):
    """Enter players by name, the first rated highest, and play rounds with all results.

    The next round is not there `then`, or it is "paired", or "begun" as well.
    """
    director = make_director()
    division = make_division(director, names, **settings)
    for number in range(1, rounds + 1):
        play_round(division, number, director)
    if then:
        pairing.pair_next_round(division=division, number=rounds + 1, by=director)
    if then == "begun":
        pairing.begin_round(division=division, number=rounds + 1, by=director)
    return director, division


def division_of(*names, story=begin_division, **settings):
    """Return a director and a division that a story has begun; enter it before anything else is made."""
    director, division = enter(image_of(story, names, **settings))
    return director, with_own_seed(division)


def with_own_seed(division):
    """Give a division another seed: caches know it by its seed, and no test finds what another one computed."""
    division.seed = secrets.token_hex(8)
    Division.objects.filter(pk=division.pk).update(seed=division.seed)
    return division
