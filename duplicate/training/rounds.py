"""A round of a training, from its rack to its top. Use cases, each one transaction.

Invariants: a round is answered once, and judged as a slip. Before that only a hint, which is counted, shows
anything of its top. The server's clock decides whether an answer was late.
"""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from duplicate.judging import RoundPosition, WrittenSlip, judge
from duplicate.models.training import Training, TrainingRound
from duplicate.positions.game_words import lexicon_of
from duplicate.training import positions
from duplicate.training.later import check_is_shown
from duplicate.training.positions import RackWithTops, StoredRound, TrainingSettings
from engine.lexicon import load_lexicon
from tournaments.errors import RuleViolation
from tournaments.positions.in_play import PositionTiles, SearchAsker, check_may_be_told
from tournaments.time import clock

HINTS = ("tops", "length", "square", "word")


def current_round(training: Training) -> TrainingRound | None:
    """Return the last round that was opened, answered or not."""
    return training.rounds.order_by("number").last()


def open_round(*, training: Training) -> TrainingRound | None:
    """Open the next round and start its clock; return None if there is no further rack, and end the training.

    A round that waits for its answer stays open and is returned.

    Raises:
        EngineError: the lexicon is gone.
        RuleViolation: the training has ended, or the next position is being played here; a game that is
            played later may not be viewed any more.
    """
    last = current_round(training)
    if last is not None and not last.is_answered:
        return last
    if training.ended_at is not None:
        raise RuleViolation("training_ended", _("This training has ended: resume it first."))
    check_is_shown(training)
    found = _next_found(training, last)  # search before any row is locked
    if found is None:
        end_training(training=training)
        return None
    try:
        with transaction.atomic():
            return training.rounds.create(**_values_of(found, training), opened_at=clock.now())
    except IntegrityError:  # opened by another tab in the meantime
        return current_round(training)


def take_hint(*, round_: TrainingRound) -> TrainingRound:
    """Take the next hint.

    Raises:
        RuleViolation: the round is answered, or all hints are taken; its position is being played here by
            now; the game is played later, without hints.
    """
    if round_.training.is_later:
        raise RuleViolation("no_hints_later", _("There are no hints in a game that counts."))
    _check_not_in_play(round_)
    return _take_hint(round_)


@transaction.atomic
def _take_hint(round_: TrainingRound) -> TrainingRound:
    round_ = _lock_round(round_)
    if round_.hints >= len(HINTS):
        raise RuleViolation("hints_told", _("All hints for this round have been given."))
    round_.hints += 1
    round_.save(update_fields=["hints"])
    return round_


def answer(*, round_: TrainingRound, word: str, reference: str, stated_score: int | None) -> TrainingRound:
    """Judge the answer, or its absence; then the top may be shown.

    Raises:
        RuleViolation: the round is answered, or its position is being played here by now.
    """
    _check_not_in_play(round_)
    return _answer(round_, word, reference, stated_score)


@transaction.atomic
def _answer(round_: TrainingRound, word: str, reference: str, stated_score: int | None) -> TrainingRound:
    round_ = _lock_round(round_)
    rules = round_.training.rule_set
    closes, now = round_.closes_at(), clock.now()
    late = closes is not None and now > closes + timedelta(seconds=rules.time.grace_seconds)
    slip = WrittenSlip(word=word, reference=reference, stated_score=stated_score, late=late)
    verdict = judge(slip if word.strip() else None, position_of(round_), rules)
    round_.answered_at, round_.late = now, late
    round_.word, round_.reference, round_.stated_score = word, reference, stated_score
    round_.score, round_.code, round_.params = verdict.score, verdict.code, verdict.params
    round_.sanction, round_.further_warnings = verdict.sanction, verdict.further_warnings
    round_.save()
    return round_


@transaction.atomic
def end_training(*, training: Training) -> None:
    """End the training; a round that waits for its answer is not counted. Ending twice does nothing."""
    if training.ended_at is None:
        training.ended_at = clock.now()
        training.save(update_fields=["ended_at"])


def stop(*, training: Training) -> None:
    """End the training early. A game that is played later ends with its last round alone: its clock goes on."""
    if not training.is_later:
        end_training(training=training)


@transaction.atomic
def go_on(*, training: Training) -> None:
    """Resume an ended training. A round that waits for its answer has its whole time again, but not in a game
    that is played later.
    """
    if training.is_later:
        return
    training.rounds.filter(answered_at=None).update(opened_at=clock.now())
    training.ended_at = None
    training.save(update_fields=["ended_at"])


def position_of(round_: TrainingRound) -> RoundPosition:
    """Return the position that the trainee has to solve."""
    return positions.position_for(
        round_.rack, _read_rounds_before(round_), training_settings_of(round_.training)
    )


def training_settings_of(training: Training) -> TrainingSettings:
    """Return the settings; a game of the club is played again with its own words."""
    lexicon = lexicon_of(training.game) if training.game else load_lexicon(training.lexicon)
    return TrainingSettings(lexicon, training.tiles, training.rule_set, training.convention)


def record_rounds(training: Training) -> list[StoredRound]:
    """Return the rounds of the game that is played again; none if racks are drawn."""
    return [StoredRound(*written) for written in training.record]


def _read_rounds_before(round_: TrainingRound) -> list[StoredRound]:
    """Return the rounds that made the board."""
    training = round_.training
    if training.source == Training.Source.RANDOM:
        return _read_drawn_rounds(training, round_.number)
    return record_rounds(training)[: round_.number - 1]


def _read_drawn_rounds(training: Training, before: int | None = None) -> list[StoredRound]:
    rounds = training.rounds.order_by("number")
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    return [StoredRound(*row) for row in rounds.values_list("rack", "placed_word", "placed_reference")]


def _next_found(training: Training, last: TrainingRound | None) -> RackWithTops | None:
    played = training_settings_of(training)
    if training.source == Training.Source.RANDOM:
        return positions.next_at_random(_read_drawn_rounds(training), played, training.seed)
    return positions.next_recorded(
        record_rounds(training), last.number if last else 0, played, SearchAsker(None)
    )


def _check_not_in_play(round_: TrainingRound) -> None:
    """Refuse tops found before their position came into play; nobody can choose a rack drawn at random."""
    if round_.training.source != Training.Source.RANDOM:
        position = position_of(round_)
        check_may_be_told(
            [PositionTiles.of(position.board, position.rack, position.tiles)], SearchAsker(None)
        )


def _values_of(found: RackWithTops, training: Training) -> dict[str, object]:
    tiles, convention = training.tiles, training.convention
    placed_reference, placed_word = found.placed.text(tiles, convention)
    return {
        "number": found.number,
        "rack": found.rack.text(tiles),
        "top_score": found.top_score,
        "next_best": found.next_best,
        "tops": [list(move.text(tiles, convention)) for move in found.tops],
        "placed_word": placed_word,
        "placed_reference": placed_reference,
    }


def _lock_round(round_: TrainingRound) -> TrainingRound:
    """Lock the row until the transaction ends and return it as it stands.

    Raises:
        RuleViolation: it is answered.
    """
    training_round = (
        TrainingRound.objects.select_for_update(no_key=True, of=("self",))
        .select_related("training")
        .get(pk=round_.pk)
    )
    if training_round.is_answered:
        raise RuleViolation("round_answered", _("You have already answered this round."))
    return training_round
