"""Annotated games of a division: a GCG file whose players are not both players of the division.

A file of a division is stored as it was uploaded, reviewed (`gcg_review`), then imported or cancelled. If the
director says that both of its players are players of the division, it becomes the record of their match instead.

Invariants: a game goes by the rules of its division, or by those of the file where the director says so, and is
stored whole or not at all. Nothing of the file is kept but the names, the rules and the moves.
"""

from dataclasses import dataclass, replace
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.referee import ClassicGame, state_of
from engine.referee.gcg.writer import gcg_text
from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.match_records.annotated_boards import NAMELESS, game_in_text
from tournaments.classic.match_records.gcg_import import (
    TURNS,
    import_gcg,
    tag_gcg_review,
    terms_of,
    terms_of_division,
    terms_violation,
)
from tournaments.classic.match_records.gcg_review import (
    GcgReview,
    Terms,
    cut_name,
    playable_game,
    review_gcg,
    tidy_name,
)
from tournaments.classic.models import AnnotatedGame, Division, DivisionEntry, GcgFile, Match, MatchRecord
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief
from tournaments.locks import lock_user
from tournaments.names import folding
from tournaments.time import clock

MOST_GAMES: Final = 100
MOST_TURNS: Final = 300


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player of a file: a player of the division, or nobody of it."""

    name: str
    entrant: DivisionEntry | None = None


def keep_file(*, division: Division, data: bytes, file_name: str, by: User) -> GcgFile:
    """Store a file for review, in place of any other of this user.

    Raises:
        RuleViolation: the file has no turn or too many players, or the division has too many games.
        EngineError: a line cannot be read; the error has its number.
    """
    check_chief(division.event, by)
    _check_room(division)
    review_gcg(data, terms_of_division(division))
    gcg_file = GcgFile(
        division=division, file_name=file_name[-100:], content=data, read_by=by, read_at=clock.now()
    )
    with transaction.atomic():
        lock_user(by)
        GcgFile.objects.filter(read_by=by).delete()
        gcg_file.save()
    return gcg_file


def move_file(*, match: Match, by: User) -> GcgFile | None:
    """Take the file in review of a match as one of its division, whose players may be nobody there, in place of any
    other of this user. Return None if there is none any more.

    Raises:
        RuleViolation: the division has too many games.
    """
    division = match.round.division
    check_chief(division.event, by)
    _check_room(division)
    with transaction.atomic():
        lock_user(by)
        gcg_file = GcgFile.objects.select_for_update().filter(match=match).first()
        if gcg_file is None:
            return None
        GcgFile.objects.filter(read_by=by).exclude(pk=gcg_file.pk).delete()
        gcg_file.match, gcg_file.division, gcg_file.read_by = None, division, by
        gcg_file.save(update_fields=["match", "division", "read_by"])
    return gcg_file


def cancel_file(*, division: Division, by: User) -> None:
    """Delete the user's file in review."""
    check_chief(division.event, by)
    GcgFile.objects.filter(division=division, read_by=by).delete()


def file_in_review(division: Division, by: User) -> GcgFile | None:
    gcg_file = GcgFile.objects.filter(division=division, read_by=by).first()
    if gcg_file is not None:
        gcg_file.division = division
    return gcg_file


def names_in(review: GcgReview) -> tuple[str, str]:
    """Return the names of both players; a dash for one who is not in the file."""
    first, second = [*review.names, tidy_name("")][:2]
    return first, second


def guess_player(name: str, entrants: list[DivisionEntry]) -> DivisionEntry | bool:
    """Return the player of the division with this name, False if no player of it has any word of the name, and
    True if the director has to say who it is.
    """
    words = set(folding.fold_words(name))
    alike = [entrant for entrant in entrants if words & set(folding.fold_words(entrant.entry.full_name))]
    same = [one for one in alike if folding.fold(one.entry.full_name) == folding.fold(name)]
    return same[0] if len(same) == 1 else bool(alike)


