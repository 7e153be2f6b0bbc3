"""Posts at the desk of an event: roles, tables, and that there is always a chief."""

import threading

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tournaments.accounts.login_links import user_for_welcome_token, welcome_token
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.models import Arbitrator, Event
from tournaments.names import name_visibility

pytestmark = pytest.mark.django_db

Role = Arbitrator.Role


def at_desk(event, name, role, **more):
    """Make a post for a new user of that name, or for a user."""
    user = name if isinstance(name, User) else User.objects.create_user(name)
    return Arbitrator.objects.create(event=event, user=user, role=role, **more)


@pytest.fixture
def event():
    return Event.objects.create(name="Tuesday")


@pytest.fixture
def chief(event):
    return at_desk(event, "ann", Role.CHIEF)


def refused(act, *args, **kwargs):
    """Return the code of the refusal, and its sentence."""
    with pytest.raises(RuleViolation) as error:
        act(*args, **kwargs)
    return error.value.code, str(error.value)


def test_what_somebody_is_at_a_desk(event, chief):
    carl = at_desk(event, "carl", Role.ARBITRATOR)
    hugo = at_desk(event, "hugo", Role.HELPER)
    stranger = at_desk(Event.objects.create(name="Elsewhere"), "bob", Role.CHIEF).user
    root = User.objects.create_superuser("root")
    everybody = [chief.user, carl.user, hugo.user, stranger, root]
    assert [staff.role_of(event, user) for user in everybody] == [
        Role.CHIEF,
        Role.ARBITRATOR,
        Role.HELPER,
        None,
        Role.CHIEF,
    ]
    assert [staff.is_chief(event, user) for user in everybody] == [True, False, False, False, True]


def test_a_closed_account_is_nobody(event, chief):
    User.objects.update(is_active=False)
    chief.user.refresh_from_db()
    assert staff.role_of(event, chief.user) is None


def test_the_tables_of_somebody(event, chief):
    carl = at_desk(event, "carl", Role.ARBITRATOR, first_table=1, last_table=12)
    assert staff.tables_of(event, carl.user) == range(1, 13)
    assert staff.tables_of(event, chief.user) is None
    assert staff.tables_of(event, User.objects.create_superuser("root")) is None


def test_letting_in_an_account_whatever_its_capitals(event, chief):
    bob = User.objects.create_user("Bob")
    post = staff.let_in(event=event, user_name=" bob ", role=Role.ARBITRATOR, by=chief.user)
    assert (post.user, post.role, post.tables) == (bob, "arbitrator", None)


def test_who_cannot_be_let_in(event, chief):
    User.objects.create_user("gone", is_active=False)
    for name, code in [("nobody", "no_account"), ("gone", "no_account"), ("ann", "at_desk_already")]:
        assert refused(staff.let_in, event=event, user_name=name, role=Role.HELPER, by=chief.user)[0] == code
    assert event.posts.count() == 1


def test_a_new_account_is_opened_by_its_link_alone(event, chief):
    post = staff.let_in_new(event=event, user_name="dora", role=Role.HELPER, by=chief.user)
    assert not post.user.has_usable_password()
    assert not post.user.is_staff
    assert staff.may_have_link(post)
    assert user_for_welcome_token(welcome_token(post.user)) == post.user


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ANN", "account_exists"),
        ("", "bad_user_name"),
        ("a b", "bad_user_name"),
        ("x" * 151, "bad_user_name"),
    ],
)
def test_what_cannot_be_a_new_account(event, chief, name, code):
    assert refused(staff.let_in_new, event=event, user_name=name, role=Role.HELPER, by=chief.user)[0] == code
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "used",
    [
        lambda user: user.set_password("a good long one"),
        lambda user: setattr(user, "last_login", user.date_joined),
        lambda user: setattr(user, "is_active", False),
        lambda user: setattr(user, "is_staff", True),
        lambda user: setattr(user, "is_superuser", True),
        lambda user: at_desk(Event.objects.create(name="Elsewhere"), user, Role.HELPER),
    ],
)
def test_no_link_into_an_account_that_is_worth_something_elsewhere(event, chief, used):
    post = staff.let_in_new(event=event, user_name="dora", role=Role.HELPER, by=chief.user)
    used(post.user)
    post.user.save()
    assert not staff.may_have_link(post)


def test_roles_and_tables_are_changed(event, chief):
    carl = at_desk(event, "carl", Role.ARBITRATOR)
    carl = staff.set_tables(post=carl, tables=range(13, 25), by=chief.user)
    assert (carl.first_table, carl.last_table) == (13, 24)
    carl = staff.change_role(post=carl, role=Role.CHIEF, by=chief.user)
    assert (carl.role, carl.tables) == ("chief", range(13, 25))
    # A helper judges nothing, so that no table is theirs.
    carl = staff.change_role(post=carl, role=Role.HELPER, by=chief.user)
    assert Arbitrator.objects.get(pk=carl.pk).tables is None
    assert (
        refused(staff.set_tables, post=carl, tables=range(1, 3), by=chief.user)[0] == "helper_without_tables"
    )


