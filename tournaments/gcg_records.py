"""A GCG file brought in as the record of a match that nobody kept move by move.

What always holds: the file is judged by the rules of the match's division, and is taken whole or not at all. Its
players are the two of the match, by name. A record in which anything was entered stays as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.gcg import GcgGame
from engine.lexicon import load_lexicon
from engine.referee import Act, Challenge, ClassicGame, DrawForStart, End, Exchange, Pass, Place
from engine.referee.acts import act_to_data
from engine.referee.gcg_in import check, from_gcg
from engine.referee.settings import ClassicSettings
from engine.tiles import TileSet, load_tile_set
from tournaments import alike, clock, match_records
from tournaments.classic.acts import write_division_act
from tournaments.errors import RuleViolation
from tournaments.match_records import NOTATION
from tournaments.models import Match, MatchRecord, RecordEntry

MOST_BYTES = 200_000
_TURNS = (Place, Exchange, Pass, Challenge)


@transaction.atomic
def bring_in_gcg(*, match: Match, data: bytes, by: User) -> MatchRecord:
    """The record of a match as the file tells it, with every turn an entry.

    Raises:
        RuleViolation: other players' game, a record that has entries, or none can be; see `match_records.open_record`.
        EngineError: a line that cannot be read, or that the rules do not allow, with its number.
    """
    existing = MatchRecord.objects.filter(match=match).first()
    if existing is not None and existing.entries.exists():
        raise RuleViolation(
            "record_begun", _("This match has a record already: it stays, take its entries back one by one.")
        )
    live, advice = (existing.live, existing.advice) if existing else (False, True)
    keeper = MatchRecord.Keeper(existing.keeper) if existing else MatchRecord.Keeper.ANNOTATOR
    record = match_records.open_record(match=match, keeper=keeper, by=by, live=live, advice=advice)
    tiles = load_tile_set(record.tile_set)
    game = _read(record, data, tiles)
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
    match_records.final_scores(record)
    division = match.round.division
    write_division_act(
        division,
        "record_brought_in",
        by=by,
        number=match.round.number,
        table=match.table,
    )
    return match_records.changed(record)


def _read(record: MatchRecord, data: bytes, tiles: TileSet) -> ClassicGame:
    """The game of the file, by the settings of the record; where only words of the lexicon can be played all are."""
    settings = ClassicSettings.from_toml(record.settings)
    file = GcgGame.parse(data, tiles)
    if not file.events:
        raise RuleViolation("gcg_empty", _("This file has no turn of a game in GCG."))
    if settings.challenge == "void":
        for checked in check(file, tiles, load_lexicon(record.lexicon), settings):
            for problem in checked.problems:
                raise RecordError("bad_gcg", line=checked.event.line, problem=problem.removesuffix("."))
    return from_gcg(file, tiles, settings)


def _seats(game: ClassicGame, match: Match) -> tuple[int, ...]:
    """For each player of the file their place in the match, where who goes first is 0."""
    assert match.second is not None  # open_record refuses a bye
    ours = [match.first.entry, match.second.entry]
    theirs = [player.name for player in game.players]
    if sorted(map(alike.folded, theirs)) != sorted(alike.folded(entry.full_name) for entry in ours):
        raise RuleViolation(
            "gcg_players",
            _("This file is of {theirs}, the match of {ours}."),
            theirs=", ".join(theirs)[:200],
            ours=", ".join(entry.name for entry in ours),
        )
    seats = tuple(int(alike.folded(name) != alike.folded(ours[0].full_name)) for name in theirs)
    if seats[game.first or 0]:
        raise RuleViolation(
            "gcg_first", _("In this match {name} goes first, in the file the other."), name=ours[0].name
        )
    return seats


def _turns(acts: Sequence[Act]) -> Iterator[list[Act]]:
    """The acts as they are entered: what was held with what was done."""
    turn: list[Act] = []
    for act in acts:
        turn.append(act)
        if isinstance(act, _TURNS):
            yield turn
            turn = []
    if turn:
        yield turn
