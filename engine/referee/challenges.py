"""Challenges (RULES C4): all words of a play are judged together, before the next turn; V4's too."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import ChallengeError, EngineError
from engine.referee.acts import Challenge
from engine.referee.state import Play, State
from engine.referee.turns import advance_turn
from engine.scoring import WordSource


@dataclass(frozen=True, slots=True)
class ChallengePrice:
    """The price of a challenge that fails: a turn of the challenger, or points that `player` loses or gains."""

    player: int
    turn: Literal["", "this", "next"] = ""
    points: int = 0


def bad_words_of(state: State, lexicon: WordSource) -> tuple[str, ...]:
    """Return the words of the play that are not in the lexicon: a challenge of it would find them."""
    if state.play is None:
        return ()
    words = [formed.word for formed in state.play.judged if not lexicon.contains(formed.word)]
    return tuple(state.tiles.decode(word).upper() for word in words)


def challenge_by(state: State, player: int, lexicon: WordSource, words: int = 0) -> Challenge:
    """Return the challenge of the play by this player, with the verdict of the lexicon."""
    return Challenge(player=player, upheld=bool(bad_words_of(state, lexicon)), words=words)


def challenge_problems(state: State, act: Challenge, lexicon: WordSource | None) -> Iterator[EngineError]:
    """Yield the reasons why the play cannot be challenged, or not with that verdict."""
    play = state.play
    if state.settings.challenge == "void":
        yield ChallengeError("challenge_void")
    if play is None:
        yield ChallengeError("challenge_nothing")
        return
    if act.player == play.player:
        yield ChallengeError("challenge_own", player=state.name(act.player))
    if play.is_judged:
        yield ChallengeError("challenge_judged")
    if not 0 <= act.words <= len(play.judged):
        yield ChallengeError("challenge_words", given=act.words, made=len(play.judged))
    if lexicon is not None:
        bad = ", ".join(bad_words_of(state, lexicon))
        if bad and not act.upheld:
            yield ChallengeError("challenge_must_succeed", words=bad)
        elif act.upheld and not bad:
            yield ChallengeError("challenge_must_fail")


def do_challenge(state: State, act: Challenge) -> State:
    play = state.play
    if play is None:  # only in a record read by `force`
        return state
    return _withdraw_play(state, play) if act.upheld else _fail_challenge(state, play, act)


def _withdraw_play(state: State, play: Play) -> State:
    """Take the play off and put the tiles drawn after it back; its player gets the former rack and loses the
    turn.

    At least the tiles played are then known of that rack, because everybody has seen them.
    """
    seat = state.seats[play.player]
    known = play.seat.known
    if not play.seat.is_known:
        known = tuple(sorted((Counter(known) | Counter(play.scored.tiles)).elements()))[: play.seat.held]
    score = seat.score - play.scored.score - play.extra
    before = replace(seat, held=play.seat.held, known=known, returned=(), score=score)
    back = replace(state, board=play.board, play=None, sat_out=(), scoreless=play.scoreless + 1)
    return back.with_seat(play.player, before)


def _fail_challenge(state: State, play: Play, act: Challenge) -> State:
    """Keep the play; the challenger pays the price that the rule sets."""
    price = price_of(state, act)
    state = replace(state, play=replace(play, is_judged=True), sat_out=())
    if price.turn == "this":
        return _sits_out(state)
    seat = state.seats[price.player]
    lost = seat.turns_lost + (price.turn == "next")
    return state.with_seat(price.player, replace(seat, score=seat.score + price.points, turns_lost=lost))


def price_of(state: State, act: Challenge) -> ChallengePrice:
    """Return the price of a challenge of the play, if it fails."""
    play, settings = state.play, state.settings
    if settings.challenge == "points" and play is not None:
        each = settings.challenge_points_for == "word"
        points = settings.challenge_points * ((act.words or len(play.judged)) if each else 1)
        if settings.challenge_points_go == "gained":
            return ChallengePrice(play.player, points=points)
        return ChallengePrice(act.player, points=-points)
    if settings.challenge != "double":
        return ChallengePrice(act.player)
    this = act.player == state.to_move and state.end_reason is None
    return ChallengePrice(act.player, "this" if this else "next")


def _sits_out(state: State) -> State:
    """Make the player on turn lose that turn at once."""
    player = state.to_move
    after = advance_turn(state)
    return replace(after, sat_out=(player, *after.sat_out), scoreless=after.scoreless + 1)
