"""Making a game, and ending it. One function an act, each one transaction."""

import secrets
from dataclasses import replace
from datetime import date
from typing import TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_all_games, lock_playable, lock_playing_game
from duplicate.acts.publish import publish, publish_next_game
from duplicate.games.codes import new_code
from duplicate.games.rules.services import lock_rules
from duplicate.log import audit_log
from duplicate.models import ClubRules, Game
from duplicate.models.prepared import PreparedGame
from duplicate.positions.game_words import copy_words
from engine.rules import (
    RuleSet,
)
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.services import lock_event
from tournaments.events.staff import check_chief
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import Event
from tournaments.processes.background import run_when_idle

# The end reason of a game that an arbitrator ended, not the rules.
BY_ARBITRATOR = "arbitrator"


class GameSettings(TypedDict):
    """The data of a new game, besides its event; see `create_game`."""

    name: str
    lexicon: str
    notation: str
    rules: RuleSet
    club_rules: ClubRules | None
    double_arbitration: bool
    names_hidden: bool
    prepared: PreparedGame | None


@transaction.atomic
def create_event_with_game(*, name: str, day: date, settings: GameSettings, by: User) -> Game:
    """Create an event with its first game: both or neither.

    Raises:
        ValidationError: the event cannot be stored.
        RuleViolation: `create_game` refuses the game.
    """
    event = event_services.create_event(name=name, day=day, by=by)
    return create_game(**settings, by=by, event=event)


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
        prepared = lock_playable(prepared, by)
        made, given, lexicon = prepared.rule_set, rules, prepared.lexicon
        rules = replace(given, rack=made.rack, moves=made.moves, end=made.end)
        if prepared.is_simultaneous:
            rules = made
        club_rules = club_rules if rules == given else None
    words = lexicons_offered().filter(name=lexicon).first()
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
    copy_words(game)
    seconds = rules.time.round_seconds
    audit_log.write(game, "game_created", by=by, lexicon=words.name, seconds=seconds)
    if prepared:
        audit_log.write(game, "game_prepared", by=by, prepared=prepared.name)
    publish_next_game(before)
    return game


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


def _free_code() -> str:
    while True:
        code = new_code()
        if not Game.objects.filter(code=code).exists():
            return code
