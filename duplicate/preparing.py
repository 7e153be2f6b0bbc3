"""Games made ahead: typed, read from a record, or kept of a search. Nobody but who made one can read it.

What is sealed is a record (`engine.records`) that has been played by the rules, in the duplicate convention, each
rack told apart into left over and drawn. Of all else there are only facts. `duplicate.prepared_path` plays it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate import written_games
from duplicate.prepared_models import Look, PreparedGame
from duplicate.sealing import seal, unseal
from duplicate.written_games import Written
from engine.facts import GameFacts, facts_of, with_spread
from engine.lexicon import load_lexicon
from engine.notation import Convention
from engine.records import GameRecord
from engine.rules import RuleSet
from engine.tiles import load_tile_set
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Lexicon

if TYPE_CHECKING:
    from engine.simulate import PlayedRound

PURPOSE = "prepared game"


def prepared_for(user: User) -> QuerySet[PreparedGame]:
    """The prepared games of a user: to anybody else they do not exist."""
    return PreparedGame.objects.filter(made_by=user)


def prepare_typed(
    *, name: str, lexicon: str, rules: RuleSet, notation: Convention, text: str, by: User
) -> PreparedGame:
    """A game of typed racks and placed moves, a round a line: "RACK WORD REF", or "RACK" where nobody can play.

    Raises:
        GameRefused: each line that is wrong.
    """
    return _prepare(
        name=name,
        lexicon=lexicon,
        rules=rules,
        notation=notation,
        written=written_games.of_typed(text),
        origin=PreparedGame.Origin.TYPED,
        by=by,
    )


def prepare_imported(
    *,
    name: str,
    text: str,
    lexicon: str | None,
    by: User,
    origin: PreparedGame.Origin = PreparedGame.Origin.IMPORTED,
) -> PreparedGame:
    """A game read from a record; with the lexicon that it names, unless another is given.

    Raises:
        GameRefused: each round that the rules forbid.
        EngineError: no record.
        RuleViolation: no lexicon.
    """
    record = GameRecord.from_json(one_record(text))
    return _prepare(
        name=name,
        lexicon=lexicon or record.lexicon or "",
        rules=record.rules,
        notation=record.notation,
        written=written_games.of_record(record.rounds),
        origin=origin,
        by=by,
        tile_set=record.tiles,
    )


def prepare_published(
    *, name: str, lexicon: str, rules: RuleSet, notation: Convention, text: str, by: User
) -> PreparedGame:
    """A game read from a text as clubs publish them (`engine.published`); numbers that are written must be right.

    Raises:
        GameRefused: each line that is wrong.
        RuleViolation: no lexicon.
    """
    return _prepare(
        name=name,
        lexicon=lexicon,
        rules=rules,
        notation=notation,
        written=written_games.of_published(text, load_tile_set(lexicon_named(lexicon).tile_set)),
        origin=PreparedGame.Origin.IMPORTED,
        by=by,
    )


def is_record(text: str) -> bool:
    """Whether it is a record in JSON or GCG, and no text as clubs publish it."""
    return text.removeprefix("\N{BYTE ORDER MARK}").lstrip()[:1] in {"{", "[", ">", "#"}


def keep_game(
    *,
    name: str,
    lexicon: Lexicon,
    rules: RuleSet,
    rounds: Sequence["PlayedRound"],
    facts: GameFacts,
    origin: PreparedGame.Origin,
    by: User,
) -> PreparedGame:
    """Seal a game that has been played by the rules; inside the transaction of who has it."""
    from engine.simulate import record_of  # noqa: PLC0415 - loads the search

    tiles, words = load_tile_set(lexicon.tile_set), load_lexicon(lexicon.name)
    record = replace(record_of(rounds, seed="", lexicon=words, tiles=tiles, rules=rules), seed=None)
    prepared = PreparedGame(
        name=name,
        lexicon=lexicon.name,
        tile_set=lexicon.tile_set,
        rules=rules.to_toml(),
        origin=origin,
        sealed=seal(record.to_json(), purpose=PURPOSE),
        facts=facts.to_data(),
        made_by=by,
        made_at=clock.now(),
    )
    prepared.full_clean()
    prepared.save()
    return prepared


@transaction.atomic
def rename_prepared(*, prepared: PreparedGame, name: str, by: User) -> None:
    prepared = _unused(prepared, by)
    prepared.name = name
    prepared.full_clean()
    prepared.save(update_fields=["name"])


@transaction.atomic
def delete_prepared(*, prepared: PreparedGame, by: User) -> None:
    _unused(prepared, by).delete()


@transaction.atomic
def look_inside(*, prepared: PreparedGame, by: User) -> GameRecord:
    """The record in plain; that somebody looked stays on the row. One from an organiser is read after it was played."""
    prepared = _held(prepared, by)
    if prepared.is_received and not prepared.games.filter(state="finished").exists():
        raise RuleViolation(
            "received_not_played",
            _("“{name}” comes from an organiser: nobody looks inside before it has been played."),
            name=prepared.name,
        )
    record = open_record(prepared)
    Look.objects.create(prepared=prepared, by=by, at=clock.now())
    return record


def open_record(prepared: PreparedGame) -> GameRecord:
    """The record for the program's own use: what it says goes to nobody before it is played."""
    return GameRecord.from_json(unseal(prepared.sealed, purpose=PURPOSE))


