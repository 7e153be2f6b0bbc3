"""Prepared games: typed, read from a record, or kept of a search. Only the user who made one can read it.

The sealed content is a record (`engine.duplicate_games.records`) that has been played by the rules, in the duplicate
convention, with each rack split into kept and drawn tiles. Beside it only facts are stored.
`duplicate.positions.prepared_path` plays it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_prepared
from duplicate.models.prepared import Look, PreparedGame
from duplicate.prepared_games.drawing import parsing
from duplicate.prepared_games.drawing.parsing import ParsedGame
from engine.duplicate_games.game_statistics import GameFacts, collect_game_facts
from engine.duplicate_games.records import GameRecord
from engine.lexicon import load_lexicon
from engine.notation import Convention
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import Lexicon, organiser_in_scope
from tournaments.positions.in_play import SearchAsker
from tournaments.positions.search import with_spread
from tournaments.processes.own_process import in_own_process
from tournaments.time import clock

if TYPE_CHECKING:
    from engine.duplicate_games.simulate import PlayedRound


def prepare_typed(
    *, name: str, lexicon: str, rules: RuleSet, notation: Convention, text: str, by: User
) -> PreparedGame:
    """Prepare a game of typed racks and moves, a round a line: "RACK WORD REF", or "RACK" if nobody can play.

    Raises:
        GameRefused: each line that is wrong.
    """
    prepared = _check_and_seal(
        name=name,
        lexicon=lexicon,
        rules=rules,
        notation=notation,
        written=parsing.parse_typed(text, load_tile_set(lexicon_named(lexicon).tile_set)),
        origin=PreparedGame.Origin.TYPED,
        by=by,
    )
    prepared.save()
    return prepared


def prepare_imported(
    *,
    name: str,
    text: str,
    lexicon: str | None,
    by: User,
    origin: PreparedGame.Origin = PreparedGame.Origin.IMPORTED,
) -> PreparedGame:
    """Store the game of a record; see `read_imported`."""
    prepared = read_imported(name=name, text=text, lexicon=lexicon, by=by, origin=origin)
    prepared.save()
    return prepared


def read_imported(
    *, name: str, text: str, lexicon: str | None, by: User, origin: PreparedGame.Origin, envelope: str = ""
) -> PreparedGame:
    """Return the game of a record, not yet stored; with the lexicon that it names, unless another is given.

    A game of an `envelope` may be in play at another club here.

    Raises:
        GameRefused: each round that the rules forbid.
        EngineError: no record.
        RuleViolation: no lexicon.
    """
    record = read_record(text)
    return _check_and_seal(
        name=name,
        lexicon=lexicon or record.lexicon or "",
        rules=record.rules,
        notation=record.notation,
        written=parsing.parse_record_rounds(record.rounds),
        origin=origin,
        by=by,
        tile_set=record.tiles,
        envelope=envelope,
    )


def prepare_published(
    *, name: str, lexicon: str, rules: RuleSet, notation: Convention, text: str, by: User
) -> PreparedGame:
    """Prepare a game from a text as clubs publish it (`engine.formats.text_games`); its numbers must be right.

    Raises:
        GameRefused: each line that is wrong.
        RuleViolation: no lexicon.
    """
    prepared = _check_and_seal(
        name=name,
        lexicon=lexicon,
        rules=rules,
        notation=notation,
        written=parsing.parse_published(text, load_tile_set(lexicon_named(lexicon).tile_set)),
        origin=PreparedGame.Origin.IMPORTED,
        by=by,
    )
    prepared.save()
    return prepared


def is_record(text: str) -> bool:
    """Tell whether a text is a record in JSON or GCG, and not a text as clubs publish it."""
    return text.removeprefix("\N{BYTE ORDER MARK}").lstrip()[:1] in {"{", "[", ">", "#"}


def seal_game(
    *,
    name: str,
    lexicon: Lexicon,
    rules: RuleSet,
    rounds: Sequence["PlayedRound"],
    facts: GameFacts,
    origin: PreparedGame.Origin,
    by: User,
) -> PreparedGame:
    """Return a game that has been played by the rules, sealed and not yet stored."""
    from engine.duplicate_games.simulate import record_of  # noqa: PLC0415 - loads the search

    tiles, words = load_tile_set(lexicon.tile_set), load_lexicon(lexicon.name)
    record = replace(record_of(rounds, seed="", lexicon=words, tiles=tiles, rules=rules), seed=None)
    prepared = PreparedGame(
        organiser_id=organiser_in_scope(),
        name=name,
        lexicon=lexicon.name,
        tile_set=lexicon.tile_set,
        rules=rules.to_toml(),
        origin=origin,
        facts=facts.to_data(),
        made_by=by,
        made_at=clock.now(),
    )
    prepared.seal_record(record)
    prepared.full_clean()
    return prepared


@transaction.atomic
def rename_prepared(*, prepared: PreparedGame, name: str, by: User) -> None:
    prepared = _lock_unused(prepared, by)
    prepared.name = name
    prepared.full_clean()
    prepared.save(update_fields=["name"])


@transaction.atomic
def delete_prepared(*, prepared: PreparedGame, by: User) -> None:
    _lock_unused(prepared, by).delete()


@transaction.atomic
def look_inside(*, prepared: PreparedGame, by: User) -> GameRecord:
    """Return the record in clear, and store that the user looked.

    A game from an organiser can be read only after it was played.
    """
    prepared = lock_prepared(prepared, by)
    if prepared.is_received and not prepared.games.filter(state="finished").exists():
        raise RuleViolation(
            "received_not_played",
            _("“{name}” comes from an organiser: its contents stay sealed until it has been played."),
            name=prepared.name,
        )
    record = prepared.open_record()
    Look.objects.create(prepared=prepared, by=by, at=clock.now())
    return record


def lexicon_named(name: str) -> Lexicon:
    """Return the lexicon of this name that the organiser in scope may use.

    Raises:
        RuleViolation: there is none.
    """
    lexicon = lexicons_offered().filter(name=name).first()
    if lexicon is None:
        raise RuleViolation("lexicon_unknown", _("There is no lexicon “{name}”."), name=name)
    return lexicon


def _lock_unused(prepared: PreparedGame, by: User) -> PreparedGame:
    """Lock the row and return it, if it is this user's and no game has been made of it."""
    prepared = lock_prepared(prepared, by)
    game = prepared.games.first()
    if game is not None:
        raise RuleViolation(
            "prepared_used",
            _("“{name}” has been used by the game “{game}” and cannot be changed."),
            name=prepared.name,
            game=game.name,
        )
    if prepared.is_simultaneous:
        raise RuleViolation(
            "prepared_simultaneous",
            _("“{name}” belongs to a simultaneous game and cannot be changed."),
            name=prepared.name,
        )
    return prepared


