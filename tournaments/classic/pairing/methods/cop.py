"""COP, Castellano O'Connor pairings: by the chances of played-out ends. Pure, always the same by its seed.

The rounds that are left are played out (`tournaments.classic.rules.simulation`), with even chances whatever
the ratings. A player is *hopeful* for a place who comes to it, or a better one, in 2 % of the ends at least, or
where nobody does, in any end. The round is one matching of least cost. The priorities:

  1. nobody who is hopeful for a prize meets somebody who is not hopeful for their own place;
  2. nobody out of contention meets the opponent of the round before;
  3. the sum of
     - the third power of the difference in place where one of the two can win a prize, otherwise the second;
       in the last quarter of the rounds, among the hopeful, instead twice the third power of how far the
       opponent is from the last who is hopeful for the place of the other;
     - for each rematch 4 (n / 3)³ of n players, three times that for the second, seven times for the third;
  4. in the last quarter, the higher a player, the nearer the opponent to the last who is hopeful for the place.

In the last round those in contention for prizes meet as neighbours, rematch or not, as in liwords; then those in
contention for prizes of their class (`cop_last_rounds`). Before, in
the second half of the event, the first may have to meet one who would lose control: a player who wins every
match, and by that the event, in a quarter more of the ends if the two meet than if they do not. It is the
highest of those hopeful for the first place; with more than four rounds left the one above will do too. In the
last round but one the first six may have to meet as 1–4, 2–5, 3–6.

The bye and the Gibson rule are those of the other methods. It is a Swiss if the number of rounds is unknown.

Sources: *How do we pair players at tournaments?* (https://koconnor.org/tournamentpairings), and the weights
and thresholds of `pkg/pair/cop` in Woogles' liwords (https://github.com/woogles-io/liwords). The
fourth priority is our own, since many rounds cost the same there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.arrays import np
from tournaments.classic.pairing.common import bye_beforehand, match_near, pair_two
from tournaments.classic.pairing.gibson import find_gibsonized
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost, Edge
from tournaments.classic.pairing.methods.cop_last_rounds import SIX, LastButOne, pair_classes, pair_first_six
from tournaments.classic.pairing.methods.swiss import pair_swiss
from tournaments.classic.pairing.values import ClassPrizes, Pairing, Reason
from tournaments.classic.rules.simulation import Ends, RoleOfWinner, SimulatedPlayer, chances, play_out
from tournaments.classic.rules.standings import caps_of_rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

HOPEFUL, LOSES_CONTROL = 0.02, 0.25
PAIR = 2
# From so many rounds on before the end the first may also meet the one above.
FEW_ROUNDS = 4
# Ends played out, at most so many standings in all, and for the question of control.
ENDS, STANDINGS, ENDS_OF_CONTROL = 10_000, 1_000_000, 1_000


@dataclass(frozen=True, slots=True)
class Control:
    """The place whose player must meet the first; the shares of events that the player wins by winning every
    match, if the two meet and if they do not.
    """

    place: int
    meeting: float
    avoiding: float


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The result of the played-out ends, by place in the standings from 0.

    `reach[one, place]` is the share of ends in which `one` comes to that place or a better one,
    `last_hope[place]` the last who is hopeful for it, and `last` the last who is hopeful for a prize. `six` has the
    matches of the first six in the last round but one.
    """

    reach: NDArray[np.float64]
    last_hope: list[int]
    last: int
    control: Control | None
    six: LastButOne | None = None


