"""A new link for a player's phone: who may make one while a round is open, and which slips its phone is told."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.models import AuditLogEntry
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from tests.factories.staff import log_in
from tournaments.classic.divisions import entrants
from tournaments.classic.divisions import services as division_services
from tournaments.classic.models import Division, DivisionEntry
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Entry, Lexicon
from tournaments.tokens import hash_token

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def slip_seen(client, game):
    """Return a function that reads the sheet with a token, and returns the slip of the round in progress."""

    def ask(token):
        headers = {"Authorization": f"Bearer {token}"}
        return client.get(reverse("api-me", args=[game.code]), headers=headers).json()["slip"]

    return ask


@pytest.fixture
def send(client, game):
    """Return a function that hands in a slip with a token, and returns the status."""

    def post(token, word, number=1):
        slip = {"id": f"00000000-0000-4000-8000-{len(word):012}", "round": number, "word": word, "ref": "H4"}
        return client.post(
            reverse("api-slips", args=[game.code]),
            slip,
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        ).status_code

    return post


def make_link(client, game, entry):
    return client.post(reverse("phone-link", args=[game.code, entry.pk]), headers={"Accept-Language": "en"})


def token_of(entry):
    return Entry.objects.get(pk=entry.pk).token_hash


def test_a_helper_renews_no_link_while_a_round_is_open(client, game, players, open_round):
    open_round("TRAINER")
    entry, token = players[0]
    page = client_says(make_link(log_in(client, game, "helper"), game, entry), client)
    assert "Round 1 is open: only an arbitrator can create a new link for a phone in use." in page
    assert token_of(entry) == hash_token(token)
    assert not AuditLogEntry.objects.filter(act__startswith="phone_").exists()


def client_says(answer, client):
    return client.get(answer.url, headers={"Accept-Language": "en"}).content.decode()


def test_a_helper_gives_a_first_link_at_any_time(client, game, arbitrator, open_round):
    entry = player_services.add_player(game=game, name="Pia", by=arbitrator).entry
    open_round("TRAINER")
    assert make_link(log_in(client, game, "helper"), game, entry).status_code == 200
    assert token_of(entry)


def test_a_helper_renews_links_between_rounds(client, game, players, arbitrator):
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    assert make_link(log_in(client, game, "helper"), game, players[0][0]).status_code == 200


def test_an_arbitrators_link_is_on_the_log_of_the_round(client, game, players, open_round):
    open_round("TRAINER")
    assert make_link(log_in(client, game, "arbitrator"), game, players[0][0]).status_code == 200
    page = client.get(reverse("log", args=[game.code]), headers={"Accept-Language": "en"}).content.decode()
    assert "Round 1: Mona has a new link for a phone while the round is open" in page
    [row] = AuditLogEntry.objects.filter(act="phone_renewed")
    assert (row.number, row.entry) == (1, players[0][0])


def test_a_new_phone_is_not_told_what_the_one_before_sent(
    game, players, arbitrator, open_round, close_round, slip_seen, send
):
    open_round("TRAINER")
    entry, first = players[0]
    assert send(first, "TRAINER") == 201
    assert slip_seen(first)["word"] == "TRAINER"
    second = phone_links.give_phone(game=game, entry=entry, by=arbitrator)
    assert slip_seen(second) is None
    assert send(second, "TRAIN") == 201
    third = phone_links.give_phone(game=game, entry=entry, by=arbitrator)
    assert slip_seen(third) is None
    close_round()
    assert slip_seen(third) is None


def test_a_new_phone_is_told_its_own_slip_and_after_the_announcement_what_counted(
    client, game, players, arbitrator, open_round, close_round, announce_top, slip_seen, send
):
    open_round("TRAINER")
    entry, first = players[0]
    send(first, "TRAINER")
    second = phone_links.give_phone(game=game, entry=entry, by=arbitrator)
    send(second, "TRAIN")
    assert slip_seen(second)["word"] == "TRAIN"
    close_round()
    third = phone_links.give_phone(game=game, entry=entry, by=arbitrator)
    announce_top(1)
    headers = {"Authorization": f"Bearer {third}"}
    sheet = client.get(reverse("api-me", args=[game.code]), headers=headers).json()
    assert [line["word"] for line in sheet["rounds"]] == ["TRAIN"]


def test_a_device_that_takes_its_own_token_goes_on_seeing_its_slip(
    game, players, open_round, slip_seen, send
):
    open_round("TRAINER")
    entry, first = players[0]
    send(first, "TRAINER")
    entry.refresh_from_db()
    own = "o" * 43
    phone_links.take_device(game=game, entry=entry, token=own)
    assert slip_seen(own)["word"] == "TRAINER"


def test_a_phone_is_not_told_what_was_keyed_from_paper(game, players, arbitrator, open_round, slip_seen):
    open_round("TRAINER")
    entry = players[0][0]
    slip_services.key_slip(
        game=game, entry=entry, word="TRAINER", reference="H4", stated_score=66, by=arbitrator
    )
    assert slip_seen(phone_links.give_phone(game=game, entry=entry, by=arbitrator)) is None


def test_the_desk_of_a_division_is_no_way_around(game, players, arbitrator, open_round):
    helper = User.objects.create_user("the-helper")
    Arbitrator.objects.create(event=game.event, user=helper, role=Arbitrator.Role.HELPER)
    settings = Division(name="A", lexicon=Lexicon.objects.get(name=game.lexicon))
    division = division_services.make_division(event=game.event, settings=settings, by=arbitrator)
    entrant = DivisionEntry.objects.create(division=division, entry=players[0][0], number=1)
    open_round("TRAINER")
    with pytest.raises(RuleViolation) as refused:
        entrants.give_phone(entrant=entrant, by=helper)
    assert refused.value.code == "round_open_link"
    entrants.give_phone(entrant=entrant, by=arbitrator)
    assert AuditLogEntry.objects.filter(act="phone_renewed", number=1).exists()
