"""Beginning a training: on racks at random, on a game of the club that is over, or on one brought along. Use cases.

What always holds: while games are played here, none can be brought along with their tiles. Whoever could write down the
board and rack of a round in progress would be told its top.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate import written_games
from duplicate.models import Game, Round
from duplicate.positions import convention_of
from duplicate.preparing import is_record, lexicon_named, one_record
from duplicate.public_events import games_to_look_at
from duplicate.training.positions import Written
from duplicate.training_models import Trainee, Training
from engine.lexicon import load_lexicon
from engine.notation import Convention
from engine.records import GameRecord
from engine.rules import RuleSet
from engine.tiles import load_tile_set
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Lexicon

Source = Training.Source
# A game in which nothing has happened for so long is not being played.
PLAYED_WITHIN = timedelta(hours=12)
# More than any game has: each is searched, for who may be anybody.
MOST_ROUNDS = 60


def start_at_random(
    *, trainee: Trainee, lexicon: Lexicon, rules: RuleSet, notation: Convention, seconds: int | None
) -> Training:
    """A game on racks drawn at random, in which the top goes on the board."""
    return _start(
        trainee=trainee,
        source=Source.RANDOM,
        lexicon=lexicon,
        rules=rules,
        notation=notation,
        seconds=seconds,
    )


def start_game(*, trainee: Trainee, game: Game, seconds: int | None) -> Training:
    """The racks and the board of a game of the club.

    Raises:
        RuleViolation: not everybody may look at it, or its lexicon is gone.
    """
    if not games_to_look_at().filter(pk=game.pk).exists():
        raise RuleViolation("game_not_shown", _("This game cannot be looked at (yet)."))
    rounds = game.rounds.announced().values_list("rack", "word", "reference")
    return _start(
        trainee=trainee,
        source=Source.GAME,
        lexicon=lexicon_named(game.lexicon),
        rules=game.rule_set,
        notation=convention_of(game),
        seconds=seconds,
        name=game.name,
        game=game,
        record=[Written(*written) for written in rounds],
    )


def start_record(
    *,
    trainee: Trainee,
    name: str,
    text: str,
    lexicon: Lexicon | None,
    rules: RuleSet,
    notation: Convention,
    seconds: int | None,
) -> Training:
    """A game brought along: a record in JSON, which names its rules, or a text as clubs publish them.

    Raises:
        GameRefused: each line or round that is wrong.
        RuleViolation: no lexicon, or one of other tiles; more rounds than a game has; the tiles are those of a game
            that is being played here.
        EngineError: no record.
    """
    record = GameRecord.from_json(one_record(text)) if is_record(text) else None
    row = lexicon or lexicon_named(record.lexicon or "" if record else "")
    if record is not None and record.tiles != row.tile_set:
        raise RuleViolation(
            "lexicon_of_other_tiles",
            _("Lexicon “{name}” is not for the tiles of this game ({tiles})."),
            name=row.name,
            tiles=record.tiles,
        )
    _check_nothing_is_played(row.tile_set)
    if record is not None:
        rules, notation = record.rules, record.notation
        written = written_games.of_record(record.rounds)
    else:
        written = written_games.of_published(text, load_tile_set(row.tile_set))
    if len(written.lines) > MOST_ROUNDS:
        raise RuleViolation("rounds_enough", _("A game has {most} rounds at most."), most=MOST_ROUNDS)
    return _start(
        trainee=trainee,
        source=Source.RECORD,
        lexicon=row,
        rules=rules,
        notation=notation,
        seconds=seconds,
        name=name,
        record=_played(written, row, rules, notation),
    )


def _played(
    written: written_games.Written, row: Lexicon, rules: RuleSet, notation: Convention
) -> list[Written]:
    """The rounds of a game that is right from its first line to its last."""
    tiles, lexicon = load_tile_set(row.tile_set), load_lexicon(row.name)
    found = []
    for played in written_games.play(written, lexicon, tiles, rules, notation):
        reference, word = played.placed.move.text(tiles, notation) if played.placed else ("", "")
        found.append(Written(played.rack.text(tiles), word, reference))
    return found


@transaction.atomic
def _start(
    *,
    lexicon: Lexicon,
    rules: RuleSet,
    game: Game | None = None,
    record: Sequence[Written] = (),
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
            _("A game is being played here: others can be brought along when it is over."),
        )
