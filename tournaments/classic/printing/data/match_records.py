"""Score sheets and GCG of matches that are kept move by move. Both reveal the racks.

They are for the arbitrators of the match, and for everybody only once it is over.
"""

from dataclasses import replace

from engine.formats.gcg import Pragma
from engine.referee import Challenge, End, State, apply
from engine.referee.gcg.writer import gcg_text
from tournaments.classic.match_records.advice import takes_off
from tournaments.classic.match_records.contradictions import find_contradiction
from tournaments.classic.match_records.frames import TurnLine, acts_of, line_of
from tournaments.classic.match_records.selectors import game_of, records_with_names, standing_entries
from tournaments.classic.models import Division, MatchRecord
from tournaments.classic.printing.values import DivisionHeading, ScoreSheet, SheetTurn
from tournaments.classic.scores.match_rules import match_rules_in_words


def records_of(division: Division) -> list[MatchRecord]:
    """Return the records by round and table, the latest round first."""
    rows = records_with_names().filter(match__round__division=division)
    return list(rows.order_by("-match__round__number", "match__table"))


def names_of(record: MatchRecord) -> tuple[str, ...]:
    return tuple(one.entry.name for one in (record.match.first, record.match.second) if one)


def sheet_of_match(division: Division, match_id: int) -> ScoreSheet:
    """Return the sheet of one match of the division; empty if it is not kept."""
    record = records_with_names().filter(match__round__division=division, match=match_id).first()
    return (
        ScoreSheet(DivisionHeading(division.event.name, division.name))
        if record is None
        else score_sheet(record)
    )


def score_sheet(record: MatchRecord) -> ScoreSheet:
    match, division = record.match, record.match.round.division
    state = game_of(record, entries=()).start()
    turns: list[SheetTurn] = []
    for _entry, act in acts_of(standing_entries(record.entries.all()), state):
        before, state = state, apply(state, act)
        if takes_off(act):
            _take_off(turns, state.scores)
        line = line_of(act, before, state)
        if isinstance(act, End):
            turns += _ends(before.scores, state.scores)
        elif line is not None and line.player is not None:
            known = before.seats[line.player].known if line.kind in {"place", "exchange", "pass"} else ()
            turns.append(_turn(line, line.player, before.tiles.decode_rack(known)))
            if isinstance(act, Challenge) and not act.upheld:
                turns[-1:] = _challenge_failed(turns[-1], before, state)
    contradiction = find_contradiction(match, state.scores) if state.is_over else None
    return ScoreSheet(
        about=DivisionHeading(division.event.name, division.name),
        names=names_of(record),
        round=match.round.number,
        table=match.table,
        scores=state.scores,
        result=contradiction.result if contradiction else "",
        over=state.is_over,
        turns=tuple(turns),
        board=tuple(map(tuple, state.board.tokens(state.tiles))),
        values=state.tiles.values_by_text(),
        rules=match_rules_in_words(state.settings),
        gcg=gcg_of(record),
    )


def gcg_of(record: MatchRecord) -> str:
    """Return the match so far as the content of a GCG file, with names as they may be shown."""
    game, division = game_of(record), record.match.round.division
    shown = zip(game.players, names_of(record), strict=True)
    players = tuple(replace(player, name=name) for player, name in shown)
    title = Pragma("title", f"{division.event.name}, {division.name}")
    return gcg_text(replace(game, players=players), head=(title,))


def _turn(line: TurnLine, player: int, rack: str) -> SheetTurn:
    total = line.totals[player]
    return SheetTurn(line.kind, player, line.points, total, rack, line.ref, line.word, line.count)


def _challenge_failed(turn: SheetTurn, before: State, after: State) -> list[SheetTurn]:
    """Return the turn of the challenger, and that of the other if the points of the challenge go to them."""
    gains = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
    own = replace(turn, points=gains[turn.player])
    return [own] + [
        SheetTurn("challenged", player, gain, after.scores[player])
        for player, gain in enumerate(gains)
        if gain and player != turn.player
    ]


def _take_off(turns: list[SheetTurn], totals: tuple[int, ...]) -> None:
    """Mark the latest play as taken off the board."""
    at = max(place for place, turn in enumerate(turns) if turn.kind == "place")
    turns[at] = replace(turns[at], withdrawn=True, points=0, total=totals[turns[at].player])


def _ends(before: tuple[int, ...], after: tuple[int, ...]) -> list[SheetTurn]:
    """Return the points that the tiles left at the end give each."""
    gains = zip(before, after, strict=True)
    return [SheetTurn("end", player, new - old, new) for player, (old, new) in enumerate(gains)]
