"""A real division paired once more, from its first round to its last, and what that changes.

The file, JSON or of tsh, has its players with opponents, scores and who went first, round by round. Players who met
there have the same result again at the first meeting; all others are made up from the ratings, by the same seed each
time.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from tournaments.classic.exchange.tsh.lines import read_lines
from tournaments.classic.exchange.values import FilePart, Problems
from tournaments.classic.pairing import PairedRound, PairingField, Settings, pair
from tournaments.classic.pairing.gibson import find_contenders
from tournaments.classic.pairing.history import pairing_input_for
from tournaments.classic.rules.simulation import DEVIATION, MEAN_BY_RATING
from tournaments.classic.rules.values import Contestant, MatchFacts

PRIZES, LAST = 3, 3

Scores = dict[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Measures:
    """Figures of the pairings of a division, from the rounds as they were played."""

    rematches: int
    unbalanced: int
    difference: float
    late_difference: float
    contenders: int
    met: int

    def row(self, title: str) -> str:
        cells = (
            title,
            self.rematches,
            self.unbalanced,
            f"{self.difference:.1f}",
            f"{self.late_difference:.1f}",
            f"{self.met} of {self.contenders}",
        )
        return f"| {' | '.join(map(str, cells))} |"


def measures_of(path: Path) -> str:
    """Return the table of measures."""
    players = _read_tsh(path) if path.suffix == ".t" else json.loads(path.read_text())["players"]
    contestants = tuple(Contestant(one["id"], one["id"], rating=one["rating"]) for one in players)
    rounds = len(players[0]["opponents"])
    played = list(as_played(players, rounds))
    scores: Scores = {}
    for match in played:
        if match.second is not None:
            scores[match.first, match.second] = (match.first_score, match.second_score)
            scores[match.second, match.first] = (match.second_score, match.first_score)
    settings = Settings("bench", rounds=rounds, prize_places=PRIZES, gibson=True)

    def again(method: Callable[[int], str]) -> Measures:
        return _measure(contestants, _pair_again(contestants, settings, scores, method), settings)

    rows = [
        _measure(contestants, played, settings).row("as played"),
        again(lambda _number: "swiss").row("Swiss"),
        again(lambda _number: "cop").row("COP"),
        again(lambda number: "swiss" if 2 * number <= rounds else "cop").row("Swiss, COP from the middle on"),
        again(lambda number: "swiss" if 2 * number <= rounds else "contenders").row("Swiss, then contenders"),
    ]
    head = (
        f"{len(players)} players, {rounds} rounds, {PRIZES} prizes",
        "rematches",
        "players off balance",
        "difference in place",
        f"of contenders, last {LAST} rounds",
        "contenders who met another",
    )
    return "\n".join([f"| {' | '.join(head)} |", "| --- " * len(head) + "|", *rows])


def _read_tsh(path: Path) -> list[dict[str, Any]]:
    """Return the players of a file of tsh as the JSON has them."""
    lines = read_lines(FilePart(path.read_text()), path.name, Problems())
    rounds = max(len(line.opponents) for line in lines)
    return [
        {
            "id": number,
            "rating": line.rating,
            "opponents": [line.opponent(index) or 0 for index in range(rounds)],
            "scores": [line.score(index) or 0 for index in range(rounds)],
            "went_first": [line.round_number("p12", index) for index in range(rounds)],
        }
        for number, line in enumerate(lines, start=1)
    ]


def as_played(players: list[dict[str, Any]], rounds: int) -> Iterator[MatchFacts]:
    by_id = {one["id"]: one for one in players}
    for number in range(rounds):
        for key, one in by_id.items():
            other = one["opponents"][number]
            if not other:
                yield MatchFacts(number + 1, key)
            elif one["went_first"][number] == 1:
                scores = one["scores"][number], by_id[other]["scores"][number]
                yield MatchFacts(number + 1, key, other, "played", *scores)


def _pair_again(
    contestants: tuple[Contestant, ...], settings: Settings, scores: Scores, method: Callable[[int], str]
) -> list[MatchFacts]:
    chance = random.Random(settings.seed)
    rating = {one.key: one.rating or 0 for one in contestants}
    matches: list[MatchFacts] = []
    met: set[frozenset[int]] = set()
    for number in range(1, settings.rounds + 1):
        paired: PairedRound = pair(
            method(number), PairingField(contestants, tuple(matches)), number, settings
        )
        for one in paired.pairings:
            assert one.second is not None
            two = frozenset((one.first, one.second))
            margin = chance.gauss(MEAN_BY_RATING * (rating[one.first] - rating[one.second]), DEVIATION)
            result = 400 + round(margin), 400
            if two not in met:
                result = scores.get((one.first, one.second), result)
            met.add(two)
            matches.append(MatchFacts(number, one.first, one.second, "played", *result))
    return matches


def _measure(contestants: tuple[Contestant, ...], matches: list[MatchFacts], settings: Settings) -> Measures:
    differences, late, contending, together = [], [], 0, 0
    for number in range(2, settings.rounds + 1):
        before = pairing_input_for(
            PairingField(contestants, tuple(m for m in matches if m.round < number)), number, settings
        )
        place = {key: at for at, key in enumerate(before.keys)}
        contenders = {before.keys[at] for at in find_contenders(before)}
        for match in matches:
            if match.round != number or match.second is None:
                continue
            away = abs(place[match.first] - place[match.second])
            differences.append(away)
            both = {match.first, match.second} & contenders
            if number > settings.rounds - LAST and both:
                late.append(away)
                contending += len(both)
                together += 2 * (len(both) == 2)
    end = pairing_input_for(PairingField(contestants, tuple(matches)), settings.rounds + 1, settings).history
    return Measures(
        rematches=sum(len(rounds) - 1 for met in end.met.values() for rounds in met.values()) // 2,
        unbalanced=sum(abs(end.balance(one.key)) > 1 for one in contestants),
        difference=mean(differences),
        late_difference=mean(late),
        contenders=contending,
        met=together,
    )
