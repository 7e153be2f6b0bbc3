"""The staff of an event: roles, and the tables of each post.

Terms. A *post* is one user at the desk of one event (`Arbitrator`), with a role. The *chief* has the last
word, and administrators of the organiser count as chiefs of its events. Members of a team that arbitrates,
prints or sees have that role at all events of its organiser; a post there adds to it. A post may have a range
of tables; a post without one has all tables. Ranges may overlap, so that two arbitrators can help each other
out. A post in a room has the room's tables, also after they change.

Only a chief changes posts, and an event keeps at least one chief who can log in.
"""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Event, Room
from tournaments.organisers.rights import Right, rights_to_see, users_who_see

Role = Arbitrator.Role
JUDGES: Final = Arbitrator.JUDGES
# The role at all events of an organiser that a right there gives, the strongest first.
_ROLES_BY_RIGHT: Final = {
    Right.ADMINISTER: Role.CHIEF,
    Right.ARBITRATE: Role.ARBITRATOR,
    Right.PRINT: Role.PRINTER,
    Right.SEE: Role.OBSERVER,
}
_NO_JUDGE: Final = _("Helpers can only register players; slips are for arbitrators.")
_RANKS: Final = (Role.CHIEF, Role.ARBITRATOR, Role.HELPER, Role.PRINTER, Role.OBSERVER)


@dataclass(frozen=True, slots=True)
class AtDesk:
    """The user at a desk; templates know it as `request.at_desk`."""

    role: Role
    names_hidden: bool

    @property
    def is_chief(self) -> bool:
        return self.role == Role.CHIEF

    @property
    def judges(self) -> bool:
        return self.role in JUDGES

    @property
    def helps(self) -> bool:
        """True if they do something at the desk, and do not only look on or print."""
        return self.judges or self.role == Role.HELPER

    @property
    def registers(self) -> bool:
        """True if they may enter players, which shows who sits where."""
        return self.helps and not self.names_hidden

    @property
    def prints(self) -> bool:
        return self.role != Role.OBSERVER


def role_of(event: Event, user: User) -> Arbitrator.Role | None:
    """Return the user's role at the desk of the event; None for a stranger."""
    if not user.is_active:
        return None
    post = event.posts.filter(user=user).values_list("role", flat=True).first()
    if post == Role.CHIEF:
        return Role.CHIEF
    roles = {
        _ROLES_BY_RIGHT[right]
        for right in rights_to_see(user, event.organiser_id)
        if right in _ROLES_BY_RIGHT
    }
    if post is not None:
        roles.add(Role(post))
    return min(roles, key=_RANKS.index, default=None)


def names_are_hidden_from(role: Arbitrator.Role) -> bool:
    """Tell whether this role may not know names while they are hidden: chiefs and those who enter players may."""
    return role not in {Role.CHIEF, Role.HELPER}


def users_at_desk(event: int) -> set[int]:
    """Return the keys of the users at the desk of the event with this key: those with a post, and those who
    see all events of its organiser.
    """
    posts = User.objects.filter(posts__event=event)
    everywhere = users_who_see(Event.objects.values_list("organiser", flat=True).get(pk=event))
    return set((posts | everywhere).filter(is_active=True).values_list("pk", flat=True))


def is_chief(event: Event, user: User) -> bool:
    """Tell whether the user has the last word at the desk of the event."""
    return role_of(event, user) == Role.CHIEF


def tables_of(event: Event, user: User) -> range | None:
    """Return the tables that were given to the user; None for all of them."""
    post = event.posts.select_related("room").filter(user=user).first()
    return post.tables if post else None


def check_may_judge(
    event: Event,
    user: User,
    code: str = "may_not_judge",
    message: Promise = _NO_JUDGE,
) -> Arbitrator.Role:
    """Check that the user may change scores, which helpers may not; return their role. `code` and `message`
    are those of the refusal.
    """
    role = role_of(event, user)
    if role not in JUDGES:
        raise RuleViolation(code, message)
    return Role(role)


def check_chief(event: Event, user: User) -> None:
    """Check that the user is the chief of the event."""
    if not is_chief(event, user):
        raise RuleViolation("chief_only", _("Only the chief arbitrator can do this."))


@transaction.atomic
def let_in(*, event: Event, user_name: str, role: Role, by: User) -> Arbitrator:
    """Give the owner of an account a post at the desk.

    Raises:
        RuleViolation: there is no such account, or it is at this desk already.
    """
    _lock_for_chief(event, by)
    user = _find_account(user_name)
    if user is None:
        raise RuleViolation(
            "no_account", _("There is no account “{user}”. You can create one."), user=user_name.strip()
        )
    if event.posts.filter(user=user).exists():
        raise RuleViolation("at_desk_already", _("{user} is already an arbitrator here."), user=user.username)
    return Arbitrator.objects.create(event=event, user=user, role=role)


