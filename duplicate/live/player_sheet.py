"""The private data of a player's phone: receipts, and the sheet, round by round beside the top."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, TypedDict

from duplicate.acts.locks import entry_gone
from duplicate.arbitration.questions import QuestionReceipt, questionable_round, receipt_for_question
from duplicate.attendance.absences import first_rounds
from duplicate.judging.words import SANCTION_MEANINGS
from duplicate.models import Game, Question, Round, Slip
from duplicate.positions.tops import PlacedTop, top_of
from duplicate.slips.averaged_slips import apply_average
from duplicate.slips.selectors import RuledSlip, slips_by_round
from duplicate.slips.services import Receipt, receipt_for
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import Average, Solo, Standing
from duplicate.standings.words import average_rule, average_text
from tournaments.models import Entry
from tournaments.time import clock


class SheetLine(TypedDict):
    """An announced round on a player's own sheet."""

    number: Annotated[int, "Number of the round, from 1."]
    rack_text: Annotated[str, "The rack: left over + drawn; a leading - is a whole redraw, ? a blank."]
    word: Annotated[str, "The player's word; empty without a slip, or where the arbitrator keyed no word."]
    ref: Annotated[str, "The player's reference; empty as the word is."]
    says_top: Annotated[bool, "Whether the arbitrator keyed that the slip has the top, without its word."]
    stated: Annotated[int | None, "Points that the slip states; null if it states none."]
    score: Annotated[
        int, "Points that count for the player in this round, without solo and cost of warnings."
    ]
    rank: Annotated[int, "Rank in the game after this round."]
    has_top: Annotated[bool, "Whether the move was worth the top, whatever a penalty took off."]
    code: Annotated[str, "Verdict for programs, such as `no_slip`; docs/rules.md lists them."]
    verdict: Annotated[
        str, "Reason of the verdict in the player's language; empty if there is nothing to say."
    ]
    rule: Annotated[str, "The rule that the reason comes from, in words; empty without a reason."]
    reason: Annotated[str, "Why an arbitrator ruled otherwise, in their own words; empty if none did."]
    sanction: Annotated[str, SANCTION_MEANINGS, "What the slip's faults brought."]
    sanction_text: Annotated[
        str, "The sanction and the warnings in the player's language; empty without any."
    ]
    warnings: Annotated[int, "How many warnings count, beside a heavier sanction too."]
    warning_points: Annotated[int, "Points that warnings in this round cost."]
    solo: Annotated[int | None, "Points for a solo, perhaps 0; null if the player had none."]
    late: Annotated[bool, "Whether the slip came after time."]
    top: Annotated[PlacedTop, "The top of the round."]
    questions: Annotated[list[QuestionReceipt], "What the player asked, without what was taken back."]
    may_question: Annotated[bool, "Whether a question about this round is taken now."]


class Sheet(TypedDict):
    """A player's own sheet: announced rounds only, newest first, and the slip of the round in progress."""

    name: Annotated[str, "The player, or the pair as one name."]
    table: Annotated[int, "Table number, by which a player is known in the game."]
    entered: Annotated[int, "Number of the round from which the player plays."]
    withdrawn: Annotated[bool, "Has dropped out: no slips are taken."]
    rank: Annotated[int | None, "Rank in the game; null before a round is announced."]
    total: Annotated[int, "Points so far, with solos and without what warnings cost."]
    negative: Annotated[int, "Points missing to the sum of the tops: 0 or less, above 0 only by solos."]
    percent: Annotated[float | None, "The total in per cent of the sum of the tops; null while that is 0."]
    warnings: Annotated[int, "Warnings so far in this game."]
    free_warnings: Annotated[int | None, "How many warnings cost nothing; null if no warning costs points."]
    warning_points: Annotated[int, "Points that warnings cost so far."]
    penalties: Annotated[int, "Rounds in which a penalty took points off."]
    solo_points: Annotated[int, "Points for solos so far."]
    slip: Annotated[
        Receipt | None,
        "The slip of the round in progress that this phone sent and that counts; null if it sent none.",
    ]
    rounds: Annotated[list[SheetLine], "Announced rounds, newest first."]


