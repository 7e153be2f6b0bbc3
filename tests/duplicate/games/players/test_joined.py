"""Removing who joined by phone in the last minutes: the flood goes, who plays stays, and undoing brings all back."""

import io
import re
import uuid
import zipfile
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import undo
from duplicate.games.players import joined
from duplicate.games.players import services as player_services
from duplicate.models import AuditLogEntry
from duplicate.slips import services as slip_services
from duplicate.website.archive.exporter import write_archive
from tests.factories.divisions import make_division
from tests.factories.refusals import refusal_code
from tournaments.events.check_in import enter_people
from tournaments.models import Arbitrator, Entry, GameTable, Player
from tournaments.people import services as people_services
from tournaments.people.services import Person
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players"), pytest.mark.database]

MINUTES = 5


@pytest.fixture
def flood(game, players, hands):
    """Make four players who joined lately; Mona, Noah and Olga have been there for an hour."""
    hands.move(3600)
    return [player_services.join_game(game=game, name=f"Flood {number}") for number in range(4)]


def lately():
    now = clock.now()
    return {"since": now - timedelta(minutes=MINUTES), "until": now}


def remove(game, by, **more):
    return joined.remove_joined(game=game, by=by, **lately() | more)


def rows(game):
    return sorted(game.event.entries.values_list(), key=str)


def test_the_flood_is_taken_out_with_one_row_and_who_was_there_stays(game, flood, arbitrator, client):
    assert remove(game, arbitrator) == 4
    assert [entry.name for entry in game.event.entries.all()] == ["Mona", "Noah", "Olga"]
    row = game.log.get(act="joined_removed")
    assert (row.by, row.params["count"], row.params["minutes"], row.params["tables"]) == (
        arbitrator,
        4,
        MINUTES,
        "4–7",
    )
    token = flood[0].token
    me = client.get(f"/api/v1/games/{game.code}/me/", headers={"Authorization": f"Bearer {token}"})
    assert me.status_code == 401


def test_it_is_undone_and_done_again(game, flood, arbitrator, client):
    before, acts = rows(game), list(AuditLogEntry.objects.filter(act="player_joined").values())
    remove(game, arbitrator)
    after = rows(game)
    for _each in range(2):
        undo.undo(game=game, by=arbitrator)
        assert rows(game) == before
        assert list(AuditLogEntry.objects.filter(act="player_joined").values()) == acts
        me = client.get(
            f"/api/v1/games/{game.code}/me/", headers={"Authorization": f"Bearer {flood[0].token}"}
        )
        assert me.status_code == 200, "the phone is known again"
        undo.redo(game=game, by=arbitrator)
        assert rows(game) == after


def test_posts_tables_and_teams_come_back(game, flood, arbitrator):
    entry = flood[0].entry
    event = game.event
    event.groups = ["Beginners"]
    event.save()
    GameTable.objects.create(entry=entry, game="OLDER", table=9)
    entry.group = "Beginners"
    entry.save()
    before = rows(game)
    remove(game, arbitrator)
    assert not GameTable.objects.filter(game="OLDER").exists()
    undo.undo(game=game, by=arbitrator)
    assert rows(game) == before
    assert GameTable.objects.get(game="OLDER").entry_id == entry.pk


def test_who_has_left_something_stays_and_is_named(game, flood, arbitrator, open_round, helper):
    open_round("TRAINER")
    slip_services.submit_slip(
        game=game,
        entry=flood[0].entry,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=1,
        received_at=clock.now(),
    )
    Arbitrator.objects.filter(user=helper).update(entry=flood[1].entry)
    make_division(arbitrator, [], event=game.event).entries.create(entry=flood[2].entry, number=1)
    found = joined.list_joined(game, **lately())
    assert {one.entry.name: str(one.reason) for one in found} == {
        "Flood 0": "has handed in slips",
        "Flood 1": "is an arbitrator",
        "Flood 2": "plays in a division",
        "Flood 3": "",
    }
    assert remove(game, arbitrator) == 1
    assert game.event.entries.count() == 6


def test_whom_the_desk_entered_stays(game, players, arbitrator, hands):
    hands.move(3600)
    person = people_services.save_player(Person("Erna Expected"))
    enter_people(event=game.event, players=[person.pk], by=arbitrator)
    player_services.add_player(game=game, name="Paula Paper", by=arbitrator)
    player_services.join_game(game=game, name="Erna Expected")
    found = joined.list_joined(game, **lately())
    assert [(one.entry.name, str(one.reason)) for one in found] == [
        ("Erna Expected", "was entered by an arbitrator")
    ]
    assert refusal_code(remove, game=game, by=arbitrator) == "nobody_to_remove"