def pair_cop(pairing_input: PairingInput) -> list[Pairing]:
    """Pair the round, best table first, the bye last."""
    rounds_left = pairing_input.rounds_left
    if rounds_left is None:
        return pair_swiss(pairing_input)
    _keys, byes = bye_beforehand(pairing_input, pairing_input.keys)
    left = pairing_input.without({bye.first for bye in byes})
    if not left.lines:
        return byes
    place_of = {line.contestant.key: place for place, line in enumerate(left.standings)}
    places = [place_of[key] for key in left.keys]
    outlook = _look_ahead(left, rounds_left, places)
    hopeful = sum(place <= outlook.last for place in places) if len(rounds_left) == 1 else 0
    neighbours = hopeful + hopeful % 2
    edges = list(zip(places[:neighbours:2], places[1:neighbours:2], strict=True))
    if outlook.six is not None:
        edges = list(outlook.six.matches)
    free = _without(places, edges)
    for_class = pair_classes(left, free) if len(rounds_left) == 1 else {}
    free = _without(free, for_class)
    rematches = dict.fromkeys([*edges, *for_class], "rematch_not_minded")
    weighed = "rematch_left" if rematches and len(free) == PAIR else "rematch_cheapest"
    rematches |= dict.fromkeys(_match(left, outlook, free), weighed)
    return [
        _pairing(left, outlook, edge, rematches[edge], for_class.get(edge)) for edge in sorted(rematches)
    ] + byes


def _without(places: Sequence[int], edges: Iterable[Edge]) -> list[int]:
    """Return the places that are in none of these matches."""
    taken = {place for edge in edges for place in edge}
    return [place for place in places if place not in taken]