@transaction.atomic
def let_in_new(*, event: Event, user_name: str, role: Role, by: User) -> Arbitrator:
    """Create an account and give it a post; no password opens it yet, only a login link (`may_have_link`).

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
            _("“{user}” is not a valid user name: use only letters, digits and @ . + - _"),
            user=user.username,
        ) from error
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Created at the same moment, for another event.
        raise _account_exists(user) from None
    return Arbitrator.objects.create(event=event, user=user, role=role)


def _account_exists(user: User) -> RuleViolation:
    return RuleViolation("account_exists", _("The account “{user}” already exists."), user=user.username)


@transaction.atomic
def change_role(*, post: Arbitrator, role: Role, by: User) -> Arbitrator:
    """Change the role of a post. Only arbitrators have tables."""
    post = _lock_post(post, by)
    if role != Role.CHIEF:
        _keep_a_chief(post)
    post.role = role
    if role not in JUDGES:
        post.first_table = post.last_table = post.room = None
    post.full_clean()
    post.save()
    return post


@transaction.atomic
def set_tables(*, post: Arbitrator, tables: range | None, by: User) -> Arbitrator:
    """Give a post a range of tables, or all of them (None)."""
    post = _lock_post(post, by)
    if tables is not None and not 1 <= tables.start < tables.stop:
        raise RuleViolation("bad_tables", _("The last table must come after the first, such as 1 to 12."))
    if tables is not None and post.role not in JUDGES:
        raise RuleViolation("helper_without_tables", _("A helper does not judge slips and has no tables."))
    post.first_table, post.last_table = (tables.start, tables.stop - 1) if tables else (None, None)
    post.room = None
    post.full_clean()
    post.save()
    return post


@transaction.atomic
def post_to_room(*, post: Arbitrator, room: Room, by: User) -> Arbitrator:
    """Give a post the tables of a room."""
    post = _lock_post(post, by)
    if post.role not in JUDGES:
        raise RuleViolation("helper_without_tables", _("A helper does not judge slips and has no tables."))
    held = post.event.rooms.filter(pk=room.pk).first()
    if held is None:
        raise RuleViolation("room_gone", _("The room “{room}” no longer exists."), room=room.name)
    post.room, post.first_table, post.last_table = held, None, None
    post.full_clean()
    post.save()
    return post


@transaction.atomic
def dismiss(*, post: Arbitrator, by: User) -> None:
    """Remove a post; the acts of its user stay on record."""
    post = _lock_post(post, by)
    _keep_a_chief(post)
    post.delete()


def may_have_link(post: Arbitrator) -> bool:
    """Tell whether a chief may have a login link for this account.

    The account must still wait for its first login, and no other desk may know it. A link for an account in
    use would hand over all that the account may do elsewhere.
    """
    user = post.user
    waiting = user.is_active and user.last_login is None and not user.has_usable_password()
    powerless = not (user.is_staff or user.is_superuser or user.organiser_teams.exists())
    return waiting and powerless and not user.posts.exclude(event=post.event_id).exists()


def colleagues_of(user: User) -> list[str]:
    """Return the names of users who have shared a desk with the user, to let them in again."""
    together = User.objects.filter(is_active=True, posts__event__posts__user=user).exclude(pk=user.pk)
    return list(together.order_by("username").values_list("username", flat=True).distinct())


def _find_account(user_name: str) -> User | None:
    """Find the account of exactly this name, or else one that differs only in capitals."""
    accounts = User.objects.filter(username__iexact=user_name.strip(), is_active=True)
    return accounts.filter(username=user_name.strip()).first() or accounts.first()


def _lock_for_chief(event: Event, by: User) -> None:
    """Lock the event, so that acts on its desk wait for each other, and check that the user is its chief by
    then.
    """
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    check_chief(event, by)


def _lock_post(post: Arbitrator, by: User) -> Arbitrator:
    """Lock the desk and return the post as it is now; another chief may have changed or ended it."""
    _lock_for_chief(post.event, by)
    arbitrator = Arbitrator.objects.select_related("user", "event", "room").filter(pk=post.pk).first()
    if arbitrator is None:
        raise RuleViolation(
            "not_at_desk", _("{user} is no longer an arbitrator here."), user=post.user.username
        )
    return arbitrator


def _keep_a_chief(post: Arbitrator) -> None:
    """Check that the event keeps a chief without this post."""
    chiefs = post.event.posts.filter(role=Role.CHIEF, user__is_active=True)
    if post.role == Role.CHIEF and not chiefs.exclude(pk=post.pk).exists():
        raise RuleViolation(
            "last_chief", _("{user} is the only chief: name another one first."), user=post.user.username
        )
