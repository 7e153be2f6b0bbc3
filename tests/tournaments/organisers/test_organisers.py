"""Organisers: teams, rights, invitations, and rows that only one organiser has."""

from dataclasses import asdict
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.urls import reverse
from django_scopes.exceptions import ScopeError
from django_scopes.state import state

from tournaments.errors import RuleViolation
from tournaments.events.selectors import events_for
from tournaments.events.services import create_event
from tournaments.events.staff import Role, let_in_new, may_have_link, role_of
from tournaments.models import FIRST_ORGANISER, Club, Event, Letterhead, Organiser, Player, Season
from tournaments.organisers import creation, services
from tournaments.organisers.links import INVITATION
from tournaments.organisers.rights import Right, has_right, rights_in_navigation
from tournaments.organisers.scope import disable_scope, scope_to_organiser
from tournaments.organisers.services import TeamSettings
from tournaments.people.services import player_for
from tournaments.seasons.services import save_season, usual_season
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def ann():
    return User.objects.create_user("ann", password="a good long one")


@pytest.fixture
def operator():
    return User.objects.create_superuser("operator")


@pytest.fixture
def second(ann):
    """Return a second organiser, which ann administers."""
    organiser, token = creation.create_organiser(name="Liège")
    services.accept_invitation(token=token, user=ann)
    return organiser


@pytest.fixture
def team(second):
    return second.teams.get()


# --- rows ---


def test_each_organiser_has_a_player_of_the_same_name_and_licence(second):
    for organiser in (FIRST_ORGANISER, second.pk):
        with scope_to_organiser(organiser):
            player_for("Mona Lis", licences=False)
            Club.named("Namur").save()
            save_season(usual_season(clock.now().date()))
    with disable_scope():
        assert {player.organiser_id for player in Player.objects.all()} == {FIRST_ORGANISER, second.pk}
    with scope_to_organiser(second.pk):
        assert (
            Player.objects.get().organiser == Club.objects.get().organiser == Season.objects.get().organiser
        )


def test_rows_without_a_scope_are_not_to_be_had():
    before = state.set({})
    try:
        with pytest.raises(ScopeError):
            list(Player.objects.all())
        with pytest.raises(ScopeError):
            player_for("Mona", licences=False)
    finally:
        state.reset(before)


def test_many_rows_are_stored_for_the_organiser_in_scope(second):
    with scope_to_organiser(second.pk):
        Club.objects.bulk_create([Club.named("Namur"), Club.named("Spa")])
        assert Club.objects.count() == 2
    assert Club.objects.count() == 0


def test_the_rows_of_a_version_before_organisers_are_those_of_the_first(second):
    """Old code names no organiser when it stores a row: the database does."""
    field = Club._meta.get_field("organiser")
    assert field.db_default == FIRST_ORGANISER


# --- rights ---


def test_the_only_organiser_holds_everybody(ann, operator):
    keeper = User.objects.create_user("keeper")
    keeper.user_permissions.add(Permission.objects.get(codename="change_player"))
    rights = {
        user.username: {right for right in Right if has_right(user, FIRST_ORGANISER, right)}
        for user in (ann, User.objects.get(pk=keeper.pk), operator)
    }
    assert rights == {
        "ann": {Right.RUN_EVENTS},
        "keeper": {Right.RUN_EVENTS, Right.ENTER_PEOPLE},
        "operator": set(Right),
    }


def test_a_second_organiser_lists_those_of_the_first(ann, operator):
    keeper = User.objects.create_user("keeper")
    keeper.user_permissions.add(Permission.objects.get(codename="change_player"))
    Letterhead.objects.create(club="Namur")
    creation.create_organiser(name="Liège")
    first = Organiser.objects.get(pk=FIRST_ORGANISER)
    members = {team.name: {user.username for user in team.members.all()} for team in first.teams.all()}
    assert members == {"Administrators": {"operator"}, "Arbitrators": {"ann", "keeper"}, "People": {"keeper"}}
    assert first.acts.filter(act="user_added").count() == 4
    assert first.name == "Namur"
    assert not User.objects.create_user("later").organiser_teams.exists()