def test_ranges_may_overlap(event, chief):
    at_desk(event, "carl", Role.ARBITRATOR, first_table=1, last_table=12)
    assert staff.set_tables(post=chief, tables=range(6, 13), by=chief.user).tables == range(6, 13)
    assert staff.set_tables(post=chief, tables=None, by=chief.user).tables is None


@pytest.mark.parametrize("tables", [range(3), range(5, 5), range(5, 3)])
def test_tables_that_cannot_be(event, chief, tables):
    assert refused(staff.set_tables, post=chief, tables=tables, by=chief.user)[0] == "bad_tables"


def test_there_is_always_a_chief(event, chief):
    at_desk(event, "carl", Role.ARBITRATOR)
    gone = at_desk(event, "gone", Role.CHIEF)
    User.objects.filter(pk=gone.user_id).update(is_active=False)
    said = ("last_chief", "ann is the only chief: name another one first.")
    assert refused(staff.dismiss, post=chief, by=chief.user) == said
    assert refused(staff.change_role, post=chief, role=Role.HELPER, by=chief.user) == said
    root = User.objects.create_superuser("root")
    assert refused(staff.dismiss, post=chief, by=root) == said
    second = at_desk(event, "dora", Role.CHIEF)
    staff.dismiss(post=chief, by=chief.user)
    assert event.posts.filter(role=Role.CHIEF, user__is_active=True).get() == second


@pytest.mark.parametrize("role", [Role.ARBITRATOR, Role.HELPER, None])
def test_only_a_chief_changes_posts(event, chief, role):
    by = at_desk(event, "carl", role).user if role else User.objects.create_user("carl")
    User.objects.create_user("dora")
    for act, values in [
        (staff.let_in, {"event": event, "user_name": "dora", "role": Role.CHIEF}),
        (staff.let_in_new, {"event": event, "user_name": "eve", "role": Role.CHIEF}),
        (staff.change_role, {"post": chief, "role": Role.HELPER}),
        (staff.set_tables, {"post": chief, "tables": range(1, 3)}),
        (staff.dismiss, {"post": chief}),
    ]:
        assert refused(act, by=by, **values) == ("chief_only", "Only the chief arbitrator can do this.")
    assert not User.objects.filter(username="eve").exists()


def test_somebody_dismissed_meanwhile_does_not_come_back(event, chief):
    carl = at_desk(event, "carl", Role.ARBITRATOR)
    staff.dismiss(post=Arbitrator.objects.get(pk=carl.pk), by=chief.user)
    for act, values in [
        (staff.change_role, {"role": Role.CHIEF}),
        (staff.set_tables, {"tables": None}),
        (staff.dismiss, {}),
    ]:
        assert refused(act, post=carl, by=chief.user, **values)[0] == "not_at_desk"
    assert event.posts.count() == 1


def test_who_has_been_at_a_desk_together(event, chief):
    carl = at_desk(event, "carl", Role.ARBITRATOR).user
    at_desk(Event.objects.create(name="Elsewhere"), "bob", Role.CHIEF)
    later = Event.objects.create(name="Wednesday")
    for user in (chief.user, carl):
        Arbitrator.objects.create(event=later, user=user)
    assert staff.colleagues_of(chief.user) == ["carl"]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="one writer at a time, and one connection in tests")
@pytest.mark.django_db(transaction=True)
def test_two_chiefs_dismissing_each_other_at_the_same_moment():
    event = Event.objects.create(name="Tuesday")
    ann, bob = (at_desk(event, name, Role.CHIEF) for name in ("ann", "bob"))
    start = threading.Barrier(2)
    said = []

    def dismiss(post, by):
        start.wait()
        try:
            staff.dismiss(post=post, by=by)
        except RuleViolation as error:
            said.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=dismiss, args=args) for args in ((ann, bob.user), (bob, ann.user))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == ["chief_only"]
    assert event.posts.get().role == Role.CHIEF


def test_names_are_hidden_and_shown_again(event):
    assert name_visibility.visible_name("Mona", 3) == "Mona"
    with name_visibility.hidden(True):
        assert name_visibility.visible_name("Mona", 3) == "Table 3"
        with name_visibility.hidden(False):
            assert name_visibility.visible_name("Mona", 3) == "Mona"
        assert name_visibility.visible_params({"name": "Mona", "table": 3, "word": "A"}) == {
            "name": "Table 3",
            "table": 3,
            "word": "A",
        }
        assert name_visibility.visible_params({"word": "A"}) == {"word": "A"}
    assert name_visibility.visible_params({"name": "Mona", "table": 3}) == {"name": "Mona", "table": 3}
