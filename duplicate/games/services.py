"""Creating a game, changing its players, and ending it. One function an act, each one transaction."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from duplicate.core import audit_log
from duplicate.core.codes import new_code
from duplicate.core.locks import entry_gone, lock_all_games, lock_entry, lock_games_at_desk, lock_playing_game
from duplicate.core.publish import publish, publish_next_game
from duplicate.core.round_arbitrators import name_in_rounds, next_to_announce
from duplicate.games.entering import log_entered
from duplicate.games.phone_links import check_may_renew, write_renewals
from duplicate.games.player_changes import (
    keep_entry,
    presence_change,
    presence_of,
    restore_entry,
    reverse_presence,
)
from duplicate.games.rule_sets import lock_rules
from duplicate.models import AuditLogEntry, ClubRules, Game
from duplicate.models.prepared import PreparedGame
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.prepared.services import lock_prepared_game
from engine.rules import RuleSet
from tournaments.core.errors import RuleViolation
from tournaments.core.locks import lock_entries, lock_events
from tournaments.core.runtime.background import run_when_idle
from tournaments.events import registration, results, tokens
from tournaments.events import services as event_services
from tournaments.events.check_in import arrive
from tournaments.events.kinds_of_play import places_of
from tournaments.events.registration import Registration
from tournaments.events.services import lock_event
from tournaments.events.staff import check_chief
from tournaments.models import Arbitrator, Entry, Event, Lexicon

# The end reason of a game that an arbitrator ended, not the rules.
BY_ARBITRATOR = "arbitrator"


@transaction.atomic
def create_game(
    *,
    name: str,
    by: User,
    lexicon: str,
    notation: str,
    rules: RuleSet,
    club_rules: ClubRules | None = None,
    double_arbitration: bool = False,
    names_hidden: bool = False,
    prepared: PreparedGame | None = None,
    event: Event | None = None,
) -> Game:
    """Create a game with the tiles of its lexicon.

    The game becomes the next one of `event`, whose chief `by` must be; if none is given, it gets an event of
    its own, run by its creator. It keeps `rules`, even if the `club_rules` that they were taken from change
    later.

    A prepared game brings its lexicon, and its rules for racks, moves and the end. A prepared game of a
    simultaneous brings all its rules, because results of many clubs are merged.
    """
    club_rules = club_rules and lock_rules(club_rules)
    if prepared:
        prepared = lock_prepared_game(prepared, by)
        made, given, lexicon = prepared.rule_set, rules, prepared.lexicon
        rules = replace(given, rack=made.rack, moves=made.moves, end=made.end)
        if prepared.is_simultaneous:
            rules = made
        club_rules = club_rules if rules == given else None
    words = Lexicon.objects.filter(name=lexicon).first()
    if words is None:
        raise RuleViolation("lexicon_unknown", _("There is no lexicon “{name}”."), name=lexicon)
    before = lock_all_games(event) if event else []
    event = lock_event(event, by) if event else event_services.create_event(name=name, by=by)
    game = Game(
        event=event,
        number=(event.games.aggregate(last=Max("number"))["last"] or 0) + 1,
        code=_free_code(),
        name=name,
        lexicon=words.name,
        tile_set=words.tile_set,
        notation=notation,
        rules=rules.to_toml(),
        double_arbitration=double_arbitration,
        names_hidden=names_hidden,
        club_rules=club_rules,
        prepared=prepared,
        seed=secrets.token_hex(16),
    )
    game.full_clean()
    game.save()
    seconds = rules.time.round_seconds
    audit_log.write(game, "game_created", by=by, lexicon=words.name, seconds=seconds)
    if prepared:
        audit_log.write(game, "game_prepared", by=by, prepared=prepared.name)
    publish_next_game(before)
    return game


@transaction.atomic
def add_player(
    *,
    game: Game,
    name: str,
    by: User,
    partner: str = "",
    table: int | None = None,
    phone: bool = False,
) -> Registration:
    """Enter a player or a pair at the desk."""
    game = lock_playing_game(game)
    registered = registration.register_player(
        event=game.event, name=name, partner=partner, table=table, phone=phone
    )
    log_entered(game, registered, by)
    publish(game)
    return registered


@transaction.atomic
def join_game(*, game: Game, name: str, partner: str = "") -> Registration:
    """Enter a player or a pair from their own phone; the token is returned only this once."""
    game = lock_playing_game(game)
    (event,) = lock_events([game.event_id])
    registration.check_door_open(event)
    registered = registration.register_player(event=event, name=name, partner=partner, phone=True)
    known: dict[str, Any] = {"expected": True} if registered.expected else {}
    audit_log.write(game, "player_joined", by=None, entry=registered.entry, **known)
    publish(game)
    return registered


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
            "reason_missing", _("Say why: a change of rounds that have been announced goes into the log.")
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
            raise RuleViolation("is_arbitrator", _("{name} is another arbitrator already."), name=entry.name)
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


@transaction.atomic
def give_phone(*, game: Game, entry: Entry, by: User) -> str:
    """Return a new token for the player's phone; an earlier token stops working. An expected player is
    checked in.

    Raises:
        RuleViolation: see `phone_links.check_may_renew`.
    """
    at_desk = lock_games_at_desk(game)
    game = next(each for each in at_desk if each.pk == game.pk)
    held = lock_entry(game, entry)
    opened = check_may_renew(held, by)
    expected = held.arrived_at is None
    if expected:
        arrive(held)
    write_renewals(opened, held, by)
    if game.pk not in {round_.game_id for round_ in opened}:
        audit_log.write(game, "phone_given", by=by, entry=held)
    if expected:
        publish(game)
    return tokens.issue_token(held)


@transaction.atomic
def take_device(*, game: Game, entry: Entry, token: str) -> None:
    """Replace the entry's token with one that the phone made itself.

    The first phone that opens the link keeps the entry, and the link stops working. A second call changes
    nothing.

    Raises:
        RuleViolation: another phone has used the link already.
    """
    held = lock_entry(game, entry)
    if held.token_hash == tokens.hash_of(token):
        return
    if held.token_hash != entry.token_hash:
        raise RuleViolation(
            "link_used", _("This link has been opened on another phone. Ask the arbitrator for a new one.")
        )
    tokens.take_token(held, token)
    audit_log.write(game, "device_taken", by=None, entry=held)


@transaction.atomic
def remove_player(*, game: Game, entry: Entry, by: User, undoes: AuditLogEntry | None = None) -> None:
    """Remove a player entered by mistake. A player with a slip or a question stays on record."""
    game, held = _locked_entry(game, entry)
    if held.slips.exists():
        raise RuleViolation(
            "player_has_slips", _("{name} has handed in slips and stays in the game."), name=held.name
        )
    if held.questions.exists():
        raise RuleViolation(
            "player_has_asked", _("{name} has asked a question and stays in the game."), name=held.name
        )
    if RoundArbitrator.objects.filter(entry=held).exists():
        raise RuleViolation(
            "player_has_arbitrated", _("{name} has arbitrated a round and stays entered."), name=held.name
        )
    if place := places_of([held.pk]).get(held.pk):
        raise RuleViolation(
            "plays_in_division",
            _("{name} plays in the division “{division}”."),
            name=held.name,
            division=place.division,
        )
    if results.has_results(held):
        raise RuleViolation(
            "player_has_results", _("{name} is in the result of a game and stays entered."), name=held.name
        )
    audit_log.write(game, "player_removed", by=by, entry=held, undoes=undoes, removed=keep_entry(held))
    held.delete()
    publish(game)


@transaction.atomic
def set_partner(*, game: Game, entry: Entry, name: str, by: User) -> None:
    """Make a pair of a player who has not handed in a slip yet; with an empty name, undo a pair."""
    game = lock_playing_game(game)
    lock_events([game.event_id])
    held = lock_entry(game, entry)
    if not name.strip() and held.partner is None:
        return
    if held.slips.exists():
        raise RuleViolation(
            "pair_has_slips", _("{name} has handed in slips and stays as entered."), name=held.name
        )
    registration.set_partner(held, name)
    audit_log.write(game, "pair_changed", by=by, entry=held)
    publish(game)


@transaction.atomic
def restore_player(*, game: Game, removal: AuditLogEntry, by: User) -> None:
    """Restore a player whom an act removed, with the data kept in the log."""
    game = lock_playing_game(game)
    entry = restore_entry(game.event, removal)
    audit_log.write(game, "player_added", by=by, entry=entry, undoes=removal)
    publish(game)


@transaction.atomic
def withdraw_player(*, game: Game, entry: Entry, by: User) -> None:
    """Withdraw a player: nobody waits for their slips any more, and their scores stay in the standings."""
    game, held = _locked_entry(game, entry)
    if held.withdrawn_at is not None:
        return
    before = presence_of(held)
    registration.withdraw(held)
    audit_log.write(game, audit_log.DROPPED_OUT, by=by, entry=held, presence=presence_change(before, held))
    publish(game)


@transaction.atomic
def bring_back_player(*, game: Game, entry: Entry, by: User) -> None:
    """Bring back a player who had dropped out; the rounds in between count 0. A player who was left out as
    absent is checked in.
    """
    game, held = _locked_entry(game, entry)
    if held.withdrawn_at is None:
        return
    before = presence_of(held)
    registration.bring_back(held)
    if held.arrived_at is None:
        arrive(held)
    audit_log.write(game, audit_log.CAME_BACK, by=by, entry=held, presence=presence_change(before, held))
    publish(game)


@transaction.atomic
def reverse_departure(*, game: Game, row: AuditLogEntry, by: User) -> bool:
    """Undo that a player dropped out or came back; return False if the entry is no longer as that act left
    it.
    """
    if row.entry is None:
        return False
    game, held = _locked_entry(game, row.entry)
    back = reverse_presence(held, row.params["presence"])
    if back is None:
        return False
    act = audit_log.CAME_BACK if held.withdrawn_at is None else audit_log.DROPPED_OUT
    audit_log.write(game, act, by=by, entry=held, undoes=row, presence=back)
    publish(game)
    return True


@transaction.atomic
def end_game(*, game: Game, by: User) -> None:
    """End a game before RULES D8 does. A round in progress must be announced or put back first."""
    game = lock_playing_game(game)
    check_chief(game.event, by)
    if game.rounds.in_progress().exists():
        raise RuleViolation(
            "round_in_progress", _("A round is in progress: announce it or put its rack back first.")
        )
    finish(game, reason=BY_ARBITRATOR, by=by)
    publish(game)


def finish(game: Game, *, reason: str, by: User | None) -> None:
    """Mark the game as over, inside the transaction of the act that ends it."""
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, end_reason=reason)
    audit_log.write(game, "game_ended", by=by, reason=reason)
    if game.event.shows_games:
        run_when_idle("duplicate.rounds.analysis.analyse_game", game.pk)


def _locked_entry(game: Game, entry: Entry) -> tuple[Game, Entry]:
    """Lock the game, which must not be over, and an entry of it; return both.

    A slip that is being stored comes first; a later slip sees the change.
    """
    return lock_playing_game(game), lock_entry(game, entry)


def _free_code() -> str:
    while True:
        code = new_code()
        if not Game.objects.filter(code=code).exists():
            return code
