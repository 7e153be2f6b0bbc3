"""The cache of merged standings: a new result is read alone, and readers of the public page do not wait."""

import pytest

from duplicate.prepared_games.results.file_format import write_file
from duplicate.prepared_games.results.merged_cache import MOST_GAMES, MergedCache
from duplicate.prepared_games.results.review import accept_file, keep_file
from duplicate.prepared_games.results.standings import _read_current, merge, merged_standings
from tests.factories.simultaneous_clubs import made_result, sent_by

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(organiser):
    return sent_by(organiser, rules="fisf")[0]


@pytest.fixture
def cache():
    """Return a cache of the names of clubs."""
    return MergedCache(_read_current, lambda _sent, results: [one.club for one in results.values()])


def bring(sent, organiser, club, seed="a"):
    data = write_file(made_result(sent, club=club, seed=seed).to_data()).encode()
    accept_file(kept=keep_file(sent=sent, data=data, file_name="r.json", by=organiser), by=organiser)


def test_only_new_results_are_read(sent, organiser):
    known = {}
    for clubs in (["Namur"], ["Huy", "Mons"], []):
        for club in clubs:
            bring(sent, organiser, club)
        before, known = known, _read_current(sent, known)
        assert [one.club for one in known.values()] == sorted(
            [*(one.club for one in before.values()), *clubs]
        )
        assert all(known[key] is result for key, result in before.items())
    bring(sent, organiser, "Huy", seed="b")
    corrected = _read_current(sent, known)
    assert [one.club for one in corrected.values()] == ["Huy", "Mons", "Namur"]
    assert sum(key not in known for key in corrected) == 1
    assert list(corrected.values()) == list(_read_current(sent, {}).values())


@pytest.mark.slow
def test_merging_with_what_is_known_gives_the_same(sent, organiser):
    for number, club in enumerate(("Namur", "Huy", "Mons")):
        bring(sent, organiser, club)
        assert merged_standings(sent).results == number + 1
    bring(sent, organiser, "Huy", seed="b")
    results = list(_read_current(sent, {}).values())
    assert merged_standings(sent) == merge(results, sent.prepared.rule_set, year=sent.opens_at.year)


def test_readers_see_the_standings_before_while_new_ones_are_merged(sent, organiser, cache):
    bring(sent, organiser, "Namur")
    first = cache.get(sent)
    bring(sent, organiser, "Huy")
    with cache._merging:
        assert cache.get(sent, perhaps_older=True) is first
    assert cache.get(sent, perhaps_older=True) == ["Huy", "Namur"]
    assert cache.get(sent) == ["Huy", "Namur"]


def test_a_few_games_are_cached(organiser, cache):
    games = [sent_by(organiser, rules="fisf")[0] for _number in range(MOST_GAMES + 1)]
    for game in games:
        cache.get(game)
    assert list(cache._games) == [game.pk for game in games[1:]]
