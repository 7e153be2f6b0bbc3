"""Divisions at random as files have them, and what of them counts."""

from hypothesis import strategies as st

from tournaments.classic.exchange.values import FileDivision, FileMatch, FilePlayer, free_round
from tournaments.classic.rules.standings import StandingRules, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.names.name_parts import NameParts

NAMES = (
    *(("Ann", "Marsh"), ("Zoë", "Élan"), ("Łukasz", "Gęś"), ("Marie", "de la Tour"), ("Bo", "Li")),
    *(("Player", "12"), ("D’Arcy", "O'Brien-Smith"), ("Cy", "Day"), ("Eve", "Fox")),
)
# Some of them are equal, or 0.
SCORES = st.sampled_from([0, 300, 412]) | st.integers(-300, 1200)
FEW_SCORES = st.sampled_from([1, 300, 412, 999])
SPREADS = st.sampled_from([50, 0, 75, 100, 300])


@st.composite
def divisions(draw, name="A", *, open_matches=True, spreads=SPREADS, scores=SCORES):
    """Return a division whose players come late, leave, miss rounds, have byes, meet and forfeit, with any spreads; its
    last rounds may be without results, and may not have begun.
    """
    people = draw(st.permutations(NAMES))[: draw(st.integers(2, len(NAMES)))]
    rounds, bye, forfeit = draw(st.integers(1, 5)), draw(spreads), draw(spreads)
    begun = draw(st.integers(rounds - 1 if open_matches else max(1, rounds - 1), rounds))
    players, matches = [], []
    for number, (given_name, family) in enumerate(people, start=1):
        rating = draw(st.none() | st.integers(1, 2500))
        left = draw(st.none() | st.integers(0, rounds))
        people_of = (NameParts(given_name, family),)
        players.append(
            FilePlayer(number, people_of, rating, draw(st.sampled_from(["", "B"])), last_round=left)
        )
    for round_ in range(1, rounds + 1):
        there = [one.number for one in players if one.last_round is None or round_ <= one.last_round]
        there = draw(st.permutations(there))[draw(st.integers(0, 2)) :]
        size = draw(st.integers(0, len(there) // 2))
        for table in range(1, size + 1):
            first, second = there.pop(), there.pop()
            outcomes = ["played", "first_forfeits", "second_forfeits", "both_forfeit"]
            outcomes += ["open"] * open_matches
            outcome = draw(st.sampled_from(outcomes)) if round_ <= begun else "open"
            both = draw(st.tuples(scores, scores)) if outcome == "played" else ()
            matches.append(FileMatch(MatchFacts(round_, first, second, outcome, *both), table))
        for number in there:
            kind = draw(st.sampled_from(["bye", "missed", "nothing"])) if round_ <= begun else "bye"
            own, usual = (draw(spreads), bye) if kind == "bye" else (draw(spreads), forfeit)
            if kind != "nothing":
                # None has a spread of 0 of its own.
                spread = own or usual if round_ <= begun else usual
                facts = free_round(round_, number, spread, usual, is_bye=kind == "bye")
                matches.append(FileMatch(facts))
    return FileDivision(name, tuple(players), tuple(matches), rounds, begun, bye, forfeit)


def standings(division):
    """Return for each player by name what counts: wins, rounds, spread, byes, points, and the rating."""
    players = [Contestant(one.number, one.number, one.name, one.rating) for one in division.players]
    rules = StandingRules(bye_spread=division.bye_spread, forfeit_spread=division.forfeit_spread)
    facts = [one.facts for one in division.matches if one.facts.round <= division.begun]
    return {
        line.contestant.name: (
            *(line.rank, line.half_wins, line.rounds, line.played, line.byes, line.forfeits),
            *(line.spread, line.points, line.high_game, line.contestant.rating),
        )
        for line in rank_division(players, facts, rules)
    }


def rounds_of(division):
    """Return all matches with the names of their players, and the spread of a bye or missed round once it counts."""

    def free(facts):
        return facts.is_bye, facts.round <= division.begun and division.free_spread(facts.first, facts)

    names = {one.number: one.name for one in division.players} | {None: None}
    return sorted(
        (
            *(one.facts.round, one.table or 0, names[one.facts.first], str(names[one.facts.second])),
            *((one.facts.outcome, one.facts.first_score, one.facts.second_score) if one.facts.second else ()),
            *(() if one.facts.second else free(one.facts)),
        )
        for one in division.matches
    )


def leavers_of(division):
    """Return the names of those who have left."""
    return {one.name for one in division.players if one.last_round is not None}
