"""Games that are over, looked at by everybody: when they may be, what is told, and what looking costs."""

from io import BytesIO
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from duplicate.core.board_state import position_of
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.models import Game, Question, Ruling, Slip
from duplicate.models.analysis import RoundMoves
from duplicate.models.prepared import PreparedGame
from duplicate.rounds import analysis
from duplicate.rounds.moves import ranked_moves
from duplicate.simultaneous import participant
from duplicate.slips import services as slip_services
from duplicate.website.public.game_review import review_of
from engine import movegen
from engine.duplicate_games.game_statistics import GameFacts
from engine.rules import RuleSet
from tests.factories.simultaneous_clubs import sent_by
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.core.positions.search import PROGRAM
from tournaments.events import services as event_services
from tournaments.events.services import EventSettings
from tournaments.models import Event, Player, ResultLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def anybody():
    cache.clear()
    return Client()


@pytest.fixture
def over(game, players, open_round, close_round, announce_top, arbitrator):
    """A game of two rounds that is over, of an event that shows its games: Noah has the first top alone, Mona a slip
    that is no word, Olga nothing.
    """
    open_round("TRAINER")
    for who, word, reference, score in ((0, "RRRTA", "H4", 12), (1, "TRAINER", "H4", 66)):
        slip_services.key_slip(
            game=game,
            entry=players[who][0],
            word=word,
            reference=reference,
            stated_score=score,
            by=arbitrator,
        )
    close_round()
    announce_top(1)
    open_round("-SATIRES")
    close_round()
    announce_top(2)
    Event.objects.update(shows_games=True, released="provisional")
    game.refresh_from_db()
    game_services.end_game(game=game, by=arbitrator)
    game.refresh_from_db()
    return game


@pytest.fixture
def analysed(over):
    analyse(over)
    return over


def analyse(game):
    """One piece of work after the other."""
    for _round in game.rounds.announced():
        analysis.analyse_game(game.pk)


def pages(game, entry):
    where = [game.event_id, game.number]
    return [
        reverse("public-game", args=where),
        reverse("public-round", args=[*where, 1]),
        reverse("public-sheet", args=[*where, entry.pk]),
        reverse("public-game-picture", args=where),
    ]


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def seen(anybody, game, players):
    """Return whether the pages are there: all of them, or none."""
    answers = {anybody.get(page).status_code == 200 for page in pages(game, players[0][0])}
    assert len(answers) == 1
    return answers.pop()


@pytest.mark.parametrize(
    ("shows", "released", "state", "expected"),
    [
        (True, "provisional", "finished", True),
        (True, "final", "finished", True),
        (True, "provisional", "playing", False),
        (True, "hidden", "finished", False),
        (False, "final", "finished", False),
    ],
)
def test_it_is_shown_if_the_chief_wants_it_and_when_it_is_over(
    anybody, over, players, shows, released, state, expected
):
    Event.objects.update(shows_games=shows, released=released)
    Game.objects.update(state=state)
    assert seen(anybody, over, players) == expected
    if released != "hidden":
        event = text(anybody.get(reverse("public-standings", args=[over.event_id])))
        assert (reverse("public-game", args=[over.event_id, 1]) in event) == expected


