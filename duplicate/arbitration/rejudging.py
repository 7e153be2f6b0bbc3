"""Judging a game again after words of it were accepted or refused: the tops of its rounds, and its slips.

Only what the words change is changed. A slip whose verdict is the same with the words of before and those of
now keeps its ruling, whichever program made it. The moves on the board stay, as the room played on with them.
Decisions by hand stay (`Decisions`): a mark is put on the slip's new worth, and an overruled score is what it was.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, prefetch_related_objects

from duplicate.acts.locks import lock_round
from duplicate.arbitration.services import LIFTED, MARKS, lift_sanction, warnings_of_faults
from duplicate.judging import RoundPosition, Verdict, judge_slips
from duplicate.judging.verdict_builder import zero
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.positions.board_state import boards_after, convention_of
from duplicate.positions.game_words import Words, lexicon_with, words_at
from duplicate.rounds.top_search import FoundTop, search_top
from duplicate.slips.changes import CARRIED, Ruled
from duplicate.slips.rulings import ruling_by_program, written_slips
from engine.board import Board
from engine.errors import EngineError
from engine.lexicon import Lexicon
from engine.notation import RackRecord
from engine.positions.formed_words import may_be_formed
from engine.scoring import bad_words
from engine.tiles import LETTER_MASK
from tournaments.time import clock


def values_of(ruling: Ruling) -> dict[str, Any]:
    """Return the values of a ruling that a further one may carry on."""
    return {name: getattr(ruling, name) for name in CARRIED}


class Decisions:
    """The decisions by hand on one slip, each to be put on the program's new ruling in place of its old one."""

    def __init__(self, game: Game, rulings: Sequence[Ruling], old: Ruling, new: Ruling) -> None:
        self._game, self._rulings = game, [*rulings, new]
        self._old, self._new = values_of(old), values_of(new)

    def put_again(self, ruling: Ruling) -> Ruling:
        """Store a decision again, with the worth that it now has."""
        made = Ruling(
            slip_id=ruling.slip_id,
            by_id=ruling.by_id,
            reason=ruling.reason,
            made_at=clock.now(),
            **self._values_again(ruling),
        )
        made.full_clean(exclude=["params"])
        made.save()
        self._rulings.append(made)
        return made

    def _values_again(self, ruling: Ruling) -> dict[str, Any]:
        values = values_of(ruling)
        if ruling.code in MARKS and "was" in ruling.params:
            mark, under = MARKS[ruling.code], self._find_under(ruling)
            worth = 0 if mark.sanction == Ruling.Sanction.ZERO else under.worth
            score = mark.left(worth, self._game)
            beside = {"further_warnings": warnings_of_faults(under), "params": {"was": under.pk}}
            return values | {"score": score, "worth": worth} | beside
        if ruling.code in LIFTED:
            worth = self._new["worth"]
            # The program may call the slip a mere warning by now.
            warnings = self._new["further_warnings"] + (self._new["sanction"] == Ruling.Sanction.WARNING)
            return values | {"score": worth, "worth": worth} | lift_sanction(warnings)
        beside = {"solo": ruling.solo, "conduct": ruling.conduct}
        return self._new | beside if values == self._old | beside else values

    def _find_under(self, mark: Ruling) -> Ruling:
        """Return the ruling that comes back when the mark is taken back.

        An equal one that is there already is taken: so what is undone is what it was.
        """
        before = next(ruling for ruling in self._rulings if ruling.pk == mark.params["was"])
        values = self._values_again(before)
        equal = (ruling for ruling in self._rulings if values_of(ruling) == values)
        return next(equal, None) or self.put_again(before)


@dataclass(frozen=True, slots=True)
class TopChange:
    """The top of a round before and after; `announced` says whether players know it."""

    number: int
    before: int
    after: int
    announced: bool


@dataclass(frozen=True, slots=True)
class GameChanges:
    """The changes of a game that was judged again."""

    tops: tuple[TopChange, ...]
    ruled: tuple[Ruled, ...]

    def params(self) -> dict[str, Any]:
        """Return the changes for the log. Tops that players do not know yet are left out: many read it."""
        return {
            "tops": [[top.number, top.before, top.after] for top in self.tops if top.announced],
            "rulings": [[one.slip, one.before, one.after] for one in self.ruled],
        }


def judge_again(game: Game, before: Words, after: Words) -> GameChanges:
    """Judge the rounds of a locked game again, with other words than before.

    Rounds are locked fully, as by judging: slips that are being stored come first. The round in progress is the
    last one, so that its phones wait for this round alone.
    """
    lexicons = lexicon_with(game, before), lexicon_with(game, after)
    changed = {game.tiles.encode_plain(word) for word, _accepted in before ^ after}
    tops: list[TopChange] = []
    ruled: list[Ruled] = []
    for number, board in _boards(game):
        round_ = lock_round(game, number, fully=True)
        assert round_ is not None, "the locked game keeps its rounds"
        again = _RoundAgain(round_, board, lexicons, changed)
        change = again.search_top()
        if change:
            tops.append(change)
        ruled += again.judge_slips()
    return GameChanges(tuple(tops), tuple(ruled))


def _boards(game: Game) -> list[tuple[int, Board]]:
    """Return the number of each round with the board that its players had in front of them."""
    rounds = game.rounds.standing().exclude(state=Round.State.DRAWN).order_by("number")
    numbers = list(rounds.values_list("number", flat=True))
    moves = list(rounds.values_list("rack", "word", "reference"))
    placed = boards_after(game, moves[:-1])
    return list(zip(numbers, [Board.empty(), *(after.board for after in placed)], strict=False))


