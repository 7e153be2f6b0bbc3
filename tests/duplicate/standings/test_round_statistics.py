"""How each round was for the players."""

from duplicate.standings.rules.ranking import Average, PlayerScores
from duplicate.standings.rules.round_statistics import RoundFacts, facts_of_rounds


def test_worth_counts_and_only_who_was_there_and_played():
    players = [
        PlayerScores(1, 1, "Ann", (26, 0)),
        # Had the top, and a penalty of 10 took points off it.
        PlayerScores(2, 2, "Bo", (16, 30), worths=(26, 30), penalised=(0,)),
        PlayerScores(3, 3, "Cleo", (0, 10), absent=(0,)),
        PlayerScores(4, 4, "Dan", (13, 0)),
    ]
    arbitrated = {4: {0: Average(points=20, why="arbitrated")}}
    assert list(facts_of_rounds(players, [26, 40], arbitrated)) == [
        RoundFacts(number=1, top=26, players=2, found=2, percent=100, scores=(26, 16)),
        RoundFacts(number=2, top=40, players=4, found=0, percent=25, scores=(0, 30, 10, 0)),
    ]


def test_a_round_in_which_nobody_could_play_has_no_share():
    [facts] = facts_of_rounds([PlayerScores(1, 1, "Ann", (0,))], [0], {})
    assert (facts.found, facts.percent) == (0, None)
