"""The moves of a public game: who starts the search, what is kept, and what looking costs."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import Game, Ruling, Slip
from duplicate.models.analysis import RoundMoves
from duplicate.positions.board_state import position_of
from duplicate.rounds import analysis
from duplicate.rounds.moves import rank_moves
from engine import movegen
from tests.factories.public_games import analyse, pages, text
from tournaments.models import ResultLine

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


def test_a_stranger_starts_one_search_at_most(anybody, over, monkeypatch):
    asked = []
    monkeypatch.setattr(analysis, "run_when_idle", lambda *what: asked.append(what))
    for number in (1, 2, 1):
        answer = anybody.get(reverse("public-round", args=[over.event_id, 1, number]))
        assert "being searched" in text(answer)
        assert "max-age=2" in answer.headers["Cache-Control"]
    assert asked == [piece := ("duplicate.rounds.analysis.analyse_game", over.pk)]
    # A piece of work is one round, and hands on to the next.
    analysis.analyse_game(over.pk)
    assert (RoundMoves.objects.count(), asked) == (1, [piece] * 2)
    assert "being searched" not in text(anybody.get(reverse("public-round", args=[over.event_id, 1, 1])))
    assert "being searched" in text(anybody.get(reverse("public-round", args=[over.event_id, 1, 2])))
    analyse(over)
    kept = list(RoundMoves.objects.order_by("pk").values_list("pk", "count"))
    assert len(kept) == 2
    assert "being searched" not in text(anybody.get(reverse("public-round", args=[over.event_id, 1, 1])))
    analysis.analyse_game(over.pk)
    assert list(RoundMoves.objects.order_by("pk").values_list("pk", "count")) == kept
    assert asked == [piece] * 3


def test_a_search_that_fails_is_said_to_have_and_not_tried_at_every_look(anybody, over, monkeypatch):
    asked = []
    monkeypatch.setattr(analysis, "run_when_idle", lambda *what: asked.append(what))
    with monkeypatch.context() as broken:
        broken.setattr(analysis, "rank_moves", lambda *_any: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            analysis.analyse_game(over.pk)
    page = reverse("public-round", args=[over.event_id, 1, 1])
    assert "could not be searched" in text(anybody.get(page))
    assert not asked
    # Later, or by whoever sees to it, it is.
    cache.clear()
    assert "being searched" in text(anybody.get(page))
    analyse(over)
    assert "being searched" not in text(anybody.get(page))


def test_the_best_are_said_to_be_the_best(anybody, over, monkeypatch):
    monkeypatch.setattr(analysis, "MOST_KEPT", 10)
    analyse(over)
    count = RoundMoves.objects.get(round__number=1).count
    page = text(anybody.get(reverse("public-round", args=[over.event_id, 1, 1])))
    assert f"the best 10 of {count}" in page


def test_looking_never_searches(anybody, analysed, monkeypatch):
    def search(*_any, **_more):
        raise AssertionError("somebody who looked had to wait for a search")

    monkeypatch.setattr("duplicate.rounds.moves._index", search)
    monkeypatch.setattr(movegen, "all_moves", search)
    for number in (1, 2):
        text(anybody.get(reverse("public-round", args=[analysed.event_id, 1, number])))


def test_the_moves_are_searched_when_the_game_ends(over, arbitrator, monkeypatch):
    asked = []
    monkeypatch.setattr(game_services, "run_when_idle", lambda *what: asked.append(what))
    game_services.finish(over, reason="arbitrator", by=arbitrator)
    assert asked == [("duplicate.rounds.analysis.analyse_game", over.pk)]
    over.event.shows_games = False
    game_services.finish(over, reason="arbitrator", by=arbitrator)
    assert len(asked) == 1


def test_looking_again_costs_no_more_than_rows(anybody, analysed):
    """However many players: what was counted once is kept, and who has the page is told that it is the same."""
    page = reverse("public-round", args=[analysed.event_id, 1, 1])
    answer = anybody.get(page)
    with CaptureQueriesContext(connection) as asked:
        assert anybody.get(page).status_code == 200
    assert not any("duplicate_slip" in query["sql"] for query in asked.captured_queries)
    assert len(asked) <= 10, "two of them read what is being played"
    again = anybody.get(page, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.slow
def test_more_players_cost_no_more_queries(anybody, over, players, arbitrator):
    """One of three players alone, and all of them."""

    def queries(page):
        _forget()
        with CaptureQueriesContext(connection) as asked:
            text(anybody.get(page))
        return len(asked)

    def _forget():
        cache.clear()
        over.version += 1
        Game.objects.update(version=over.version)

    pages_of_noah = [pages(over, players[1][0])[place] for place in (0, 2)]
    three = [queries(page) for page in pages_of_noah]
    for place in (0, 2):
        Ruling.objects.filter(slip__entry=players[place][0]).delete()
        Slip.objects.filter(entry=players[place][0]).delete()
        ResultLine.objects.filter(entry=players[place][0]).delete()
        players[place][0].delete()
    assert [queries(page) for page in pages_of_noah] == three


def test_the_best_are_kept_where_there_are_too_many(analysed, monkeypatch):
    round_ = analysed.rounds.get(number=1)
    best, count = rank_moves(position_of(round_), 10)
    assert len(best) == 10 < count
    assert [move.rank for move in best] == sorted(move.rank for move in best)
