"""The program's rulings on slips, and the tops that it found, scored again by `tests.oracles.scorer`.

Slips are checked under rules that forgive nothing but a wrong score, which is all that the plain scorer
knows.
"""

from duplicate.models import Ruling
from tests.oracles import scorer


class Bench:
    """A second judge of rulings that it has not checked yet: verdicts never change."""

    def __init__(self):
        self._seen, self._tops = set(), {}

    def check(self, game):
        board = {}
        rounds = list(game.rounds.exclude(state="cancelled").order_by("number"))
        new = self._new_rulings(rounds) if _is_plain(game.rule_set) else []
        for round_ in rounds:
            rack = scorer.letters_of(round_.rack)
            if round_.tops is not None:
                self._check_tops(round_, board, rack)
            for ruling in [one for one in new if one.slip.round_id == round_.pk]:
                self._check_ruling(ruling, round_, board, rack, game.rule_set)
            if round_.word:
                score = scorer.worth(board, rack, round_.word, round_.reference)
                assert round_.score == score, f"round {round_.number} has {round_.score}, and not {score}"
                board = scorer.place(board, round_.word, round_.reference)

    def _check_tops(self, round_, board, rack):
        told = (round_.top_score, repr(round_.tops), repr(sorted(board.items())))
        if self._tops.get(round_.pk) == told:
            return
        self._tops[round_.pk] = told
        for top in round_.tops:
            score = scorer.worth(board, rack, top["word"], top["reference"])
            assert score == round_.top_score, f"{top} is worth {score}, and not {round_.top_score}"

    def _new_rulings(self, rounds):
        rulings = Ruling.objects.filter(slip__round__in=rounds, by=None).select_related("slip")
        new = [ruling for ruling in rulings if ruling.pk not in self._seen]
        self._seen |= {ruling.pk for ruling in new}
        return new

    def _check_ruling(self, ruling, round_, board, rack, rules):
        slip, told = ruling.slip, (ruling.score, ruling.worth, ruling.sanction)
        wanted = _top(round_) if slip.says_top else _verdict(slip, ruling, board, rack, rules)
        assert told == wanted, f"{slip} in round {round_.number} is ruled {told}, and not {wanted}"
        if round_.top_score is not None:
            assert ruling.worth <= round_.top_score, f"{slip} is worth more than the top"


def _is_plain(rules):
    slips = rules.slips
    forgiving = (slips.wrong_reference, slips.altered_letter) != ("zero", "zero")
    told = (slips.missing_score, slips.unmarked_blank, slips.illegible) == ("none", "none", "none")
    return told and not forgiving and slips.first_reference and slips.extension_reference


def _top(round_):
    """Return the verdict of an arbitrator's key for the top."""
    return round_.top_score, round_.top_score, "none"


def _verdict(slip, ruling, board, rack, rules):
    """Return score, worth and sanction."""
    zero = (0, 0, "zero")
    if not slip.word or ruling.code == "several_slips":
        return zero
    worth = scorer.worth(board, rack, slip.word, slip.reference)
    if worth is None:
        return zero
    stated = slip.stated_score if rules.slips.score_stated else None
    if stated is None or stated == worth or rules.slips.wrong_score == "none":
        return worth, worth, "none"
    if rules.slips.wrong_score == "zero":
        return zero
    if rules.slips.wrong_score == "warning":
        return worth, worth, "warning"
    kept = stated if stated < worth else max(0, worth - 2 * (stated - worth))
    return kept, kept, "none"