class _RoundAgain:
    """One round with two lexicons, which differ by the changed words, as plain tile numbers.

    If no move can form one of them, the top stays, and so does every verdict, except of slips that are such a word
    themselves.
    """

    def __init__(
        self,
        round_: Round,
        board: Board,
        lexicons: tuple[Lexicon, Lexicon],
        changed: Collection[tuple[int, ...]],
    ) -> None:
        self.round, self.board = round_, board
        self.before, self.after = (self._position(lexicon) for lexicon in lexicons)
        self._changed = changed
        self._may_change = any(may_be_formed(word, board, self.after.rack) for word in changed)
        self._tops: dict[Lexicon, FoundTop] = {}

    def search_top(self) -> TopChange | None:
        """Store the top with the words of now; return the change, if its score or its isotops are others.

        A top that the background has not stored yet is stored here, so that what it found with the words of
        before comes too late.
        """
        if not self._may_change:
            return None
        found, round_ = self._top_with(self.after.lexicon), self.round
        # Not read through the round: there it may be withheld from the arbitrator who accepts the word.
        score, tops = Round.objects.values_list("top_score", "tops").get(pk=round_.pk)
        if tops is not None and (score, _moves_in(tops)) == (found.score, _moves_in(found.tops)):
            return None
        Round.objects.filter(pk=round_.pk).update(top_score=found.score, tops=found.tops)
        return TopChange(
            round_.number, score or 0, found.score, announced=round_.state == Round.State.ANNOUNCED
        )

    def judge_slips(self) -> list[Ruled]:
        """Store the program's new rulings, and the decisions by hand on top of them; return the changes."""
        slips = list(self._find_slips())
        written, rules = written_slips(self.round, slips), self.round.game.rule_set
        verdicts = [judge_slips(written, position, rules) for position in (self.before, self.after)]
        for place, slip in enumerate(slips):
            if slip.says_top:
                for position, judged_so in zip((self.before, self.after), verdicts, strict=True):
                    judged_so[place] = self._verdict_on_top(slip, position)
        changed = [(slip, now) for slip, was, now in zip(slips, *verdicts, strict=True) if was != now]
        prefetch_related_objects([slip for slip, _verdict in changed], "rulings")
        game = self.round.game
        return [_rule_again(slip, verdict, self.after, game) for slip, verdict in changed]

    def _find_slips(self) -> QuerySet[Slip]:
        """Return the judged slips whose verdict may be another one."""
        judged = Slip.objects.filter(round=self.round, rulings__by=None, rulings__isnull=False)
        if not self._may_change:
            written = set(judged.values_list("word", flat=True))
            judged = judged.filter(word__in=[word for word in written if self._is_changed(word)])
        return judged.distinct().order_by("pk")

    def _is_changed(self, word: str) -> bool:
        try:
            cells = self.after.tiles.encode(word.strip())
        except EngineError:
            return False
        return tuple(cell & LETTER_MASK for cell in cells) in self._changed

    def _verdict_on_top(self, slip: Slip, position: RoundPosition) -> Verdict:
        """Return the verdict on a slip that says top: it stands for the tops of when it was keyed.

        It is worth that top as long as one of these moves can be played.
        """
        then = self._top_with(self._lexicon_at(slip.received_at))
        for scored in then.moves:
            if not bad_words(self.board, scored.move, position.tiles, position.lexicon):
                return Verdict(then.score, "good", worth=then.score)
        tops = [position.tiles.decode(scored.move.word) for scored in then.moves]
        return zero("not_in_lexicon", {"words": ", ".join(dict.fromkeys(tops))})

    def _lexicon_at(self, moment: datetime) -> Lexicon:
        return lexicon_with(self.round.game, words_at(self.round.game, moment))

    def _top_with(self, lexicon: Lexicon) -> FoundTop:
        if lexicon not in self._tops:
            self._tops[lexicon] = search_top(self.round, self._position(lexicon))
        return self._tops[lexicon]

    def _position(self, lexicon: Lexicon) -> RoundPosition:
        game, moves = self.round.game, self.round.game.rule_set.moves
        return RoundPosition(
            board=self.board,
            rack=RackRecord.parse(self.round.rack, game.tiles).tiles,
            tiles=game.tiles,
            lexicon=lexicon,
            convention=convention_of(game),
            bonuses=moves.bonuses,
            most_played=moves.most_played,
        )


def _moves_in(tops: Sequence[Mapping[str, str]]) -> set[tuple[str, str]]:
    return {(top["reference"], top["word"]) for top in tops}


def _rule_again(slip: Slip, verdict: Verdict, position: RoundPosition, game: Game) -> Ruled:
    """Store the program's further ruling, and what was decided by hand again on top of it."""
    rulings = sorted(slip.rulings.all(), key=lambda ruling: ruling.pk)
    last, own = rulings[-1], next(ruling for ruling in reversed(rulings) if ruling.by_id is None)
    made = ruling_by_program(slip, verdict, position, own.reason)
    made.again = True
    made.save()
    if values_of(last) != values_of(own):
        made = Decisions(game, rulings, own, made).put_again(last)
    return Ruled(slip.pk, last.pk, made.pk)
