"""Frames of a match that is kept move by move, and, separately, the engine's plays.

Invariants: a frame has no tiles on racks and no plays of the engine. `best_plays_shown` returns these: before
the end of the match only those that reveal nothing about racks (`tournaments.classic.match_records.advice`),
and none to the players and the keeper of the match. Names are shown as far as the event shows them.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from typing import Annotated, Any, TypedDict

from engine.referee import Challenge, End, Exchange, Overtime, Pass, Place, State, apply
from engine.referee.acts import Act, act_from_data
from tournaments.api.schemas import NOTATIONS
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records.advice import AdvisedTurn, may_be_told, takes_off, turn_of
from tournaments.classic.match_records.selectors import NOTATION, channel_of, game_of, standing_entries
from tournaments.classic.models import MatchRecord, RecordEntry
from tournaments.live.streams import Frame, FrameSource, in_thread
from tournaments.models import Entry
from tournaments.names import name_visibility

KINDS = (
    ("place", "a word was placed"),
    ("exchange", "tiles were exchanged"),
    ("pass", "a pass"),
    ("challenge", "a challenge that failed"),
    ("upheld", "a challenge that took the word before off the board"),
    ("overtime", "points for overtime"),
    ("end", "the match ended, tiles left were counted"),
)


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A line of the history of a match."""

    kind: Annotated[str, KINDS, "What happened."]
    player: Annotated[int | None, "Who did it, 0 or 1: 0 goes first in the match. Null for the end."]
    totals: Annotated[tuple[int, ...], "Points of both afterwards."]
    points: Annotated[int, "Points that it brought; below 0 if it cost points."] = 0
    ref: Annotated[str, "Where the word begins and runs; empty unless a word was placed."] = ""
    word: Annotated[str, "The whole word, a small letter for a blank; empty unless a word was placed."] = ""
    count: Annotated[int, "Number of tiles exchanged; 0 otherwise."] = 0
    withdrawn: Annotated[bool, "Whether the word was challenged off the board."] = False


class BoardSchema(TypedDict):
    """A match as it stands. It never tells tiles on racks."""

    version: Annotated[int, "Grows with every change of the match; it is the answer's ETag."]
    division: Annotated[str, "Name of the division."]
    round: Annotated[int, "Number of the round, from 1."]
    table: Annotated[int | None, "Number of the table; null if the match has none."]
    names: Annotated[list[str], "Both players; the one who goes first is the first."]
    scores: Annotated[list[int], "Points of both."]
    to_move: Annotated[int | None, "Whose turn it is, 0 or 1; null once nobody can move."]
    bag: Annotated[int, "Number of tiles in the bag."]
    board: Annotated[
        list[list[str]],
        "15 rows of 15 squares from the top left: the tile as text, a small letter for a blank, empty for "
        "an empty square.",
    ]
    values: Annotated[dict[str, int], "Points of each tile by its text; ? is the blank."]
    notation: Annotated[str, NOTATIONS, "How references name squares; always `english`."]
    turns: Annotated[list[Annotated[dict[str, Any], TurnLine]], "The history, the first turn first."]
    over: Annotated[bool, "Whether the match is over and tiles left are counted."]
    advice: Annotated[bool, "Whether the engine's plays are shown, at the address below with `best/`."]
    keeper: Annotated[str, MatchRecord.Keeper, "Who enters the turns."]


class PlaySchema(TypedDict):
    """A play that the engine found."""

    ref: Annotated[str, "Where the word begins and runs."]
    word: Annotated[str, "The whole word; a small letter is a blank."]
    points: Annotated[int, "Points of the play."]


class BestSchema(TypedDict):
    """The engine's plays beside the history of a match."""

    best: Annotated[
        list[list[PlaySchema]],
        "One list for each line of `turns`, best play first; empty where the tiles were not known or plays "
        "may not be told. Empty as a whole without advice.",
    ]


def board_frame(record_code: str, known: int | None = None) -> Frame | None:
    """Return the frame of the match; None if it is not live, or `known` is its version."""
    record = record_selectors.records_with_names().filter(code=record_code, live=True).first()
    if record is None or record.version == known:
        return None
    return Frame.of(record.version, board_values(record))


def board_values(record: MatchRecord) -> BoardSchema:
    """Return the public state of the match."""
    state, lines, _turns = _replay(record)
    match = record.match
    event = match.round.division.event
    with name_visibility.hidden(name_visibility.names_are_hidden_in(event), event):
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
        "keeper": record.keeper,
    }


def best_plays_shown(record: MatchRecord, asker: Entry | MatchRecord | None) -> list[list[PlaySchema]]:
    """Return for each line of the history the engine's plays, if the tiles were known and the plays may be
    shown.

    Return nothing if the record shows no advice, or if the asker plays or keeps this match and it is not
    over.
    """
    if not record.advice:
        return []
    is_over, found = _advice_of(record.code, record.version)
    match = record.match
    players = {match.first.entry_id, match.second and match.second.entry_id}
    concerned = asker == record if isinstance(asker, MatchRecord) else asker and asker.pk in players
    if concerned and not is_over:
        return []
    return found


@lru_cache(maxsize=256)
def _advice_of(record_code: str, version: int) -> tuple[bool, list[list[PlaySchema]]]:  # noqa: ARG001 - a part of the key
    """Return whether the match is over, and for each line the plays that may be shown; cached by version."""
    state, _lines, turns = _replay(record_selectors.records_with_names().get(code=record_code))
    only = [turn for turn in turns if turn]
    told = iter([turn.best if state.is_over or may_be_told(only, at) else [] for at, turn in enumerate(only)])
    best = [next(told) if turn else [] for turn in turns]
    return state.is_over, [
        [{"ref": ref, "word": word, "points": points} for ref, word, points in each] for each in best
    ]


def board_source(record_code: str) -> FrameSource:
    """Return the stream source for the screens of a match's board; it has no holders of tokens."""
    return FrameSource(channel_of(record_code), partial(read_board, record_code))


read_board = in_thread(board_frame)


def _replay(record: MatchRecord) -> tuple[State, list[TurnLine], list[AdvisedTurn | None]]:
    """Return the current state of the game, its lines, and for each line the turn with the engine's plays."""
    entries = standing_entries(record.entries.all())
    state = game_of(record, entries=()).start()
    lines: list[TurnLine] = []
    turns: list[AdvisedTurn | None] = []
    for entry, act in acts_of(entries, state):
        before, state = state, apply(state, act)
        line = line_of(act, before, state)
        if takes_off(act):
            if turns[-1]:
                turns[-1].withdrawn = True
            lines[-1] = replace(lines[-1], withdrawn=True, totals=state.scores)
        if line is not None:
            lines.append(line)
            turns.append(turn_of(act, before, state, entry))
    return state, lines, turns


def acts_of(entries: Iterable[RecordEntry], start: State) -> Iterable[tuple[RecordEntry, Act]]:
    """Yield the acts of the entries that count, each with its entry."""
    for entry in entries:
        for data in entry.acts:
            yield entry, act_from_data(data, f"entry {entry.pk}", start.tiles, start.convention)


def line_of(act: Act, before: State, after: State) -> TurnLine | None:
    """Return the line of an act; None for an act that only names tiles on a rack."""
    totals = after.scores
    if isinstance(act, Place):
        ref, word = act.move.text(before.tiles, before.convention)
        points = totals[act.player] - before.scores[act.player]
        return TurnLine("place", act.player, totals, points, ref, word)
    if isinstance(act, Challenge):
        # The points of a failed challenge; a successful one takes a play off the board.
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
