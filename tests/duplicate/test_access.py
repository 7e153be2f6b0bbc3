"""Who may do what: every address with everybody who may come to it. A new address must be put in one of the tables."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from duplicate import urls
from duplicate.api import urls as api_urls
from duplicate.views.access import ACTS_OF_CHIEF
from duplicate.views.acts import ACTS
from duplicate.views.rounds import CORRECTIONS
from tests.duplicate.desk_people import ROLES, log_in

pytestmark = pytest.mark.django_db

CHIEF = {"chief"}
JUDGES = {"chief", "arbitrator"}
AT_DESK = {"chief", "arbitrator", "helper"}

# By the names of addresses: for anybody, for anybody who is logged in, and for whom at the desk.
PUBLIC = {"home", "join", "play", "screens", "screen"}
API = {"api-game", "api-entries", "api-me", "api-slips", "api-questions", "api-question"}
LOGGED_IN = {
    "desk",
    "new-game",
    "rule-sets",
    "import-rules",
    "copy-rules",
    "preset",
    "preset-text",
    "club-rules",
    "club-rules-text",
    "delete-rules",
    "prepared",
    "type-game",
    "import-game",
    "prepared-game",
    "look-inside",
    "rename-prepared",
    "delete-prepared",
    "new-search",
    "game-search",
    "keep-found",
    "stop-search",
    "resume-search",
    "delete-search",
}
DESK = {
    ("dashboard", "GET"): JUDGES,
    ("panel", "GET"): JUDGES,
    ("players", "GET"): AT_DESK,
    ("players", "POST"): AT_DESK,
    ("phone-link", "GET"): AT_DESK,
    ("phone-link", "POST"): AT_DESK,
    ("remove-player", "POST"): AT_DESK,
    ("player", "GET"): AT_DESK,
    ("player", "POST"): AT_DESK,
    ("withdraw-player", "POST"): AT_DESK,
    ("bring-back-player", "POST"): AT_DESK,
    ("playing-arbitrators", "POST"): CHIEF,
    ("game-rules", "GET"): JUDGES,
    ("moves", "GET"): JUDGES,
    ("arbitrators", "GET"): JUDGES,
    ("let-in-arbitrator", "GET"): CHIEF,
    ("let-in-arbitrator", "POST"): CHIEF,
    ("arbitration-settings", "POST"): CHIEF,
    ("arbitrator", "GET"): CHIEF,
    ("arbitrator", "POST"): CHIEF,
    ("dismiss-arbitrator", "POST"): CHIEF,
    ("arbitrator-link", "POST"): CHIEF,
    ("words", "GET"): JUDGES,
    ("tables", "GET"): JUDGES,
    ("tables", "POST"): JUDGES,
    ("undo", "POST"): JUDGES,
    ("redo", "POST"): JUDGES,
    ("standings-pdf", "GET"): AT_DESK,
    ("sheet-pdf", "GET"): AT_DESK,
    ("record-json", "GET"): JUDGES,
    ("log", "GET"): JUDGES,
    ("log-csv", "GET"): JUDGES,
    ("log-json", "GET"): JUDGES,
    ("round", "GET"): JUDGES,
}
ACTS_OF = {
    "draw": JUDGES,
    "type-rack": JUDGES,
    "put-back": JUDGES,
    "open": JUDGES,
    "open-and-start": JUDGES,
    "start": JUDGES,
    "pause": JUDGES,
    "extend": JUDGES,
    "end-round": JUDGES,
    "announce": JUDGES,
    "answer-question": JUDGES,
    "end-game": CHIEF,
    "resume": CHIEF,
}
CORRECTIONS_OF = {"cancel": CHIEF, "move": JUDGES, "slip": JUDGES}


@pytest.fixture
def a_round(players, open_round):
    """A round that is open, with players."""
    return open_round("TRAINER")


def address_of(name, game, **given):
    """The address, with an entry, a post and so on of this very game in it."""
    parts = {
        "code": game.code,
        "entry_id": game.event.entries.first().pk,
        "post_id": game.event.posts.first().pk,
        "number": 1,
    } | given
    pattern = next(pattern for pattern in urls.urlpatterns if pattern.name == name)
    wanted = pattern.pattern.converters
    assert set(wanted) <= set(parts), f"what goes into the address of {name}?"
    return reverse(name, kwargs={part: parts[part] for part in wanted})


def everybody():
    """One person after the other; what one does is undone before the next one comes."""
    for person in ROLES:
        with transaction.atomic():
            yield person
            transaction.set_rollback(True)


def traces(game):
    """What somebody changed could be seen by."""
    state = type(game).objects.filter(pk=game.pk).values_list("state", "version").get()
    return game.event.entries.count(), game.event.posts.count(), game.log.count(), state


def ask(client, method, address):
    return client.get(address) if method == "GET" else client.post(address)


def is_login(answer):
    return answer.status_code == 302 and answer.url.startswith(reverse("login"))


def check(answer, person, allowed):
    """Let in, refused, told that there is no such game, or sent to the login."""
    if person == "anonymous":
        assert is_login(answer)
    elif person == "stranger":
        assert answer.status_code == 404
    elif person in allowed:
        assert answer.status_code in {200, 302, 422}
        assert not is_login(answer)
    else:
        assert answer.status_code == 403


def test_every_address_has_its_row():
    at_desk = {name for name, _method in DESK} | {"act", "correct"}
    named = {pattern.name for pattern in [*urls.urlpatterns, *api_urls.urlpatterns]}
    assert named == PUBLIC | API | LOGGED_IN | at_desk
    assert set(ACTS) == set(ACTS_OF)
    assert set(CORRECTIONS) == set(CORRECTIONS_OF)
    every = ACTS_OF | CORRECTIONS_OF
    assert {act for act, allowed in every.items() if allowed == CHIEF} == ACTS_OF_CHIEF


def test_an_address_takes_no_other_method(client, game, a_round):
    client = log_in(client, game, "chief")
    for name in {name for name, _method in DESK}:
        for method in {"GET", "POST"} - {method for known, method in DESK if known == name}:
            assert ask(client, method, address_of(name, game)).status_code == 405, (name, method)


@pytest.mark.parametrize(("name", "method"), DESK)
def test_the_desk_is_for_whom_it_is(game, a_round, name, method):
    for person in everybody():
        client = log_in(Client(), game, person)
        before = traces(game)
        answer = ask(client, method, address_of(name, game))
        if (name, person) == ("dashboard", "helper"):
            assert answer.url == reverse("players", args=[game.code])
            continue
        check(answer, person, DESK[name, method])
        if person not in DESK[name, method]:
            assert traces(game) == before


@pytest.mark.parametrize("act", ACTS)
def test_acts_are_for_whom_they_are(game, players, act):
    for person in everybody():
        client = log_in(Client(), game, person)
        before = traces(game)
        check(client.post(address_of("act", game, act=act)), person, ACTS_OF[act])
        if person not in ACTS_OF[act]:
            assert traces(game) == before


@pytest.mark.parametrize("act", CORRECTIONS)
def test_corrections_are_for_whom_they_are(game, a_round, act):
    for person in everybody():
        client = log_in(Client(), game, person)
        before = traces(game)
        answer = client.post(address_of("correct", game, act=act), {"reason": "A wrong tile."})
        check(answer, person, CORRECTIONS_OF[act])
        done = person in CORRECTIONS_OF[act] and answer.status_code == 302
        assert (traces(game) == before) is not done


@pytest.mark.parametrize("name", sorted(LOGGED_IN))
def test_what_is_no_games_is_for_whoever_is_logged_in(client, game, name):
    pattern = next(pattern for pattern in urls.urlpatterns if pattern.name == name)
    parts = {"name": "classic", "pk": 0, "prepared_id": 0, "search_id": 0}
    address = reverse(name, kwargs={part: parts[part] for part in pattern.pattern.converters})
    login = {status for method in ("GET", "POST") if (status := ask(client, method, address).status_code)}
    assert login <= {302, 405}
    client = log_in(client, game, "stranger")
    answers = [ask(client, method, address) for method in ("GET", "POST")]
    assert not any(is_login(answer) for answer in answers)
    assert {answer.status_code for answer in answers} & {200, 302, 404, 422}


@pytest.mark.parametrize(
    ("name", "method", "status"),
    [
        ("api-game", "GET", 200),
        ("api-me", "GET", 401),
        ("api-slips", "POST", 401),
        ("api-entries", "GET", 405),
    ],
)
def test_the_api_of_phones_knows_tokens_and_no_logins(game, players, name, method, status):
    """Being somebody at the desk opens nothing there."""
    for person in everybody():
        client = log_in(Client(), game, person)
        assert ask(client, method, reverse(name, kwargs={"code": game.code})).status_code == status


def test_an_administrator_is_chief_everywhere(admin_client, game, a_round):
    for name, method in DESK:
        if method == "GET":
            assert admin_client.get(address_of(name, game)).status_code in {200, 302}
    reason = {"reason": "A wrong tile."}
    assert admin_client.post(address_of("correct", game, act="cancel"), reason).status_code == 302
    assert admin_client.post(address_of("act", game, act="end-game")).status_code == 302


def test_a_helper_has_the_players_page_and_no_way_to_the_desk(client, game, players, open_round):
    open_round("TRAINER")
    client = log_in(client, game, "helper")
    page = client.get(reverse("dashboard", args=[game.code]), follow=True).content.decode()
    assert "Mona" in page
    assert reverse("let-in-arbitrator", args=[game.code]) not in page
    for name in ("dashboard", "arbitrators", "record-json"):
        assert f'href="{reverse(name, args=[game.code])}"' not in page
    assert client.post(reverse("players", args=[game.code]), {"names": "Pia"}).status_code == 302
    assert game.event.entries.filter(player__name="Pia").exists()


def test_a_helper_sees_no_rack_before_the_hall_does(client, game, players, arbitrator):
    from duplicate import play

    play.type_rack(game=game, rack="TRAINER", by=arbitrator)
    chief, client = Client(), log_in(client, game, "helper")
    chief.force_login(arbitrator)
    assert b"TRAINER" in chief.get(reverse("panel", args=[game.code])).content
    for name, method in DESK:
        if method == "GET":
            answer = client.get(address_of(name, game), follow=True)
            assert b"TRAINER" not in answer.content


def test_the_page_of_an_arbitrator_offers_nothing_that_is_the_chiefs(client, game, players):
    client = log_in(client, game, "arbitrator")
    page = client.get(reverse("dashboard", args=[game.code])).content.decode()
    assert reverse("act", args=[game.code, "draw"]) in page
    for act in ACTS_OF_CHIEF:
        assert reverse("act", args=[game.code, act]) not in page
    people = client.get(reverse("arbitrators", args=[game.code])).content.decode()
    assert reverse("let-in-arbitrator", args=[game.code]) not in people
    assert reverse("arbitration-settings", args=[game.code]) not in people


def test_a_screen_that_is_refused_is_sent_to_what_is_left(client, game, players):
    """What the desk's script asks for by itself is refused with 403 or 404, at which it loads the page again."""
    from tournaments.models import Arbitrator

    client = log_in(client, game, "arbitrator")
    panel = reverse("panel", args=[game.code])
    assert client.get(panel).status_code == 200
    game.event.posts.exclude(role="chief").update(role=Arbitrator.Role.HELPER)
    assert client.get(panel, headers={"HX-Request": "true"}).status_code == 403
    game.event.posts.exclude(role="chief").delete()
    assert client.get(panel, headers={"HX-Request": "true"}).status_code == 404
