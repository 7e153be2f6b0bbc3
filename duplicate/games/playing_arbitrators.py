"""Arbitrators who play: which player each of them is."""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import entry_gone, lock_games_at_desk
from duplicate.acts.publish import publish
from duplicate.attendance.round_arbitrators import name_in_rounds, next_to_announce
from duplicate.log import audit_log
from duplicate.models import Game
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief
from tournaments.locks import lock_entries
from tournaments.models import Arbitrator, Entry


@transaction.atomic
def name_arbitrators(
    *,
    game: Game,
    entries: Mapping[int, Entry | None],
    by: User,
    since: int | None = None,
    reason: str = "",
) -> None:
    """Store which player each arbitrator of the event is, by the key of the post; None means no player.

    The rules for players who arbitrate use this. It holds from the round in progress on, in all games of the
    event that are in progress; if `since` is given, from that round of this game on.

    Raises:
        RuleViolation: one player would be two arbitrators; there is no such round, or no reason for changing
            one that has been announced.
    """
    at_desk = lock_games_at_desk(game)
    check_chief(game.event, by)
    game = next(held for held in at_desk if held.pk == game.pk)
    if since is not None:
        _check_since(game, since, reason)
    posts = _posts_to_name(game, entries)
    changed = [post for post in posts if post.entry != entries[post.pk]]
    _check_one_each(game, changed, entries)
    # Clear first: two arbitrators may swap players.
    game.event.posts.filter(pk__in=[post.pk for post in changed]).update(entry=None)
    for post in changed:
        game.event.posts.filter(pk=post.pk).update(entry=entries[post.pk])
    for held in at_desk:
        _log_named(held, changed, entries, by)
        earlier = since if held == game else None
        named = changed if earlier is None else posts
        entry_of = {post.user_id: entry.pk if (entry := entries[post.pk]) else None for post in named}
        next_number = next_to_announce(held)
        altered = name_in_rounds(held, entry_of, since=earlier or next_number)
        if altered and earlier is not None and earlier < next_number:
            audit_log.write(held, "arbitrators_since", by=by, number=earlier, why=reason.strip())
        if changed or altered:
            publish(held)


def _check_since(game: Game, since: int, reason: str) -> None:
    last = next_to_announce(game)
    if not 1 <= since <= last:
        raise RuleViolation("no_such_round", _("Choose a round from 1 to {last}."), last=last)
    if since < last and not reason.strip():
        raise RuleViolation(
            "reason_missing", _("Give a reason: changes to announced rounds go into the log.")
        )


def _posts_to_name(game: Game, entries: Mapping[int, Entry | None]) -> list[Arbitrator]:
    """Lock the players, who must still be entered, then the posts; return the posts."""
    players = {entry.pk: entry for entry in entries.values() if entry}
    there = lock_entries(game.event.entries.filter(pk__in=players))
    for gone in players.keys() - {entry.pk for entry in there}:
        raise entry_gone(players[gone])
    posts = game.event.posts.select_for_update(no_key=True, of=("self",))
    return list(posts.select_related("user", "entry__player").filter(pk__in=entries))


def _check_one_each(game: Game, changed: Collection[Arbitrator], entries: Mapping[int, Entry | None]) -> None:
    """Check that no player is two arbitrators."""
    others = game.event.posts.exclude(pk__in=[post.pk for post in changed])
    kept = set(others.values_list("entry_id", flat=True))
    for entry in filter(None, (entries[post.pk] for post in changed)):
        if entry.pk in kept:
            raise RuleViolation(
                "is_arbitrator", _("{name} already plays as another arbitrator."), name=entry.name
            )
        kept.add(entry.pk)


def _log_named(
    game: Game, changed: Collection[Arbitrator], entries: Mapping[int, Entry | None], by: User
) -> None:
    for post in changed:
        entry = entries[post.pk]
        if entry is None:
            audit_log.write(game, "player_no_arbitrator", by=by, entry=post.entry)
        else:
            audit_log.write(game, "player_arbitrates", by=by, entry=entry, user=post.user.get_username())
