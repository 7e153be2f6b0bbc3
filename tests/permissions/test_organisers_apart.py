"""Two organisers on one installation: nothing of one is in anything that the other's administrator can get."""

import re

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from duplicate.arbitration import game_words
from duplicate.games import services as game_services
from duplicate.models import AuditLogEntry
from duplicate.training import devices, sessions
from tests.permissions.matrix import OUTSIDE, routes
from tests.permissions.test_permission_matrix import in_words, row_for
from tests.permissions.world import announce_top
from tests.tournaments.club_tables.play import begin_with, pass_turn
from tournaments.club_tables.models import ClubTable, TableSeat
from tournaments.events.services import create_event
from tournaments.lexicons.additions import add_words
from tournaments.models import FIRST_ORGANISER, AddedWord, Event, Lexicon, Organiser, Player, Season
from tournaments.organisers.creation import create_organiser
from tournaments.organisers.scope import disable_scope, scope_to_organiser
from tournaments.organisers.services import accept_invitation
from tournaments.people.services import player_for
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# Names of people, events, games, seasons, rule sets, clubs and users of the first organiser's world.
NAMES = (
    "Mona",
    "Noah",
    "Olga",
    "Iris",
    "Vera",
    "Zoe",
    "Tuesday",
    "Sunday",
    "Ours",
    "the-helper",
    "Namur",
    "people.csv",
    "licensed",
)


@pytest.fixture
def neighbour(world):
    """Return a browser of the administrator of a second organiser."""
    _organiser, token = create_organiser(name="Neighbours")
    world.staff["neighbour"] = User.objects.create_user("neighbour")
    accept_invitation(token=token, user=world.staff["neighbour"])
    Lexicon.objects.create(
        name="licensed", organiser_id=FIRST_ORGANISER, tile_set="english", word_count=279_496
    )
    return world.client_of("neighbour")


def is_public(route, method):
    """Tell whether the table lets a stranger in: such an answer is the same for everybody."""
    row = row_for(route, method)
    return row is not None and row.answers["stranger"] == "yes"


@pytest.mark.slow
def test_nothing_of_another_organiser_can_be_read(world, neighbour):
    told, today = [], f"{clock.now():%A}"
    for route in sorted(routes() - OUTSIDE):
        if row_for(route, "GET") is None or is_public(route, "GET"):
            continue
        answer = neighbour.get(world.address(route))
        if answer.status_code == 200:
            text = answer.content.decode(errors="replace") if not answer.streaming else ""
            # The form of a game offers the day as its name.
            text = re.sub(rf'value="{today}[^"]*"', "", text)
            told += [f"{route}: {name}" for name in NAMES if re.search(rf"\b{re.escape(name)}\b", text)]
    assert not told


@pytest.mark.sweep
def test_no_row_of_another_organiser_is_there(world, neighbour):
    """An address with the key of a row answers as if there were none, whatever the method."""
    there = []
    for route in sorted(routes() - OUTSIDE):
        if "_id>" not in route and "<pk>" not in route and "<code>" not in route:
            continue
        for method in ("GET", "POST"):
            row = row_for(route, method)
            if row is None or is_public(route, method) or row.answers["other game's chief"] == "yes":
                continue
            said = in_words(neighbour.generic(method, world.address(route)), world)
            if said not in {"no", "not there", "log in", "no token"}:
                there.append(f"{method} {route}: {said}")
    assert not there


def test_rows_that_every_user_sees_are_the_own_organisers(world, neighbour):
    """These addresses let every user in, and so do they for the neighbour: to rows that are not there."""
    assert neighbour.get(world.address("/desk/rules/<pk>/")).status_code == 404
    assert neighbour.get(world.address("/people/<player_id>/")).status_code == 404
    assert neighbour.get(world.address("/people/seasons/<season_id>/")).status_code == 404


def test_the_short_address_of_screens_tells_no_code_of_another_organiser(world, neighbour):
    """On the server's own machine, which may have a projector, it leads to all games in progress."""
    address, away = reverse("screens"), "203.0.113.7"
    told = {
        who: (answer.headers.get("Location", "") + answer.content.decode())
        for who, client in (("chief", world.client_of("chief")), ("neighbour", neighbour))
        for answer in [client.get(address, REMOTE_ADDR=away)]
    }
    assert world.game.code in told["chief"]
    assert world.game.code not in told["neighbour"]
    assert world.game.name not in told["neighbour"]
    here = neighbour.get(address, REMOTE_ADDR="127.0.0.1")
    assert world.game.code in here.headers.get("Location", "") + here.content.decode()


