"""The log while a hall plays and things go wrong: it has no token, password, link, rack or slip."""

import io
import json
import logging
import logging.config
import uuid

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse

from deploy import logs
from duplicate.models import Game
from duplicate.rounds import top_search
from duplicate.slips import services as slip_services
from tests.http_client import PASSWORD
from tournaments.accounts.login_links import welcome_token
from tournaments.processes import background

pytestmark = pytest.mark.django_db

RACK, WORD = "QUIXOTS", "QUIXOTS"
WRONG = "a wrong password"


@pytest.fixture(params=["json", "line"])
def log(request):
    """Capture all log records, from the lowest level on; restore the loggers afterwards."""
    cache.clear()
    root = logging.getLogger()
    before = root.handlers[:], root.level
    levels = {name: logger.level for name, logger in loggers()}
    said = io.StringIO()
    configuration = logs.configuration(level="DEBUG", form=request.param)
    configuration["handlers"]["console"]["stream"] = said
    logging.config.dictConfig(configuration)
    yield said
    root.handlers, root.level = before
    for name, logger in loggers():
        logger.setLevel(levels.get(name, logging.NOTSET))


def loggers():
    return [
        (name, logger)
        for name, logger in logging.root.manager.loggerDict.items()
        if isinstance(logger, logging.Logger)
    ]


def breaks(*_args, **_kwargs):
    raise RuntimeError("Something that nobody thought of")


def an_evening(client, game, open_round, close_round, monkeypatch):
    """Play an evening with a login, a wrong one, a link, a join, slips, and failures in each; return its
    secrets.
    """
    client.raise_request_exception = False
    User.objects.create_user("noor", password=PASSWORD)
    newcomer = welcome_token(User.objects.create_user("newcomer"))
    client.post(reverse("login"), {"username": "noor", "password": WRONG})
    assert client.post(reverse("login"), {"username": "noor", "password": PASSWORD}).status_code == 302
    session = client.cookies["sessionid"].value
    assert client.get(reverse("welcome", args=[newcomer])).status_code == 200
    api = f"/api/v1/games/{game.code}/"
    kind = {"content_type": "application/json"}
    token = client.post(f"{api}entries/", {"name": "Mona"}, **kind).json()["token"]
    phone = {"headers": {"Authorization": f"Bearer {token}"}}
    open_round(RACK)
    slip = {"id": str(uuid.uuid4()), "round": 1, "word": WORD, "ref": "H4", "score": 76}
    assert client.post(f"{api}slips/", slip, **kind, **phone).status_code == 201
    client.logout()
    with monkeypatch.context() as patch:
        patch.setattr(slip_services, "submit_slips", breaks)
        patch.setattr("duplicate.api.views.sheet_for_entry", breaks)
        patch.setattr("tournaments.views.accounts.user_for_welcome_token", breaks)
        patch.setattr("django.contrib.auth.backends.ModelBackend.authenticate", breaks)
        failed = [
            client.post(f"{api}slips/", slip | {"id": str(uuid.uuid4())}, **kind, **phone),
            client.get(f"{api}me/", **phone),
            client.get(reverse("welcome", args=[newcomer])),
            client.post(reverse("login"), {"username": "noor", "password": PASSWORD}),
        ]
        assert [answer.status_code for answer in failed] == [500] * 4
    round_ = game.rounds.get(number=1)
    Game.objects.filter(pk=game.pk).update(lexicon="gone")
    background._run_logged(top_search.find_top, round_.pk)
    return {
        "token": token,
        "session": session,
        "password": PASSWORD,
        "wrong password": WRONG,
        "link": newcomer.partition(".")[2],
        "rack": RACK,
    }


def test_nothing_secret_gets_into_the_log(
    log, client, game, hands, open_round, close_round, monkeypatch, settings
):
    secrets = an_evening(client, game, open_round, close_round, monkeypatch)
    written = log.getvalue()
    told = {what: line for what, secret in secrets.items() for line in written.splitlines() if secret in line}
    assert told == {}
    assert written.count("Something that nobody thought of") >= 4, "what went wrong is told"
    assert "/welcome/…" in written
    assert written.count("Background work failed") == 1


def test_each_line_of_json_is_one_event(log, client, game, hands, open_round, close_round, monkeypatch):
    an_evening(client, game, open_round, close_round, monkeypatch)
    lines = log.getvalue().splitlines()
    if lines[0].startswith("{"):
        assert {json.loads(line)["level"] for line in lines} >= {"ERROR"}
    else:
        assert all(line[:4].isdigit() for line in lines)
