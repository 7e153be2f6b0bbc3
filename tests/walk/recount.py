"""The results of a game, added up a second time from the rows, by the rule book and not by the program.

Nothing of `duplicate.standings.rules.ranking`, `duplicate.standings.rules.averages` or `duplicate.standings.rows` is
used: only columns of rows, and the settings of the rule set by their names. Words are scored by
`tests.oracles.scorer`.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from duplicate.models import AuditLogEntry, Slip

WRITING = {
    "score_wrong",
    "score_missing",
    "blank_not_marked",
    "blank_wrong_letter",
    "reference_missing",
    "reference_wrong",
    "one_square_off",
    "wrong_direction",
    "no_place_fits",
    "bad_reference",
    "reference_off_board",
    "last_letter_missing",
    "last_letter_altered",
    "illegible",
    "incomplete_word",
}

ACTS = ("player_withdrawn", "player_back", "undone", "done_again")


@dataclass
class Line:
    """The results of one player; `kept` is the result of each round with everything included."""

    kept: list = field(default_factory=list)
    scores: list = field(default_factory=list)
    tops: int = 0
    solos: int = 0
    solo_points: int = 0
    warnings: int = 0
    warning_points: int = 0
    penalties: int = 0
    zeros: int = 0

    @property
    def total(self):
        return sum(self.kept)


class Recount:
    """One game. `last` has the slip that counts and the last ruling on it, by player and round; `observed` saw who
    arbitrated.
    """

    def __init__(self, game, observed):
        self.game, self.rules = game, game.rule_set
        self.rounds = list(game.rounds.filter(state="announced").order_by("number"))
        self.slips = list(Slip.objects.filter(round__game=game).prefetch_related("rulings"))
        self.log = list(AuditLogEntry.objects.filter(game__event=game.event_id, act__in=ACTS).order_by("pk"))
        self.last = self._last_rulings()
        entries = game.event.entries.order_by("pk")
        self.entries = [entry for entry in entries if self._is_in_game(entry)]
        self.away = self._away()
        self.at_desk = self._at_desk(observed) if self.rules.standings.arbitrators_averaged else set()
        self.zeros = self._second_zeros()
        # If nobody is left for an average, the slips that they handed in count.
        self.arbitrated = {key for key in self.at_desk if self._playing(key[1])}
        self.absent = self.away | self.arbitrated
        self.lines = {entry.pk: self._line(entry) for entry in self.entries}
        self._add_solos()

    @property
    def top_total(self):
        return sum(round_.top_score or 0 for round_ in self.rounds)

    def ranks(self):
        """Return the rank of each player: one more than the number of better ones."""
        keys = {entry: self._strength(line) for entry, line in self.lines.items()}
        return {entry: 1 + sum(other > key for other in keys.values()) for entry, key in keys.items()}

    def _strength(self, line):
        told = {
            "last_game": line.total,
            "last_rounds": line.kept[::-1],
            "most_tops": line.tops,
            "best_move": max(line.scores, default=0),
        }
        return [line.total, *(told[name] for name in self.rules.standings.tie_breaks)]

    def _last_rulings(self):
        last, announced = {}, {round_.pk for round_ in self.rounds}
        for slip in self.slips:
            if slip.effective and slip.round_id in announced:
                rulings = list(slip.rulings.all())
                assert rulings, f"a slip of an announced round is not judged: {slip}"
                ruling = max(rulings, key=lambda ruling: ruling.pk)
                nothing = not (slip.word or slip.illegible or slip.says_top)
                # "No slip" that was written down is the same as if nobody had written it down.
                decided = ruling.score or ruling.warnings or ruling.solo is not None
                if not nothing or decided or ruling.sanction == "penalty":
                    last[slip.entry_id, slip.round_id] = slip, ruling
        return last

    def _is_in_game(self, entry):
        slips = [slip for slip in self.slips if slip.entry_id == entry.pk]
        if any(
            (one.effective or one.in_conflict) and (one.word or one.illegible or one.says_top)
            for one in slips
        ):
            return True
        if entry.arrived_at is None:
            return False
        if self.game.state == "finished" and self.rounds:
            return entry.joined_at <= self.rounds[-1].announced_at
        return True

    def _at_desk(self, observed):
        there = {entry.pk for entry in self.entries}
        return {(entry, round_.pk) for round_ in self.rounds for entry in observed.arbitrated(round_) & there}

    def _playing(self, round_):
        """Return the players whose points make the average of a round."""
        out = self.away | self.at_desk | self.zeros
        return [entry.pk for entry in self.entries if (entry.pk, round_) not in out]

    # --- who was there ------------------------------------------------------------------------------------------

    def _away(self):
        """Return who was not there when the time of a round was up, and has no slip in it."""
        gone_from = set()
        for entry in self.entries:
            away = self._times_away(entry)
            for round_ in self.rounds:
                closed = round_.closes_at or round_.announced_at
                gone = any(left < closed and (back is None or closed < back) for left, back in away)
                if (gone or entry.joined_at > closed) and (entry.pk, round_.pk) not in self.last:
                    gone_from.add((entry.pk, round_.pk))
        return gone_from

    def _times_away(self, entry):
        """Return the player's absences, by acts in force; an open one ends now and begins by the entry."""
        times, left = [], None
        for act in self.log:
            if act.entry_id != entry.pk or act.undoes_id is not None or self._is_undone(act):
                continue
            if act.act == "player_withdrawn":
                left = act.at
            elif act.act == "player_back" and left is not None:
                times.append((left, act.at))
                left = None
        if entry.withdrawn_at is not None:
            times.append((entry.withdrawn_at, None))
        return times

    def _is_undone(self, act):
        """Return whether an odd number of rows lies on an act."""
        lying, above = 0, {row.undoes_id: row for row in self.log}
        while act.pk in above:
            lying, act = lying + 1, above[act.pk]
        return lying % 2 == 1

    # --- points -------------------------------------------------------------------------------------------------

    def _line(self, entry):
        line, warned = Line(), []
        for number, round_ in enumerate(self.rounds):
            key = entry.pk, round_.pk
            score, worth, sanction = self._ruled(key)
            line.scores.append(score)
            average = self._average(key)
            line.kept.append(score if average is None else average)
            line.tops += worth == round_.top_score > 0
            line.penalties += sanction == "penalty"
            line.zeros += sanction == "zero"
            if key in self.last and key not in self.arbitrated:
                ruling = self.last[key][1]
                warned += [number] * ((sanction == "warning") + ruling.further_warnings + ruling.conduct)
        line.warnings = len(warned)
        for number in warned[self.rules.sanctions.free_warnings :]:
            line.kept[number] -= self.rules.sanctions.warning_points
            line.warning_points += self.rules.sanctions.warning_points
        return line

    def _ruled(self, key):
        """Return score, worth and sanction of a round; its arbitrator was no player of it."""
        if key not in self.last or key in self.arbitrated:
            return 0, 0, "none"
        ruling = self.last[key][1]
        return ruling.score, ruling.worth, ruling.sanction

    def _average(self, key):
        """Return the average that the others kept, rounded half up; None if the player has a score of their
        own.
        """
        _entry, round_ = key
        if key in self.arbitrated:
            among = self._playing(round_)
        elif key in self.zeros:
            keyed_by = self.last[key][0].keyed_by_id
            among = [other for other in self._playing(round_) if self._hand(other, round_) == keyed_by]
        else:
            return None
        points = [self._ruled((other, round_))[0] for other in among]
        return int(sum(points) / len(points) + 0.5) if points else None

    def _hand(self, entry, round_):
        """Return who keyed a player's slip in a round, or the last one before, or else the first one after."""
        keys = [one.pk for one in self.rounds]
        at = keys.index(round_)
        for key in [*reversed(keys[: at + 1]), *keys[at + 1 :]]:
            slip = self.last.get((entry, key), (None,))[0]
            if slip is not None and (slip.word or slip.illegible or slip.says_top):
                return slip.keyed_by_id if slip.source == "desk" else None
        return None

    def _second_zeros(self):
        """Return the second of a run of zeros on paper for one fault of writing, in successive rounds."""
        if not self.rules.sanctions.second_zero_averaged:
            return set()
        found = set()
        for entry in self.entries:
            run, before = 0, None
            for round_ in self.rounds:
                fault = self._fault_on_paper((entry.pk, round_.pk))
                run = (run + 1 if fault == before else 1) if fault else 0
                before = fault
                if run == 2:
                    found.add((entry.pk, round_.pk))
        return found

    def _fault_on_paper(self, key):
        slip, ruling = self.last.get(key, (None, None))
        if slip is None or key in self.at_desk or slip.source != "desk" or ruling.sanction != "zero":
            return None
        if ruling.code in WRITING:
            return ruling.code
        # A warning for conduct or a solo by hand has a reason of its own, and leaves the fault.
        said = sorted(slip.rulings.all(), key=lambda each: each.pk)
        for later, before in zip(said[:0:-1], said[-2::-1], strict=True):
            beside = (later.conduct, later.solo) != (before.conduct, before.solo)
            if later.code != before.code or not beside:
                break
            ruling = before
        return (
            f"{ruling.code}: {ruling.reason.casefold()}" if ruling.by_id and ruling.reason.strip() else None
        )

    # --- solos --------------------------------------------------------------------------------------------------

    def _add_solos(self):
        rules, had = self.rules.solo, defaultdict(int)
        if not rules.points and not rules.points_below_top:
            return
        for number, round_ in enumerate(self.rounds):
            entry, by_hand = self._solo(round_)
            if entry is None:
                continue
            points = (
                rules.points if self._compared(entry, round_) == round_.top_score else rules.points_below_top
            )
            if not points and not by_hand:
                continue
            playing = sum((other.pk, round_.pk) not in self.absent for other in self.entries)
            if playing < rules.from_players:
                points = 0
            elif rules.most_in_game is not None:
                points = min(points, rules.most_in_game - had[entry])
            had[entry] += points
            line = self.lines[entry]
            line.solos += 1
            line.solo_points += points
            line.kept[number] += points

    def _solo(self, round_):
        """Return the player with the solo of a round: given by an arbitrator, or else alone with the best
        score.
        """
        playing = {entry.pk for entry in self.entries if (entry.pk, round_.pk) not in self.arbitrated}
        said = {
            entry: self.last[entry, round_.pk][1].solo for entry in playing if (entry, round_.pk) in self.last
        }
        given = [entry for entry, solo in said.items() if solo]
        assert len(given) < 2, f"round {round_.number} has two solos"
        if given:
            return given[0], True
        scores = {entry: self._compared(entry, round_) for entry in playing}
        best = max(scores.values(), default=0)
        alone = [entry for entry, score in scores.items() if score == best > 0]
        if len(alone) != 1 or said.get(alone[0]) is False:
            return None, False
        return alone[0], False

    def _compared(self, entry, round_):
        score, worth, _sanction = self._ruled((entry, round_.pk))
        return worth if self.rules.solo.before_penalties else score
