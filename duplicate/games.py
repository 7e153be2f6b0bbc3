"""Setting up a game and its players, and ending it. One function an act, each one transaction."""

import secrets
from collections.abc import Mapping
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.club_rules import hold_rules
from duplicate.codes import new_code
from duplicate.holding import entry_gone, hold_entries, hold_entry, hold_game, hold_games
from duplicate.models import ClubRules, Game, LogEntry
from duplicate.prepared_models import PreparedGame
from duplicate.preparing import hold_to_use
from duplicate.publishing import publish, publish_next_game
from engine.rules import RuleSet
from tournaments import events, registration, results
from tournaments.arrivals import arrive
from tournaments.background import run_when_idle
from tournaments.errors import RuleViolation
from tournaments.events import hold_event
from tournaments.models import Entry, Event, Lexicon
from tournaments.posts import check_chief
from tournaments.registration import Registration


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
    """A new game; its tiles are those of the lexicon. It is the next one of the event, whose chief makes it, or in an
    event of its own, run by its creator. It keeps `rules`, whatever becomes of the `club_rules` that they were taken
    from.

    A prepared game brings its lexicon, and what its rules say of racks, moves and the end; one of a simultaneous game
    brings all its rules, as results of many clubs are merged.
    """
    club_rules = club_rules and hold_rules(club_rules)
    if prepared:
        prepared = hold_to_use(prepared, by)
        made, given, lexicon = prepared.rule_set, rules, prepared.lexicon
        rules = replace(given, rack=made.rack, moves=made.moves, end=made.end)
        if prepared.is_simultaneous:
            rules = made
        club_rules = club_rules if rules == given else None
    words = Lexicon.objects.filter(name=lexicon).first()
    if words is None:
        raise RuleViolation("lexicon_unknown", _("There is no lexicon “{name}”."), name=lexicon)
    before = hold_games(event) if event else []
    event = hold_event(event, by) if event else events.create_event(name=name, by=by)
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
    log.write(game, "game_created", by=by, lexicon=words.name, seconds=seconds)
    if prepared:
        log.write(game, "game_prepared", by=by, prepared=prepared.name)
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
    undoes: LogEntry | None = None,
) -> Registration:
    """Enter a player or a pair at the desk."""
    game = _locked_playing(game)
    registered = registration.register_player(
        event=game.event, name=name, partner=partner, table=table, phone=phone
    )
    act = "player_arrived" if registered.expected else "player_added"
    log.write(game, act, by=by, entry=registered.entry, undoes=undoes)
    publish(game)
    return registered


@transaction.atomic
def join_game(*, game: Game, name: str, partner: str = "") -> Registration:
    """Enter a player or a pair by their own phone; the token is told this once."""
    game = _locked_playing(game)
    registered = registration.register_player(event=game.event, name=name, partner=partner, phone=True)
    log.write(game, "player_joined", by=None, entry=registered.entry)
    publish(game)
    return registered


@transaction.atomic
def name_arbitrators(*, game: Game, entries: Mapping[int, Entry | None], by: User) -> None:
    """Say which player each arbitrator of the event is (by the key of the post), if any: what the rules give those
    who arbitrate goes by it.

    Raises:
        RuleViolation: one player would be two arbitrators.
    """
    game = hold_game(game)
    players = {entry.pk: entry for entry in entries.values() if entry}
    there = hold_entries(game.event.entries.filter(pk__in=players))
    for gone in players.keys() - {entry.pk for entry in there}:
        raise entry_gone(players[gone])
    posts = game.event.posts.select_for_update(no_key=True, of=("self",)).select_related(
        "user", "entry__player"
    )
    changed = [post for post in posts.filter(pk__in=entries) if post.entry != entries[post.pk]]
    kept = set(
        game.event.posts.exclude(pk__in=[post.pk for post in changed]).values_list("entry_id", flat=True)
    )
    for post in changed:
        entry = entries[post.pk]
        if entry is None:
            log.write(game, "player_no_arbitrator", by=by, entry=post.entry)
        elif entry.pk in kept:
            raise RuleViolation("is_arbitrator", _("{name} is another arbitrator already."), name=entry.name)
        else:
            kept.add(entry.pk)
            log.write(game, "player_arbitrates", by=by, entry=entry, user=post.user.get_username())
    # In two steps: two arbitrators may change places.
    game.event.posts.filter(pk__in=[post.pk for post in changed]).update(entry=None)
    for post in changed:
        game.event.posts.filter(pk=post.pk).update(entry=entries[post.pk])
    if changed:
        publish(game)


