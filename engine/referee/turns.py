"""Turns: place, exchange, pass (RULES C2, C3, C7), with the changes of V3, V4 and V8."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.errors import EngineError, MoveError, RackError, TurnError
from engine.referee.acts import Exchange, Pass, Place, Recycle, Turn
from engine.referee.settings import ClassicSettings
from engine.referee.state import Play, Seat, State, pool
from engine.referee.variants.opening import is_forced_pass, opening_problems
from engine.referee.variants.rearranging import board_for, find_rearranged_words, rearranging_problems
from engine.referee.variants.themes import theme_points
from engine.scoring import ScoredMove, WordSource, formed_words, left_over, score_move
from engine.tiles import TileSet


def turn_problems(state: State, act: Turn | Recycle) -> Iterator[EngineError]:
    """Yield the reasons why the player has no turn now."""
    if state.drawing:
        yield TurnError("start_tied", players=", ".join(map(state.name, state.drawing)))
    elif state.at_target is not None:
        yield TurnError("turn_after_target", player=state.name(state.at_target))
    elif state.end_reason == "out":
        out = next(seat.player.name for seat in state.seats if not seat.held)
        yield TurnError("turn_after_out", player=out)
    elif state.end_reason:
        code = "turn_after_passes" if state.end_reason == "passes" else "turn_after_zeros"
        yield TurnError(code)
    elif act.player != state.to_move:
        yield TurnError("not_your_turn", player=state.name(state.to_move))


# Placing


def score_place(state: State, act: Place) -> ScoredMove:
    """Return the move with its score; raise a `MoveError` if it does not fit the board."""
    board = board_for(state, act)
    return score_move(board, act.move, state.tiles, state.settings.bonuses, convention=state.convention)


def place_problems(state: State, act: Place, lexicon: WordSource | None) -> Iterator[EngineError]:
    """Yield the reasons why the player may not place this move, which fits the board."""
    yield from turn_problems(state, act)
    scored = score_place(state, act)
    yield from opening_problems(state, act)
    yield from rearranging_problems(state, act, scored)
    yield from find_held_problems(state, act.player, scored.tiles)
    if state.settings.challenge == "void" and lexicon is not None:
        formed = formed_words(board_for(state, act), scored.move, state.tiles)
        made = (*formed, *find_rearranged_words(state, act, scored))
        bad = [state.tiles.decode(one.word).upper() for one in made if not lexicon.contains(one.word)]
        if bad:
            yield MoveError("not_in_lexicon", words=", ".join(bad))


def find_held_problems(state: State, player: int, given: tuple[int, ...]) -> Iterator[EngineError]:
    """Yield the reasons why the player cannot hold these tiles; an unknown tile may be any of the pool."""
    seat = state.seats[player]
    others = Counter(given) - Counter(seat.known)
    if others.total() > seat.held - len(seat.known):
        yield MoveError("not_in_rack", letters=state.tiles.decode_counts(others))
        return
    missing = others and others - pool(state)
    if missing:
        yield RackError("rack_not_in_bag", letters=state.tiles.decode_counts(missing))


def do_place(state: State, act: Place) -> State:
    """Place the word, refill the rack to its former size while the bag lasts, and pass the turn on."""
    scored, board = score_place(state, act), board_for(state, act)
    words = formed_words(board, scored.move, state.tiles)
    seat, extra = state.seats[act.player], theme_points(state, words)
    points = scored.score + extra
    kept = max(0, seat.held - len(scored.tiles))
    held = kept + min(seat.held - kept, state.bag_count)
    known = tuple(left_over(seat.known, scored.tiles))[:held]
    play = Play(
        player=act.player,
        scored=scored,
        words=words,
        board=state.board,
        seat=seat,
        scoreless=state.scoreless,
        rearranged=find_rearranged_words(state, act, scored),
        extra=extra,
    )
    after = Seat(seat.player, held, seat.score + points, known, (), seat.turns_lost)
    placed = replace(state, board=board.place(scored.move), play=play).with_seat(act.player, after)
    return end_turn(placed, act.player, scoreless=0 if points else state.scoreless + 1)


# Exchange and pass


def may_exchange(state: State, player: int, number: int = 1) -> EngineError | None:
    """Return the reason why the player may not exchange so many tiles, or None; it depends on `bag_count`."""
    return next(exchange_problems(state, Exchange(player=player, count=number)), None)


def exchange_problems(state: State, act: Exchange) -> Iterator[EngineError]:
    """Yield the reasons why the player may not exchange these tiles."""
    yield from turn_problems(state, act)
    seat = state.seats[act.player]
    refused = find_exchange_problem(state.settings, state.bag_count, act.number, seat.held)
    if refused:
        yield refused
    yield from find_held_problems(state, act.player, act.tiles)


def find_exchange_problem(
    settings: ClassicSettings, bag: int, number: int = 1, held: int | None = None
) -> EngineError | None:
    """Return the reason why this bag allows no exchange of so many tiles, or None; needs no record."""
    if number < 1:
        return TurnError("exchange_nothing")
    if bag < settings.exchange_minimum:
        return TurnError("exchange_restricted", bag=bag, minimum=settings.exchange_minimum)
    if held is not None and number > held:
        return TurnError("exchange_more_than_held", given=number, held=held)
    return TurnError("exchange_more_than_bag", given=number, bag=bag) if number > bag else None


def bag_after(played: int, players: int, tiles: TileSet, settings: ClassicSettings) -> int:
    """Return the size of the bag when `played` tiles lie on the board, for a table that keeps no record."""
    return max(0, tiles.size - played - players * settings.rack_size)


def do_exchange(state: State, act: Exchange) -> State:
    """Exchange tiles. If the tiles given back are unknown, the tiles kept are unknown as well."""
    seat = state.seats[act.player]
    known = tuple(left_over(seat.known, act.tiles)) if act.tiles else ()
    after = replace(seat, known=known, returned=act.tiles)
    given = replace(state, play=None).with_seat(act.player, after)
    return end_turn(given, act.player, scoreless=state.scoreless + 1)


def do_pass(state: State, act: Pass) -> State:
    if is_forced_pass(state):
        return end_turn(replace(state, play=None), act.player, scoreless=state.scoreless)
    passed = end_turn(replace(state, play=None), act.player, scoreless=state.scoreless + 1)
    return replace(passed, passes=state.passes + 1)


def end_turn(state: State, player: int, *, scoreless: int) -> State:
    """End the turn and pass it to the next player; the word placed in the turn before stays."""
    return advance_turn(replace(state, turns=state.turns + 1, passes=0, scoreless=scoreless, to_move=player))


def advance_turn(state: State) -> State:
    """Give the turn to the next player who has no turn to sit out."""
    sat_out: list[int] = []
    player = (state.to_move + 1) % len(state.seats)
    while state.seats[player].turns_lost:
        seat = state.seats[player]
        state = state.with_seat(player, replace(seat, turns_lost=seat.turns_lost - 1))
        sat_out.append(player)
        player = (player + 1) % len(state.seats)
    return replace(
        state,
        to_move=player,
        sat_out=tuple(sat_out),
        scoreless=state.scoreless + len(sat_out),
        recycled=(),
    )
