"""Rounds with one position that are opened, and asked about, at the same moment."""

from functools import partial

import pytest

from duplicate.core.visibility.rounds_in_play import is_top_told
from duplicate.models import Round
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from tests.concurrency.hall import during, together
from tests.factories.told_tops import SECOND, desk_text, tops_in


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("held", ["hall", "own", "nobody"])
def test_two_rounds_that_are_opened_at_the_same_moment(
    game, own_game, copied, arbitrator, stranger, hands, held, client
):
    """Neither transaction may see the other. Whichever is first: the copy tells nothing, and the hall plays."""
    hall, own = (partial(open_at_once, one, by) for one, by in ((game, arbitrator), (own_game, stranger)))
    if held == "hall":
        outcomes = during(hall, own)
    elif held == "own":
        outcomes = during(own, hall)[::-1]
    else:
        outcomes = together(hall, own)
    assert outcomes[0] == "opened"
    assert outcomes[1] in {"opened", "position_in_play"}
    for round_ in Round.objects.in_progress():
        top_search.find_top(round_.pk)
    shown = game.rounds.in_progress().get()
    assert tops_in(desk_text(client, game, arbitrator), shown)
    assert not tops_in(desk_text(client, own_game, stranger), shown)


def open_at_once(game, by):
    round_services.type_rack(game=game, rack=SECOND, by=by)
    round_services.open_round(game=game, by=by)
    return "opened"


@pytest.mark.django_db(transaction=True)
def test_asking_all_the_time_while_the_hall_draws(game, own_game, arbitrator, stranger, foretold, hands):
    """From the moment at which the hall's round is there no answer has the top."""

    def ask():
        rows = []
        for _again in range(40):
            began = game.rounds.in_progress().exists()
            rows.append((began, is_top_told(Round.objects.get(pk=foretold.pk), stranger)))
        return rows

    asked, opened = together(ask, partial(open_at_once, game, arbitrator))
    assert opened == "opened"
    assert not any(is_told for began, is_told in asked if began)
    assert not is_top_told(Round.objects.get(pk=foretold.pk), stranger)