def import_file(
    *, kept: GcgFile, mark: str, by: User, players: tuple[GamePlayer, GamePlayer], by_file: bool
) -> AnnotatedGame | MatchRecord:
    """Store the game that was reviewed, and delete the file. A game of two players of the division becomes the
    record of their match; any other one an annotated game.

    Raises:
        RuleViolation: the file or the terms have changed since; the two have no such match, or several; the
            division has too many games; the game is too long.
        EngineError: a line of the game does not hold.
    """
    division = kept.division
    assert division is not None, "the file of a match is imported by `gcg_import`"
    terms = terms_of_division(division)
    if mark != tag_gcg_review(kept, terms):
        raise terms_violation()
    first, second = (player.entrant for player in players)
    if first is None or second is None:
        return _import_game(kept, division, terms, players, by, by_file=by_file)
    match = match_of(division, first, second)
    if terms_of(match) != terms:
        raise terms_violation()
    record = import_gcg(
        match=match, data=bytes(kept.content), by=by, swapped=match.first_id != first.pk, by_file=by_file
    )
    GcgFile.objects.filter(pk=kept.pk).delete()
    return record


@transaction.atomic
def remove_game(*, game: AnnotatedGame, by: User) -> None:
    """Delete an annotated game; the file that it came from can be imported again."""
    locked_division = lock_division(game.division, by)
    deleted, _by_model = AnnotatedGame.objects.filter(pk=game.pk, division=locked_division).delete()
    if deleted:
        write_division_act(locked_division, "annotated_game_removed", by=by)


def _import_game(
    kept: GcgFile,
    division: Division,
    terms: Terms,
    players: tuple[GamePlayer, GamePlayer],
    by: User,
    *,
    by_file: bool,
) -> AnnotatedGame:
    review = review_gcg(bytes(kept.content), terms)
    game = playable_game(review.by_file if by_file and review.by_file else review.by_match)
    text = _text_of(game, terms)
    # Read it back: what is stored can be shown.
    first_score, second_score = state_of(game_in_text(text, terms.tile_set)).scores
    made = AnnotatedGame(
        first_name=cut_name(players[0].name),
        second_name=cut_name(players[1].name),
        first_score=first_score,
        second_score=second_score,
        lexicon=terms.lexicon,
        tile_set=terms.tile_set,
        text=text,
        by=by,
        at=clock.now(),
    )
    with transaction.atomic():
        made.division = lock_division(division, by)
        if terms_of_division(made.division) != terms:
            raise terms_violation()
        _check_room(made.division)
        # If one file is imported twice at a time, the second import finds it gone.
        if not GcgFile.objects.filter(pk=kept.pk).delete()[0]:
            raise RuleViolation("file_gone", _("This file has already been imported or cancelled."))
        made.full_clean()
        made.save()
        # Neither names, written as in the file, which erasing would not find, nor the code, which no archive has.
        write_division_act(made.division, "annotated_game_kept", by=by)
    return made


def is_too_long(game: ClassicGame) -> bool:
    """Tell whether a game has more turns than any real one."""
    return sum(isinstance(act, TURNS) for act in game.acts) > MOST_TURNS


def _text_of(game: ClassicGame, terms: Terms) -> str:
    """Return the game as GCG without names and remarks.

    Raises:
        RuleViolation: it has more turns than any game.
    """
    if is_too_long(game):
        raise RuleViolation(
            "gcg_too_long", _("This game has more than {most} turns: it cannot be kept."), most=MOST_TURNS
        )
    acts = tuple(replace(act, notes=()) for act in game.acts)
    return gcg_text(replace(game, players=NAMELESS, acts=acts, lexicon=terms.lexicon))


def match_of(division: Division, first: DivisionEntry, second: DivisionEntry) -> Match:
    """Return the one match of both that a file can be the record of.

    Raises:
        RuleViolation: there is none, or more than one.
    """
    names = {"first": first.entry.name, "second": second.entry.name}
    if first == second:
        raise RuleViolation("gcg_same_player", _("{first} cannot play against themselves."), **names)
    matches = Match.objects.filter(
        Q(first=first, second=second) | Q(first=second, second=first),
        round__division=division,
        round__begun_at__isnull=False,
        record__entries__isnull=True,
    )
    found = list(matches.select_related("round").order_by("round__number")[:2])
    if not found:
        raise RuleViolation(
            "gcg_no_match",
            _("{first} and {second} have no match in a round that has begun which lacks a record."),
            **names,
        )
    if len(found) > 1:
        raise RuleViolation(
            "gcg_several_matches",
            _(
                "{first} and {second} meet more than once: import the file on the page of one of their matches."
            ),
            **names,
        )
    found[0].round.division = division
    return found[0]


def _check_room(division: Division) -> None:
    if division.annotated_games.count() >= MOST_GAMES:
        raise RuleViolation(
            "annotated_games_full", _("A division has {most} annotated games at most."), most=MOST_GAMES
        )
