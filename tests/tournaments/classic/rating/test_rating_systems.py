"""Properties that every rating system has."""

import random
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from tests.factories.pairing_fields import people, with_results
from tournaments.classic.exchange.forms import TournamentReviewForm
from tournaments.classic.forms.divisions import DivisionForm
from tournaments.classic.pairing import PairingField, pair
from tournaments.classic.rating import SYSTEMS, RatedPlayer
from tournaments.classic.rating.elo import RatingRules

ROUNDS = 18
RULES = (Path(__file__).parents[4] / "docs" / "rules.md").read_text()


@pytest.fixture(scope="module")
def matches():
    """Return a Swiss event of 17 players, one of whom has a bye each round."""
    chance, played = random.Random(5), []
    for number in range(1, ROUNDS + 1):
        played += with_results(pair("swiss", PairingField(people(17), tuple(played)), number), chance)
    return played


@pytest.mark.parametrize("code", SYSTEMS)
@pytest.mark.parametrize("newcomers", [0, 3, 17])
def test_it_rates_any_event(code, newcomers, matches):
    players = [
        RatedPlayer(key, None if key <= newcomers else 100 + key * 120, key * 9) for key in range(1, 18)
    ]
    players.append(RatedPlayer(99, 1234, 5))
    lines = SYSTEMS[code].rate(players, matches, ROUNDS)
    assert [line.key for line in lines] == [player.key for player in players]
    for player, line in zip(players[:-1], lines, strict=False):
        assert None not in {line.after, line.opponents, line.performance}
        assert line.after >= 0
        assert (line.before, line.games_before) == (player.rating, player.games)
        assert (line.how == "newcomer") is (player.rating is None)
    assert (lines[-1].how, lines[-1].after, lines[-1].games) == ("unplayed", 1234, 0)
    assert lines == SYSTEMS[code].rate(players, matches, ROUNDS)


@pytest.mark.parametrize("code", SYSTEMS)
def test_it_has_its_words_and_its_row(code):
    words = render_to_string(f"classic/rating_systems/{code}.html", {"rules": RatingRules()})
    assert "Source: " in words
    assert f"| `{code}` |" in RULES


@pytest.mark.parametrize("form", [DivisionForm, TournamentReviewForm])
def test_where_a_system_is_chosen_it_says_which_one_has_guesses(form):
    assert "ABSP publishes no weights" in str(form.base_fields["rating_system"].help_text)


def test_who_is_provisional():
    assert SYSTEMS["naspa"].is_provisional(49, None)
    assert not SYSTEMS["naspa"].is_provisional(50, None)
    assert SYSTEMS["glicko2"].is_provisional(500, 110.5)
    assert not SYSTEMS["glicko2"].is_provisional(1, 110)