def _check_and_seal(
    *,
    name: str,
    lexicon: str,
    rules: RuleSet,
    notation: Convention,
    written: ParsedGame,
    origin: PreparedGame.Origin,
    by: User,
    tile_set: str | None = None,
    envelope: str = "",
) -> PreparedGame:
    row = lexicon_named(lexicon)
    if tile_set not in {None, row.tile_set}:
        raise RuleViolation(
            "lexicon_of_other_tiles",
            _("The lexicon “{name}” does not fit the tiles of this game ({tiles})."),
            name=lexicon,
            tiles=tile_set,
        )
    tiles, words = load_tile_set(row.tile_set), load_lexicon(row.name)
    rounds = parsing.play(written, words, tiles, rules, notation, asker=SearchAsker(by, envelope=envelope))
    facts = with_spread(collect_game_facts(rounds, tiles, rules), rounds, words, tiles, rules)
    return seal_game(name=name, lexicon=row, rules=rules, rounds=rounds, facts=facts, origin=origin, by=by)


@in_own_process()
def read_record(text: str) -> GameRecord:
    """Return the game of a text that is one record in JSON.

    Raises:
        RuleViolation: it has several, or a classic game.
        EngineError: no record.
    """
    return GameRecord.from_json(_one_record(text))


def _one_record(text: str) -> str:
    """Return the text if it is one record: `simulate` writes files with many, and GCG has classic games."""
    lines = [line for line in text.removeprefix("\N{BYTE ORDER MARK}").splitlines() if line.strip()]
    if lines and lines[0].lstrip()[:1] in {"#", ">"}:
        raise RuleViolation("record_is_gcg", _("This is the record of a classic game, not a duplicate game."))
    if len(lines) > 1 and _is_whole(lines[:2]):
        raise RuleViolation(
            "several_records", _("The file has {count} records: import one only."), count=len(lines)
        )
    return "\n".join(lines)


def _is_whole(lines: Iterable[str]) -> bool:
    return all(line.strip().startswith("{") and line.strip().endswith("}") for line in lines)
