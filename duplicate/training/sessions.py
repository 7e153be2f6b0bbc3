"""Starting a training: on random racks, on a finished game of the club, which may be played later against its
field, or on an imported one. Use cases.

Invariants: while games are played here, no game with their tiles can be imported. Otherwise a user could
write down the board and rack of a round in progress and would be shown its top.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, Round
from duplicate.models.training import Trainee, Training
from duplicate.positions.board_state import convention_of
from duplicate.prepared_games.drawing import parsing
from duplicate.prepared_games.drawing.services import is_record, lexicon_named, read_record
from duplicate.training import later
from duplicate.training.names import name_key
from duplicate.training.positions import StoredRound
from duplicate.visibility.public_games import games_to_look_at
from engine.lexicon import load_lexicon
from engine.notation import Convention
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.models import Lexicon
from tournaments.positions.in_play import SearchAsker
from tournaments.time import clock

Source = Training.Source
# More than any game has. Each round costs a search, and anybody may start one.
MOST_ROUNDS = 60
# A game without a round for this long is not being played.
PLAYED_WITHIN = timedelta(hours=12)


def start_at_random(
    *, trainee: Trainee, lexicon: Lexicon, rules: RuleSet, notation: Convention, seconds: int | None
) -> Training:
    """Start a game on racks drawn at random, in which the top goes on the board."""
    return _start(
        trainee=trainee,
        source=Source.RANDOM,
        lexicon=lexicon,
        rules=rules,
        notation=notation,
        seconds=seconds,
    )


def start_game(*, trainee: Trainee, game: Game, seconds: int | None) -> Training:
    """Start on the racks and the board of a game of the club.

    Raises:
        RuleViolation: the game is not public, or its lexicon is gone.
    """
    _check_is_shown(game)
    return _start_on_game(game, trainee=trainee, source=Source.GAME, seconds=seconds)


def start_later(
    *, trainee: Trainee, game: Game, name: str, tokens: Collection[str] = (), by: User | None = None
) -> Training:
    """Start to play a game that is over, by its own clock, against the field of the evening; a device that has
    begun it goes on. `tokens` are those of players with which the device was in games of the event.

    Raises:
        RuleViolation: the game is not public, or its lexicon is gone; see `later.check_may_play_later`.
    """
    _check_is_shown(game)
    if begun := _later_of(trainee, game):
        return begun
    later.check_may_play_later(trainee=trainee, game=game, name=name, tokens=tokens, by=by)
    seconds = game.rule_set.time.round_seconds
    # No row lock: if the event is deleted meanwhile, housekeeping takes these names off (`erase_orphaned_names`).
    names = {"player_name": name, "player_key": name_key(name)}
    try:
        return _start_on_game(game, trainee=trainee, source=Source.LATER, seconds=seconds, **names)
    except IntegrityError:  # sent twice, or by two devices at once
        if begun := _later_of(trainee, game):
            return begun
        later.check_name_is_new(game=game, name=name)
        raise


def start_record(
    *,
    trainee: Trainee,
    name: str,
    text: str,
    lexicon: Lexicon | None,
    rules: RuleSet,
    notation: Convention,
    seconds: int | None,
    by: User | None = None,
) -> Training:
    """Start on an imported game: a record in JSON, which names its rules, or a text as clubs publish it.

    Raises:
        GameRefused: each line or round that is wrong.
        RuleViolation: no lexicon, or one of other tiles; more rounds than a game has; the tiles are those of
            a game that is being played here; a round is a position of a match in progress that `by` does not
            arbitrate.
        EngineError: no record.
    """
    record = read_record(text) if is_record(text) else None
    row = lexicon or lexicon_named(record.lexicon or "" if record else "")
    if record is not None and record.tiles != row.tile_set:
        raise RuleViolation(
            "lexicon_of_other_tiles",
            _("The lexicon “{name}” does not fit the tiles of this game ({tiles})."),
            name=row.name,
            tiles=record.tiles,
        )
    _check_nothing_is_played(row.tile_set)
    if record is not None:
        rules, notation = record.rules, record.notation
        written = parsing.parse_record_rounds(record.rounds)
    else:
        written = parsing.parse_published(text, load_tile_set(row.tile_set))
    if len(written.lines) > MOST_ROUNDS:
        raise RuleViolation("rounds_enough", _("A game has at most {most} rounds."), most=MOST_ROUNDS)
    return _start(
        trainee=trainee,
        source=Source.RECORD,
        lexicon=row,
        rules=rules,
        notation=notation,
        seconds=seconds,
        name=name,
        record=_play_through(written, row, rules, notation, by),
    )


def _check_is_shown(game: Game) -> None:
    if not games_to_look_at().filter(pk=game.pk).exists():
        raise RuleViolation("game_not_shown", _("This game cannot be viewed yet."))


def _later_of(trainee: Trainee, game: Game) -> Training | None:
    return trainee.trainings.filter(source=Source.LATER, game=game).first()


def _start_on_game(game: Game, **values: Any) -> Training:
    """Start on the racks of a game of the club, with its own rules."""
    rounds = game.rounds.announced().values_list("rack", "word", "reference")
    return _start(
        lexicon=_lexicon_of(game),
        rules=game.rule_set,
        notation=convention_of(game),
        name=game.name,
        game=game,
        record=[StoredRound(*written) for written in rounds],
        **values,
    )


def _lexicon_of(game: Game) -> Lexicon:
    """Return the lexicon of a public game, which may be one that its organiser alone uses otherwise."""
    lexicon = Lexicon.objects.filter(name=game.lexicon).first()
    if lexicon is None:
        raise RuleViolation("lexicon_unknown", _("There is no lexicon “{name}”."), name=game.lexicon)
    return lexicon


def _play_through(
    written: parsing.ParsedGame, row: Lexicon, rules: RuleSet, notation: Convention, by: User | None
) -> list[StoredRound]:
    """Return the rounds of a game after checking it from its first line to its last."""
    tiles, lexicon = load_tile_set(row.tile_set), load_lexicon(row.name)
    found = []
    for played in parsing.play(written, lexicon, tiles, rules, notation, asker=SearchAsker(by)):
        reference, word = played.placed.move.text(tiles, notation) if played.placed else ("", "")
        found.append(StoredRound(played.rack.text(tiles), word, reference))
    return found


@transaction.atomic
def _start(
    *,
    lexicon: Lexicon,
    rules: RuleSet,
    game: Game | None = None,
    record: Sequence[StoredRound] = (),
    **values: Any,
) -> Training:
    return Training.objects.create(
        lexicon=lexicon.name,
        tile_set=lexicon.tile_set,
        rules=rules.to_toml(),
        game=game,
        record=[[one.rack, one.word, one.reference] for one in record],
        seed=secrets.token_hex(16),
        started_at=clock.now(),
        **values,
    )


def _check_nothing_is_played(tile_set: str) -> None:
    since = clock.now() - PLAYED_WITHIN
    playing = Game.objects.filter(state=Game.State.PLAYING, tile_set=tile_set)
    recent = Round.objects.filter(game__in=playing, started_at__gte=since)
    if playing.filter(created_at__gte=since).exists() or recent.exists():
        raise RuleViolation(
            "game_in_progress",
            _("A game is in progress here: you can bring your own when it is over."),
        )