def test_a_licensed_lexicon_is_offered_to_its_organiser_alone(world, neighbour):
    """Forms of others do not list it, and answer to its name as to one that is not there."""
    chief = world.client_of("chief")
    for name in ("new-game", "new-event", "new-tournament", "new-search", "type-game", "import-game"):
        assert b"licensed" in chief.get(reverse(name)).content, name
        assert b"licensed" not in neighbour.get(reverse(name)).content, name
    table = reverse("new-club-table", args=["classic"])
    assert b"licensed" in chief.get(table).content
    assert b"licensed" not in neighbour.get(table).content
    asked = {"name": "Evening", "rule_set": "classic", "notation": "duplicate"}
    told = [
        neighbour.post(reverse("new-game"), asked | {"lexicon": name}) for name in ("licensed", "nowhere")
    ]
    assert [answer.status_code for answer in told] == [422, 422]
    pages = [without_token(answer).replace("nowhere", "licensed") for answer in told]
    assert pages[0] == pages[1]


def test_strangers_train_with_the_lexicons_of_everybody(world, neighbour):
    stranger = world.client_of("stranger")
    assert b"licensed" not in stranger.get(reverse("training")).content
    asked = {"lexicon": "licensed", "rule_set": "classic", "notation": "duplicate"}
    assert stranger.post(reverse("start-training"), asked).status_code == 422
    # Those of one organiser alone are the installation's, as before there was a second one.
    assert stranger.post(reverse("start-training"), asked | {"lexicon": "english"}).status_code == 302


def test_a_public_game_is_trained_with_its_own_lexicon(world, neighbour):
    game = world.game
    game.event.__class__.objects.filter(pk=game.event_id).update(shows_games=True, released="all")
    Lexicon.objects.filter(name=game.lexicon).update(organiser=FIRST_ORGANISER)
    stranger = world.client_of("stranger")
    begin = reverse("train-on-game", args=[game.pk])
    assert stranger.post(begin).status_code == 404
    type(game).objects.filter(pk=game.pk).update(state="finished")
    answer = stranger.post(begin)
    assert answer.status_code == 302
    assert stranger.get(answer.url).status_code == 200


def without_token(answer):
    return re.sub(r"nonce=\S+|csrf\S+ value=\S+|[A-Za-z0-9_-]{32,}", "", answer.content.decode())


def test_the_users_of_the_first_organiser_go_on(world, neighbour):
    """The teams of the first organiser have everybody who worked for it before there was a second one."""
    first = Organiser.objects.get(pk=world.game.event.organiser_id)
    assert not first.holds_everybody
    for person in ("chief", "administrator"):
        answer = world.client_of(person).get(world.address("/desk/<code>/"))
        assert answer.status_code == 200, person


def test_erasing_a_person_touches_no_namesake_of_another_organiser(world, neighbour):
    """Names in logs, at club tables, in documents and in the history of people are the own organiser's."""
    table = ClubTable.objects.get()
    TableSeat.objects.create(table=table, name="Mona", token_hash="x", number=1)
    act = AuditLogEntry.objects.create(game=world.game, act="player_removed", params={"name": "Mona"})
    mona = Player.objects.get(name="Mona")
    before = list(mona.history.values_list("pk", flat=True))
    with scope_to_organiser(Organiser.objects.get(name="Neighbours").pk):
        namesake = player_for("Mona", licences=False)
    answer = neighbour.post(
        world.address("/people/<player_id>/erase/", player_id=namesake.pk), {"confirmed": namesake.pk}
    )
    assert answer.status_code == 302
    with disable_scope():
        assert not Player.objects.filter(pk=namesake.pk).exists()
    assert list(mona.history.values_list("pk", flat=True)) == before
    assert table.seats.filter(name="Mona").exists()
    assert AuditLogEntry.objects.get(pk=act.pk).params == {"name": "Mona"}
    assert world.game.event.print_jobs.exists()