def _look_ahead(left: PairingInput, rounds_left: range, places: Sequence[int]) -> PlayedOut:
    """Play the rounds out; `places` are to be paired, the best first."""
    rounds = len(rounds_left)
    first = places[0]
    players = [SimulatedPlayer(line.half_wins, line.spread) for line in left.standings]
    size, rules = len(players), left.field.rules
    ends = Ends(
        rounds,
        f"{left.settings.seed}/{left.number}",
        known=_open_rounds(left),
        count=min(ENDS, max(1, STANDINGS // size)),
        spread_caps=caps_of_rounds(rounds_left, rules.spread_caps),
        bye_spread=rules.bye_spread,
    )
    six = _pair_six(players, ends) if places[: 2 * len(SIX)] == list(range(2 * len(SIX))) else None
    shares = chances(play_out(players, ends))
    # Nobody need meet the first who never comes to that place: play out again without such matches.
    chasing = shares[first + 1 :, first] > 0
    factor = max(1, int(np.argmin(np.append(chasing, False))))
    if factor < min(rounds, size // 2):
        ends = replace(ends, factor=factor)
        shares = chances(play_out(players, ends))
    reach = shares.cumsum(axis=1)
    last_hope = [_find_last_hope(reach[:, place]) for place in range(size)]
    decided = len(find_gibsonized(left))
    prizes = min(left.settings.prize_places, size)
    last = last_hope[prizes - 1] if decided < prizes else -1
    control = None
    if six is not None and six.matches != SIX:
        control = Control(six.matches[0][1], *six.shares)
    elif six is None and first == 0 <= last and _is_in_last(left, 2):
        control = _find_control(players, ends, last_hope[0])
    return PlayedOut(reach, last_hope, last, control, six if last >= 0 else None)


def _pair_six(players: Sequence[SimulatedPlayer], ends: Ends) -> LastButOne | None:
    return pair_first_six(
        players, ends, hope=HOPEFUL, loses_control=LOSES_CONTROL, ends_of_control=ENDS_OF_CONTROL
    )


def _find_last_hope(reach: NDArray[np.float64]) -> int:
    """Return the last who is hopeful for a place, from the shares of all."""
    hopeful = reach >= HOPEFUL
    return int(np.flatnonzero(hopeful if hopeful.any() else reach > 0)[-1])


def _open_rounds(left: PairingInput) -> list[list[tuple[int, int | None]]]:
    """Return the pairings of the rounds whose results the standings leave out, as places."""
    place = {line.contestant.key: at for at, line in enumerate(left.standings)}
    rounds: dict[int, list[tuple[int, int | None]]] = {
        number: [] for number in range(left.number - left.settings.rounds_ahead, left.number)
    }
    for match in left.field.matches:
        if match.round in rounds and match.first in place and (match.second is None or match.second in place):
            second = None if match.second is None else place[match.second]
            rounds[match.round].append((place[match.first], second))
    return list(rounds.values())


def _is_in_last(left: PairingInput, part: int) -> bool:
    """Tell whether the round is in the last half (2) or quarter (4) of the event."""
    return part * (left.settings.rounds - left.number + 1) <= left.settings.rounds


def _find_control(players: list[SimulatedPlayer], ends: Ends, last: int) -> Control | None:
    """Return the highest who would lose control of the first place without meeting the first."""
    if ends.rounds < 2:
        return None
    # The others cannot win any more.
    among = players[: 2 * (last + ends.rounds + 1)]
    known = [[pair for pair in pairs if max(pair[0], pair[1] or 0) < len(among)] for pairs in ends.known]
    ends = replace(ends, count=ENDS_OF_CONTROL, known=known)
    for place in range(1, last + 1):
        meeting, avoiding = (
            float(np.mean(play_out(among, ends, RoleOfWinner(place, meets_first))[:, place] == 0))
            for meets_first in (True, False)
        )
        if ends.rounds > FEW_ROUNDS and meeting < 1:
            return None
        if meeting - avoiding >= LOSES_CONTROL:
            return Control(place, meeting, avoiding)
    return None


def _match(left: PairingInput, outlook: PlayedOut, places: list[int]) -> list[Edge]:
    """Return who meets whom among these places."""
    keys = [line.contestant.key for line in left.standings]
    rematch = 4 * len(keys) ** 3 // 27
    before = left.number - 1
    late = _is_in_last(left, 4)

    def cost(one: int, other: int) -> Cost:
        upper, lower = places[one], places[other]
        met = left.history.rounds_met(keys[upper], keys[lower])
        hopeful = upper <= outlook.last
        limit = outlook.last_hope[upper]
        weight, order = rematch * (2 ** len(met) - 1), 0
        if hopeful and late:
            weight += 2 * abs(limit - lower) ** 3
            order = (len(keys) - upper) * abs(limit - lower)
        else:
            weight += (lower - upper) ** (3 if hopeful or upper < left.settings.prize_places else 2)
        apart = hopeful and lower > max(limit, upper + 1)
        again = before in met and not hopeful
        return apart or _escapes(left, outlook, upper, lower), again, weight, order

    def near(at: int) -> list[int]:
        others = [other for other in range(len(places)) if other != at]
        return sorted(others, key=lambda other: cost(min(at, other), max(at, other)))

    return [(places[one], places[other]) for one, other in match_near(len(places), cost, near, widen=False)]


def _escapes(left: PairingInput, outlook: PlayedOut, upper: int, lower: int) -> bool:
    """Tell whether this match takes the first away from who must meet them."""
    if outlook.control is None or upper > 0:
        return False
    wanted = {outlook.control.place}
    if len(left.rounds_left or ()) > FEW_ROUNDS:
        wanted.add(max(1, outlook.control.place - 1))
    return lower not in wanted


def _pairing(
    left: PairingInput, outlook: PlayedOut, edge: Edge, rematch: str, prizes: ClassPrizes | None = None
) -> Pairing:
    """Return the pairing of two places with its reasons; `rematch` is the code of that for a rematch, `prizes` are
    those of the class for which they meet.
    """
    upper, lower = edge
    one, other = (left.standings[place].contestant.key for place in edge)
    values: dict[str, int | str] = {
        "player": one,
        "opponent": other,
        "place": upper + 1,
        "other_place": lower + 1,
    }
    if outlook.six is not None and outlook.six.matches == SIX and edge in SIX:
        percent = round(100 * outlook.six.shares[upper])
        why = Reason("cop_six", {**values, "percent": percent})
    elif prizes is not None:
        why = Reason("cop_class", {**values, "class_name": prizes.class_name})
    elif upper > outlook.last and rematch == "rematch_left":
        why = Reason("cop_left", values)
    elif upper > outlook.last:
        why = Reason("cop_out", values)
    elif len(left.rounds_left or ()) == 1:
        why = Reason("cop_last", values)
    elif outlook.control is not None and (upper, lower) == (0, outlook.control.place):
        percents = {
            "meeting": round(100 * outlook.control.meeting),
            "avoiding": round(100 * outlook.control.avoiding),
        }
        why = Reason("cop_control", {**values, **percents})
    else:
        percent = round(100 * float(outlook.reach[lower, upper]))
        why = Reason("cop_chances", {**values, "percent": percent})
    return pair_two(left, one, other, why, rematch)
