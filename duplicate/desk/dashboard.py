"""Data of the arbitrator's desk: the game, its round in progress with the top, and the next step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal

from duplicate.attendance.seating import entries_of
from duplicate.desk.open_questions import FurtherLine, QuestionLine, further_slips, open_questions
from duplicate.desk.table_rows import Counts, counts_for_round
from duplicate.live.frame import phase_of
from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of, progress_of
from duplicate.positions.prepared_path import path_of, prepared_below_top
from duplicate.positions.tops import RoundMove, is_no_top, top_of
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import Standings
from duplicate.standings.words import solo_text
from engine.notation import RackRecord
from engine.racks.draw import unseen
from engine.rules import (
    RuleSet,
)
from tournaments.time import clock

Step = Literal["draw", "open", "start", "running", "paused", "judging", "announce", "finished"]


@dataclass(frozen=True, slots=True)
class TopLine:
    """One isotop; the preferred one is what the rules would place."""

    reference: str
    word: str
    score: int
    preferred: bool


@dataclass(frozen=True, slots=True)
class DeskRound:
    """The round in progress. `key` tells it from a cancelled round of the same number. Times are in
    milliseconds. `top_score` is None while the engine searches. `prepared` is
    the move that a prepared game places, if it is no top.
    """

    key: int
    number: int
    rack_text: str
    rack: list[str]
    phase: str
    closes_at: int | None
    remaining: int | None
    interrupted: bool
    seconds: int
    calls: tuple[int, ...]
    top_score: int | None
    isotops: tuple[TopLine, ...]
    prepared: TopLine | None
    counts: Counts


@dataclass(frozen=True, slots=True)
class RoundHistoryLine:
    """An announced round and the move that was placed; `top` is only set if that move was no top.
    `cumulative` adds up the tops.
    """

    number: int
    rack_text: str
    word: str
    reference: str
    score: int
    top: RoundMove | None
    cumulative: int
    isotops: int
    solo: str


@dataclass(frozen=True)
class Desk:
    """The whole desk without the tables (`duplicate.desk.table_rows`). Standings, and the history with its
    solos, are computed only for pages that show them: in a hall they are the slow part. `prepared` says how a
    prepared game stands to its path (`prepared.progress.path_of`), and is empty for any other game;
    `left_prepared_in` is the round that left the path, or 0.
    """

    game: Game
    rules: RuleSet
    board: list[list[str]]
    kept: str
    values: Mapping[str, int]
    round: DeskRound | None
    step: Step
    announced: tuple[Round, ...]
    players: int
    tiles_left: int
    prepared: str
    left_prepared_in: int
    questions: tuple[QuestionLine, ...]
    further: tuple[FurtherLine, ...]

    @property
    def asked(self) -> int:
        """The number of questions and slips that wait for an arbitrator's answer."""
        return len(self.questions) + len(self.further)

    @property
    def waits_for_choice(self) -> bool:
        """True if the arbitrator chooses which of equal tops goes on the board; the program then suggests
        none.
        """
        return (
            self.rules.top.arbitrator_chooses
            and self.prepared != "on"
            and self.round is not None
            and len(self.round.isotops) > 1
        )

    @property
    def last(self) -> Round | None:
        """The round that was announced last."""
        return self.announced[-1] if self.announced else None

    @cached_property
    def standings(self) -> Standings:
        return standings_for_game(self.game)

    @cached_property
    def history(self) -> tuple[RoundHistoryLine, ...]:
        return _history(self.announced, self.standings)


def desk_for_game(game: Game) -> Desk:
    """Return everything on one screen, for arbitrators only: it has the top."""
    progress, rules, path = progress_of(game), game.rule_set, path_of(game)
    in_progress = game.rounds.in_progress().first()
    return Desk(
        game=game,
        rules=rules,
        board=progress.board.tokens(game.tiles),
        kept=game.tiles.decode_rack(progress.kept),
        values=game.tiles.values_by_text(),
        round=_desk_round(in_progress, rules) if in_progress else None,
        step=_step(game, in_progress),
        announced=tuple(game.rounds.announced()),
        players=entries_of(game).filter(withdrawn_at=None).count(),
        tiles_left=sum(unseen(progress.board, game.tiles)),
        prepared=path.state if path else "",
        left_prepared_in=path.left_in if path else 0,
        questions=open_questions(game),
        further=further_slips(game),
    )


def _step(game: Game, round_: Round | None) -> Step:
    """Return what the arbitrator does next."""
    if round_ is None:
        return "finished" if game.state == Game.State.FINISHED else "draw"
    steps: dict[str, Step] = {
        "drawn": "open",
        "ready": "start",
        "running": "running",
        "time": "judging",
        "paused": "paused",
        "closed": "announce",
    }
    step = steps[phase_of(round_)]
    judged = not round_.slips.unjudged().exists()
    return "judging" if step == "announce" and not (judged and round_.tops is not None) else step


def _desk_round(round_: Round, rules: RuleSet) -> DeskRound:
    tiles = round_.game.tiles
    running = round_.state == Round.State.OPEN and round_.closes_at
    return DeskRound(
        key=round_.pk,
        number=round_.number,
        rack_text=round_.rack,
        rack=[tiles.token(tile) or "?" for tile in RackRecord.parse(round_.rack, tiles).tiles],
        phase=phase_of(round_),
        closes_at=clock.milliseconds(round_.closes_at) if running and round_.closes_at else None,
        remaining=round_.remaining_ms,
        interrupted=round_.interrupted_at is not None,
        seconds=rules.time.round_seconds,
        calls=rules.time.calls,
        top_score=round_.top_score,
        isotops=_isotops(round_),
        prepared=_prepared_line(round_),
        counts=counts_for_round(round_),
    )


def _prepared_line(round_: Round) -> TopLine | None:
    scored = (
        prepared_below_top(round_) if round_.game.prepared and round_.state == Round.State.CLOSED else None
    )
    if scored is None:
        return None
    reference, word = scored.move.text(round_.game.tiles, convention_of(round_.game))
    return TopLine(reference, word, scored.score, preferred=True)


def _isotops(round_: Round) -> tuple[TopLine, ...]:
    """Return the isotops, the preferred one first."""
    lines = (TopLine(score=round_.top_score or 0, **top) for top in round_.tops or ())
    return tuple(sorted(lines, key=lambda line: not line.preferred))


def _history(rounds: Sequence[Round], standings: Standings) -> tuple[RoundHistoryLine, ...]:
    running = accumulate(round_.top_score or 0 for round_ in rounds)
    return tuple(
        RoundHistoryLine(
            round_.number,
            round_.rack,
            round_.word,
            round_.reference,
            round_.score or 0,
            top_of(round_) if is_no_top(round_) else None,
            cumulative,
            len(round_.tops or ()),
            solo_text(solo) if solo else "",
        )
        for round_, cumulative, solo in zip(rounds, running, standings.solos, strict=False)
    )
