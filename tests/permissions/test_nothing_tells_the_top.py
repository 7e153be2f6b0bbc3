"""Before the announcement of a round, no answer to a phone, a screen or a stranger depends on its top: not on
the top, the number of isotops, or whether it has been found. Answers are compared to the last byte, header
and query.
"""

import re
import uuid

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from deploy.monitoring import services
from duplicate.judging import REASONS
from duplicate.models import Game, Round, Ruling
from duplicate.rounds import closing, top_search
from duplicate.slips import services as slip_services
from tests.permissions.matrix import OUTSIDE, table
from tests.permissions.world import make_world
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OUTSIDERS = ("stranger", "player", "other game's player")
# New in every answer, and always as long.
RANDOM = [
    re.compile(rb"([Ee]xpires[:=])[^;\n]*"),
    re.compile(rb'(name="csrfmiddlewaretoken" value=")\w{64}'),
    re.compile(rb"(csrftoken=)\w{32}"),
    re.compile(rb"(X-Request-ID: )\w{32}"),
]


@pytest.fixture(autouse=True)
def _background(monkeypatch):
    """Let the background do its work in time, and a probe write each time: what stands in for it, and how often,
    goes by the clock alone.
    """
    monkeypatch.setattr(closing, "STAND_IN_SECONDS", 24 * 3600)
    monkeypatch.setattr(services, "WRITTEN_SECONDS", 0.0)


@pytest.fixture
def world(game, players, arbitrator, hands, open_round, close_round, announce_top):
    """Return the world in round 2, with a slip of the first player."""
    open_round("TRAINER")
    close_round()
    announce_top(1)
    open_round("SATIRES")
    world = make_world(game, players, arbitrator)
    slip_services.submit_slip(
        game=game,
        entry=players[0][0],
        client_id=uuid.uuid4(),
        number=2,
        word="SATIRE",
        reference="8A",
        score=10,
        received_at=clock.now(),
    )
    return world


def found_top(round_):
    top_search.find_top(round_.pk)


def another_top(round_):
    """Store a much higher top, with many isotops."""
    tops = [
        {"reference": f"A{column}", "word": "SATIRES", "preferred": column == 1} for column in range(1, 15)
    ]
    Round.objects.filter(pk=round_.pk).update(top_score=1200, tops=tops)


def no_top(round_):
    """Remove the top, as before the search."""
    Round.objects.filter(pk=round_.pk).update(top_score=None, tops=None)


def no_words(round_):
    """Remove the lexicon: any search now would fail."""
    no_top(round_)
    Game.objects.filter(pk=round_.game_id).update(lexicon="gone")


def judged(round_):
    found_top(round_)
    closing.judge_round(round_.pk)


def judged_otherwise(round_):
    judged(round_)
    Ruling.objects.filter(slip__round=round_).update(
        score=7, worth=7, sanction="none", code=next(iter(REASONS))
    )


def another_rack(round_):
    """Change the public rack, so that the comparison has something to find."""
    Round.objects.filter(pk=round_.pk).update(rack="SATIREN")


def answers(world, change):
    """Return all answers to outsiders after the change, with the number of queries; then undo the change."""
    told = {}
    cache.clear()  # who has asked how often: a second look must not find that it was one too many
    with transaction.atomic():
        change(world.game.rounds.get(number=2))
        for person in OUTSIDERS:
            client = world.client_of(person)
            for row in table():
                if "GET" not in row.methods or row.route.endswith("…") or row.route in OUTSIDE:
                    continue
                with CaptureQueriesContext(connection) as queries:
                    answer = client.get(world.address(row.route))
                told[person, row.route] = (len(queries), *_bytes_of(answer))
            told[person, "a slip"] = _bytes_of(_hand_in(world, client))
        transaction.set_rollback(True)
    return told


def _hand_in(world, client):
    slip = {"id": str(uuid.UUID(int=7)), "round": 2, "word": "SATIRES", "ref": "8A", "score": 80}
    return client.post(f"/api/v1/games/{world.game.code}/slips/", slip, content_type="application/json")


def _bytes_of(answer):
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    cookies = answer.cookies.output().encode()
    parts = (headers.encode(), cookies, answer.content)
    for pattern in RANDOM:
        parts = tuple(pattern.sub(rb"\1", part) for part in parts)
    return answer.status_code, *parts


def differences(one, other):
    return [key for key in one if one[key] != other[key]]


def usual_answers(world):
    """Return the answers with the top found, once all that is computed once and kept has been."""
    answers(world, found_top)
    return answers(world, found_top)


def told_apart(world, usual, changes):
    """Return by change where answers differ from the usual ones; only changes that are told are there."""
    found = {change.__name__: differences(usual, answers(world, change)) for change in changes}
    return {name: where for name, where in found.items() if where}


def test_an_open_round_tells_nothing(world):
    usual = usual_answers(world)
    assert len(usual) > 100
    assert told_apart(world, usual, [another_top, no_top, no_words]) == {}


def test_a_closed_round_tells_nothing(world, close_round):
    """Also of what one's own slip is worth; a rack is told, and the comparison finds it."""
    close_round()
    usual = usual_answers(world)
    assert told_apart(world, usual, [another_top, no_top, judged, judged_otherwise]) == {}
    routes = {route for _person, route in differences(usual, answers(world, another_rack))}
    assert routes == {"/api/v1/games/<code>/", "/play/<code>/"}
