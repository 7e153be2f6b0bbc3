"""A writer for a classic game as GCG, for other programs (see `engine.formats.gcg` for the format).

An event has the rack as far as it is known. A failed challenge is an event of the player whose score it
changes, or of the challenger if it changes none; a turn lost by a challenge is written as a pass. The
settings are in a pragma of our own, `#isotop-rules`, so that the file reads back as the same game; other
programs ignore it.

Acts without an event, those of the variants (RULES V2, V4, V5, V6, V8), are notes: a file with them tells the
whole game to a reader, with all scores, and no program can play it again from the file.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.board import Board
from engine.formats.gcg import THROUGH, EventKind, GcgEvent, GcgGame, GcgPlayer, Pragma
from engine.notation import Move
from engine.referee.acts import Challenge, End, Exchange, Overtime, Pass, Place, Recycle, Thematic
from engine.referee.game import ClassicGame, Step, replay
from engine.referee.runs import square_text
from engine.referee.settings import FEWEST_PLAYERS
from engine.referee.state import State
from engine.referee.turns import score_place
from engine.scoring import WordSource
from engine.squares import SQUARES
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set


def notes_of(step: Step) -> Iterator[str]:
    """Yield the notes of an act besides its event; in English, as all of GCG."""
    act, before = step.act, step.before
    tiles, convention = before.tiles, before.convention
    if isinstance(act, Place) and act.rearranged:
        reference, word = act.rearranged.text(tiles, convention)
        yield f"Before this play {word} at {reference} was rearranged."
    elif isinstance(act, Recycle):
        lying = before.board.cells[act.square]
        taken, given = (
            tiles.decode_rack([BLANK if lying & BLANK_FLAG else lying]),
            tiles.decode_rack([act.tile]),
        )
        square = square_text(act.square, convention)
        yield f"{before.name(act.player)} takes {taken} from {square} for {given}."
    elif isinstance(act, Thematic):
        words = ", ".join(tiles.decode(word) for word in act.words)
        yield f"On the theme “{before.settings.theme}”: {words}."
    elif isinstance(act, End) and before.at_target is not None:
        yield f"{before.name(before.at_target)} is at the finish line."


def with_theme_points(events: list[GcgEvent], step: Step, nick: str) -> list[GcgEvent]:
    """Add the points that the table gives for the theme to the play, and to its player's totals since."""
    gained = zip(step.after.scores, step.before.scores, strict=True)
    points = sum(after - before for after, before in gained)  # only this player's score has changed
    moves = (
        place for place, event in enumerate(events) if event.kind is EventKind.MOVE and event.player == nick
    )
    latest = max(moves)
    return [
        event
        if place < latest or event.player != nick
        else replace(event, score=event.score + points * (place == latest), total=event.total + points)
        for place, event in enumerate(events)
    ]


RULES_PRAGMA = "isotop-rules"


def to_gcg(game: ClassicGame, lexicon: WordSource | None = None, head: tuple[Pragma, ...] = ()) -> GcgGame:
    """Return the game as GCG; `head` has further pragmas, such as its title."""
    nicks = nicks_of([player.name for player in game.players])
    state, events, lost = game.start(), list[GcgEvent](), list[int]()
    for step in replay(game, lexicon):
        if isinstance(step.act, Place | Exchange | Pass | End):
            events += _passes(state, lost, nicks)
            lost = []
        state = step.after
        lost += state.sat_out
        written = list(_events(step, nicks))
        if isinstance(step.act, Thematic):
            events = with_theme_points(events, step, nicks[step.act.player])
        notes = tuple(" ".join(note.split()) for note in (*notes_of(step), *step.act.notes))
        if written:
            written[0] = _with_notes(written[0], notes)
        elif events:
            events[-1] = _with_notes(events[-1], notes)
        else:
            head += tuple(Pragma("note", note) for note in notes)
        events += written
    events += _passes(state, lost, nicks)
    rules = json.dumps(game.settings.differences(), ensure_ascii=False)
    first = [Pragma("tile-set", game.tiles), Pragma(RULES_PRAGMA, rules)]
    if game.lexicon:
        first.insert(1, Pragma("lexicon", game.lexicon))
    racks = tuple(_rack_pragmas(state))
    return GcgGame(
        players=tuple(
            GcgPlayer(nick, " ".join(player.name.split()) or nick)
            for nick, player in zip(nicks, game.players, strict=True)
        ),
        head=(*first, *head, *(() if events else racks)),
        events=tuple(events),
        end=racks if events else (),
    )


def gcg_text(game: ClassicGame, head: tuple[Pragma, ...] = ()) -> str:
    """Return the content of a GCG file, to be encoded in UTF-8."""
    return to_gcg(game, head=head).text(load_tile_set(game.tiles))


