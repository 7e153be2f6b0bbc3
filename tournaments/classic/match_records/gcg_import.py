"""Import of a GCG file as the record of a match that nobody kept move by move.

A file is stored as it was uploaded, reviewed (`gcg_review`), then imported or cancelled.

Invariants: the record goes by the rules of the match's division, or by those of the file where the director says so,
and is stored whole or not at all. A record that has entries is never replaced. A user has one file in review, and so
has a match.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.referee import (
    Act,
    Challenge,
    ClassicGame,
    ClassicSettings,
    DrawForStart,
    End,
    Exchange,
    Pass,
    Place,
)
from engine.referee.acts import act_to_data
from engine.tiles import load_tile_set
from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.gcg_review import (
    GcgReview,
    Judgement,
    Terms,
    playable_game,
    review_gcg,
)
from tournaments.classic.match_records.selectors import NOTATION
from tournaments.classic.models import Division, GcgFile, Match, MatchRecord, RecordEntry
from tournaments.classic.scores.match_rules import settings_of
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief
from tournaments.locks import lock_user
from tournaments.names import folding
from tournaments.time import clock

MOST_BYTES = 200_000
TURNS = (Place, Exchange, Pass, Challenge)


def keep_file(*, match: Match, data: bytes, file_name: str, by: User) -> GcgFile:
    """Store a file for review, in place of any other of this match or of this user.

    Raises:
        RuleViolation: the record has entries, or the file has no turn or too many players.
        EngineError: a line cannot be read; the error has its number.
    """
    check_chief(match.round.division.event, by)
    _check_not_begun(match)
    review_gcg(data, terms_of(match))
    gcg_file = GcgFile(match=match, file_name=file_name[-100:], content=data, read_by=by, read_at=clock.now())
    with transaction.atomic():
        lock_user(by)
        GcgFile.objects.filter(Q(match=match) | Q(read_by=by)).delete()
        gcg_file.save()
    return gcg_file


def cancel_file(*, match: Match, by: User) -> None:
    """Delete the file in review."""
    check_chief(match.round.division.event, by)
    GcgFile.objects.filter(match=match).delete()


def tag_gcg_review(kept: GcgFile, terms: Terms) -> str:
    """Return the version tag of a review: another one says that the file or the terms have changed."""
    return sha256(bytes(kept.content) + repr(terms).encode()).hexdigest()


def import_file(*, kept: GcgFile, mark: str, by: User, swapped: bool, by_file: bool) -> MatchRecord:
    """Store the record that was reviewed, and delete the file; the arguments are those of `import_gcg`.

    Raises:
        RuleViolation: the file or the terms have changed since, or as `import_gcg`.
        EngineError: as `import_gcg`.
    """
    assert kept.match is not None, "the file of a division is imported by `annotated_games`"
    if mark != tag_gcg_review(kept, terms_of(kept.match)):
        raise terms_violation()
    return import_gcg(match=kept.match, data=bytes(kept.content), by=by, swapped=swapped, by_file=by_file)


def import_gcg(
    *, match: Match, data: bytes, by: User, swapped: bool | None = None, by_file: bool = False
) -> MatchRecord:
    """Store the record of a match from the file, with one entry for each turn.

    `swapped` says that the first player in the file goes second in the match; without it the names decide. `by_file`
    keeps the record by the rules of the file. The file is parsed before the transaction begins.

    Raises:
        RuleViolation: the file is of other players, the record has entries, or no record is possible; see
            `match_records.open_record`.
        EngineError: a line cannot be read, or the rules do not allow it; the error has its number.
    """
    _check_not_begun(match)
    terms = terms_of(match)
    review = review_gcg(data, terms)
    if swapped is None:
        swapped = find_swapped(review, match)
    if swapped is None:
        assert match.second is not None  # a match that is found by its table has two players
        raise RuleViolation(
            "gcg_players",
            _("This file is of {theirs}, the match of {ours}."),
            theirs=", ".join(review.names)[:200],
            ours=f"{match.first.entry.name}, {match.second.entry.name}",
        )
    return _store(
        match, review.by_file if by_file and review.by_file else review.by_match, swapped, terms, by
    )


def terms_of(match: Match) -> Terms:
    """Return the terms of the match's record, or of its division if it has none."""
    record = MatchRecord.objects.filter(match=match).first()
    if record is not None:
        return Terms(record.settings, record.lexicon, record.tile_set)
    return terms_of_division(match.round.division)


def terms_of_division(division: Division) -> Terms:
    lexicon = division.lexicon
    return Terms(settings_of(division).to_toml(), lexicon.name, lexicon.tile_set)


def find_swapped(review: GcgReview, match: Match) -> bool | None:
    """Tell whether the file's first player goes second in the match, by the names; None if they do not say so.

    One name that is found decides for both.
    """
    ours = [folding.fold(player.entry.full_name) for player in record_selectors.players_of(match)]
    theirs = [folding.fold(name) for name in review.names]
    found = {place != ours.index(name) for place, name in enumerate(theirs) if ours.count(name) == 1}
    return found.pop() if len(found) == 1 else None


@transaction.atomic
def _store(match: Match, judgement: Judgement, swapped: bool, terms: Terms, by: User) -> MatchRecord:
    game, ours = playable_game(judgement), ClassicSettings.from_toml(terms.settings)
    existing = MatchRecord.objects.filter(match=match).first()
    live, advice = (existing.live, existing.advice) if existing else (False, True)
    keeper = MatchRecord.Keeper(existing.keeper) if existing else MatchRecord.Keeper.ANNOTATOR
    record = record_services.open_record(match=match, keeper=keeper, by=by, live=live, advice=advice)
    # Check again, since the record is locked only now.
    _check_not_begun(match)
    if terms_of(match) != terms:
        raise terms_violation()
    record.settings = judgement.settings.to_toml()
    record.second_begins = bool(game.first) != swapped
    record.save(update_fields=["settings", "second_begins"])
    _write_entries(record, game, swapped, by)
    record_selectors.final_scores(record)
    GcgFile.objects.filter(match=match).delete()
    write_division_act(
        match.round.division,
        "record_imported" if judgement.settings == ours else "record_imported_by_file",
        by=by,
        number=match.round.number,
        table=match.table,
    )
    return record_services.mark_changed(record)


def _write_entries(record: MatchRecord, game: ClassicGame, swapped: bool, by: User) -> None:
    tiles = load_tile_set(record.tile_set)
    acts = [
        act if isinstance(act, DrawForStart | End) else replace(act, player=act.player ^ swapped)
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


def _check_not_begun(match: Match) -> None:
    if RecordEntry.objects.filter(record__match=match).exists():
        raise RuleViolation(
            "record_begun", _("This match already has a record: undo its entries one by one first.")
        )


def terms_violation() -> RuleViolation:
    return RuleViolation(
        "terms_changed",
        _("The settings of the division have just changed: import the file again."),
    )


def _turns(acts: Sequence[Act]) -> Iterator[list[Act]]:
    """Group the acts into entries: the tiles held together with the turn."""
    turn: list[Act] = []
    for act in acts:
        turn.append(act)
        if isinstance(act, TURNS):
            yield turn
            turn = []
    if turn:
        yield turn
