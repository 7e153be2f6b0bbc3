"""Storing the program's own verdicts. Arbitrators' rulings are in `duplicate.arbitration.services`."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from duplicate.judging import RoundPosition, Verdict, WrittenSlip, judge_slips
from duplicate.models import Round, Ruling, Slip
from duplicate.positions.board_state import position_of
from duplicate.slips.conflicts import Written, read_alike
from tournaments.time import clock


def judge_and_store(round_: Round, slips: Sequence[Slip], *, reason: str = "") -> list[Ruling]:
    """Judge slips of one round that have no ruling yet; `reason` is what an arbitrator gave for
    filing them.
    """
    position = position_of(round_)
    judged = judge_slips(written_slips(round_, slips), position, round_.game.rule_set)
    verdicts = [
        _top(round_) if slip.says_top else verdict for slip, verdict in zip(slips, judged, strict=True)
    ]
    return Ruling.objects.bulk_create(
        [
            ruling_by_program(slip, verdict, position, reason)
            for slip, verdict in zip(slips, verdicts, strict=True)
        ]
    )


def written_slips(round_: Round, slips: Sequence[Slip]) -> list[WrittenSlip | None]:
    """Return slips of one round for the judge."""
    by_phone = any(slip.source == Slip.Source.PHONE for slip in slips)
    several = _find_several_slips(round_) if by_phone else set()
    return [_written_slip_of(slip, several) for slip in slips]


def _top(round_: Round) -> Verdict:
    """Return the verdict on a slip that says top without a word."""
    if round_.top_score is None:
        round_.refresh_from_db(fields=["top_score"])
    score = round_.top_score or 0
    return Verdict(score, "good", worth=score)


def _written_slip_of(slip: Slip, several: Collection[int]) -> WrittenSlip | None:
    """Return the slip for the judge; None for a slip without a word, which stands for a player who handed in
    nothing.
    """
    if not slip.word:
        return None
    return WrittenSlip(
        slip.word,
        slip.reference,
        slip.stated_score,
        illegible=slip.illegible,
        several=slip.source == Slip.Source.PHONE and slip.entry_id in several,
    )


def _find_several_slips(round_: Round) -> set[int]:
    """Return the keys of entries whose phones sent different slips in time."""
    sent: dict[int, set[Written]] = defaultdict(set)
    in_time = round_.slips.in_time().filter(source=Slip.Source.PHONE).order_by()
    columns = ("entry_id", "reference", "word", "stated_score")
    for entry_id, reference, word, stated in in_time.values_list(*columns):
        sent[entry_id].add((reference, word, stated))
    # Most players send one slip, or the same again: only the others are read.
    several = {entry_id: slips for entry_id, slips in sent.items() if len(slips) > 1}
    game = round_.game
    return {entry for entry, slips in several.items() if len({read_alike(game, *slip) for slip in slips}) > 1}


def ruling_by_program(slip: Slip, verdict: Verdict, position: RoundPosition, reason: str = "") -> Ruling:
    """Return the program's ruling, with the other moves that the slip could have meant, for the desk; not
    stored yet.
    """
    meant = [
        [*scored.move.text(position.tiles, position.convention), scored.score] for scored in verdict.also
    ]
    return Ruling(
        slip=slip,
        score=verdict.score,
        worth=verdict.worth,
        sanction=verdict.sanction,
        further_warnings=verdict.further_warnings,
        code=verdict.code,
        params=verdict.params | ({"meant": meant} if meant else {}),
        reason=reason,
        made_at=clock.now(),
    )
