"""The people at the desk of a game, and how they arbitrate there. One function an act, each one transaction.

Posts belong to the event (`tournaments.events.staff`). An act on a post is logged in every game of the event
that is in progress, and in the game at whose desk it was done. Only the chief may do any of this.
"""

from collections.abc import Callable
from typing import Any, NotRequired, TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game, lock_games_at_desk
from duplicate.acts.publish import publish
from duplicate.log import audit_log
from duplicate.models import Game
from tournaments.accounts.login_links import welcome_token
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.models import Arbitrator, Room


class NewPost(TypedDict):
    """An invitation to the desk of a game: the role that a user gets, and the user who lets them in."""

    game: Game
    user_name: str
    role: Arbitrator.Role
    tables: range | None
    by: User
    room: NotRequired[Room | None]


def let_in(**new: Unpack[NewPost]) -> Arbitrator:
    """Give a post at the desk to a user who has an account."""
    return _let_in(staff.let_in, new)


def let_in_new(**new: Unpack[NewPost]) -> Arbitrator:
    """Create an account with a post at the desk; a login link opens the account."""
    return _let_in(staff.let_in_new, new)


@transaction.atomic
def _let_in(give_post: Callable[..., Arbitrator], new: NewPost) -> Arbitrator:
    """Give a post, and log it with its tables, if it has any."""
    game, by, tables = new["game"], new["by"], new.get("room") or new["tables"]
    games = lock_games_at_desk(game)
    post = give_post(event=game.event, user_name=new["user_name"], role=new["role"], by=by)
    _record(games, "arbitrator_let_in", by, user=post.user.username, role=post.role)
    if tables is not None and post.role in staff.JUDGES:
        post = _give_tables(post, tables, by)
        _record_tables(games, post, by)
    return post


@transaction.atomic
def change_post(
    *,
    game: Game,
    post: Arbitrator,
    role: Arbitrator.Role,
    tables: range | None,
    by: User,
    room: Room | None = None,
) -> Arbitrator:
    """Give a post another role, other tables (those of a `room`, if one is given), or both."""
    games = lock_games_at_desk(game)
    before = (post.role, post.tables, post.room)
    post = staff.change_role(post=post, role=role, by=by)
    if role in staff.JUDGES:
        post = _give_tables(post, room or tables, by)
    if post.role != before[0]:
        _record(games, "arbitrator_role", by, user=post.user.username, role=post.role)
    if (post.tables, post.room) != before[1:]:
        _record_tables(games, post, by)
    return post


@transaction.atomic
def dismiss(*, game: Game, post: Arbitrator, by: User) -> None:
    """Remove a post from the desk."""
    games = lock_games_at_desk(game)
    staff.dismiss(post=post, by=by)
    _record(games, "arbitrator_dismissed", by, user=post.user.username)


@transaction.atomic
def make_login_link(*, game: Game, post: Arbitrator, by: User) -> str:
    """Return the token of a one-time login link for an account that waits for its first login."""
    games = lock_games_at_desk(game)
    staff.check_chief(game.event, by)
    if not staff.may_have_link(post):
        raise RuleViolation(
            "account_in_use",
            _(
                "The account {user} is in use. If the password is forgotten, ask the administrator for a "
                "link."
            ),
            user=post.user.username,
        )
    _record(games, "login_link_made", by, user=post.user.username)
    return welcome_token(post.user)


@transaction.atomic
def set_arbitration(*, game: Game, double_arbitration: bool, names_hidden: bool, by: User) -> None:
    """Set whether two arbitrators key every paper slip, and whether names are hidden from arbitrators.

    Double arbitration changes between rounds only: a round begins and ends with the same setting. Names can
    be hidden or shown at any time.
    """
    game = lock_game(game)
    staff.check_chief(game.event, by)
    if game.double_arbitration != double_arbitration:
        if game.rounds.in_progress().exists():
            raise RuleViolation(
                "between_rounds",
                _("Double arbitration can only change between rounds: announce this one first."),
            )
        audit_log.write(
            game, "double_arbitration_on" if double_arbitration else "double_arbitration_off", by=by
        )
    if game.names_hidden != names_hidden:
        audit_log.write(game, "names_hidden" if names_hidden else "names_shown", by=by)
    game.double_arbitration, game.names_hidden = double_arbitration, names_hidden
    game.save(update_fields=["double_arbitration", "names_hidden"])
    publish(game)


def _give_tables(post: Arbitrator, tables: range | Room | None, by: User) -> Arbitrator:
    if isinstance(tables, Room):
        return staff.post_to_room(post=post, room=tables, by=by)
    return staff.set_tables(post=post, tables=tables, by=by)


def _record_tables(games: list[Game], post: Arbitrator, by: User) -> None:
    user = post.user.username
    if post.tables is None:
        _record(games, "arbitrator_all_tables", by, user=user)
    elif post.room is not None:
        first, last = post.room.first_table, post.room.last_table
        _record(games, "arbitrator_room", by, user=user, room=post.room.name, first=first, last=last)
    else:
        _record(games, "arbitrator_tables", by, user=user, first=post.first_table, last=post.last_table)


def _record(games: list[Game], act: str, by: User, **params: Any) -> None:
    for game in games:
        audit_log.write(game, act, by=by, **params)
