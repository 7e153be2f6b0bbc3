"""Classic games at a table: 2 to 4 players, judged by the referee (RULES C, and V1 to V9 as its settings).

    place      ref, word       a whole word, with the letters already there; `rearranged` has `ref` and `word`
                               of a word of the board in another order, to which it adds (V4)
    exchange   tiles           on paper also `count`, if the tiles are not told
    pass
    challenge  words           the number challenged, if that matters; on paper also `upheld`, the verdict
    accept                     the last play of the game is not challenged; on paper one act for all
    agree_end                  nobody can play: the game ends when all have said so; on paper one act for all
    recycle    square, tile    the tile on a square is swapped for one's own (V5, V6); `?` is a blank
    thematic   words           these words of the latest play are on the theme (V8); its player may not say so
    time                       the time for the turn is up (C7): it is lost as a pass
    start      drawn           on paper: a letter for each who draws for the start, in their order (C1)
    rack       tiles           on paper: the tiles left at the end

    draw       vowels          with two bags, the first rack (V9)

If the program deals, `place`, `exchange` and `draw` carry a `seed`, and with two bags `vowels`, the number of
tiles to draw from the vowels' bag (V9). References use the English convention.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.errors import ChallengeError, TurnError
from engine.modes.acts import kind_of, player_of, texts_of, value_of
from engine.modes.base import WAYS, Act, Mode, Setup
from engine.modes.classic.table import Table, do_act, settle, start_table
from engine.modes.classic.view import show_game
from engine.modes.seats import check_seats
from engine.notation import Move, Reference
from engine.referee import (
    Challenge,
    ClassicSettings,
    DrawForStart,
    End,
    Exchange,
    Pass,
    Place,
    Rack,
    Recycle,
    State,
    Thematic,
    challenge_by,
    problems,
    refill,
    turn_limit,
    winners,
)
from engine.referee.settings import FEWEST_PLAYERS, MOST_PLAYERS
from engine.referee.variants.finish_line import player_problems
from engine.referee.variants.two_bags import check_vowels
from engine.rules.game_settings import raise_found
from engine.translation import gettext_noop as _

NAME = _("Classic")
TIME_IS_UP = "The time for the turn was up."


def _start_game(setup: Setup) -> Table:
    check_seats(CLASSIC, setup)
    return start_table(setup)


def _apply(table: Table, act: Act) -> Table:
    kind = kind_of(act, tuple(_ACTS), NAME, "C")
    player = player_of(act, table.setup.players)
    if table.state.is_over:
        raise TurnError("game_over")
    if table.undrawn and kind != "draw":
        raise TurnError("racks_not_drawn", players=", ".join(map(table.state.name, table.undrawn)))
    return settle(_ACTS[kind](table, player, act))


# Turns


def _place(table: Table, player: int, act: Act) -> Table:
    state = table.state
    other = value_of(act, "rearranged", dict) if "rearranged" in act else None
    rearranged = _move(state, other) if other is not None else None
    place = Place(player=player, move=_move(state, act), rearranged=rearranged)
    return _draw_rack(do_act(table, place, table.setup.lexicon), player, act)


def _move(state: State, act: Act) -> Move:
    ref, word = value_of(act, "ref", str), value_of(act, "word", str)
    return Move.parse(ref, word, state.tiles, state.convention)


def _exchange(table: Table, player: int, act: Act) -> Table:
    if not table.setup.deals and "count" in act:
        return do_act(table, Exchange(player=player, count=value_of(act, "count", int)))
    tiles = table.state.tiles.encode_rack(value_of(act, "tiles", str))
    return _draw_rack(do_act(table, Exchange(player=player, tiles=tiles)), player, act)


def _draw_rack(table: Table, player: int, act: Act) -> Table:
    """Refill the player's rack, if the program deals."""
    vowels = value_of(act, "vowels", int) if "vowels" in act else None
    if table.setup.deals and not table.state.seats[player].is_known:
        return do_act(table, refill(table.state, player, value_of(act, "seed", str), vowels))
    if vowels is not None:
        check_vowels(table.state, vowels)
    return table


def _draw(table: Table, player: int, act: Act) -> Table:
    if not table.setup.settings.double_bag:
        raise TurnError("vowels_one_bag")
    if player not in table.undrawn:
        raise TurnError("draw_not_now", player=table.state.name(player))
    return _draw_rack(table, player, act)


