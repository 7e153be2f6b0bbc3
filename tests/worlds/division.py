"""A division of classic matches: its director, its players, and the rounds that they have played."""

import secrets

from tests.factories.divisions import make_director, make_division, play_round, players
from tests.worlds.images import enter, image_of
from tournaments.classic.models import Division


def begin_division(names, rounds, **settings):
    """Enter players by name, the first rated highest, and play rounds with all results."""
    director = make_director()
    division = make_division(director, names, **settings)
    for number in range(1, rounds + 1):
        play_round(division, number, director)
    return director, division


def division_of(*names, rounds=0, **settings):
    """Return a director and a division that was begun so; enter it before anything else is made."""
    director, division = enter(image_of(begin_division, names, rounds, **settings))
    return director, with_own_seed(division)


def with_own_seed(division):
    """Give a division another seed: caches know it by its seed, and no test finds what another one computed."""
    division.seed = secrets.token_hex(8)
    Division.objects.filter(pk=division.pk).update(seed=division.seed)
    return division


def division_of_24_after_five_rounds():
    return division_of(*players(24), rounds=5, rounds_planned=8)
