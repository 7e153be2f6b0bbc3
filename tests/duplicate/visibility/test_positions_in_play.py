"""The position of an open round is searched, where it is typed, only for those who arbitrate its game; nothing else
depends on another game.
"""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import AuditLogEntry, Round
from duplicate.models.prepared import PreparedGame
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from engine.board import Board
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tests.factories.games import ENGLISH
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator
from tournaments.positions.in_play import PositionTiles, SearchAsker, check_may_be_told

pytestmark = pytest.mark.django_db
RACK = "AEINRST"
TILES = load_tile_set("english")


@pytest.fixture
def attempts(game):
    """Return a function that lists who asked, by the log of the hall's game."""
    return lambda: [row.by and row.by.username for row in game.log.filter(act="position_asked")]


@pytest.fixture
def own_game(game, stranger):
    """Return a game of a user with an account, and no post at the hall's desk."""
    return game_services.create_game(
        name="My own", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )


def board_with(*words):
    """Return a board with words as (row, column, down, letters)."""
    cells = list(Board.empty().cells)
    for row, column, down, letters in words:
        for place, cell in enumerate(TILES.encode(letters)):
            cells[(row + place * down) * 15 + column + place * (not down)] = cell
    return Board(bytes(cells))


TRAIN = board_with((7, 3, False, "TRAIN"))


def is_refused(by, rack, board=TRAIN):
    try:
        check_may_be_told([PositionTiles.of(board, TILES.encode_rack(rack), TILES)], SearchAsker(by))
    except RuleViolation as error:
        return error.code == "position_in_play"
    return False


@pytest.fixture
def second_round(game, arbitrator, open_round, close_round):
    """Put TRAIN on the hall's board, and open its second round."""
    open_round("TRAINER")
    close_round()
    top_search.find_top(game.rounds.get().pk)
    round_services.announce(
        game=game,
        number=1,
        reference="H4",
        word="TRAIN",
        by=arbitrator,
        confirmed=["confirm_worse_move", "confirm_missing_slips"],
    )
    return open_round("-" + RACK)


@pytest.mark.parametrize(
    ("rack", "board", "refused"),
    [
        (RACK, TRAIN, True),
        ("TSRNIEA", TRAIN, True),
        (RACK, board_with((3, 7, True, "TRAIN")), True),  # turned
        (RACK, board_with((7, 7, False, "TRAIN")), True),  # shifted
        ("AEINRSE", TRAIN, False),  # one tile apart
        ("AEINRS?", TRAIN, False),
        ("AEINRSTU", TRAIN, False),
        (RACK, board_with((7, 3, False, "TRAINS")), False),
        (RACK, Board.empty(), False),
        (RACK, None, True),  # anagrams of the rack alone
        ("AEINRSE", None, False),
    ],
)
def test_the_very_position_of_an_open_round_is_refused(second_round, stranger, rack, board, refused):
    assert is_refused(stranger, rack, board) == refused


@pytest.mark.parametrize("state", ["drawn", "closed", "announced", "cancelled"])
def test_only_open_rounds_count(second_round, stranger, state, attempts):
    """A rack that the desk alone has seen is compared with nothing: a refusal would tell its tiles."""
    moments = {"announced_at": second_round.game.created_at, "score": 0} if state == "announced" else {}
    Round.objects.filter(pk=second_round.pk).update(state=state, remaining_ms=None, closes_at=None, **moments)
    assert not is_refused(stranger, RACK)
    assert attempts() == []


def test_who_arbitrates_that_game_may_search_it(game, second_round, arbitrator, stranger, attempts):
    assert not is_refused(arbitrator, RACK)
    guest = User.objects.create_user("guest")
    post = Arbitrator.objects.create(event=game.event, user=guest, role=Arbitrator.Role.HELPER)
    assert is_refused(guest, RACK)
    Arbitrator.objects.filter(pk=post.pk).update(role=Arbitrator.Role.ARBITRATOR)
    assert not is_refused(guest, RACK)
    assert is_refused(None, RACK)
    assert attempts() == ["guest", None]


def test_a_hall_draws_types_opens_and_searches_whatever_is_played_elsewhere(
    client, game, own_game, arbitrator, stranger, attempts
):
    """Games with any racks, opened before the hall's or drawn, refuse it nothing, and the other way round."""
    for holder, by in ((own_game, stranger), (game, arbitrator)):
        round_services.type_rack(game=holder, rack=RACK, by=by)
        round_services.open_and_start(game=holder, by=by)
        round_ = holder.rounds.get()
        top_search.find_top(round_.pk)
        client.force_login(by)
        for page in ("moves", "below-top", "completions", "dashboard"):
            assert client.get(reverse(page, args=[holder.code])).status_code == 200
        assert "RETAINS" in client.get(reverse("moves", args=[holder.code])).content.decode()
    assert attempts() == []


def test_anagrams_of_the_halls_rack(client, own_game, stranger, open_round, attempts):
    open_round(RACK)
    client.force_login(stranger)

    def ask(text):
        return client.get(reverse("words", args=[own_game.code]), {"q": text}, headers=ENGLISH)

    page = ask("TRAINES").content.decode()
    assert "A game in progress here has these tiles" in page
    assert "NASTIER" not in page
    assert "STAINER" in ask("STAINER").content.decode(), "whether a word is good is told"
    assert "A game in progress here" not in ask("QUOTE").content.decode()
    assert attempts() == ["bob"]


@pytest.mark.parametrize("door", ["type-game", "import-game"])
def test_games_written_by_hand(client, built_in, stranger, open_round, attempts, door):
    open_round(RACK)
    client.force_login(stranger)
    data = {"name": "Mine", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}
    text = f"{RACK} RETAINS H4" if door == "type-game" else f" 1  {RACK}  RETAINS  H4  66"
    answer = client.post(reverse(door), data | {"text": text}, headers=ENGLISH)
    assert answer.status_code == 422
    assert b"This position is being played here" in answer.content
    assert not PreparedGame.objects.exists()
    assert attempts() == ["bob"]


def test_the_log_says_it_once_and_in_plain_words(desk, game, second_round, stranger):
    for _again in range(3):
        assert is_refused(stranger, RACK)
    page = desk.get(reverse("log", args=[game.code]), headers=ENGLISH).content.decode()
    assert "Round 2: bob tried to search this position elsewhere on this server" in page
    assert AuditLogEntry.objects.filter(act="position_asked").count() == 1
