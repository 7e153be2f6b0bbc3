"""Import of a GCG file as the record of a match that nobody kept move by move.

Invariants: the file is checked against the rules of the match's division, and is stored whole or not at all.
Its players are the two of the match, by name. A record that has entries is never replaced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.formats.gcg import GcgGame
from engine.lexicon import load_lexicon
from engine.referee import Act, Challenge, ClassicGame, DrawForStart, End, Exchange, Pass, Place
from engine.referee.acts import act_to_data
from engine.referee.gcg.reader import check, from_gcg
from engine.referee.settings import ClassicSettings
from engine.tiles import load_tile_set
from tournaments.classic.core.audit_log import write_division_act
from tournaments.classic.core.match_rules import settings_of
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.selectors import NOTATION
from tournaments.classic.models import Match, MatchRecord, RecordEntry
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.core.text import folding

MOST_BYTES = 200_000
_TURNS = (Place, Exchange, Pass, Challenge)


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms that a match is played by, and by which its record is judged."""

    settings: str
    lexicon: str
    tile_set: str

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the terms of the match's record, or of its division if it has none."""
        record = MatchRecord.objects.filter(match=match).first()
        if record is not None:
            return cls(record.settings, record.lexicon, record.tile_set)
        division = match.round.division
        lexicon = division.lexicon
        return cls(settings_of(division).to_toml(), lexicon.name, lexicon.tile_set)


def import_gcg(*, match: Match, data: bytes, by: User) -> MatchRecord:
    """Store the record of a match from the file, with one entry for each turn.

    The file is parsed before the transaction begins.

    Raises:
        RuleViolation: the file is of other players, the record has entries, or no record is possible; see
            `match_records.open_record`.
        EngineError: a line cannot be read, or the rules do not allow it; the error has its number.
    """
    _check_not_begun(match)
    terms = _Terms.of(match)
    return _store(match, _parse_game(terms, data), terms, by)


@transaction.atomic
def _store(match: Match, game: ClassicGame, terms: _Terms, by: User) -> MatchRecord:
    existing = MatchRecord.objects.filter(match=match).first()
    live, advice = (existing.live, existing.advice) if existing else (False, True)
    keeper = MatchRecord.Keeper(existing.keeper) if existing else MatchRecord.Keeper.ANNOTATOR
    record = record_services.open_record(match=match, keeper=keeper, by=by, live=live, advice=advice)
    # Check again, since the record is locked only now.
    _check_not_begun(match)
    if _Terms.of(match) != terms:
        raise RuleViolation(
            "terms_changed",
            _("The settings of the division have changed at this moment: import the file once more."),
        )
    tiles = load_tile_set(record.tile_set)
    seats = _seats(game, match)
    acts = [
        act if isinstance(act, DrawForStart | End) else replace(act, player=seats[act.player])
        for act in game.acts
    ]
    RecordEntry.objects.bulk_create(
        RecordEntry(
            record=record,
            key=uuid4(),
            acts=[act_to_data(act, tiles, NOTATION) for act in turn],
            by=by,
            at=clock.now(),
        )
        for turn in _turns(acts)
    )
    record_selectors.final_scores(record)
    division = match.round.division
    write_division_act(
        division,
        "record_imported",
        by=by,
        number=match.round.number,
        table=match.table,
    )
    return record_services.mark_changed(record)


def _check_not_begun(match: Match) -> None:
    if RecordEntry.objects.filter(record__match=match).exists():
        raise RuleViolation(
            "record_begun", _("This match has a record already: it stays, take its entries back one by one.")
        )


def _parse_game(terms: _Terms, data: bytes) -> ClassicGame:
    """Parse the file by the terms of the match; if only words of the lexicon can be played, check every word."""
    settings, tiles = ClassicSettings.from_toml(terms.settings), load_tile_set(terms.tile_set)
    file = GcgGame.parse(data, tiles)
    if not file.events:
        raise RuleViolation("gcg_empty", _("This file has no turn of a game in GCG."))
    if settings.challenge == "void":
        for checked in check(file, tiles, load_lexicon(terms.lexicon), settings):
            for problem in checked.problems:
                raise RecordError("bad_gcg", line=checked.event.line, problem=problem.removesuffix("."))
    return from_gcg(file, tiles, settings)


def _seats(game: ClassicGame, match: Match) -> tuple[int, ...]:
    """Return for each player of the file the place in the match, where 0 goes first."""
    assert match.second is not None  # open_record refuses a bye
    ours = [match.first.entry, match.second.entry]
    theirs = [player.name for player in game.players]
    if sorted(map(folding.fold, theirs)) != sorted(folding.fold(entry.full_name) for entry in ours):
        raise RuleViolation(
            "gcg_players",
            _("This file is of {theirs}, the match of {ours}."),
            theirs=", ".join(theirs)[:200],
            ours=", ".join(entry.name for entry in ours),
        )
    seats = tuple(int(folding.fold(name) != folding.fold(ours[0].full_name)) for name in theirs)
    if seats[game.first or 0]:
        raise RuleViolation(
            "gcg_first", _("In this match {name} goes first, in the file the other."), name=ours[0].name
        )
    return seats


def _turns(acts: Sequence[Act]) -> Iterator[list[Act]]:
    """Group the acts into entries: the tiles held together with the turn."""
    turn: list[Act] = []
    for act in acts:
        turn.append(act)
        if isinstance(act, _TURNS):
            yield turn
            turn = []
    if turn:
        yield turn