def test_a_prepared_game_waits_until_nobody_here_plays_it(anybody, over, players, arbitrator):
    prepared = PreparedGame.objects.create(
        name="Sunday",
        lexicon="english",
        tile_set="english",
        rules=RuleSet().to_toml(),
        origin=PreparedGame.Origin.TYPED,
        sealed=b"",
        facts=GameFacts((), 0, 0, {}, None).to_data(),
        made_by=arbitrator,
    )
    other = game_services.create_game(
        name="Elsewhere", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    Game.objects.update(prepared=prepared)
    assert not seen(anybody, over, players)
    game_services.end_game(game=other, by=arbitrator)
    assert seen(anybody, over, players)


def test_the_chief_says_so_in_the_settings(desk, over, players, anybody):
    address = reverse("event-settings", args=[over.event_id])
    fields = {"name": "Cup", "date": "2026-01-10"}
    desk.post(address, fields)
    assert not seen(anybody, over, players)
    desk.post(address, fields | {"shows_games": "on"})
    assert 'name="shows_games" id="id_shows_games" checked' in text(desk.get(address)).replace(
        'aria-describedby="id_shows_games_helptext" ', ""
    )
    assert seen(anybody, over, players)


def test_a_simultaneous_game_waits_until_all_clubs_have_played(desk, anybody, over, players, arbitrator):
    sent, code = sent_by(arbitrator)
    Game.objects.update(prepared=sent.prepared)
    assert not seen(anybody, over, players)
    sent.final_at = clock.now()
    sent.save()
    assert seen(anybody, over, players)
    # In a club that got it in an envelope somebody says so.
    received = participant.import_envelope(data=bytes(sent.envelope), by=arbitrator)
    with pytest.raises(RuleViolation):
        participant.say_all_have_played(received=received, by=arbitrator)
    Game.objects.update(prepared=participant.open_received(received=received, code=code, by=arbitrator))
    assert not seen(anybody, over, players)
    page = reverse("envelope", args=[received.pk])
    assert "Other clubs may still be playing" in text(desk.get(page))
    desk.post(reverse("all-have-played", args=[received.pk]))
    assert "All clubs have played" in text(desk.get(page))
    assert seen(anybody, over, players)


def test_the_game_as_a_whole(anybody, over):
    page = text(anybody.get(reverse("public-game", args=[over.event_id, 1])))
    assert page.index("Noah") < page.index("Mona")
    assert "1 of 3" in page
    assert reverse("public-round", args=[over.event_id, 1, 2]) in page
    assert page.count('class="tile-letter"') == sum(
        bool(token) for row in review_of(over).cells[-1] for token in row
    )


def test_a_round_has_its_board_its_moves_and_what_was_played(anybody, analysed, players):
    page = text(anybody.get(reverse("public-round", args=[analysed.event_id, 1, 1])))
    assert page.count(" fresh") == 7
    assert page.count('class="tile-letter"') == 7
    assert "RRRTA" in page
    assert reverse("public-sheet", args=[analysed.event_id, 1, players[0][0].pk]) in page
    round_ = analysed.rounds.get(number=1)
    here = position_of(round_)
    moves = movegen.all_moves(here.board, here.rack, here.lexicon, here.tiles, here.bonuses)
    kept, count = analysis.kept_moves(round_)
    assert count == len(moves) == len(kept)
    assert [move.score for move in kept] == sorted((move.score for move in moves), reverse=True)
    assert f"{count} moves" in page
    last = text(anybody.get(reverse("public-round", args=[analysed.event_id, 1, 1]) + "?page=9999"))
    assert kept[-1].word in last
    assert anybody.get(reverse("public-round", args=[analysed.event_id, 1, 3])).status_code == 404


def test_the_board_of_a_round_is_that_of_the_record(over):
    review = review_of(over)
    for number in (1, 2):
        after = review.cells[number]
        laid = {place for place, round_ in review.laid.items() if round_ <= number}
        assert {(r, c) for r, row in enumerate(after) for c, token in enumerate(row) if token} == laid


def test_difficulty_follows_from_the_slips(over):
    first, second = review_of(over).rounds
    assert (first.facts.found, first.facts.players, round(first.facts.percent, 1)) == (1, 3, 33.3)
    assert (second.facts.found, second.facts.percent, second.difficulty) == (0, 0, 100)
    assert review_of(over).hardest == second
    assert review_of(over).tops_found == 1


def test_a_sheet_has_the_slips_of_one_player(anybody, over, players):
    page = text(anybody.get(reverse("public-sheet", args=[over.event_id, 1, players[1][0].pk])))
    assert "Noah" in page
    assert "Mona" not in page
    assert anybody.get(reverse("public-sheet", args=[over.event_id, 1, 999_999])).status_code == 404


@pytest.mark.parametrize("huge", [2**31, 2**63, 10**30])
def test_a_number_beyond_all_bounds_is_none(anybody, over, huge):
    event = over.event_id
    for where in ([huge, 1], [event, huge]):
        assert anybody.get(reverse("public-game", args=where)).status_code == 404
        assert anybody.get(reverse("public-game-picture", args=where)).status_code == 404
    for page in ("public-round", "public-sheet"):
        for where in ([huge, 1, 1], [event, huge, 1], [event, 1, huge]):
            assert anybody.get(reverse(page, args=where)).status_code == 404


def test_names_obey_the_rule_of_the_event(anybody, over, players, arbitrator):
    """A further game hides names: so does everything of its event, until it is over."""
    game_services.create_game(
        name="Further",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        names_hidden=True,
        event=over.event,
    )
    for page in pages(over, players[1][0])[:3]:
        told = text(anybody.get(page))
        assert not any(name in told for name in ("Mona", "Noah", "Olga"))
        assert "Table" in told


def test_whoever_had_the_top_had_it_whatever_a_penalty_took_off(anybody, over, players):
    noah = players[1][0]
    slip = Slip.objects.get(entry=noah, effective=True)
    by = over.event.arbitrators.get()
    slip.rulings.create(score=61, worth=66, sanction="penalty", code="penalty_given", by=by)
    Game.objects.update(version=over.version + 1)
    _game, round_page, sheet, _picture = pages(over, noah)
    for page in (round_page, sheet):
        assert '<span class="chip good">top</span>' in text(anybody.get(page))
    over.refresh_from_db()
    first = sheet_for_entry(over, noah)["rounds"][-1]
    assert (first["score"], first["has_top"]) == (61, True)
    assert review_of(over).rounds[0].facts.found == 1


def test_nothing_that_was_written_by_hand_is_told(anybody, over, players):
    slip = Slip.objects.filter(entry=players[0][0], effective=True).get()
    slip.rulings.create(
        score=5, worth=5, code="overruled", reason="the secret reason", by=over.event.arbitrators.get()
    )
    Question.objects.create(
        round=slip.round,
        entry=players[0][0],
        client_id=uuid4(),
        text="the secret question",
        asked_at=clock.now(),
        answer="the secret answer",
        answered_by=slip.round.game.event.arbitrators.get(),
        answered_at=clock.now(),
    )
    Game.objects.update(version=over.version + 1)
    for page in pages(over, players[0][0])[:3]:
        assert "secret" not in text(anybody.get(page))


@pytest.mark.parametrize("people", [0, 1])
def test_a_game_of_no_rounds_is_shown(anybody, game, arbitrator, people):
    for name in ("Mona", "Noah")[:people]:
        player_services.add_player(game=game, name=name, by=arbitrator)
    Event.objects.update(shows_games=True, released="provisional")
    game_services.finish(game, reason="arbitrator", by=arbitrator)
    where = [game.event_id, game.number]
    assert "The board after round 0" in text(anybody.get(reverse("public-game", args=where)))
    assert anybody.get(reverse("public-round", args=[*where, 1])).status_code == 404
    assert anybody.get(reverse("public-game-picture", args=where)).status_code == 200
    for entry in game.event.entries.all():
        assert "Mona" in text(anybody.get(reverse("public-sheet", args=[*where, entry.pk])))


def test_whoever_is_erased_is_gone_at_once(anybody, over, players):
    before = text(anybody.get(pages(over, players[1][0])[1]))
    assert "Noah" in before
    from tournaments.people.privacy import forget_player

    forget_player(Player.objects.get(name="Noah"))
    assert all("Noah" not in text(anybody.get(page)) for page in pages(over, players[1][0])[:3])


def test_a_stranger_starts_one_search_at_most(anybody, over, monkeypatch):
    asked = []
    monkeypatch.setattr(analysis, "run_when_idle", lambda *what: asked.append(what))
    for number in (1, 2, 1):
        answer = anybody.get(reverse("public-round", args=[over.event_id, 1, number]))
        assert "being searched for" in text(answer)
        assert "max-age=2" in answer.headers["Cache-Control"]
    assert asked == [piece := ("duplicate.rounds.analysis.analyse_game", over.pk)]
    # A piece of work is one round, and hands on to the next.
    analysis.analyse_game(over.pk)
    assert (RoundMoves.objects.count(), asked) == (1, [piece] * 2)
    assert "being searched for" not in text(anybody.get(reverse("public-round", args=[over.event_id, 1, 1])))
    assert "being searched for" in text(anybody.get(reverse("public-round", args=[over.event_id, 1, 2])))
    analyse(over)
    kept = list(RoundMoves.objects.order_by("pk").values_list("pk", "count"))
    assert len(kept) == 2
    assert "being searched for" not in text(anybody.get(reverse("public-round", args=[over.event_id, 1, 1])))
    analysis.analyse_game(over.pk)
    assert list(RoundMoves.objects.order_by("pk").values_list("pk", "count")) == kept
    assert asked == [piece] * 3


def test_a_search_that_fails_is_said_to_have_and_not_tried_at_every_look(anybody, over, monkeypatch):
    asked = []
    monkeypatch.setattr(analysis, "run_when_idle", lambda *what: asked.append(what))
    with monkeypatch.context() as broken:
        broken.setattr(analysis, "ranked_moves", lambda *_any: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            analysis.analyse_game(over.pk)
    page = reverse("public-round", args=[over.event_id, 1, 1])
    assert "could not be searched for" in text(anybody.get(page))
    assert not asked
    # Later, or by whoever sees to it, it is.
    cache.clear()
    assert "being searched for" in text(anybody.get(page))
    analyse(over)
    assert "being searched for" not in text(anybody.get(page))


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
    best, count = ranked_moves(position_of(round_), 10, PROGRAM)
    assert len(best) == 10 < count
    assert [move.rank for move in best] == sorted(move.rank for move in best)


def test_a_link_to_it_has_a_picture(anybody, over):
    page = text(anybody.get(reverse("public-game", args=[over.event_id, 1])))
    picture = f"http://testserver{reverse('public-game-picture', args=[over.event_id, 1])}"
    assert f'<meta property="og:image" content="{picture}">' in page
    assert '<meta property="og:title" content="Tuesday">' in page
    answer = anybody.get(reverse("public-game-picture", args=[over.event_id, 1]))
    assert answer.headers["Content-Type"] == "image/png"
    image = Image.open(BytesIO(answer.content))
    assert image.size == (1200, 630)
    assert len(answer.content) < 150_000


@pytest.mark.parametrize("name", ["A" * 80, "Ñandú & Œuvre <b>", "Evening " * 9])
def test_the_picture_bears_any_name(anybody, over, arbitrator, name):
    Game.objects.update(name=name[:80])
    settings = EventSettings(name=name[:80], day=over.event.date, shows_games=True)
    event_services.change_settings(event=over.event, settings=settings, by=arbitrator)
    assert anybody.get(reverse("public-game-picture", args=[over.event_id, 1])).status_code == 200


def test_the_chief_shows_a_game_in_one_step_and_desk_and_phones_lead_to_it(desk, over, players, anybody):
    Event.objects.update(shows_games=False, public=False, released="hidden")
    page = reverse("public-game", args=[over.event_id, 1])
    dashboard, frame = reverse("dashboard", args=[over.code]), reverse("api-game", args=[over.code])
    assert "Show this game to everybody" in text(desk.get(dashboard))
    assert anybody.get(frame).json()["public_page"] is None
    answer = desk.post(reverse("show-event", args=[over.event_id]), {"game": over.code}, follow=True)
    assert answer.redirect_chain == [(dashboard, 302)]
    assert page in text(answer)
    assert seen(anybody, over, players)
    assert anybody.get(frame).json()["public_page"] == page
    event = Event.objects.get()
    assert (event.public, event.shows_games, event.released) == (True, True, "provisional")
    # Once more changes nothing; hidden again, nobody is led there.
    desk.post(reverse("show-event", args=[over.event_id]), {})
    assert list(event.acts.values_list("act", flat=True)) == ["event_changed", "standings_provisional"]
    desk.post(reverse("release-standings", args=[over.event_id]), {"released": "hidden"})
    assert anybody.get(frame).json()["public_page"] is None


def test_only_the_chief_shows_it_to_everybody(over, anybody):
    Event.objects.update(shows_games=False)
    assert anybody.post(reverse("show-event", args=[over.event_id])).status_code == 302
    assert not Event.objects.get().shows_games