def test_who_is_to_be_kept_and_who_comes_while_it_is_looked_at_stays(game, flood, arbitrator, hands):
    seen = lately()
    hands.move(1)
    player_services.join_game(game=game, name="Zoe")
    kept = flood[1].entry.pk
    assert joined.remove_joined(game=game, by=arbitrator, keep=[kept], **seen) == 3
    names = set(game.event.entries.values_list("player__name", flat=True))
    assert names == {"Mona", "Noah", "Olga", "Flood 1", "Zoe"}


def test_undoing_finds_tables_and_names_taken(game, flood, arbitrator):
    remove(game, arbitrator)
    again = player_services.join_game(game=game, name="Flood 3")
    assert again.entry.table == 4
    undo.undo(game=game, by=arbitrator)
    tables = dict(game.event.entries.values_list("player__name", "table"))
    assert tables == {"Mona": 1, "Noah": 2, "Olga": 3, "Flood 3": 4, "Flood 0": 8, "Flood 1": 5, "Flood 2": 6}
    undo.redo(game=game, by=arbitrator)
    names = set(game.event.entries.values_list("player__name", flat=True))
    assert names == {"Mona", "Noah", "Olga", "Flood 3"}


def test_who_has_played_since_is_not_removed_again(game, flood, arbitrator, open_round):
    remove(game, arbitrator)
    undo.undo(game=game, by=arbitrator)
    Arbitrator.objects.filter(user=arbitrator).update(entry=flood[0].entry)
    assert refusal_code(undo.redo, game=game, by=arbitrator) == "player_has_slips"


def test_the_archive_of_an_event_has_no_secret_of_who_was_removed(game, flood, arbitrator):
    hashes = [each.entry.token_hash for each in flood]
    remove(game, arbitrator)
    undo.undo(game=game, by=arbitrator)
    packed = io.BytesIO()
    write_archive(game.event, packed)
    with zipfile.ZipFile(packed) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert "joined_removed" in text
    assert not any(each in text for each in hashes)


def test_helpers_remove_nobody(game, flood, helper):
    assert refusal_code(remove, game=game, by=helper) == "may_not_judge"


@pytest.mark.slow
def test_a_thousand_are_removed_and_brought_back_quickly(
    game, players, arbitrator, hands, django_assert_max_num_queries
):
    hands.move(3600)
    now = clock.now()
    made = Player.objects.bulk_create(Player.named(f"Flood {number}") for number in range(1000))
    entries = Entry.objects.bulk_create(
        Entry(event=game.event, player=player, table=number, token_hash=str(number), joined_at=now)
        for number, player in enumerate(made, start=4)
    )
    AuditLogEntry.objects.bulk_create(
        AuditLogEntry(game=game, at=now, act="player_joined", entry=entry, params={"table": 1, "name": "x"})
        for entry in entries
    )
    with django_assert_max_num_queries(60):
        assert remove(game, arbitrator) == 1000
    with django_assert_max_num_queries(60):
        undo.undo(game=game, by=arbitrator)
    assert game.event.entries.count() == 1003


# --- A flood that leaves slips ----------------------------------------------------------------------------------------


@pytest.fixture
def slips_of_flood(game, flood, open_round):
    """Hand in a slip for each of the flood, and for Mona, who has been there for an hour."""
    open_round("TRAINER")
    for joining in [*flood, SimpleNamespace(entry=game.event.entries.get(player__name="Mona"))]:
        slip_services.submit_slip(
            game=game,
            entry=joining.entry,
            client_id=uuid.uuid4(),
            number=1,
            word="TRAIN",
            reference="H4",
            score=1,
            received_at=clock.now(),
        )


def away(game):
    return sorted(game.event.entries.exclude(withdrawn_at=None).values_list("player__name", flat=True))


