"""Slips with what was ruled of them, as screens, phones and documents show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from duplicate.attendance.absences import is_missing
from duplicate.judging.words import rule_text, ruling_text, sanction_text, verdict_text
from duplicate.models import Round, Ruling, Slip, SlipQuerySet
from duplicate.standings.rules.ranking import Average
from tournaments.models import Entry, Player
from tournaments.names.folding import fold


def find_slips(slips: QuerySet[Slip], text: str) -> QuerySet[Slip]:
    """Return the slips that each word of a text is about: a game by its code, or a player by a part of the
    name or by the licence.

    Rounds and entries are read first, so that the database finds their slips by indexes: millions of slips
    cannot be compared with a text.
    """
    for word in text.split():
        rounds = Round.objects.filter(game__code=word.upper()).values_list("pk", flat=True)
        people = Player.objects.filter(Q(alike__contains=fold(word) or word) | Q(licence=word.upper()))
        entries = Entry.objects.filter(Q(player__in=people) | Q(partner__in=people)).values_list(
            "pk", flat=True
        )
        slips = slips.filter(Q(round__in=list(rounds)) | Q(entry__in=list(entries)))
    return slips


@dataclass(frozen=True, slots=True)
class RuledSlip:
    """A slip with what it is worth now; `score` is None until it is judged. A late slip is worth nothing.

    `verdict` is the reason as a sentence and `rule` its source, both empty where there is nothing to say.
    `meant` are other moves that the slip could mean, as reference, word and score, for the desk alone.
    `reason` is an arbitrator's own. `warnings` are all, also that for conduct. `average` counts in place of
    the score, if it is given: see `averaged_slips`.
    """

    slip: Slip
    score: int | None
    worth: int | None = None
    code: str = ""
    verdict: str = ""
    rule: str = ""
    sanction: str = Ruling.Sanction.NONE
    meant: tuple[tuple[str, str, int], ...] = ()
    solo: bool | None = None
    reason: str = ""
    warnings: int = 0
    average: Average | None = None

    @property
    def is_missing(self) -> bool:
        """True for a recorded "no slip" about which nothing else was decided."""
        nothing = not self.slip.shows_presence and not self.warnings
        return nothing and is_missing(self.score, self.sanction, self.solo)

    @property
    def sanction_text(self) -> str:
        """The sanction and the warnings in words; a zero that became the average says so."""
        averaged = self.average is not None and self.average.why == "second_zero"
        return sanction_text("zero_averaged" if averaged else self.sanction, self.warnings)


def slips_by_entry(slips: SlipQuerySet) -> dict[int, RuledSlip]:
    """Return one slip for each entry in slips of one round: the effective one, else the last late one."""
    return {slip.entry_id: view_ruled_slip(slip) for slip in _chosen(slips)}


def slips_by_round(slips: Sequence[Slip]) -> dict[int, RuledSlip]:
    """Return one slip for each round in slips of one entry, in the order of their keys: the effective one,
    else the last late one.
    """
    chosen = [slip for slip in slips if slip.late] + [slip for slip in slips if slip.effective]
    return {slip.round_id: view_ruled_slip(slip) for slip in chosen}


def _chosen(slips: SlipQuerySet) -> SlipQuerySet:
    """Return the late slips and then those that count, without slips that lie aside or are in conflict."""
    shown = slips.counting_or_late().order_by("effective", "pk")
    return shown.select_related("round").prefetch_related("rulings")


def view_ruled_slip(slip: Slip) -> RuledSlip:
    """Return a slip with what was ruled of it; prefetch its rulings for speed."""
    if slip.late:
        return RuledSlip(
            slip, 0, 0, "late", verdict_text("late", {}), rule_text("late"), sanction=Ruling.Sanction.ZERO
        )
    ruling = max(slip.rulings.all(), key=lambda ruling: ruling.pk, default=None)
    if ruling is None:
        return RuledSlip(slip, None)
    verdict = verdict_text(ruling.code, ruling.params)
    return RuledSlip(
        slip,
        ruling.score,
        ruling.worth,
        ruling.code,
        ruling_text(ruling.code, ruling.params, conduct=ruling.conduct),
        rule_text(ruling.code) if verdict else "",
        ruling.sanction,
        tuple((reference, word, score) for reference, word, score in ruling.params.get("meant", ())),
        ruling.solo,
        ruling.reason,
        ruling.warnings,
    )
