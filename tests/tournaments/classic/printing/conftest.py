"""A director; and five players with all that can happen in three rounds."""

import pytest
from django.utils.translation import override

from tests.factories.divisions import make_director
from tests.factories.printed_division import enter, make_round
from tests.tournaments.classic.printing.documents import NAMES, empty_division, set_result
from tests.worlds.images import enter as enter_world
from tests.worlds.images import image_of
from tournaments.classic.models import DivisionEntry


@pytest.fixture
def in_english(settings):
    settings.TIME_ZONE = "Europe/Paris"
    with override("en"):
        yield


def play_with_five():
    """Make five players in three rounds, the third paired and not begun: a bye each round, a draw, a
    forfeit; Eva comes for round 2, Dan leaves after it.
    """
    director = make_director()
    division = empty_division(rounds_planned=4)
    division.event.posts.create(user=director, role="chief")
    ann, ben, cleo, dan, eva = enter(division, NAMES)
    DivisionEntry.objects.filter(pk=eva.pk).update(first_round=2)
    one = make_round(division, 1, [(ann, ben), (dan, cleo)], director)
    set_result(one.matches.get(table=1), 450, 390)
    set_result(one.matches.get(table=2), 400, 400)
    two = make_round(division, 2, [(cleo, ann), (eva, dan), (ben,)], director)
    set_result(two.matches.get(table=1), 380, 420, overtime=(20, 0))
    set_result(two.matches.get(table=2), 0, 0, outcome="second_forfeits")
    DivisionEntry.objects.filter(pk=dan.pk).update(last_round=2)
    make_round(division, 3, [(ann, eva), (ben, cleo)], director, begun=False)
    return director, division


@pytest.fixture
def world(db, english):
    return enter_world(image_of(play_with_five))


@pytest.fixture
def five(world):
    return world[1]