def hold_to_use(prepared: PreparedGame, by: User) -> PreparedGame:
    """The row, held until a game has been made of it, if this user may have one."""
    prepared = _held(prepared, by)
    open_record(prepared)
    return prepared


def lexicon_named(name: str) -> Lexicon:
    lexicon = Lexicon.objects.filter(name=name).first()
    if lexicon is None:
        raise RuleViolation("lexicon_unknown", _("There is no lexicon “{name}”."), name=name)
    return lexicon


def _check_owner(prepared: PreparedGame, by: User) -> None:
    if prepared.made_by_id != by.pk:
        raise RuleViolation("not_prepared_by_you", _("Somebody else has prepared this game."))


def _held(prepared: PreparedGame, by: User) -> PreparedGame:
    _check_owner(prepared, by)
    held = PreparedGame.objects.select_for_update(no_key=True).filter(pk=prepared.pk).first()
    if held is None:
        raise RuleViolation("prepared_gone", _("“{name}” has been deleted."), name=prepared.name)
    return held


def _unused(prepared: PreparedGame, by: User) -> PreparedGame:
    """The row, held, if it is this user's and no game has been made of it."""
    prepared = _held(prepared, by)
    game = prepared.games.first()
    if game is not None:
        raise RuleViolation(
            "prepared_used",
            _("“{name}” has been used by the game “{game}”: it stays as it is."),
            name=prepared.name,
            game=game.name,
        )
    if prepared.is_simultaneous:
        raise RuleViolation(
            "prepared_simultaneous",
            _("“{name}” belongs to a simultaneous game: it stays as it is."),
            name=prepared.name,
        )
    return prepared


def _prepare(
    *,
    name: str,
    lexicon: str,
    rules: RuleSet,
    notation: Convention,
    written: Written,
    origin: PreparedGame.Origin,
    by: User,
    tile_set: str | None = None,
) -> PreparedGame:
    row = lexicon_named(lexicon)
    if tile_set not in {None, row.tile_set}:
        raise RuleViolation(
            "lexicon_of_other_tiles",
            _("Lexicon “{name}” is not for the tiles of this game ({tiles})."),
            name=lexicon,
            tiles=tile_set,
        )
    tiles, words = load_tile_set(row.tile_set), load_lexicon(row.name)
    rounds = written_games.play(written, words, tiles, rules, notation)
    facts = with_spread(facts_of(rounds, tiles, rules), rounds, words, tiles, rules)
    return keep_game(name=name, lexicon=row, rules=rules, rounds=rounds, facts=facts, origin=origin, by=by)


def one_record(text: str) -> str:
    """The text, if it is one record: `simulate` writes files with many, and GCG has classic games."""
    lines = [line for line in text.removeprefix("\N{BYTE ORDER MARK}").splitlines() if line.strip()]
    if lines and lines[0].lstrip()[:1] in {"#", ">"}:
        raise RuleViolation(
            "record_is_gcg", _("This is the record of a classic game, not of a duplicate one.")
        )
    if len(lines) > 1 and _is_whole(lines[:2]):
        raise RuleViolation(
            "several_records", _("These are {count} records: give one of them."), count=len(lines)
        )
    return "\n".join(lines)


def _is_whole(lines: Iterable[str]) -> bool:
    return all(line.strip().startswith("{") and line.strip().endswith("}") for line in lines)
