"""Federations: clubs join by a link, find the federation's people, and send results to its seasons if they agree."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from duplicate.games.players.entering import add_players
from duplicate.games.services import create_game
from engine.rules import (
    RuleSet,
)
from tests.factories.past_events import season_of
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.registration.lists import lock_people
from tournaments.events.registration.pasted import TypedName
from tournaments.events.services import create_event
from tournaments.models import ClubInvitation, Entry, Event, GameResult, Membership, Player, ResultLine
from tournaments.organisers import creation, federations, services
from tournaments.organisers.scope import disable_scope, scope_to_organiser
from tournaments.people.federation_lists import copy_people, federation_people
from tournaments.people.imports.services import import_people, keep_list, look_at, tag_import_plan
from tournaments.people.privacy import erase_player
from tournaments.people.services import Person, player_for, save_player
from tournaments.seasons.history import history_of
from tournaments.seasons.services import index_of_season
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DAY = clock.now().date()


def organiser_of(name, user_name):
    user = User.objects.create_user(user_name, password="a good long one")
    organiser, token = creation.create_organiser(name=name)
    services.accept_invitation(token=token, user=user)
    return organiser, user


@pytest.fixture
def federation():
    """Return a federation and its administrator."""
    return organiser_of("Federation", "fay")


@pytest.fixture
def club():
    """Return a club and its administrator."""
    return organiser_of("Namur", "nina")


@pytest.fixture
def people(federation):
    """Store two people of the federation; return them by name."""
    with scope_to_organiser(federation[0].pk):
        return {
            "Mona": save_player(Person("Mona Lis", licence="B12", club="Namur", series="4B", rating=1500)),
            "Noah": save_player(Person("Noah Lis", licence="B13")),
        }


def join(federation, club, *, sends_results=False):
    token = federations.invite_club(federation=federation[0], by=federation[1])
    return federations.join_federation(token=token, club=club[0], sends_results=sends_results, by=club[1])


def refusal(act, **values):
    with pytest.raises(RuleViolation) as error:
        act(**values)
    return error.value.code


# --- joining ---


def test_a_club_joins_by_a_link_that_works_once(federation, club):
    token = federations.invite_club(federation=federation[0], by=federation[1])
    membership = federations.join_federation(token=token, club=club[0], sends_results=True, by=club[1])
    assert (membership.federation, membership.club) == (federation[0], club[0])
    assert (
        refusal(federations.join_federation, token=token, club=club[0], sends_results=True, by=club[1])
        == "invitation_gone"
    )
    for organiser, _user in (federation, club):
        assert {"club_joined", "results_sent"} <= set(organiser.acts.values_list("act", flat=True))


def test_an_invitation_can_be_revoked(federation, club):
    token = federations.invite_club(federation=federation[0], by=federation[1])
    federations.remove_club_invitation(invitation=ClubInvitation.objects.get(), by=federation[1])
    assert federations.find_club_invitation(token) is None


@pytest.mark.parametrize("case", ["itself", "twice", "the other way"])
def test_a_membership_that_makes_no_sense_is_refused(federation, club, case):
    if case != "itself":
        join(federation, club)
    inviting, invited, code = {
        "itself": (federation, federation, "own_federation"),
        "twice": (federation, club, "club_already"),
        "the other way": (club, federation, "own_federation"),
    }[case]
    token = federations.invite_club(federation=inviting[0], by=inviting[1])
    assert (
        refusal(federations.join_federation, token=token, club=invited[0], sends_results=False, by=invited[1])
        == code
    )
    assert federations.find_club_invitation(token) is not None


def test_only_the_own_side_acts(federation, club):
    membership = join(federation, club)
    stranger = User.objects.create_user("stranger")
    for act in (
        lambda: federations.invite_club(federation=federation[0], by=club[1]),
        lambda: federations.set_consent(membership=membership, sends_results=True, by=federation[1]),
        lambda: federations.end_membership(membership=membership, by=stranger),
    ):
        with pytest.raises(PermissionDenied):
            act()
    federations.set_consent(membership=membership, sends_results=True, by=club[1])
    federations.end_membership(membership=membership, by=federation[1])
    assert not Membership.objects.exists()


def test_no_organiser_joins_with_a_link_of_a_former_administrator(federation, club):
    token = federations.invite_club(federation=federation[0], by=federation[1])
    User.objects.filter(pk=federation[1].pk).update(is_active=False)
    assert federations.find_club_invitation(token) is None
    assert (
        refusal(federations.join_federation, token=token, club=club[0], sends_results=True, by=club[1])
        == "invitation_gone"
    )


# --- people ---


def test_a_club_finds_the_people_of_its_federation_and_no_others(federation, club, people):
    with scope_to_organiser(club[0].pk):
        assert not federation_people()
        membership = join(federation, club)
        assert [player.name for player in federation_people("mona")] == ["Mona Lis"]
        assert not Player.objects.exists()
    with scope_to_organiser(federation[0].pk):
        player_for("Only here", licences=False)
        assert not federation_people()
    federations.end_membership(membership=membership, by=club[1])
    with scope_to_organiser(club[0].pk):
        assert not federation_people()
        assert not copy_people([people["Mona"].pk])


def test_a_copy_has_the_federations_data_and_changes_with_them(federation, club, people):
    join(federation, club)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
        assert (copy.licence, copy.club.name, copy.series, copy.rating) == ("B12", "Namur", "4B", 1500)
        assert copy.club.organiser == club[0]
        assert not federation_people("mona")
        assert refusal(save_player, person=Person("Mona X"), player=copy) == "federation_player"
    with scope_to_organiser(federation[0].pk):
        save_player(Person("Mona Lisa", licence="B12", club="Liège", series="3A"), people["Mona"])
    with scope_to_organiser(club[0].pk):
        copy = Player.objects.get(pk=copy.pk)
        assert (copy.name, copy.club.name, copy.series, copy.rating) == ("Mona Lisa", "Liège", "3A", 1500)


def test_a_federation_changes_nobody_at_a_club_that_left(federation, club, people):
    membership = join(federation, club)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
    federations.end_membership(membership=membership, by=club[1])
    with scope_to_organiser(federation[0].pk):
        save_player(Person("Mona Lisa", licence="B12"), people["Mona"])
    with scope_to_organiser(club[0].pk):
        copy = Player.objects.get(pk=copy.pk)
        assert copy.name == "Mona Lis"
        assert save_player(Person("M. Lis", licence="B12"), copy).name == "M. Lis"
    join(federation, club)
    with scope_to_organiser(federation[0].pk):
        save_player(Person("Mona L.", licence="B12"), people["Mona"])
    with scope_to_organiser(club[0].pk):
        assert Player.objects.get(pk=copy.pk).name == "Mona L."


def test_players_of_the_club_with_a_licence_of_the_list_become_copies(client, federation, club, people):
    """Those from before the club joined, and those who are entered or get the licence afterwards."""
    with scope_to_organiser(club[0].pk):
        before = save_player(Person("M. Lis", licence="B12"))
    link = reverse(
        "club-invitation", args=[federations.invite_club(federation=federation[0], by=federation[1])]
    )
    client.force_login(club[1])
    client.post(link)
    with scope_to_organiser(club[0].pk):
        after = save_player(Person("N. Lis", licence="B13"))
        assert not federation_people()
        for player, source in ((before, people["Mona"]), (after, people["Noah"])):
            player.refresh_from_db()
            assert (player.name, player.federation_player) == (source.name, source)


def test_a_typed_licence_enters_the_federations_player(federation, club, people):
    join(federation, club)
    with scope_to_organiser(club[0].pk):
        event = create_event(name="Tuesday", by=club[1])
        held = lock_people(event, ["b12", "Some Guest"])
        assert held.players["b12"].federation_player == people["Mona"]
        assert held.players["Some Guest"].federation_player is None


def test_a_refused_list_leaves_no_copy(federation, club, people, built_in):
    join(federation, club)
    with scope_to_organiser(club[0].pk):
        game = create_game(
            name="Tuesday", by=club[1], lexicon="english", notation="duplicate", rules=RuleSet()
        )
        with pytest.raises(LinesRefused):
            add_players(game=game, lines=[TypedName("b12", 1), TypedName("Some Guest", 1)], by=club[1])
        assert not Player.objects.exists()
        assert not Player.history.exclude(organiser=federation[0].pk).exists()
        add_players(game=game, lines=[TypedName("b12", 1), TypedName("Some Guest", 2)], by=club[1])
        assert {player.name for player in Player.objects.all()} == {"Mona Lis", "Some Guest"}


def test_a_name_that_the_club_has_given_to_a_guest_keeps_nobody_from_saving(federation, club):
    join(federation, club)
    with scope_to_organiser(federation[0].pk):
        member = save_player(Person("Olga Roe"))
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([member.pk])
        player_for("Olga Rae", licences=False)
    with scope_to_organiser(federation[0].pk):
        save_player(Person("Olga Rae", series="4B"), member)
    with scope_to_organiser(club[0].pk):
        assert Player.objects.get(pk=copy.pk).name == "Olga Roe"


def test_who_is_erased_by_the_federation_is_the_clubs_own(federation, club, people):
    join(federation, club)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
    play(federation, people["Mona"], 700)
    with scope_to_organiser(federation[0].pk):
        erase_player(people["Mona"])
        save_player(Person("Somebody Else"))
    with scope_to_organiser(club[0].pk):
        copy.refresh_from_db()
        assert (copy.name, copy.licence, copy.federation_player) == ("Mona Lis", "B12", None)


def test_an_import_leaves_copies_alone(federation, club, people):
    join(federation, club)
    with scope_to_organiser(club[0].pk):
        copy_people([people["Mona"].pk])
        kept = keep_list(
            data=b"Name,Licence,Series\nMona Lis,B12,1A\nGuest,,6D\n", file_name="l.csv", by=club[1]
        )
        planned, _missing = look_at(kept)
        import_people(people=kept, mark=tag_import_plan(planned), by=club[1])
        assert Player.objects.get(licence="B12").series == "4B"
        assert Player.objects.filter(name="Guest").exists()


# --- seasons ---


def play(club, player, total, *, public=True, released=Event.Released.FINAL, partner=None):
    """Record a finished game of a club in which the player had so many points of 1,000."""
    with scope_to_organiser(club[0].pk):
        event = create_event(name="Tuesday", by=club[1])
        Event.objects.filter(pk=event.pk).update(date=DAY, public=public, released=released)
        entry = Entry.objects.create(event=event, player=player, partner=partner, table=1)
        result = GameResult.objects.create(
            event=event,
            game="AAAAA",
            number=1,
            name="1",
            version=1,
            state=GameResult.State.FINAL,
            top_total=1000,
        )
        ResultLine.objects.create(result=result, entry=entry, total=total, negative=total - 1000)
    return event


@pytest.fixture
def season(federation):
    with scope_to_organiser(federation[0].pk):
        return season_of(DAY)


def told(season, **which):
    with scope_to_organiser(season.organiser_id):
        return [(line.competitor.name, line.games, line.total) for line in index_of_season(season, **which)]


def test_results_count_in_the_federations_season_by_consent(federation, club, people, season):
    membership = join(federation, club)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
        guest = player_for("Guest", licences=False)
    play(federation, people["Mona"], 700)
    play(club, copy, 800)
    play(club, guest, 900)
    assert told(season) == [("Mona Lis", 1, 700)]
    federations.set_consent(membership=membership, sends_results=True, by=club[1])
    assert told(season) == [("Mona Lis", 2, 1500)]
    with scope_to_organiser(federation[0].pk):
        assert [line.played.total for line in history_of(people["Mona"]).lines] == [700, 800]
    federations.end_membership(membership=membership, by=club[1])
    assert told(season) == [("Mona Lis", 1, 700)]


def test_the_public_season_counts_public_games_of_clubs_alone(federation, club, people, season):
    join(federation, club, sends_results=True)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
    play(club, copy, 800, public=False)
    assert told(season, public_only=True) == []
    play(club, copy, 600)
    assert told(season, public_only=True) == [("Mona Lis", 1, 600)]


def test_a_club_sends_no_result_before_its_release(federation, club, people, season):
    join(federation, club, sends_results=True)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
    event = play(club, copy, 800, public=False, released=Event.Released.HIDDEN)
    with scope_to_organiser(federation[0].pk):
        assert not history_of(people["Mona"]).lines
    assert told(season) == []
    Event.objects.filter(pk=event.pk).update(released=Event.Released.PROVISIONAL)
    with scope_to_organiser(federation[0].pk):
        assert [line.event for line in history_of(people["Mona"]).lines] == ["Tuesday"]
    assert told(season) == [("Mona Lis", 1, 800)]


def test_a_federation_is_not_told_the_names_of_guests(federation, club, people):
    join(federation, club, sends_results=True)
    with scope_to_organiser(club[0].pk):
        mona, noah = copy_people([player.pk for player in people.values()])
        guest = player_for("Zoe", licences=False)
    play(club, mona, 800, partner=guest)
    play(club, mona, 700, partner=noah)
    with scope_to_organiser(federation[0].pk):
        assert [line.partner for line in history_of(people["Mona"]).lines] == ["a guest", "Noah Lis"]
    with scope_to_organiser(club[0].pk):
        assert [line.partner for line in history_of(mona).lines] == ["Zoe", "Noah Lis"]


def test_the_clubs_own_season_has_its_own_events_alone(federation, club, people):
    join(federation, club, sends_results=True)
    with scope_to_organiser(club[0].pk):
        (copy,) = copy_people([people["Mona"].pk])
        season = season_of(DAY)
    play(federation, people["Mona"], 700)
    play(club, copy, 800)
    assert told(season) == [("Mona Lis", 1, 800)]


# --- pages ---


def test_two_browsers_make_a_federation(client, federation, club, people):
    client.force_login(federation[1])
    page = client.post(reverse("invite-club")).content.decode()
    link = page.split('phone-link">')[1].split("</code>")[0]
    client.force_login(club[1])
    assert b"Federation invites Namur" in client.get(link).content
    assert client.post(link, {"sends_results": "on"}).status_code == 302
    assert b"Federation: Federation" in client.get(reverse("organiser")).content
    with scope_to_organiser(club[0].pk):
        event = create_event(name="Tuesday", by=club[1])
    enter = reverse("enter-people", args=[event.pk])
    assert b"Mona Lis" not in client.get(enter).content
    assert b"Mona Lis" in client.get(enter, {"text": "mona"}).content
    client.post(enter, {"member": people["Mona"].pk})
    copy = Entry.objects.get(event=event).player
    assert b"From the list of Federation" in client.get(reverse("person", args=[copy.pk])).content
    membership = Membership.objects.get()
    client.post(reverse("set-consent", args=[membership.pk]))
    membership.refresh_from_db()
    assert not membership.sends_results
    client.force_login(federation[1])
    assert client.post(reverse("set-consent", args=[membership.pk])).status_code == 404
    assert client.post(reverse("end-membership", args=[membership.pk])).status_code == 302
    with disable_scope():
        assert Player.objects.filter(name="Mona Lis").count() == 2


def test_only_who_enters_people_searches_the_federations_list(client, federation, club, people):
    join(federation, club)
    helper = User.objects.create_user("helper")
    with scope_to_organiser(club[0].pk):
        event = create_event(name="Tuesday", by=club[1])
    event.posts.create(user=helper, role="helper")
    client.force_login(helper)
    enter = reverse("enter-people", args=[event.pk])
    assert b"Mona Lis" not in client.get(enter, {"text": "mona"}).content
    client.post(enter, {"member": people["Mona"].pk})
    assert not event.entries.exists()


def test_a_link_that_is_not_ours_is_told(client, club):
    client.force_login(club[1])
    assert client.get(reverse("club-invitation", args=["x"])).status_code == 404
