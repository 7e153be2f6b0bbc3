"""Who is at the desk of an event: roles, and the tables that are theirs.

Terms. A *post* is one user at the desk of one event (`Arbitrator`), with a role. The *chief* has the last word, and an
administrator counts as the chief of every event. A post may have a range of tables; without one, all tables are
theirs. Ranges may overlap: two arbitrators who help each other out is nothing to forbid. Who is posted to a room has
its tables, whatever they become.

What always holds: only a chief changes posts, and an event keeps at least one chief who can log in.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Event, Room

Role = Arbitrator.Role


@dataclass(frozen=True, slots=True)
class AtDesk:
    """Whoever is at a desk; templates know it as `request.at_desk`."""

    role: Role
    names_hidden: bool

    @property
    def is_chief(self) -> bool:
        return self.role == Role.CHIEF

    @property
    def judges(self) -> bool:
        return self.role != Role.HELPER

    @property
    def registers(self) -> bool:
        """Whoever enters players knows who sits where."""
        return not self.names_hidden


def role_of(event: Event, user: User) -> Arbitrator.Role | None:
    """What the user is at the desk of the event; None for a stranger."""
    if not user.is_active:
        return None
    if user.is_superuser:
        return Role.CHIEF
    role = event.posts.filter(user=user).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def is_chief(event: Event, user: User) -> bool:
    """Whether the user has the last word at the desk of the event."""
    return role_of(event, user) == Role.CHIEF


def tables_of(event: Event, user: User) -> range | None:
    """The tables that were given to the user; None for all of them."""
    post = event.posts.select_related("room").filter(user=user).first()
    return post.tables if post else None


def check_may_judge(event: Event, user: User) -> Arbitrator.Role:
    """Helpers register players; what changes a score is not theirs. Gives the role of who may."""
    role = role_of(event, user)
    if role in {None, Role.HELPER}:
        raise RuleViolation("may_not_judge", _("Helpers register players; slips are the arbitrators' work."))
    return Role(role)


def check_chief(event: Event, user: User) -> None:
    """Refuse what is the chief's to whoever is not."""
    if not is_chief(event, user):
        raise RuleViolation("chief_only", _("Only the chief arbitrator may do this."))


@transaction.atomic
def let_in(*, event: Event, user_name: str, role: Role, by: User) -> Arbitrator:
    """Give somebody who has an account a post at the desk.

    Raises:
        RuleViolation: there is no such account, or it is at this desk already.
    """
    _lock_for_chief(event, by)
    user = _find_account(user_name)
    if user is None:
        raise RuleViolation(
            "no_account", _("There is no account “{user}”. You can make one."), user=user_name.strip()
        )
    if event.posts.filter(user=user).exists():
        raise RuleViolation("at_desk_already", _("{user} is at this desk already."), user=user.username)
    return Arbitrator.objects.create(event=event, user=user, role=role)


@transaction.atomic
def let_in_new(*, event: Event, user_name: str, role: Role, by: User) -> Arbitrator:
    """Make an account and give it a post; no password opens it yet, only a login link (`may_have_link`).

    Raises:
        RuleViolation: the name is taken, or cannot be a user name.
    """
    _lock_for_chief(event, by)
    user = User(username=User.normalize_username(user_name.strip()))
    if User.objects.filter(username__iexact=user.username).exists():
        raise _account_exists(user)
    user.set_unusable_password()
    try:
        user.full_clean(validate_unique=False)
    except ValidationError as error:
        raise RuleViolation(
            "bad_user_name",
            _("“{user}” cannot be a user name: write letters, digits, and @ . + - _ only."),
            user=user.username,
        ) from error
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Made at the same moment, for another event.
        raise _account_exists(user) from None
    return Arbitrator.objects.create(event=event, user=user, role=role)


def _account_exists(user: User) -> RuleViolation:
    return RuleViolation("account_exists", _("There is an account “{user}” already."), user=user.username)