def sheet_for_entry(game: Game, entry: Entry) -> Sheet:
    """Return the sheet as the phone receives it. For a round that is not announced it has the player's own
    slip alone.

    Raises:
        RuleViolation: the player was taken out in the meantime.
    """
    return Sheets(game, [entry]).sheet(entry)


class Sheets:
    """The data for the sheets of some players of a game, read with as many queries for all of them as for
    one. If `last_only`, sheets have the last announced round alone.
    """

    def __init__(self, game: Game, entries: Sequence[Entry], *, last_only: bool = False) -> None:
        wanted = {entry.pk for entry in entries}
        self._game, self._sanctions = game, game.rule_set.sanctions
        self._standings = standings_for_game(game)
        self._rows = {row.entry_id: row for row in self._standings.rows if row.entry_id in wanted}
        every = {round_.pk: round_ for round_ in game.rounds.all()}
        self._rounds = [round_ for round_ in every.values() if round_.state == Round.State.ANNOUNCED]
        self._skipped = max(len(self._rounds) - 1, 0) if last_only else 0
        for skipped in self._rounds[: self._skipped]:
            del every[skipped.pk]
        self._ranks = self._standings.ranks_by_round(wanted, self._skipped)
        self._questionable = questionable_round(game, clock.now())
        self._first_rounds = first_rounds(game, game.event.entries.filter(pk__in=wanted))
        self._slips = _slips(every, wanted)
        self._questions = _questions(game, wanted)

    @property
    def last_number(self) -> int:
        """The number of the last announced round; 0 before the first."""
        return self._rounds[-1].number if self._rounds else 0

    @property
    def number_before_last(self) -> int:
        """The number of the announced round before the last; 0 if there is none."""
        return self._rounds[-2].number if len(self._rounds) > 1 else 0

    def has_averages(self, entry: Entry) -> bool:
        """Tell whether averages count for the player, which change with every further round."""
        mine = self._rows.get(entry.pk)
        return bool(mine and mine.averages)

    def sheet(self, entry: Entry) -> Sheet:
        """Return the sheet of one of the players, in the language that is active.

        Raises:
            RuleViolation: the player was taken out in the meantime.
        """
        mine = self._rows.get(entry.pk)
        if mine is None or entry.pk not in self._first_rounds:
            raise entry_gone(entry)
        slips = self._slips[entry.pk]
        pending = _pending_slip(
            [slip for slip in slips if slip.round.state not in Round.OVER],
            entry.phone_number,
            first_counts=self._game.rule_set.slips.second_slip == "ignored",
        )
        return {
            "name": mine.name,
            "table": mine.table,
            "entered": self._first_rounds[entry.pk],
            "withdrawn": entry.withdrawn_at is not None,
            "rank": mine.rank if self._standings.rounds else None,
            "total": mine.total,
            "negative": mine.negative,
            "percent": mine.percent,
            "warnings": mine.warnings,
            "free_warnings": self._sanctions.free_warnings if self._sanctions.warning_points else None,
            "warning_points": mine.warning_points,
            "penalties": mine.penalties,
            "solo_points": mine.solo_points,
            "slip": receipt_for(pending) if pending else None,
            "rounds": self._lines(entry, slips, mine),
        }

    def _lines(self, entry: Entry, slips: Sequence[Slip], mine: Standing) -> list[SheetLine]:
        """Return the announced rounds, newest first."""
        by_round = slips_by_round(slips)
        lines = []
        shown = [*enumerate(zip(self._rounds, self._standings.solos, strict=False))][self._skipped :]
        for place, (round_, solo) in shown:
            asked = self._questions[entry.pk, round_.pk]
            line = _line(round_, by_round.get(round_.pk), solo, mine.averages.get(place))
            line["rank"] = self._ranks[entry.pk][place - self._skipped]
            line["warning_points"] = mine.cost.get(place, 0)
            line["questions"] = [receipt_for_question(question) for question in asked]
            line["may_question"] = (
                round_ == self._questionable
                and round_.number >= self._first_rounds[entry.pk]
                and all(question.answered_at for question in asked)
            )
            lines.append(line)
        return lines[::-1]