@pytest.mark.parametrize(
    ("right", "role"),
    [
        (Right.ADMINISTER, Role.CHIEF),
        (Right.ARBITRATE, Role.ARBITRATOR),
        (Right.PRINT, Role.PRINTER),
        (Right.SEE, Role.OBSERVER),
        (Right.RUN_EVENTS, None),
        (None, None),
    ],
)
def test_rights_at_the_desk_of_an_event(second, ann, right, role):
    with scope_to_organiser(second.pk):
        event = create_event(name="Tuesday", by=ann)
    bea = User.objects.create_user("bea")
    made = services.make_team(
        organiser=second, settings=TeamSettings("Others", [right] if right else []), by=ann
    )
    services.accept_invitation(token=services.invite(team=made, by=ann), user=bea)
    assert role_of(event, bea) == role


@pytest.mark.parametrize(
    ("post", "right", "role"),
    [
        (Role.HELPER, Right.SEE, Role.HELPER),
        (Role.OBSERVER, Right.PRINT, Role.PRINTER),
        (Role.HELPER, Right.ARBITRATE, Role.ARBITRATOR),
        (Role.ARBITRATOR, Right.PRINT, Role.ARBITRATOR),
    ],
)
def test_a_post_adds_to_the_rights_of_a_team(second, ann, post, right, role):
    with scope_to_organiser(second.pk):
        event = create_event(name="Tuesday", by=ann)
    bea = User.objects.create_user("bea")
    made = services.make_team(organiser=second, settings=TeamSettings("Others", [right]), by=ann)
    services.accept_invitation(token=services.invite(team=made, by=ann), user=bea)
    event.posts.create(user=bea, role=post)
    assert role_of(event, bea) == role
    assert event in events_for(bea)


@pytest.mark.parametrize(
    ("right", "offered"),
    [
        (Right.ADMINISTER, {"runs_events", "people", "administers", "teams"}),
        (Right.RUN_EVENTS, {"runs_events"}),
        (Right.ENTER_PEOPLE, {"people"}),
        (Right.SEE, set()),
    ],
)
def test_the_navigation_offers_what_the_right_of_a_team_allows(second, ann, right, offered):
    bea = User.objects.create_user("bea")
    made = services.make_team(organiser=second, settings=TeamSettings("Others", [right]), by=ann)
    made.members.add(bea)
    assert {name for name, may in asdict(rights_in_navigation(bea)).items() if may} == offered


def test_an_operator_is_no_arbitrator_of_an_organiser(second, ann, operator):
    with scope_to_organiser(second.pk):
        event = create_event(name="Tuesday", by=ann)
    assert role_of(event, operator) is None
    assert not any(has_right(operator, second.pk, right) for right in Right)


def test_an_inactive_user_has_no_right(second, ann):
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert not has_right(User.objects.get(pk=ann.pk), second.pk, Right.RUN_EVENTS)


# --- teams and invitations ---


def test_a_stranger_changes_no_team(second, team):
    bob = User.objects.create_user("bob")
    for act in (
        lambda: services.make_team(organiser=second, settings=TeamSettings("x", []), by=bob),
        lambda: services.change_team(team=team, settings=TeamSettings("x", []), by=bob),
        lambda: services.remove_team(team=team, by=bob),
        lambda: services.invite(team=team, by=bob),
        lambda: creation.rename_organiser(organiser=second, name="x", by=bob),
    ):
        with pytest.raises(PermissionDenied):
            act()


def refusal(act, **values):
    with pytest.raises(RuleViolation) as refused:
        act(**values)
    return refused.value.code


def test_somebody_has_to_administer(team, ann):
    assert refusal(services.remove_team, team=team, by=ann) == "last_administrator"
    assert refusal(services.remove_user, team=team, user=ann, by=ann) == "last_administrator"
    assert (
        refusal(services.change_team, team=team, settings=TeamSettings("x", []), by=ann)
        == "last_administrator"
    )
    bea = User.objects.create_user("bea")
    services.accept_invitation(token=services.invite(team=team, by=ann), user=bea)
    services.remove_user(team=team, user=ann, by=ann)
    assert [user.username for user in team.members.all()] == ["bea"]


@pytest.mark.parametrize("name", ["", "  ", "liège", "Liège "])
def test_an_organiser_has_a_name_of_its_own(second, name):
    assert refusal(creation.create_organiser, name=name) in {"organiser_without_name", "organiser_taken"}


