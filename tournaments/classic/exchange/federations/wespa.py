"""WESPA's file of results, a `.tou` of AUPAIR. Pure.

Source: `TOU_spec.md` of the public repository spherulitic/aardvark-ng (WESPA's archive), and how its rating program
reads the files. The first line has `*M` (placed by margins), day and name of the event; then each division with `*`
and its name, a line for the highest word, which is 0, and a line a player: the name in 20 characters, and for every
round a score in 5 and the opponent's line in 4, with a plus if this player went first. 2000 are added to the score of
a win, 1000 to that of a draw.

Against oneself stands a round that was not played, which is not rated. To WESPA all above 2000 is won and all below
1000 lost: 2000 and the spread for a bye or the winner of a forfeit, `2` for a missed round or the loser of a forfeit,
or below 0 a spread that is not the usual one (`1` if it is 0), `0` for a round that counts nothing. Scores that do not
fit are written as 999 or 1: no result changes, but the spread does.
"""

from collections.abc import Mapping

from tournaments.classic.exchange.names import write_plain
from tournaments.classic.exchange.values import USUAL_SPREAD, FileDivision, FileEvent, FileMatch, FilePlayer

WIN, DRAW = 2000, 1000
NOTHING, MISSED_FOR_0, MISSED = 0, 1, 2
LEAST, MOST = 1, 999
NAME_LENGTH = 20


def write_tou(event: FileEvent) -> str:
    """Return the text of an event with all its divisions."""
    day = f"{event.day:%d.%m.%Y}" if event.day else "01.01.1900"
    lines = [f"*M{day} {event.name}"]
    for division in event.divisions:
        lines += [f"*{write_plain(division.name)[:NAME_LENGTH]}", f"{0:>39}", *_player_lines(division)]
    return "\n".join([*lines, "*** END OF FILE ***", ""])


def _player_lines(division: FileDivision) -> list[str]:
    lines = {player.number: line for line, player in enumerate(division.players, start=1)}
    played: dict[int, dict[int, FileMatch]] = {number: {} for number in lines}
    for match in division.matches:
        for number in filter(None, (match.facts.first, match.facts.second)):
            played[number][match.facts.round] = match
    return [_line(player, played[player.number], lines, division) for player in division.players]


def _line(
    player: FilePlayer, played: Mapping[int, FileMatch], lines: Mapping[int, int], division: FileDivision
) -> str:
    rounds = [
        _round(player.number, played.get(number), lines, division) for number in range(1, division.begun + 1)
    ]
    # A letter may become several plain ones.
    name = write_plain(player.name)[:NAME_LENGTH]
    return f"{name:<{NAME_LENGTH}}" + "".join(f"{score:>5}{opponent:>4}" for score, opponent in rounds)


def _round(
    number: int, match: FileMatch | None, lines: Mapping[int, int], division: FileDivision
) -> tuple[int, str]:
    """Return the score and the opponent of a player in a round, as they are written."""
    if match is None:
        return NOTHING, str(lines[number])
    facts = match.facts
    if facts.second is None or facts.forfeited:
        spread = max(-MOST, min(MOST, division.free_spread(number, facts)))
        if facts.free_win == number:
            return WIN + spread, str(lines[number])
        return {0: MISSED_FOR_0, -USUAL_SPREAD: MISSED}.get(spread, spread), str(lines[number])
    goes_first = facts.first == number
    own, other = facts.first_score, facts.second_score
    if not goes_first:
        own, other = other, own
    more = WIN if own > other else DRAW if own == other else 0
    opponent = lines[facts.second if goes_first else facts.first]
    return more + max(LEAST, min(MOST, own)), f"{'+' if goes_first else ''}{opponent}"
