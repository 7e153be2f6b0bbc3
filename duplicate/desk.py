"""What the arbitrator's desk shows: the game, its round in progress with the top and the slips, and what to do next."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Literal

from duplicate.frame import phase_of
from duplicate.messages import sanction_text, solo_text
from duplicate.models import Game, Round
from duplicate.positions import progress_of
from duplicate.selectors import RuledSlip, announced_rounds, slips_by_entry, standings_for_game, tile_values
from duplicate.standings import Standings
from engine.draw import unseen
from engine.notation import RackRecord
from engine.rules import RuleSet
from tournaments import clock
from tournaments.models import Entry

Step = Literal["draw", "open", "start", "running", "paused", "judging", "announce", "finished"]


@dataclass(frozen=True, slots=True)
class TopLine:
    """One isotop; the preferred one is what the classic policy would place."""

    reference: str
    word: str
    score: int
    preferred: bool


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One player's slip of the round: the effective one, else the last late one. `score` is None until judged."""

    table: int
    name: str
    entry_id: int
    word: str
    reference: str
    stated_score: int | None
    received_at: datetime
    late: bool
    source: str
    score: int | None
    code: str
    verdict: str
    rule: str
    sanction: str
    sanction_text: str
    meant: tuple[tuple[str, str, int], ...]
    is_top: bool

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing for an arbitrator to look at."""
        return self.code in {"", "good"} and not self.late


@dataclass(frozen=True, slots=True)
class DeskRound:
    """The round in progress. Times in milliseconds; `top_score` is None while the engine searches."""

    number: int
    rack_text: str
    rack: list[str]
    phase: str
    closes_at: int | None
    remaining: int | None
    seconds: int
    calls: tuple[int, ...]
    top_score: int | None
    isotops: tuple[TopLine, ...]
    slips: tuple[SlipLine, ...]
    received: int
    missing: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    number: int
    rack_text: str
    word: str
    reference: str
    score: int
    cumulative: int
    isotops: int
    solo: str


@dataclass(frozen=True, slots=True)
class Desk:
    game: Game
    rules: RuleSet
    board: list[list[str]]
    values: Mapping[str, int]
    round: DeskRound | None
    step: Step
    history: tuple[HistoryLine, ...]
    standings: Standings
    players: int
    tiles_left: int


def desk_for_game(game: Game) -> Desk:
    """Everything on one screen, for arbitrators only: it has the top and every slip."""
    progress, rules = progress_of(game), game.rule_set
    entries = list(game.event.entries.select_related("player"))
    in_progress = game.rounds.exclude(state=Round.State.ANNOUNCED).first()
    history = list(announced_rounds(game))
    standings = standings_for_game(game)
    return Desk(
        game=game,
        rules=rules,
        board=progress.board.tokens(game.tiles),
        values=tile_values(game.tiles),
        round=_desk_round(in_progress, entries, rules) if in_progress else None,
        step=_step(game, in_progress),
        history=_history(history, standings),
        standings=standings,
        players=len(entries),
        tiles_left=sum(unseen(progress.board, game.tiles)),
    )


def _step(game: Game, round_: Round | None) -> Step:
    """What the arbitrator does next."""
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
    judged = not round_.slips.filter(effective=True, rulings=None).exists()
    return "judging" if step == "announce" and not (judged and round_.tops is not None) else step


def _desk_round(round_: Round, entries: list[Entry], rules: RuleSet) -> DeskRound:
    tiles = round_.game.tiles
    slips = slips_by_entry(round_.slips.all())
    running = round_.state == Round.State.OPEN and round_.closes_at
    return DeskRound(
        number=round_.number,
        rack_text=round_.rack,
        rack=[tiles.token(tile) or "?" for tile in RackRecord.parse(round_.rack, tiles).tiles],
        phase=phase_of(round_),
        closes_at=clock.milliseconds(round_.closes_at) if running and round_.closes_at else None,
        remaining=round_.remaining_ms,
        seconds=rules.time.round_seconds,
        calls=rules.time.calls,
        top_score=round_.top_score,
        isotops=tuple(TopLine(score=round_.top_score or 0, **top) for top in round_.tops or ()),
        slips=_slip_lines(entries, slips, round_.top_score),
        received=sum(ruled.slip.effective for ruled in slips.values()),
        missing=tuple(entry for entry in entries if entry.pk not in slips),
    )


def _slip_lines(
    entries: list[Entry], slips: Mapping[int, RuledSlip], top_score: int | None
) -> tuple[SlipLine, ...]:
    """By table, but what is not plain comes first."""
    lines = [_slip_line(entry, slips[entry.pk], top_score) for entry in entries if entry.pk in slips]
    return tuple(sorted(lines, key=lambda line: line.is_plain))


def _slip_line(entry: Entry, ruled: RuledSlip, top_score: int | None) -> SlipLine:
    slip = ruled.slip
    return SlipLine(
        table=entry.table,
        name=entry.player.name,
        entry_id=entry.pk,
        word=slip.word,
        reference=slip.reference,
        stated_score=slip.stated_score,
        received_at=slip.received_at,
        late=slip.late,
        source=slip.source,
        score=ruled.score,
        code=ruled.code,
        verdict=ruled.verdict,
        rule=ruled.rule,
        sanction=ruled.sanction,
        sanction_text=sanction_text(ruled.sanction),
        meant=ruled.meant,
        is_top=bool(ruled.worth) and ruled.worth == top_score,
    )


def _history(rounds: list[Round], standings: Standings) -> tuple[HistoryLine, ...]:
    running = accumulate(round_.score or 0 for round_ in rounds)
    return tuple(
        HistoryLine(
            round_.number,
            round_.rack,
            round_.word,
            round_.reference,
            round_.score or 0,
            cumulative,
            len(round_.tops or ()),
            solo_text(solo) if solo else "",
        )
        for round_, cumulative, solo in zip(rounds, running, standings.solos, strict=False)
    )