def test_a_team_has_a_name_of_its_own(second, ann):
    settings = TeamSettings("administrators", [])
    assert refusal(services.make_team, organiser=second, settings=settings, by=ann) == "team_taken"


def test_an_invitation_works_once_and_for_a_week(team, ann, hands):
    token = services.invite(team=team, by=ann)
    hands.move(INVITATION / timedelta(seconds=1) - 1)
    assert services.find_invitation(token)
    hands.move(2)
    assert services.find_invitation(token) is None
    token = services.invite(team=team, by=ann)
    services.accept_invitation(token=token, user=User.objects.create_user("bea"))
    other = User.objects.create_user("cid")
    assert refusal(services.accept_invitation, token=token, user=other) == "invitation_gone"


def test_an_invitation_can_be_taken_back(team, ann):
    token = services.invite(team=team, by=ann)
    services.remove_invitation(invitation=services.find_invitation(token), by=ann)
    assert services.find_invitation(token) is None


def test_an_invitation_goes_with_its_maker_and_with_further_rights(second, team, ann):
    bea = User.objects.create_user("bea")
    services.accept_invitation(token=services.invite(team=team, by=ann), user=bea)
    token = services.invite(team=team, by=bea)
    services.remove_user(team=team, user=bea, by=ann)
    assert services.find_invitation(token) is None
    others = services.make_team(organiser=second, settings=TeamSettings("Others", []), by=ann)
    token = services.invite(team=others, by=ann)
    services.change_team(team=others, settings=TeamSettings("Friends", []), by=ann)
    assert services.find_invitation(token)
    services.change_team(team=others, settings=TeamSettings("Friends", [Right.ADMINISTER]), by=ann)
    assert services.find_invitation(token) is None


@pytest.mark.parametrize("how", ["team removed", "right taken", "account closed"])
def test_an_invitation_works_while_its_maker_administers(second, team, ann, how):
    other = User.objects.create_user("other")
    board = services.make_team(organiser=second, settings=TeamSettings("Board", [Right.ADMINISTER]), by=ann)
    board.members.add(other)
    token = services.invite(team=team, by=other)
    assert services.find_invitation(token)
    if how == "team removed":
        services.remove_team(team=board, by=ann)
    elif how == "right taken":
        services.change_team(team=board, settings=TeamSettings("Board", [Right.SEE]), by=ann)
    else:
        User.objects.filter(pk=other.pk).update(is_active=False)
    assert services.find_invitation(token) is None
    assert refusal(services.accept_invitation, token=token, user=other) == "invitation_gone"


def test_no_desk_gives_a_link_into_the_account_of_a_team(second, team, ann):
    with scope_to_organiser(FIRST_ORGANISER):
        event = create_event(name="Tuesday", by=ann)
    post = let_in_new(event=event, user_name="new", role=Role.HELPER, by=ann)
    assert may_have_link(post)
    team.members.add(post.user)
    assert not may_have_link(post)


def test_a_name_that_is_taken_at_this_moment_is_refused(team, ann):
    token = services.invite(team=team, by=ann)
    User.objects.create_user("bea")
    assert refusal(services.accept_invitation, token=token, user=User(username="bea")) == "account_exists"
    assert services.find_invitation(token)


# --- pages ---


def test_nobody_meets_the_word_where_there_is_one_organiser(client, operator):
    client.force_login(operator)
    assert client.get(reverse("organiser")).status_code == 404
    assert b"organiser-choice" not in client.get(reverse("desk")).content


def test_an_invited_stranger_makes_an_account(client, second, team, ann):
    address = reverse("invitation", args=[services.invite(team=team, by=ann)])
    assert b"Li\xc3\xa8ge" in client.get(address).content
    data = {"username": "bea", "new_password1": "a very long one", "new_password2": "a very long one"}
    assert client.post(address, data | {"new_password2": "another"}).status_code == 422
    assert client.post(address, data).url == reverse("desk")
    assert has_right(User.objects.get(username="bea"), second.pk, Right.ADMINISTER)
    assert client.get(reverse("organiser")).status_code == 200
    assert client.get(address).status_code == 404


