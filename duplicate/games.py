"""Setting up a game and its players, and ending it. One function an act, each one transaction."""

import secrets

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.codes import new_code
from duplicate.models import Game, Round
from duplicate.publishing import publish
from engine.rules import RuleSet
from tournaments import registration
from tournaments.errors import RuleViolation
from tournaments.models import Entry, Event, Lexicon
from tournaments.registration import Registration


@transaction.atomic
def create_game(*, name: str, by: User, lexicon: str, notation: str, rules: RuleSet) -> Game:
    """A new game, in an event of its own, run by its creator; its tiles are those of the lexicon."""
    words = Lexicon.objects.filter(name=lexicon).first()
    if words is None:
        raise RuleViolation("lexicon_unknown", _("There is no lexicon “{name}”."), name=lexicon)
    event = Event.objects.create(name=name)
    event.arbitrators.add(by)
    game = Game(
        event=event,
        code=_free_code(),
        name=name,
        lexicon=words.name,
        tile_set=words.tile_set,
        notation=notation,
        rules=rules.to_toml(),
        seed=secrets.token_hex(16),
    )
    game.full_clean()
    game.save()
    seconds = rules.time.round_seconds
    log.write(game, "game_created", by=by, lexicon=words.name, seconds=seconds)
    return game


@transaction.atomic
def add_player(
    *, game: Game, name: str, by: User, table: int | None = None, phone: bool = False
) -> Registration:
    """Enter a player at the desk."""
    game = _locked_playing(game)
    registered = registration.register_player(event=game.event, name=name, table=table, phone=phone)
    entry = registered.entry
    log.write(game, "player_added", by=by, name=entry.player.name, table=entry.table)
    publish(game)
    return registered


@transaction.atomic
def join_game(*, game: Game, name: str) -> Registration:
    """Enter a player by their own phone; the token is told this once."""
    game = _locked_playing(game)
    registered = registration.register_player(event=game.event, name=name, phone=True)
    entry = registered.entry
    log.write(game, "player_joined", by=None, name=entry.player.name, table=entry.table)
    publish(game)
    return registered


@transaction.atomic
def give_phone(*, game: Game, entry: Entry, by: User) -> str:
    """A token for the player's phone; one given before stops working."""
    log.write(game, "phone_given", by=by, name=entry.player.name)
    return registration.issue_token(entry)


@transaction.atomic
def remove_player(*, game: Game, entry: Entry, by: User) -> None:
    """Take out a player entered by mistake; one who has handed in a slip stays on record."""
    # A slip on its way in is stored first, or refused: none is deleted with its player.
    game = _locked_playing(game)
    if Entry.objects.select_for_update().filter(pk=entry.pk).first() is None:
        return  # somebody else has done it
    if entry.slips.exists():
        raise RuleViolation(
            "player_has_slips", _("{name} has handed in slips and stays in the game."), name=entry.player.name
        )
    log.write(game, "player_removed", by=by, name=entry.player.name, table=entry.table)
    entry.delete()
    publish(game)


@transaction.atomic
def end_game(*, game: Game, by: User) -> None:
    """End a game before RULES D8 does. A round in progress must be announced or put back first."""
    game = _locked_playing(game)
    if game.rounds.exclude(state=Round.State.ANNOUNCED).exists():
        raise RuleViolation(
            "round_in_progress", _("A round is in progress: announce it or put its rack back first.")
        )
    finish(game, reason="arbitrator", by=by)
    publish(game)


def finish(game: Game, *, reason: str, by: User | None) -> None:
    """Mark the game as over, inside the transaction of the act that ends it."""
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, end_reason=reason)
    log.write(game, "game_ended", by=by, reason=reason)


def _locked_playing(game: Game) -> Game:
    """The game as it stands now, which must not be over; other acts wait until this one is done."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state == Game.State.FINISHED:
        raise RuleViolation("game_finished", _("This game is over."))
    return game


def _free_code() -> str:
    while True:
        code = new_code()
        if not Game.objects.filter(code=code).exists():
            return code