def _pass(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - all acts share one signature
    return do_act(table, Pass(player=player))


def _time(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - all acts share one signature
    if turn_limit(table.state, player) is None:
        raise TurnError("turn_without_limit", player=table.state.name(player))
    return do_act(table, Pass(player=player, notes=(TIME_IS_UP,)))


# Between turns


def _challenge(table: Table, player: int, act: Act) -> Table:
    words = value_of(act, "words", int) if "words" in act else 0
    if not table.setup.deals and "upheld" in act:
        return do_act(table, Challenge(player=player, upheld=value_of(act, "upheld", bool), words=words))
    challenge = challenge_by(table.state, player, table.setup.lexicon, words)
    return do_act(table, challenge, table.setup.lexicon)


def _accept(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - all acts share one signature
    if table.setup.deals and player not in table.doubters:
        raise ChallengeError("accept_not_now")
    if not table.doubters:
        raise ChallengeError("accept_not_now")
    accepted = {player} if table.setup.deals else table.everybody
    return replace(table, accepted=table.accepted | accepted)


def _agree_end(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - all acts share one signature
    """Agree to the end; refuse it at once if the game could not end so. Racks may still be told on paper."""
    for problem in problems(table.state, End(nobody_can_play=True)):
        if problem.code != "rack_unknown":
            raise problem
    agreed = {player} if table.setup.deals else table.everybody
    return replace(table, agreed=table.agreed | agreed)


# Variants


def _recycle(table: Table, player: int, act: Act) -> Table:
    state = table.state
    square = Reference.parse(value_of(act, "square", str), state.convention).index
    tile = state.tiles.encode_rack(value_of(act, "tile", str))
    if len(tile) != 1:
        raise TurnError("act_unreadable", key="tile", wanted=_("one letter, or ? for a blank"))
    return do_act(table, Recycle(player=player, square=square, tile=tile[0]), table.setup.lexicon)


def _thematic(table: Table, player: int, act: Act) -> Table:
    """Accept words on the theme: with phones the other players do, on a tablet or on paper anybody may."""
    play = table.state.play
    owner = player if play is None else play.player
    words = tuple(table.state.tiles.encode_plain(word) for word in texts_of(act, "words"))
    thematic = do_act(table, Thematic(player=owner, words=words))
    if table.setup.way == "phones" and player == owner:
        raise TurnError("theme_own_play")
    return thematic


# On paper


def _start(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - all acts share one signature
    _needs_paper(table, "start_is_drawn")
    state = table.state
    letters = state.tiles.encode_rack(value_of(act, "drawn", str))
    who = state.drawing or tuple(sorted(table.everybody))
    if len(letters) != len(who):
        raise TurnError("start_wrong_players", players=", ".join(map(state.name, who)))
    return do_act(table, DrawForStart(drawn=tuple(zip(who, letters, strict=True))))


def _rack(table: Table, player: int, act: Act) -> Table:
    _needs_paper(table, "rack_is_dealt")
    state = table.state
    tiles = state.tiles.encode_rack(value_of(act, "tiles", str))
    # The referee accepts a part of a rack and keeps it; the scorekeeper would be asked again.
    if len(tiles) < state.seats[player].held:
        raise TurnError(
            "left_over_some", player=state.name(player), held=state.seats[player].held, given=len(tiles)
        )
    return do_act(table, Rack(player=player, tiles=tiles))


def _needs_paper(table: Table, code: str) -> None:
    if table.setup.deals:
        raise TurnError(code)


_ACTS: dict[str, Callable[[Table, int, Act], Table]] = {
    "place": _place,
    "exchange": _exchange,
    "pass": _pass,
    "time": _time,
    "challenge": _challenge,
    "accept": _accept,
    "agree_end": _agree_end,
    "draw": _draw,
    "recycle": _recycle,
    "thematic": _thematic,
    "start": _start,
    "rack": _rack,
}


def waits_for(table: Table) -> tuple[int, ...]:
    """Return who must act: the player on turn; at the end, all who can still challenge or tell a rack."""
    if table.state.is_over:
        return ()
    if table.is_ending:
        return table.doubters or table.untold
    return table.state.drawing or table.undrawn or (table.state.to_move,)


def _turn_seconds(table: Table) -> int | None:
    """Return the limit of the player on turn (C7); None until the starter and all racks are known."""
    if table.is_ending or table.state.is_over or table.state.drawing or table.undrawn:
        return None
    return turn_limit(table.state, table.state.to_move)


CLASSIC = Mode(
    code="classic",
    name=NAME,
    rule="C",
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    ways=WAYS,
    settings=ClassicSettings,
    start=_start_game,
    apply=_apply,
    shown=lambda table, viewer: show_game(table, viewer, waits_for(table)),
    waits_for=waits_for,
    scores=lambda table: table.state.scores,
    winners=lambda table: winners(table.state) if table.state.is_over else None,
    turn_seconds=_turn_seconds,
    handicaps=True,
    says_nothing=("overtime_points",),
    check_player=lambda settings, player: raise_found(list(player_problems(player, settings))),
)
