"""The poster of the tops that fewest players of a season found."""

from datetime import date
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from duplicate.models import Game, Round, Ruling
from duplicate.printing.data.words_poster import MOST, hardest_tops_of
from tests.factories.past_games import past_game, people
from tournaments.models import Event, Season
from tournaments.seasons.services import save_season

pytestmark = pytest.mark.django_db
A4_HEIGHT = 842


@pytest.fixture
def season():
    year = timezone.localdate().year
    return save_season(Season(name="Year", first_day=date(year - 1, 1, 1), last_day=date(year + 1, 12, 31)))


@pytest.fixture
def over(english, built_in, arbitrator):
    return past_game(arbitrator, people(4), seed="poster", rounds=6)


@pytest.fixture
def keeper(client):
    client.force_login(User.objects.create_superuser("keeper"))
    return client


def set_found(round_, count):
    """Let so many players have the top of a round, and the others nothing."""
    rulings = Ruling.objects.filter(slip__round=round_)
    rulings.update(worth=0, score=0)
    first = list(rulings.order_by("slip__entry__table").values_list("pk", flat=True)[:count])
    Ruling.objects.filter(pk__in=first).update(worth=round_.top_score, score=round_.top_score)


def told(season):
    return [(top.word.upper(), top.found, top.players) for top in hardest_tops_of(season)]


def test_the_tops_that_fewest_found_come_first(season, over):
    rounds = list(over.rounds.order_by("number"))
    for round_, count in zip(rounds, (3, 0, 1, 4, 2, 4), strict=True):
        set_found(round_, count)
    shown = hardest_tops_of(season)
    assert [top.found for top in shown] == [0, 1, 2, 3, 4, 4]
    assert {top.players for top in shown} == {4}
    first = shown[0]
    assert (first.word, first.score, first.reference) == (
        rounds[1].word,
        rounds[1].score,
        rounds[1].reference,
    )
    assert "+" not in first.rack
    assert first.day == over.event.date
    assert shown[4].score >= shown[5].score, "of equals the higher one"


def test_only_the_last_ruling_counts(season, over, arbitrator):
    round_ = over.rounds.order_by("number").first()
    set_found(round_, 0)
    slip = round_.slips.first()
    slip.rulings.create(
        score=round_.top_score, worth=round_.top_score, code="overruled", reason="read again", by=arbitrator
    )
    assert (round_.word.upper(), 1, 4) in told(season)
    slip.rulings.create(score=0, worth=0, code="overruled", sanction="zero", reason="no", by=arbitrator)
    assert (round_.word.upper(), 0, 4) in told(season)


def test_a_word_stands_there_once(season, over):
    first, second, *_more = over.rounds.order_by("number")
    Round.objects.filter(pk=second.pk).update(word=first.word, reference=first.reference, tops=first.tops)
    words = [word for word, _found, _players in told(season)]
    assert len(words) == len(set(words)) == 5


@pytest.mark.repeats
@pytest.mark.parametrize(
    "change",
    [
        lambda game: Event.objects.update(released="hidden"),
        lambda game: Game.objects.update(state=Game.State.PLAYING),
        lambda game: Event.objects.update(date=date(2001, 1, 1)),
        lambda game: Event.objects.update(made_up=True),
        lambda game: (
            game.event.entries.filter(table__gt=2).update(withdrawn_at=None)
            and game.event.results.get().lines.filter(entry__table__gt=2).update(absent=True)
        ),
    ],
    ids=["not released", "not over", "another season", "made up", "two players alone"],
)
def test_what_is_not_on_it(season, over, change):
    assert told(season)
    change(over)
    assert told(season) == []


def test_a_round_that_is_not_announced_is_not_on_it(season, over):
    before = told(season)
    last = over.rounds.order_by("number").last()
    Round.objects.filter(pk=last.pk).update(state=Round.State.CLOSED, announced_at=None, score=None)
    assert len(told(season)) == len(before) - 1


def read(answer):
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(answer.content))


@pytest.mark.repeats
@pytest.mark.parametrize(("asked", "height"), [("", A4_HEIGHT), ("?paper=A3", 1191), ("?paper=x", A4_HEIGHT)])
def test_the_poster_is_one_page_of_the_chosen_size(keeper, season, over, asked, height):
    pdf = read(keeper.get(reverse("words-poster", args=[season.pk]) + asked))
    (page,) = pdf.pages
    assert round(float(page.mediabox.height)) == height
    content = page.extract_text()
    assert "The words that beat us" in content
    for top in hardest_tops_of(season):
        assert top.word in content
    assert "Player Number" not in content, "it tells no names"


def test_ten_words_with_long_names_fit_on_one_page(keeper, season, over, english, built_in, arbitrator):
    past_game(arbitrator, people(5), seed="poster 2", rounds=20)
    Game.objects.update(name="The long evening of the club with a very long name indeed")
    assert len(hardest_tops_of(season)) == MOST
    assert len(read(keeper.get(reverse("words-poster", args=[season.pk]))).pages) == 1


def test_without_a_word_there_is_no_poster(keeper, season):
    answer = keeper.get(reverse("words-poster", args=[season.pk]), follow=True)
    assert answer.redirect_chain[0][0] == reverse("season-records", args=[season.pk])
    assert "There is nothing to print." in answer.content.decode()


def test_only_keepers_have_it(client, season, stranger):
    where = reverse("words-poster", args=[season.pk])
    assert client.get(where).status_code == 302
    client.force_login(stranger)
    assert client.get(where).status_code == 403


def test_it_takes_as_many_queries_for_two_games_as_for_one(season, over, english, built_in, arbitrator):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            hardest_tops_of(season)
        return len(asked)

    before = queries()
    past_game(arbitrator, people(5), seed="poster 2", rounds=6)
    assert queries() == before == 5