def nicks_of(names: Sequence[str]) -> list[str]:
    """Return the players' nicknames for events: names without spaces, with a number if two are equal."""
    nicks: list[str] = []
    for number, name in enumerate(names, start=1):
        nick = "_".join(name.split()) or f"player{number}"
        while nick in nicks:
            nick = f"{nick}_{number}"
        nicks.append(nick)
    return nicks


def word_cells(move: Move, board: Board) -> tuple[int, ...]:
    """Return the cells of a move's word, `THROUGH` for those that lie on the board."""
    squares = range(move.reference.index, SQUARES, move.reference.direction.step)
    return tuple(
        THROUGH if board.cells[square] else cell for square, cell in zip(squares, move.word, strict=False)
    )


def _events(step: Step, nicks: list[str]) -> Iterator[GcgEvent]:
    """Yield the events of an act; draws and racks have none."""
    act, before, after = step.act, step.before, step.after
    if isinstance(act, End):
        yield from _final_events(before, after, nicks)
    elif isinstance(act, Place | Exchange | Pass | Overtime):
        yield _event_of_player(act, before, after, nicks)
    elif isinstance(act, Challenge):
        yield _challenge_event(act, before, after, nicks)


def _passes(state: State, lost: list[int], nicks: list[str]) -> Iterator[GcgEvent]:
    """Yield turns lost by a challenge; they precede the next turn, so that the challenge follows its play."""
    for player in lost:
        seat = state.seats[player]
        yield GcgEvent(EventKind.PASS, nicks[player], seat.known, 0, seat.score)


def _event_of_player(
    act: Place | Exchange | Pass | Overtime, before: State, after: State, nicks: list[str]
) -> GcgEvent:
    rack, total = _rack_to_show(act, before), after.seats[act.player].score
    score, nick = total - before.seats[act.player].score, nicks[act.player]
    if isinstance(act, Place):
        return GcgEvent(
            EventKind.MOVE, nick, rack, score, total, act.move.reference, word_cells(act.move, before.board)
        )
    if isinstance(act, Exchange):
        return GcgEvent(
            EventKind.EXCHANGE, nick, rack, 0, total, tiles=act.tiles, count=0 if act.tiles else act.count
        )
    if isinstance(act, Overtime):
        return GcgEvent(EventKind.TIME, nick, (), score, total)
    return GcgEvent(EventKind.PASS, nick, rack, 0, total)


def _rack_to_show(act: Place | Exchange | Pass | Overtime, before: State) -> tuple[int, ...]:
    """Return the known tiles of the rack; if they lack tiles of the turn, add these."""
    known = before.seats[act.player].known
    used: tuple[int, ...] = ()
    if isinstance(act, Place):
        used = score_place(before, act).tiles
    elif isinstance(act, Exchange):
        used = act.tiles
    if not known or not Counter(used) - Counter(known):
        return known
    return tuple(sorted((Counter(known) | Counter(used)).elements()))


def _challenge_event(act: Challenge, before: State, after: State, nicks: list[str]) -> GcgEvent:
    play = before.play
    assert play is not None  # the challenge was allowed
    settings = before.settings
    gained = settings.challenge == "points" and settings.challenge_points_go == "gained"
    player = play.player if act.upheld or gained else act.player
    rack = play.seat.known if act.upheld else before.seats[player].known
    kind = EventKind.WITHDRAWN if act.upheld else EventKind.CHALLENGE
    total = after.seats[player].score
    return GcgEvent(kind, nicks[player], rack, total - before.seats[player].score, total)


def _final_events(before: State, after: State, nicks: list[str]) -> Iterator[GcgEvent]:
    """Yield the tiles left: those of all others for a player who went out, one's own for the others.

    At a finish line none are counted (V2). If there are two players, the one who went out has the tiles twice
    in one line; if there are more, the lines of the others show whose they are.
    """
    if after.finished is not None:
        return
    out = [not seat.held for seat in after.seats]
    all_left = tuple(tile for seat in after.seats for tile in seat.known)
    doubled = any(out) and before.settings.final_adjustment == "double"
    for player, (seat, nick, is_out) in enumerate(zip(after.seats, nicks, out, strict=True)):
        points = seat.score - before.seats[player].score
        if is_out:
            yield GcgEvent(EventKind.RACK, nick, (), points, seat.score, tiles=all_left)
        elif not doubled or len(nicks) > FEWEST_PLAYERS:
            yield GcgEvent(EventKind.RACK, nick, seat.known, points, seat.score, tiles=seat.known)


def _rack_pragmas(state: State) -> Iterator[Pragma]:
    """Yield the known racks if the record ends before the game does."""
    for number, seat in enumerate(state.seats, start=1):
        if seat.known and not state.is_over:
            yield Pragma(f"rack{number}", state.tiles.decode_rack(seat.known))


def _with_notes(event: GcgEvent, notes: tuple[str, ...]) -> GcgEvent:
    return replace(event, notes=event.notes + notes)
