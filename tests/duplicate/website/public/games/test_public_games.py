"""Games that are over, looked at by everybody: when they may be, and what is told."""

from io import BytesIO
from uuid import uuid4

import pytest
from django.urls import reverse
from PIL import Image

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.models import Game, Question, Slip
from duplicate.models.prepared import PreparedGame
from duplicate.positions.board_state import position_of
from duplicate.prepared_games.clubs import participant
from duplicate.rounds import analysis
from duplicate.website.public.game_review import review_of
from engine import movegen
from engine.duplicate_games.game_statistics import GameFacts
from engine.rules import (
    RuleSet,
)
from tests.factories.event_settings import event_with
from tests.factories.games import create_game
from tests.factories.public_games import is_public, pages, text
from tests.factories.simultaneous_clubs import sent_by
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.models import Event, Player
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.mark.repeats
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
    assert is_public(anybody, over, players) == expected
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
    assert not is_public(anybody, over, players)
    game_services.end_game(game=other, by=arbitrator)
    assert is_public(anybody, over, players)


@pytest.mark.slow
def test_the_chief_says_so_in_the_settings(desk, over, players, anybody):
    address = reverse("event-settings", args=[over.event_id])
    fields = {"name": "Cup", "date": "2026-01-10"}
    desk.post(address, fields)
    assert not is_public(anybody, over, players)
    desk.post(address, fields | {"shows_games": "on"})
    assert 'name="shows_games" id="id_shows_games" checked' in text(desk.get(address)).replace(
        'aria-describedby="id_shows_games_helptext" ', ""
    )
    assert is_public(anybody, over, players)


def test_a_simultaneous_game_waits_until_all_clubs_have_played(desk, anybody, over, players, arbitrator):
    sent, code = sent_by(arbitrator)
    Game.objects.update(prepared=sent.prepared)
    assert not is_public(anybody, over, players)
    sent.final_at = clock.now()
    sent.save()
    assert is_public(anybody, over, players)
    # In a club that got it in an envelope somebody says so.
    received = participant.import_envelope(data=bytes(sent.envelope), by=arbitrator)
    with pytest.raises(RuleViolation):
        participant.say_all_have_played(received=received, by=arbitrator)
    Game.objects.update(prepared=participant.open_received(received=received, code=code, by=arbitrator))
    assert not is_public(anybody, over, players)
    page = reverse("envelope", args=[received.pk])
    assert "Other clubs may still be playing" in text(desk.get(page))
    desk.post(reverse("all-have-played", args=[received.pk]))
    assert "All clubs have played" in text(desk.get(page))
    assert is_public(anybody, over, players)


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
    kept, count = analysis.read_best_moves(round_)
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


@pytest.mark.repeats
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


@pytest.mark.repeats
@pytest.mark.parametrize("people", [0, 1])
def test_a_game_of_no_rounds_is_shown(anybody, arbitrator, people):
    game = create_game(arbitrator)
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
    from tournaments.people.privacy import erase_player

    erase_player(Player.objects.get(name="Noah"))
    assert all("Noah" not in text(anybody.get(page)) for page in pages(over, players[1][0])[:3])


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


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["A" * 80, "Ñandú & Œuvre <b>", "Evening " * 9])
def test_the_picture_bears_any_name(anybody, over, arbitrator, name):
    Game.objects.update(name=name[:80])
    settings = event_with(over.event, name=name[:80], shows_games=True)
    event_services.change_settings(event=over.event, settings=settings, by=arbitrator)
    assert anybody.get(reverse("public-game-picture", args=[over.event_id, 1])).status_code == 200


def test_the_chief_shows_a_game_in_one_step_and_desk_and_phones_lead_to_it(desk, over, players, anybody):
    Event.objects.update(shows_games=False, public=False, released="hidden")
    page = reverse("public-game", args=[over.event_id, 1])
    dashboard, frame = reverse("dashboard", args=[over.code]), reverse("api-game", args=[over.code])
    assert "Make this game public" in text(desk.get(dashboard))
    assert anybody.get(frame).json()["public_page"] is None
    answer = desk.post(reverse("show-event", args=[over.event_id]), {"game": over.code}, follow=True)
    assert answer.redirect_chain == [(dashboard, 302)]
    assert page in text(answer)
    assert is_public(anybody, over, players)
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
