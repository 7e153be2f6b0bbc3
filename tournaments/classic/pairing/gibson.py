"""The Gibson rule: players whose place is decided meet nobody who can still win a place. Pure.

Terms. `places` are those with a prize. A player is *gibsonized* whose place among them is certain: nobody
below can catch up in the rounds that are left, and the player cannot catch the one above. A *contender* can
still change who gets one of the other places.

One *catches* another by winning all rounds that are left while the other loses them all. Where both would
have as many wins, spread decides: 1,000 points a round are the default of the North American Scrabble Players
Association (Director Manual, A.2.B, errata of 2017 and 2023: 9–2 +1500 is gibsonized before the last round
against 8–3 +500, +1499 is not). A round changes the difference by twice a cap at most. Where a tie-break
other than spread comes first, equal wins are enough.

The pairing is that of tsh (*Pairing Theory and tsh*, Chew pairings, https://tsh.poslfit.com/doc/pairing.html):
an even number of gibsonized players meet each other; of an odd number the last has the bye, if there is one,
or meets the highest of those out of contention whom they met least often. Where all are contenders that is
the lowest of all. Where all are gibsonized the lowest of those with the fewest byes has the bye.
"""

from collections.abc import Sequence

from tournaments.classic.pairing.common import met_before, pair_two
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Edge, least_cost
from tournaments.classic.pairing.values import Pairing, Reason
from tournaments.classic.rules.standings import ClassicLine, StandingRules, caps_of_rounds

POINTS_A_ROUND = 1000


def can_catch(upper: ClassicLine, lower: ClassicLine, rounds: range, rules: StandingRules) -> bool:
    """Tell whether `lower` can still be ranked before `upper`, or beside, in the rounds that are left."""
    behind = upper.half_wins - lower.half_wins
    if behind != 2 * len(rounds):
        return behind < 2 * len(rounds)
    breaks = [name for name in rules.tie_breaks if name != "wins"]
    if not breaks or breaks[0] not in {"spread", "uncapped_spread"}:
        return True
    points = POINTS_A_ROUND * len(rounds)
    if rules.spread_caps and breaks[0] == "spread":
        caps = caps_of_rounds(rounds, rules.spread_caps)
        points = min(points, 1 + sum(min(POINTS_A_ROUND, 2 * cap) for cap in caps))
    at = rules.tie_breaks.index(breaks[0])
    return upper.measures[at] - lower.measures[at] < points


def find_gibsonized(pairing_input: PairingInput) -> list[int]:
    """Return the places, from 0, of those whose place with a prize is decided; none without rounds left."""
    lines, rounds, rules = pairing_input.standings, pairing_input.rounds_left, pairing_input.field.rules
    if rounds is None:
        return []

    def apart(upper: int) -> bool:
        """Tell whether this one cannot be caught by the next."""
        if not 0 <= upper < len(lines) - 1:
            return True
        return not can_catch(lines[upper], lines[upper + 1], rounds, rules)

    most = min(pairing_input.settings.prize_places, len(lines))
    return [place for place in range(most) if apart(place - 1) and apart(place)]


def find_contenders(pairing_input: PairingInput) -> list[int]:
    """Return the places, from 0, of those who can still win a place with a prize that is not decided."""
    lines, rounds = pairing_input.standings, pairing_input.rounds_left
    if rounds is None:
        return list(range(len(lines)))
    decided = set(find_gibsonized(pairing_input))
    most = min(pairing_input.settings.prize_places, len(lines))
    undecided = [place for place in range(most) if place not in decided]
    if not undecided:
        return []
    last = undecided[-1]
    return [
        place
        for place, line in enumerate(lines)
        if place not in decided
        and (place <= last or can_catch(lines[last], line, rounds, pairing_input.field.rules))
    ]


def pair_gibsonized(pairing_input: PairingInput) -> list[Pairing]:
    """Pair those whose place is decided; a bye comes last."""
    places = find_gibsonized(pairing_input)
    keys = [line.contestant.key for line in pairing_input.standings]
    last = _choose_last(pairing_input, keys, places) if len(places) % 2 else None
    places = [place for place in places if place != last]
    pairings = [
        pair_two(
            pairing_input,
            keys[upper],
            keys[lower],
            Reason("gibson_both", {"place": upper + 1, "other_place": lower + 1}),
            "rematch_met_least",
        )
        for upper, lower in _pair_each_other(pairing_input, keys, places)
    ]
    if last is not None:
        pairings.append(_pair_last(pairing_input, keys, last, taken={*places, last}))
    return pairings


def _pair_each_other(pairing_input: PairingInput, keys: Sequence[int], places: Sequence[int]) -> list[Edge]:
    """Return who of these meets whom: as few rematches as can be, then neighbours."""
    return least_cost(
        {
            (upper, lower): (met_before(pairing_input, keys[upper], keys[lower]), (lower - upper - 1) ** 2)
            for upper in places
            for lower in places
            if upper < lower
        }
    )


def _choose_last(pairing_input: PairingInput, keys: Sequence[int], places: Sequence[int]) -> int:
    """Return which of an odd number of gibsonized players meets none of them."""
    if len(places) < len(keys):
        return places[-1]
    # Nobody else could meet the last one, so this one has the bye.
    byes = pairing_input.history.byes
    fewest = min(byes[key] for key in keys)
    return max(place for place in places if byes[keys[place]] == fewest)


def _pair_last(pairing_input: PairingInput, keys: Sequence[int], place: int, taken: set[int]) -> Pairing:
    """Pair the last of an odd number of gibsonized players."""
    player, byes = keys[place], pairing_input.history.byes
    if len(keys) % 2 and byes[player] == min(byes[key] for key in keys):
        return Pairing(player, None, (Reason("bye_gibson", {"player": player, "place": place + 1}),))
    contenders = set(find_contenders(pairing_input))
    others = [other for other in range(len(keys)) if other not in taken]
    out = [other for other in others if other not in contenders]
    opponent = min(out or others[::-1], key=lambda other: met_before(pairing_input, player, keys[other]))
    values = {"player": player, "opponent": keys[opponent], "place": place + 1}
    why = Reason("gibson" if out else "gibson_lowest", values)
    return pair_two(pairing_input, player, keys[opponent], why, "rematch_gibson")
