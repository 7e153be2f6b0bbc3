"""A game with its arbitrator and players; rounds are played by the real use cases."""

import secrets
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.games.codes import new_code
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    RuleSet,
)
from tests.worlds.images import enter, image_of
from tournaments.lexicons.services import register_built_in
from tournaments.models import Arbitrator, Entry, Lexicon
from tournaments.time import clock

EXTENTS = ("game", "players", "played")
JSON = {"Accept": "application/json", "Accept-Language": "en"}


class Hands:
    """The server's clock, in the hands of a test."""

    def __init__(self, now=None):
        self.now = now or clock.now()

    def move(self, seconds):
        self.now += timedelta(seconds=seconds)


ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def hands(monkeypatch, own_rows):
    hands = Hands(own_rows and own_rows.now)
    monkeypatch.setattr(clock, "now", lambda: hands.now)
    return hands


@contextmanager
def own_clock():
    """Hold the server's clock while something is played for all tests of a file."""
    with pytest.MonkeyPatch.context() as patch:
        hands = Hands()
        patch.setattr(clock, "now", lambda: hands.now)
        yield hands


@dataclass
class GameRows:
    """Values of the game fixtures, made once for a file, and the time at which all of it was made."""

    built_in: Lexicon
    arbitrator: User
    game: Game
    players: list[tuple[Entry, str]] | None = None
    is_played: bool = False
    now: datetime | None = None


def begin_evening(extent, **settings):
    """Play the story that most tests begin with: a "game"; with three "players"; or a "played" round as well."""
    with own_clock() as hands:
        built_in, arbitrator = register_built_in(), create_arbitrator()
        rows = GameRows(built_in, arbitrator, create_game(arbitrator, **settings))
        if extent != "game":
            rows.players = join_players(rows.game)
        if extent == "played":
            play_round(rows.game, rows.players, hands, arbitrator)
            rows.is_played, rows.now = True, hands.now
    return rows


@pytest.fixture(scope="module")
def rows_for_file(language_of_file, request):
    """Make the rows of a file that asks for it, by `pytestmark = pytest.mark.one_game("game")`, once.

    The extent is one of `begin_evening`; `name` and `rules` are the game's. Every test of the file finds these rows. A
    file that plays more for all of its tests overrides this fixture with its own.
    """
    marker = request.node.get_closest_marker("one_game")
    if marker is None:
        return None
    request.getfixturevalue("rows_of_file")
    request.getfixturevalue("english")
    return enter(image_of(begin_evening, *marker.args, **marker.kwargs))


@pytest.fixture(autouse=True)
def own_rows(language, rows_for_file, request):
    """Return a test's own copy of the evening that it stands in, before anything else is made; None for tests of
    other worlds.
    """
    extent = extent_of(request)
    if rows_for_file is None and extent is None:
        return None
    request.getfixturevalue("db")
    if rows_for_file is None:
        request.getfixturevalue("english")
    return with_own_seed(deepcopy(rows_for_file) or enter(image_of(begin_evening, extent)))


def with_own_seed(rows):
    """Give the game of an evening a new seed and a new code: caches know it by these, and no test finds what another
    one computed.
    """
    rows.game.seed, rows.game.code = secrets.token_hex(16), new_code()
    Game.objects.filter(pk=rows.game.pk).update(seed=rows.game.seed, code=rows.game.code)
    return rows


def extent_of(request):
    """Return how far the evening has to be played for the fixtures of a test; None if it has others in their place."""
    extent, parameters = None, getattr(getattr(request.node, "callspec", None), "params", {})
    for name in ("built_in", "arbitrator", "game", "players", "played"):
        if name in request.fixturenames and name not in parameters:
            if request._fixturemanager.getfixturedefs(name, request.node)[-1].func.__module__ != __name__:
                break
            extent = name if name in EXTENTS else extent
    return extent


def create_arbitrator():
    return User.objects.create_user("ann", password="a good long one")


def create_game(by, name="Tuesday", rules=RuleSet(), lexicon="english"):  # noqa: B008 - immutable
    return game_services.create_game(name=name, by=by, lexicon=lexicon, notation="duplicate", rules=rules)


