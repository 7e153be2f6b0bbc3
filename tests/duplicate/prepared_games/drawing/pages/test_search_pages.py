"""The pages of searches for games to prepare."""

import pytest

from duplicate.models.prepared import Preparation, PreparedGame
from duplicate.prepared_games.drawing import search as prepared_search
from duplicate.prepared_games.drawing.services import prepare_typed
from engine.duplicate_games.game_statistics import Criteria
from tests.factories.prepared_games import RULES

pytestmark = pytest.mark.django_db


ASKED = {"lexicon": "english", "rule_set": "classic", "games": 60, "long_word": 7, "ranking": "spread"}


def test_a_search_is_asked_for(desk):
    ranges = {"rounds_least": 18, "rounds_most": 24, "long_words_most": 3, "spread_least": "4.5"}
    answer = desk.post("/desk/prepared/search/", ASKED | ranges, follow=True)
    shown = answer.content.decode()
    for sentence in ("Rounds: 18 to 24", "Words of 7 letters or more: 3 at most", "Spread: 4.5 or more"):
        assert sentence in shown
    assert "0 of 60 games tried" in shown
    assert 'hx-trigger="every 2s"' in shown


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"rounds_least": 24, "rounds_most": 18}, "rounds_most"),
        ({"total_least": "many"}, "total_least"),
        ({"games": 0}, "games"),
        ({"games": 10_000_000}, "games"),
        ({"long_word": 16}, "long_word"),
    ],
)
def test_what_cannot_be_asked_is_told(desk, wrong, field):
    answer = desk.post("/desk/prepared/search/", ASKED | wrong)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]


def test_games_found_are_kept_from_the_page(desk, search, arbitrator):
    page = f"/desk/prepared/search/{search.pk}/"
    numbers = [line["number"] for line in search.found[:2]]
    polled = desk.get(page, {"game": numbers[0]}, headers={"HX-Request": "true"}).content.decode()
    assert polled.count(" checked>") == 1
    assert "<html" not in polled
    assert "Select the games" in desk.post(f"{page}keep/", {"name": "Cup"}).content.decode()
    assert desk.post(f"{page}keep/", {"name": "", "game": numbers}).status_code == 422
    assert desk.post(f"{page}keep/", {"name": "Cup", "game": numbers}).status_code == 302
    assert sorted(PreparedGame.objects.values_list("name", flat=True)) == ["Cup – 1", "Cup – 2"]
    assert desk.get(page).content.decode().count(">saved</a>") == 2


def test_a_search_is_stopped_gone_on_with_and_deleted(desk, arbitrator):
    search = prepared_search.start_search(
        lexicon="english", rules=RULES, criteria=Criteria(), games=30, by=arbitrator
    )
    page = f"/desk/prepared/search/{search.pk}/"
    for act, sign in (("stop", ">stopped<"), ("resume", ">running<")):
        assert sign in desk.post(f"{page}{act}/", follow=True).content.decode()
    assert desk.post(f"{page}delete/", follow=True).redirect_chain == [("/desk/prepared/", 302)]
    assert desk.get(page).status_code == 404


def test_one_that_got_lost_says_so(desk, arbitrator, hands):
    search = prepared_search.start_search(
        lexicon="english", rules=RULES, criteria=Criteria(), games=30, by=arbitrator
    )
    hands.move(Preparation.SILENT_SECONDS + 1)
    shown = desk.get(f"/desk/prepared/search/{search.pk}/").content.decode()
    assert ">interrupted<" in shown
    assert 'id="resume"' in shown


@pytest.mark.parametrize("rows", [1, 4])
def test_the_list_asks_as_often_whatever_its_length(desk, text, arbitrator, django_assert_num_queries, rows):
    for number in range(rows):
        prepare_typed(
            name=f"Game {number}",
            lexicon="english",
            rules=RULES,
            notation="duplicate",
            text="\n".join(text.splitlines()[:2]),
            by=arbitrator,
        )
    with django_assert_num_queries(9):
        desk.get("/desk/prepared/")