@transaction.atomic
def give_phone(*, game: Game, entry: Entry, by: User) -> str:
    """A token for the player's phone; one given before stops working. Who was expected is there to take it."""
    game = hold_game(game)
    held = hold_entry(game, entry)
    expected = held.arrived_at is None
    if expected:
        arrive(held)
    log.write(game, "phone_given", by=by, entry=held)
    if expected:
        publish(game)
    return registration.issue_token(held)


@transaction.atomic
def take_device(*, game: Game, entry: Entry, token: str) -> None:
    """The phone that shows the entry's token goes on with one of its own making: what opened the link first keeps it,
    and the link is worth nothing any more. Doing it again does nothing.

    Raises:
        RuleViolation: somebody else was quicker.
    """
    held = hold_entry(game, entry)
    if held.token_hash == registration.hash_of(token):
        return
    if held.token_hash != entry.token_hash:
        raise RuleViolation(
            "link_used", _("This link has been opened on another phone. Ask the arbitrator for a new one.")
        )
    registration.take_token(held, token)
    log.write(game, "device_taken", by=None, entry=held)


@transaction.atomic
def remove_player(*, game: Game, entry: Entry, by: User, undoes: LogEntry | None = None) -> None:
    """Take out a player entered by mistake; one who has handed in a slip or asked a question stays on record."""
    game, held = _locked_entry(game, entry)
    if held.slips.exists():
        raise RuleViolation(
            "player_has_slips", _("{name} has handed in slips and stays in the game."), name=held.name
        )
    if held.questions.exists():
        raise RuleViolation(
            "player_has_asked", _("{name} has asked a question and stays in the game."), name=held.name
        )
    if results.has_results(held):
        raise RuleViolation(
            "player_has_results", _("{name} is in the result of a game and stays entered."), name=held.name
        )
    log.write(game, "player_removed", by=by, entry=held, undoes=undoes)
    held.delete()
    publish(game)


@transaction.atomic
def set_partner(*, game: Game, entry: Entry, name: str, by: User) -> None:
    """Make a pair of a player who has not handed in a slip yet, or with no name one of a pair."""
    game, held = _locked_entry(game, entry)
    if not name.strip() and held.partner is None:
        return
    if held.slips.exists():
        raise RuleViolation(
            "pair_has_slips", _("{name} has handed in slips and stays as entered."), name=held.name
        )
    registration.set_partner(held, name)
    log.write(game, "pair_changed", by=by, entry=held)
    publish(game)


@transaction.atomic
def withdraw_player(*, game: Game, entry: Entry, by: User, undoes: LogEntry | None = None) -> None:
    """A player drops out: nobody waits for their slips any more, and what they had stays in the standings."""
    game, held = _locked_entry(game, entry)
    if held.withdrawn_at is not None:
        return
    registration.withdraw(held)
    log.write(game, log.DROPPED_OUT, by=by, entry=held, undoes=undoes)
    publish(game)


@transaction.atomic
def bring_back_player(*, game: Game, entry: Entry, by: User, undoes: LogEntry | None = None) -> None:
    """A player who had dropped out goes on; the rounds in between count 0. Who had been left out is there."""
    game, held = _locked_entry(game, entry)
    if held.withdrawn_at is None:
        return
    registration.bring_back(held)
    if held.arrived_at is None and undoes is None:
        arrive(held)
    log.write(game, log.CAME_BACK, by=by, entry=held, undoes=undoes)
    publish(game)


@transaction.atomic
def end_game(*, game: Game, by: User) -> None:
    """End a game before RULES D8 does. A round in progress must be announced or put back first."""
    game = _locked_playing(game)
    check_chief(game.event, by)
    if game.rounds.in_progress().exists():
        raise RuleViolation(
            "round_in_progress", _("A round is in progress: announce it or put its rack back first.")
        )
    finish(game, reason="arbitrator", by=by)
    publish(game)


def finish(game: Game, *, reason: str, by: User | None) -> None:
    """Mark the game as over, inside the transaction of the act that ends it."""
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, end_reason=reason)
    log.write(game, "game_ended", by=by, reason=reason)
    if game.event.shows_games:
        run_when_idle("duplicate.analysing.analyse_game", game.pk)


def _locked_playing(game: Game) -> Game:
    """The game as it stands now, which must not be over; other acts wait until this one is done."""
    game = hold_game(game)
    if game.state == Game.State.FINISHED:
        raise RuleViolation("game_finished", _("This game is over."))
    return game


def _locked_entry(game: Game, entry: Entry) -> tuple[Game, Entry]:
    """The game, which must not be over, and an entry of it. A slip on its way in is stored first, or sees what becomes
    of its player.
    """
    return _locked_playing(game), hold_entry(game, entry)


def _free_code() -> str:
    while True:
        code = new_code()
        if not Game.objects.filter(code=code).exists():
            return code