def _slips(rounds: Mapping[int, Round], wanted: Collection[int]) -> dict[int, list[Slip]]:
    """Return the players' slips in the order in which they were stored, each with its round."""
    slips: dict[int, list[Slip]] = defaultdict(list)
    found = Slip.objects.filter(round__in=rounds, entry__in=wanted).order_by("pk")
    for slip in found.prefetch_related("rulings"):
        slip.round = rounds[slip.round_id]
        slips[slip.entry_id].append(slip)
    return slips


def _questions(game: Game, wanted: Collection[int]) -> dict[tuple[int, int], list[Question]]:
    """Return the players' questions by entry and round, without those taken back."""
    asked: dict[tuple[int, int], list[Question]] = defaultdict(list)
    found = Question.objects.filter(round__game=game, entry__in=wanted, taken_back_at=None)
    for question in found.select_related("round"):
        asked[question.entry_id, question.round_id].append(question)
    return asked


def _pending_slip(there: Sequence[Slip], phone_number: int, *, first_counts: bool) -> Slip | None:
    """Return the slip of a round in progress that this very phone handed in, as the rules choose among
    several. The phone is not told of the same player's paper slip, of an arbitrator's decision, or of another
    phone's slip.
    """
    sent = [slip for slip in there if slip.source == Slip.Source.PHONE and slip.phone_number == phone_number]
    in_time = [slip for slip in sent if not slip.late]
    if in_time and first_counts:
        return min(in_time, key=lambda slip: (slip.received_at, slip.pk))
    return max(in_time or sent, key=lambda slip: (slip.received_at, slip.pk), default=None)


def _line(round_: Round, ruled: RuledSlip | None, solo: Solo | None, average: Average | None) -> SheetLine:
    """Return what a line tells of the round and the slip; the rest is of the standings and of questions."""
    top = top_of(round_)
    line: SheetLine = {
        "number": round_.number,
        "rack_text": round_.rack,
        "word": "",
        "ref": "",
        "says_top": False,
        "stated": None,
        "score": 0,
        "rank": 0,
        "has_top": False,
        "code": "no_slip",
        "verdict": "",
        "rule": "",
        "reason": "",
        "sanction": "zero",
        "sanction_text": "",
        "warnings": 0,
        "warning_points": 0,
        "solo": None,
        "late": False,
        "top": top.to_data(),
        "questions": [],
        "may_question": False,
    }
    if ruled is None or ruled.is_missing:
        if average is None:
            return line
        # The player handed in nothing, and the average counts.
        return line | {
            "score": average.points,
            "verdict": average_text(average),
            "rule": average_rule(average),
            "sanction": "none",
        }
    slip, ruled = ruled.slip, apply_average(ruled, average)
    arbitrated = average is not None and average.why == "arbitrated"
    return line | {
        "word": slip.word,
        "ref": slip.reference,
        "says_top": slip.says_top,
        "stated": slip.stated_score,
        "score": ruled.score or 0,
        # A penalty does not change this.
        "has_top": ruled.worth == top.score > 0,
        "code": ruled.code,
        "verdict": ruled.verdict,
        "rule": ruled.rule,
        "reason": ruled.reason,
        "sanction": ruled.sanction,
        "sanction_text": ruled.sanction_text,
        "warnings": ruled.warnings,
        "solo": solo.points if solo and solo.entry_id == slip.entry_id and not arbitrated else None,
        "late": slip.late,
    }