def test_what_follows_from_a_game_that_is_over_is_the_own_organisers(world, neighbour, close_round):
    """Recap, deck, later games, records, the script of the desk and a table, each with something to tell."""
    game, event = world.game, world.game.event
    close_round()
    announce_top(game, 2, world.chief)
    game_services.end_game(game=game, by=world.chief)
    Event.objects.filter(pk=event.pk).update(public=False, shows_games=True, released="provisional")
    Season.objects.update(public=False)
    trainee = devices.know_device().trainee
    later = sessions.start_later(trainee=trainee, game=game, name="Zoe Later")
    table = ClubTable.objects.get()
    begin_with(table, "Ann", "Bob")
    for _ in range(4):
        pass_turn(table)
    season, round_ = Season.objects.get(), game.rounds.get(number=1)
    refused = {
        ("get", reverse("recap", args=[game.code])): 403,
        ("get", reverse("recap-picture", args=[game.code])): 403,
        ("post", reverse("open-recap", args=[game.code])): 403,
        ("get", reverse("own-words")): 403,
        ("get", reverse("own-words-file", args=["txt"])): 403,
        ("get", reverse("own-words-file", args=["apkg"])): 403,
        ("post", reverse("rate-word", args=[round_.pk])): 403,
        ("get", reverse("later-games", args=[event.pk])): 404,
        ("post", reverse("take-later-game", args=[event.pk, later.pk])): 404,
        ("get", reverse("season-records", args=[season.pk])): 404,
        ("get", reverse("words-poster", args=[season.pk])): 404,
        ("get", reverse("public-records", args=[season.pk])): 404,
        ("get", reverse("dashboard", args=[game.code])): 404,
        ("post", reverse("club-table-link", args=[table.code])): 403,
        ("post", reverse("table-seat-link", args=[table.code, 0])): 403,
        ("post", reverse("close-club-table", args=[table.code])): 403,
    }
    told = {(method, address): getattr(neighbour, method)(address).status_code for method, address in refused}
    assert told == refused
    later.refresh_from_db()
    assert later.player_name == "Zoe Later"
    # The review is for everybody who knows the code of the table, which no list tells the neighbour.
    assert table.code not in neighbour.get(reverse("club-tables")).text
    assert neighbour.get(reverse("table-review", args=[table.code])).status_code == 200


def test_the_support_desk_is_the_operators_alone(world, neighbour):
    """Staff of the time when there was one organiser see nothing of either, whatever permissions they kept."""
    staff = User.objects.create_user("keeper", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    world.staff["keeper"] = staff
    for page in ("index", "tournaments_player_changelist", "duplicate_auditlogentry_changelist"):
        assert world.client_of("keeper").get(reverse(f"admin:{page}")).status_code == 403
        assert world.client_of("administrator").get(reverse(f"admin:{page}")).status_code == 200
    assert world.client_of("keeper").post(reverse("admin:logout")).status_code == 302


def test_a_helper_finds_people_of_the_events_of_this_organiser_alone(world, neighbour):
    """The right to enter people at one organiser opens no list of another one."""
    with scope_to_organiser(Organiser.objects.get(name="Neighbours").pk):
        event = create_event(name="Next door", by=world.staff["neighbour"])
        player_for("Nadia", licences=False)
    event.posts.create(user=world.staff["administrator"], role="helper")
    address = world.address("/events/<event_id>/enter/", event_id=event.pk)
    assert b"Nadia" in neighbour.get(address).content
    helper = world.client_of("administrator").get(address)
    assert helper.status_code == 200
    assert b"Nadia" not in helper.content
    assert b"Mona" not in helper.content


def test_words_and_additions_of_another_organiser_are_out_of_reach(world, neighbour):
    """Also with the keys of rows that are there, and of a lexicon that both have."""
    chief, event = world.chief, world.game.event
    licensed = Lexicon.objects.get(name="licensed")
    with scope_to_organiser(FIRST_ORGANISER):
        add_words(lexicon=Lexicon.objects.get(name="english"), text="ZZYZX", note="ours", by=chief)
    game_words.accept_word(game=world.game, word="QZZA", reason="so", by=chief)
    for address, fields in (
        (reverse("lexicon-additions", args=[licensed.pk]), {"words": "QZZB"}),
        (reverse("lexicon-additions", args=[licensed.pk]), {"remove": "ZZYZX"}),
        (reverse("event-words", args=[event.pk]), {"keep": "1"}),
        *(
            (reverse("act", args=[world.game.code, act]), {"word": "QZZA", "reason": "so"})
            for act in ("accept-word", "refuse-word", "take-word-back", "keep-word", "remove-word")
        ),
    ):
        assert neighbour.post(address, fields).status_code == 404, (address, fields)
    shared = reverse("lexicon-additions", args=[Lexicon.objects.get(name="english").pk])
    assert "ZZYZX" not in neighbour.get(shared).text
    neighbour.post(shared, {"remove": "ZZYZX"})
    neighbour.post(shared, {"words": "ZZYZX QZZB"})
    with disable_scope():
        rows = AddedWord.objects.order_by("pk").values_list("organiser__name", "word", "removed_at")
        assert [word for name, word, removed in rows if name != "Neighbours" and not removed] == ["ZZYZX"]
        assert [word for name, word, _removed in rows if name == "Neighbours"] == ["ZZYZX", "QZZB"]
    assert world.game.words.in_force().count() == 1
