"""What screens are shown of a match that is kept move by move, and, apart from it, what the engine would have played.

What always holds: a frame says nothing of tiles on racks, and nothing of the engine's plays. These are told by
`best_plays_shown`: before the end of the match those alone that tell nothing of what is still on a rack
(`tournaments.advice`), and none to who plays the match or keeps it. Names are told as far as the event tells them.
"""

import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from engine.referee import Challenge, End, Exchange, Overtime, Pass, Place, State, apply
from engine.referee.acts import Act, act_from_data
from tournaments import match_records, names
from tournaments.advice import Turn, may_be_told, takes_off, turn_of
from tournaments.match_records import NOTATION, channel_of, game_of, standing_entries
from tournaments.models import Entry, MatchRecord, RecordEntry
from tournaments.streams import Frame, Source, in_thread


@dataclass(frozen=True, slots=True)
class TurnLine:
    """What was done, as a line of the match's history: `points` are those of the act, `totals` what both have after it.

    `withdrawn`: it came off the board, having been challenged.
    """

    kind: str
    player: int | None
    totals: tuple[int, ...]
    points: int = 0
    ref: str = ""
    word: str = ""
    count: int = 0
    withdrawn: bool = False


def board_frame(record_code: str, known: int | None = None) -> Frame | None:
    """The match as it stands; None if nobody may look at it live, or its version is the one known."""
    record = match_records.records_with_names().filter(code=record_code, live=True).first()
    if record is None or record.version == known:
        return None
    body = json.dumps(board_values(record), ensure_ascii=False, separators=(",", ":")).encode()
    return Frame(record.version, body)


def board_values(record: MatchRecord) -> dict[str, Any]:
    """The public state of the match."""
    state, lines, _turns = _played(record)
    match = record.match
    with names.hidden(names.names_are_hidden_in(match.round.division.event)):
        shown = [one.entry.name for one in (match.first, match.second) if one]
    return {
        "version": record.version,
        "division": match.round.division.name,
        "round": match.round.number,
        "table": match.table,
        "names": shown,
        "scores": list(state.scores),
        "to_move": None if state.is_over or state.end_reason else state.to_move,
        "bag": state.bag_count,
        "board": state.board.tokens(state.tiles),
        "values": state.tiles.values_by_text(),
        "notation": NOTATION,
        "turns": [asdict(line) for line in lines],
        "over": state.is_over,
        "advice": record.advice,
    }


def best_plays_shown(record: MatchRecord, asker: Entry | MatchRecord | None) -> list[list[dict[str, Any]]]:
    """For each line of the history what the engine would have played, as far as the tiles were known and it may be
    told; nothing where it is not shown, or to who plays or keeps this match before it is over.
    """
    if not record.advice:
        return []
    is_over, best = _told(record.code, record.version)
    match = record.match
    players = {match.first.entry_id, match.second and match.second.entry_id}
    concerned = asker == record if isinstance(asker, MatchRecord) else asker and asker.pk in players
    return [] if concerned and not is_over else best


@lru_cache(maxsize=256)
def _told(record_code: str, version: int) -> tuple[bool, list[list[dict[str, Any]]]]:  # noqa: ARG001 - a part of the key
    """Whether the match is over, and what is told of each line; worked out once a version, however many look."""
    state, _lines, turns = _played(match_records.records_with_names().get(code=record_code))
    only = [turn for turn in turns if turn]
    told = iter([turn.best if state.is_over or may_be_told(only, at) else [] for at, turn in enumerate(only)])
    best = [next(told) if turn else [] for turn in turns]
    return state.is_over, [
        [{"ref": ref, "word": word, "points": points} for ref, word, points in each] for each in best
    ]


def board_source(record_code: str) -> Source:
    """What the screens of a match's board follow; nobody there is known by a token."""

    def read(known: int | None) -> Awaitable[Frame | None]:
        return read_board(record_code, known)

    async def holders() -> set[str]:
        return set()

    return Source(channel_of(record_code), read, holders)


read_board = in_thread(board_frame)


def _played(record: MatchRecord) -> tuple[State, list[TurnLine], list[Turn | None]]:
    """The game as it stands, its lines, and beside each line the turn with the engine's plays."""
    entries = standing_entries(record.entries.all())
    state = game_of(record, entries=()).start()
    lines: list[TurnLine] = []
    turns: list[Turn | None] = []
    for entry, act in acts_of(entries, state):
        before, state = state, apply(state, act)
        line = line_of(act, before, state)
        if takes_off(act):
            if turns[-1]:
                turns[-1].withdrawn = True
            lines[-1] = TurnLine(**{**asdict(lines[-1]), "withdrawn": True, "totals": state.scores})
        if line is not None:
            lines.append(line)
            turns.append(turn_of(act, before, state, entry.best))
    return state, lines, turns


def acts_of(entries: Iterable[RecordEntry], start: State) -> Iterable[tuple[RecordEntry, Act]]:
    """The acts of entries that stand, each with its entry."""
    for entry in entries:
        for data in entry.acts:
            yield entry, act_from_data(data, f"entry {entry.pk}", start.tiles, start.convention)


def line_of(act: Act, before: State, after: State) -> TurnLine | None:
    """The line of an act; what only tells of tiles on a rack has none."""
    totals = after.scores
    if isinstance(act, Place):
        ref, word = act.move.text(before.tiles, before.convention)
        points = totals[act.player] - before.scores[act.player]
        return TurnLine("place", act.player, totals, points, ref, word)
    if isinstance(act, Challenge):
        # What a challenge that failed costs or brings; one that was right takes a play off.
        points = 0 if act.upheld else sum(totals) - sum(before.scores)
        return TurnLine("upheld" if act.upheld else "challenge", act.player, totals, points)
    others: dict[type[Act], Callable[[Any], TurnLine]] = {
        Exchange: lambda act: TurnLine("exchange", act.player, totals, count=act.number),
        Pass: lambda act: TurnLine("pass", act.player, totals),
        Overtime: lambda act: TurnLine("overtime", act.player, totals, -act.points),
        End: lambda _act: TurnLine("end", None, totals),
    }
    write = others.get(type(act))
    return write(act) if write else None