@transaction.atomic
def change_role(*, post: Arbitrator, role: Role, by: User) -> Arbitrator:
    """Make somebody at the desk something else there. A helper has no tables."""
    post = _as_it_stands(post, by)
    if role != Role.CHIEF:
        _keep_a_chief(post)
    post.role = role
    if role == Role.HELPER:
        post.first_table = post.last_table = post.room = None
    post.full_clean()
    post.save()
    return post


@transaction.atomic
def set_tables(*, post: Arbitrator, tables: range | None, by: User) -> Arbitrator:
    """Give somebody a range of tables, or with None all of them."""
    post = _as_it_stands(post, by)
    if tables is not None and not 1 <= tables.start < tables.stop:
        raise RuleViolation("bad_tables", _("The first table comes before the last: such as 1 to 12."))
    if tables is not None and post.role == Role.HELPER:
        raise RuleViolation("helper_without_tables", _("A helper judges no slips, and has no tables."))
    post.first_table, post.last_table = (tables.start, tables.stop - 1) if tables else (None, None)
    post.room = None
    post.full_clean()
    post.save()
    return post


@transaction.atomic
def post_to_room(*, post: Arbitrator, room: Room, by: User) -> Arbitrator:
    """Give somebody the tables of a room."""
    post = _as_it_stands(post, by)
    if post.role == Role.HELPER:
        raise RuleViolation("helper_without_tables", _("A helper judges no slips, and has no tables."))
    held = post.event.rooms.filter(pk=room.pk).first()
    if held is None:
        raise RuleViolation("room_gone", _("There is no room “{room}” any more."), room=room.name)
    post.room, post.first_table, post.last_table = held, None, None
    post.full_clean()
    post.save()
    return post


@transaction.atomic
def dismiss(*, post: Arbitrator, by: User) -> None:
    """Take somebody's post away; what they have done stays on record."""
    post = _as_it_stands(post, by)
    _keep_a_chief(post)
    post.delete()


def may_have_link(post: Arbitrator) -> bool:
    """Whether a chief may have a login link for this account: it is still waiting for its first login, and no other
    desk knows it. A link for an account in use would hand over whatever that account may do elsewhere.
    """
    user = post.user
    waiting = user.is_active and user.last_login is None and not user.has_usable_password()
    powerless = not (user.is_staff or user.is_superuser)
    return waiting and powerless and not user.posts.exclude(event=post.event_id).exists()


def colleagues_of(user: User) -> list[str]:
    """The names of those who have been at a desk together with the user, to let in again."""
    together = User.objects.filter(is_active=True, posts__event__posts__user=user).exclude(pk=user.pk)
    return list(together.order_by("username").values_list("username", flat=True).distinct())


def _find_account(user_name: str) -> User | None:
    """As it is written, or whatever the capitals if there is only one like it."""
    accounts = User.objects.filter(username__iexact=user_name.strip(), is_active=True)
    return accounts.filter(username=user_name.strip()).first() or accounts.first()


def _lock_for_chief(event: Event, by: User) -> None:
    """Let acts on the desk of one event wait for each other, and refuse whoever is no chief by then."""
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    check_chief(event, by)


def _as_it_stands(post: Arbitrator, by: User) -> Arbitrator:
    """The post, held for a chief; another one may have changed or ended it since it was looked at."""
    _lock_for_chief(post.event, by)
    held = Arbitrator.objects.select_related("user", "event", "room").filter(pk=post.pk).first()
    if held is None:
        raise RuleViolation("not_at_desk", _("{user} is not at this desk any more."), user=post.user.username)
    return held


def _keep_a_chief(post: Arbitrator) -> None:
    """Refuse what would leave the event without a chief."""
    chiefs = post.event.posts.filter(role=Role.CHIEF, user__is_active=True)
    if post.role == Role.CHIEF and not chiefs.exclude(pk=post.pk).exists():
        raise RuleViolation(
            "last_chief", _("{user} is the only chief: name another one first."), user=post.user.username
        )