def test_a_user_of_two_organisers_chooses_one(client, second, ann):
    player_for("Mona", licences=False)
    first = Organiser.objects.get(pk=FIRST_ORGANISER)
    people = first.teams.get(name="People")
    people.members.add(ann)
    client.force_login(ann)
    assert b"organiser-choice" in client.get(reverse("people")).content
    seen = {}
    for organiser in (first, second):
        chosen = {"organiser": organiser.pk, "next": reverse("people")}
        assert client.post(reverse("choose-organiser"), chosen).url == reverse("people")
        seen[organiser.pk] = b"Mona" in client.get(reverse("people")).content
    assert seen == {first.pk: True, second.pk: False}
    assert client.post(reverse("choose-organiser"), {"next": "https://bad.example"}).url == reverse("desk")
    assert client.post(reverse("choose-organiser"), {"next": "²"}).url == reverse("desk")


def test_teams_are_made_changed_and_removed_on_their_pages(client, second, team, ann):
    client.force_login(ann)
    page = reverse("organiser")
    made = client.post(page, {"name": "Arbitrators", "rights": ["runs_events", "arbitrates"]})
    others = second.teams.get(name="Arbitrators")
    assert made.url == reverse("organiser-team", args=[others.pk])
    assert (others.runs_events, others.arbitrates, others.administers) == (True, True, False)
    assert client.post(page, {"name": "Arbitrators"}).status_code == 422
    link = client.post(reverse("invite-into-team", args=[others.pk]))
    assert b"/invitation/" in link.content
    assert client.post(made.url, {"name": "Helpers", "rights": []}).url == made.url
    assert client.post(reverse("remove-organiser-team", args=[others.pk])).url == page
    assert client.post(reverse("remove-from-team", args=[team.pk, ann.pk])).url == reverse("desk")
    assert list(team.members.all()) == [ann]
    assert client.post(page, {"rename": 1, "organiser-name": "Club de Liège"}).url == page
    assert "Club de Liège".encode() in client.get(page).content


def test_a_member_leaves_a_team_and_others_are_not_there(client, second, ann):
    others = services.make_team(organiser=second, settings=TeamSettings("Others", []), by=ann)
    bea, cid = User.objects.create_user("bea"), User.objects.create_user("cid")
    others.members.add(bea, cid)
    client.force_login(bea)
    assert client.post(reverse("remove-from-team", args=[others.pk, cid.pk])).status_code == 404
    assert client.post(reverse("remove-from-team", args=[others.pk, bea.pk])).url == reverse("desk")
    assert list(others.members.all()) == [cid]


def test_posts_end_with_the_last_team(second, ann):
    with scope_to_organiser(second.pk):
        event = create_event(name="Tuesday", by=ann)
    bea = User.objects.create_user("bea")
    teams = [
        services.make_team(organiser=second, settings=TeamSettings(name, []), by=ann) for name in ("A", "B")
    ]
    for team in teams:
        team.members.add(bea)
    event.posts.create(user=bea, role=Role.ARBITRATOR)
    services.remove_user(team=teams[0], user=bea, by=ann)
    assert role_of(event, bea) == Role.ARBITRATOR
    services.remove_team(team=teams[1], by=ann)
    assert role_of(event, bea) is None


def test_a_new_row_needs_an_organiser_in_scope():
    """The default of the database is for the code before organisers: ours never leaves the choice to it."""
    before = state.set({})
    with pytest.raises(ScopeError):
        Event.objects.create(name="Nobody's")
    state.reset(before)


def test_the_operator_makes_an_organiser_at_the_command_line(capsys):
    call_command("create_organiser", "Liège", site="https://isotop.example.org/")
    links = [word for word in capsys.readouterr().out.split() if "/invitation/" in word]
    assert all(link.startswith("https://isotop.example.org/invitation/") for link in links)
    found = [services.find_invitation(link.rstrip("/").rpartition("/")[2]) for link in links]
    # There is no operator's account: the second link is for whoever shall administer the first one.
    assert [one.team.organiser.name for one in found] == ["Liège", ""]
    assert all(one.team.administers for one in found)
    call_command("create_organiser", "Spa", site="https://isotop.example.org/")
    assert capsys.readouterr().out.count("/invitation/") == 1
