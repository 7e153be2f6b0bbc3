"""Putting the program's own verdicts on record. What arbitrators rule is in `duplicate.arbitration`."""

from collections.abc import Collection, Sequence

from duplicate.judging import Position, Verdict, WrittenSlip, judge_slips
from duplicate.models import Round, Ruling, Slip
from duplicate.positions import position_of
from tournaments import clock


def judge_and_store(round_: Round, slips: Sequence[Slip], *, reason: str = "") -> list[Ruling]:
    """Judge slips of one round that have no ruling yet; `reason` is an arbitrator's for a slip keyed long after."""
    position = position_of(round_)
    by_phone = any(slip.source == Slip.Source.PHONE for slip in slips)
    several = _with_several_slips(round_) if by_phone else set()
    written = [_written(slip, several) for slip in slips]
    verdicts = judge_slips(written, position, round_.game.rule_set)
    return Ruling.objects.bulk_create(
        [_ruling(slip, verdict, position, reason) for slip, verdict in zip(slips, verdicts, strict=True)]
    )


def _written(slip: Slip, several: Collection[int]) -> WrittenSlip | None:
    """A slip without a word is what the desk keeps of a player who handed in nothing."""
    if not slip.word:
        return None
    return WrittenSlip(
        slip.word,
        slip.reference,
        slip.stated_score,
        illegible=slip.illegible,
        several=slip.source == Slip.Source.PHONE and slip.entry_id in several,
    )


def _with_several_slips(round_: Round) -> set[int]:
    """The entries of which phones sent different slips in time."""
    sent: dict[int, tuple[object, ...]] = {}
    in_time = round_.slips.filter(late=False, source=Slip.Source.PHONE)
    written = in_time.values_list("entry_id", "word", "reference", "stated_score")
    return {entry_id for entry_id, *slip in written if sent.setdefault(entry_id, tuple(slip)) != tuple(slip)}


def _ruling(slip: Slip, verdict: Verdict, position: Position, reason: str) -> Ruling:
    """The ruling with what else the slip could have meant, for the desk."""
    meant = [
        [*scored.move.text(position.tiles, position.convention), scored.score] for scored in verdict.also
    ]
    return Ruling(
        slip=slip,
        score=verdict.score,
        worth=verdict.worth,
        sanction=verdict.sanction,
        code=verdict.code,
        params=verdict.params | ({"meant": meant} if meant else {}),
        reason=reason,
        made_at=clock.now(),
    )