def test_a_flood_with_slips_drops_out_but_for_who_is_kept(game, flood, slips_of_flood, arbitrator):
    assert refusal_code(remove, game=game, by=arbitrator) == "nobody_to_remove"
    keep = [flood[1].entry.pk]
    assert joined.withdraw_joined(game=game, by=arbitrator, keep=keep, **lately()) == 3
    assert away(game) == ["Flood 0", "Flood 2", "Flood 3"]
    assert [one.entry.name for one in joined.list_joined(game, **lately()) if one.withdrawable] == ["Flood 1"]
    undo.undo(game=game, by=arbitrator)
    assert away(game) == ["Flood 0", "Flood 2"]
    assert joined.withdraw_joined(game=game, by=arbitrator, keep=keep, **lately()) == 1
    assert (
        refusal_code(joined.withdraw_joined, game=game, by=arbitrator, keep=keep, **lately())
        == "nobody_to_withdraw"
    )


def test_who_has_more_than_slips_does_not_drop_out_with_them(game, flood, slips_of_flood, arbitrator, helper):
    Arbitrator.objects.filter(user=helper).update(entry=flood[0].entry)
    AuditLogEntry.objects.filter(act="player_joined", entry=flood[1].entry).update(params={"expected": True})
    assert joined.withdraw_joined(game=game, by=arbitrator, **lately()) == 2
    assert away(game) == ["Flood 2", "Flood 3"]


def test_helpers_let_nobody_drop_out_so(game, flood, slips_of_flood, helper):
    assert refusal_code(joined.withdraw_joined, game=game, by=helper, **lately()) == "may_not_judge"


def test_dropping_out_together_is_confirmed_on_the_page(desk, game, flood, slips_of_flood):
    address = f"/desk/{game.code}/joining/"
    page = desk.get(address, {"minutes": MINUTES}).content.decode()
    assert "Players with slips or questions" in page
    assert "Mona" not in page
    until = re.search(r'name="until" value="([^"]+)"', page)[1]
    sent = {"minutes": MINUTES, "until": until, "withdraw": "1", "keep": [flood[0].entry.pk]}
    desk.post(address, sent)
    assert away(game) == []
    desk.post(address, sent | {"confirmed": "1"})
    assert away(game) == ["Flood 1", "Flood 2", "Flood 3"]
    assert "3 players have dropped out" in desk.get(address).content.decode()


# --- The page -------------------------------------------------------------------------------------------------------


def test_the_page_says_how_many_and_who_before_it_is_done(desk, game, flood):
    address = f"/desk/{game.code}/joining/"
    assert "Flood" not in desk.get(address).content.decode()
    page = desk.get(address, {"minutes": MINUTES}).content.decode()
    assert "4 players have joined by phone" in page
    assert "Remove 4 players" in page
    assert "Mona" not in page
    until = re.search(r'name="until" value="([^"]+)"', page)[1]
    kept = flood[2].entry.pk
    answer = desk.post(address, {"minutes": MINUTES, "until": until, "keep": [kept, "x", "9" * 5000]})
    assert answer.status_code == 302
    assert "3 players removed" in desk.get(address).content.decode()
    assert game.event.entries.count() == 4


@pytest.mark.repeats
@pytest.mark.parametrize("until", [None, "", "0001-01-01", "2026-03-03 00:00", "9"])
def test_what_was_not_shown_is_not_removed(desk, game, flood, until):
    sent = {"minutes": MINUTES} | ({} if until is None else {"until": until})
    assert desk.post(f"/desk/{game.code}/joining/", sent).status_code == 302
    assert game.event.entries.count() == 7
    told = desk.get(f"/desk/{game.code}/joining/").content.decode()
    assert "This page is out of date: reload it." in told
    assert "Until" not in told
    assert desk.get(f"/desk/{game.code}/joining/", {"minutes": "0"}).status_code == 422


def test_refused_minutes_are_told(desk, game, flood):
    sent = {"minutes": "0", "until": "2026-03-03T00:00"}
    page = desk.post(f"/desk/{game.code}/joining/", sent, follow=True).content.decode()
    assert "Minutes: Ensure this value is greater than or equal to 1." in page
    assert game.event.entries.count() == 7


def test_who_may_not_know_names_sets_the_door_and_removes_nobody(client, game, flood):
    user = User.objects.create_user("ben", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="arbitrator")
    game.names_hidden = True
    game.save()
    client.force_login(user)
    address = f"/desk/{game.code}/joining/"
    page = client.get(address, {"minutes": MINUTES})
    assert page.status_code == 200
    assert "Flood" not in page.content.decode()
    until = clock.now().isoformat()
    assert client.post(address, {"minutes": MINUTES, "until": until}).status_code == 403
    assert client.post(f"/desk/{game.code}/close-door/").status_code == 302