def join_players(game):
    joined = [player_services.join_game(game=game, name=name) for name in ("Mona", "Noah", "Olga")]
    return [(registration.entry, registration.token) for registration in joined]


@pytest.fixture
def built_in(own_rows, db, english):
    return own_rows.built_in if own_rows else register_built_in()


@pytest.fixture
def arbitrator(own_rows, db):
    return own_rows.arbitrator if own_rows else create_arbitrator()


@pytest.fixture(scope="module")
def chief_of_file(rows_of_file, english):
    """Return the arbitrator of the game that is played once for a file; each test has an `arbitrator` of its
    own.
    """
    register_built_in()
    return create_arbitrator()


@pytest.fixture
def stranger(db):
    """Return an arbitrator of other events."""
    return User.objects.create_user("bob", password="a good long one")


@pytest.fixture
def game(own_rows, built_in, arbitrator):
    return own_rows.game if own_rows else create_game(arbitrator)


@pytest.fixture
def players(own_rows, game):
    """Return three players with phones: (entry, token) each."""
    return own_rows.players if own_rows and own_rows.players else join_players(game)


@pytest.fixture
def desk(client, arbitrator):
    """Return the arbitrator's browser."""
    client.force_login(arbitrator)
    return client


@pytest.fixture
def key_line(desk, game):
    """Return a function that sends a line as the desk's script does, by default for the round in progress."""

    def key_it(line, path="tables", by=desk, **more):
        number = game.rounds.in_progress().values_list("number", flat=True).first() or ""
        return by.post(reverse(path, args=[game.code]), {"line": line, "number": number} | more, headers=JSON)

    return key_it


@pytest.fixture
def open_round(game, arbitrator):
    """Return a function that types a rack, opens the round and starts its clock."""
    return partial(start_round, game, arbitrator)


def start_round(game, by, rack):
    round_ = round_services.type_rack(game=game, rack=rack, by=by)
    round_services.open_round(game=game, by=by)
    round_services.start_clock(game=game, by=by)
    return round_


@pytest.fixture
def close_round(hands):
    """Return a function that lets the time of the round in progress pass."""
    return partial(let_time_pass, hands)


def let_time_pass(hands):
    hands.move(10_000)
    assert closing.close_overdue_rounds() == 1


@pytest.fixture
def announce_top(game, arbitrator):
    """Return a function that announces the preferred top of a closed round."""
    return partial(announce_preferred, game, arbitrator)


def announce_preferred(game, by, number):
    from duplicate.rounds import top_search

    round_ = game.rounds.get(number=number)
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    chosen = next(top for top in round_.tops if top["preferred"])
    round_services.announce(
        game=game,
        number=number,
        reference=chosen["reference"],
        word=chosen["word"],
        by=by,
        confirmed=EVERYTHING,
    )
    round_.refresh_from_db()
    return round_


@pytest.fixture
def played(own_rows, game, players, hands, arbitrator):
    """Return a game with one round; Noah has the top."""
    if not (own_rows and own_rows.is_played):
        play_round(game, players, hands, arbitrator)
    return game


def play_round(game, players, hands, by):
    start_round(game, by, "TRAINER")
    slip_services.key_slip(
        game=game, entry=players[1][0], word="TRAINER", reference="H4", stated_score=66, by=by
    )
    let_time_pass(hands)
    announce_preferred(game, by, 1)
    game.refresh_from_db()


@pytest.fixture
def second_arbitrator(game):
    """Return another arbitrator of the same event, who is not chief."""
    user = User.objects.create_user("ben", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="arbitrator")
    return user


@pytest.fixture
def helper(game):
    user = User.objects.create_user("helga", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="helper")
    return user


@pytest.fixture
def double_arbitration(game):
    Game.objects.filter(pk=game.pk).update(double_arbitration=True)
    game.refresh_from_db()


def totals_of(game):
    """Return the total of each entry of the standings, by name."""
    return {row.name: row.total for row in standings_for_game(game).rows}
