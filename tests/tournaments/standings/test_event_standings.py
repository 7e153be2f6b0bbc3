"""Standings over several games: totals, ties, teams and selections."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import RuleViolation
from tournaments.standings.filters import (
    USUAL_CATEGORIES,
    AgeCategory,
    Selection,
    category_of,
    check_categories,
    with_given,
)
from tournaments.standings.ranking import (
    Competitor,
    GameScore,
    PersonFacts,
    ScoredGame,
    rank_event,
    select_lines,
    sort_by_name,
)
from tournaments.standings.teams import rank_teams

TOP = 100


def game(number, totals, *, top=TOP, final=True, breaks=(), rounds=None, tops=None, best=None):
    """Return a game by its totals; None for absent players."""
    scores = {
        key: GameScore(
            total,
            total - top,
            rounds=(rounds or {}).get(key, ()),
            tops=(tops or {}).get(key, 0),
            best_move=(best or {}).get(key, 0),
        )
        for key, total in enumerate(totals)
        if total is not None
    }
    length = max((len(score.rounds) for score in scores.values()), default=0)
    return ScoredGame(number, f"Game {number}", top, final, scores, breaks, length)


def people(*names, **more):
    return [
        Competitor(key, name, key + 1, persons=(PersonFacts(),), **more) for key, name in enumerate(names)
    ]


def ranks(standings):
    return [(line.rank, line.competitor.name, line.total) for line in standings.lines]


def test_games_are_added_up_under_a_line_of_tops():
    standings = rank_event(people("Mona", "Noah"), [game(1, [60, 90]), game(2, [100, 50], top=150)])
    assert ranks(standings) == [(1, "Mona", 160), (2, "Noah", 140)]
    assert standings.top_total == 250
    first = standings.lines[0]
    assert ([score.total for score in first.scores], first.negative, first.percent) == ([60, 100], -90, 64)


def test_who_was_not_in_a_game_has_nothing_of_it_and_all_its_top_to_catch_up():
    line = rank_event(people("Mona", "Noah"), [game(1, [60, None]), game(2, [60, 80])]).lines[1]
    assert (line.competitor.name, line.total, line.negative) == ("Noah", 80, -120)
    assert [score.absent for score in line.scores] == [True, False]


def test_before_the_first_game_everybody_is_first():
    standings = rank_event(people("Noah", "Mona"), [])
    assert [(line.rank, line.competitor.name, line.percent) for line in standings.lines] == [
        (1, "Mona", None),
        (1, "Noah", None),
    ]
    assert not standings.final


def test_one_game_that_goes_on_makes_it_provisional():
    games = [game(1, [1]), game(2, [1], final=False)]
    assert not rank_event(people("Mona"), games).final
    assert rank_event(people("Mona"), games[:1]).final


# Mona has 60 + 40, Noah 40 + 60, Olga 50 + 50; what the rules say of it.
ROUNDS = {0: (20, 20), 1: (30, 30), 2: (20, 30)}
TIES = [
    ((), [1, 1, 1], "Mona Noah Olga"),
    (("last_game",), [1, 2, 3], "Noah Olga Mona"),
    (("last_game", "last_rounds"), [1, 2, 3], "Noah Olga Mona"),
    (("last_rounds",), [1, 1, 3], "Noah Olga Mona"),
    (("most_tops", "best_move"), [1, 2, 3], "Olga Noah Mona"),
    (("best_move",), [1, 2, 2], "Noah Mona Olga"),
]


@pytest.mark.parametrize(("breaks", "expected", "names"), TIES)
def test_ties_as_the_rules_have_them(breaks, expected, names):
    last = game(
        2,
        [40, 60, 50],
        breaks=breaks,
        rounds={0: (20, 20), 1: (30, 30), 2: (30, 30)} if breaks == ("last_rounds",) else ROUNDS,
        tops={0: 1, 1: 1, 2: 1},
        best={1: 90, 0: 80, 2: 80},
    )
    first = game(1, [60, 40, 50], tops={0: 1, 1: 1, 2: 2}, best={0: 70})
    standings = rank_event(people("Mona", "Noah", "Olga"), [first, last])
    assert [line.rank for line in standings.lines] == expected
    assert " ".join(line.competitor.name for line in standings.lines) == names


def test_the_last_game_goes_by_its_last_round_backwards():
    last = game(
        1,
        [50, 50, 50],
        breaks=("last_game", "last_rounds"),
        rounds={0: (25, 10, 15), 1: (10, 25, 15), 2: (30, 10, 10)},
    )
    standings = rank_event(people("Mona", "Noah", "Olga"), [last])
    assert ranks(standings) == [(1, "Noah", 50), (2, "Mona", 50), (3, "Olga", 50)]


def test_who_was_not_there_ranks_no_better_by_the_last_rounds():
    last = game(1, [None, 0], breaks=("last_game", "last_rounds"), rounds={1: (0, 0)})
    assert [line.rank for line in rank_event(people("Away", "There"), [last]).lines] == [1, 1]


def test_accents_make_no_difference_among_equal_totals():
    standings = rank_event(people("Ömer", "Élise", "Florian"), [game(1, [50, 50, 50])])
    assert [line.competitor.name for line in standings.lines] == ["Élise", "Florian", "Ömer"]


def test_by_name_the_ranks_stay():
    standings = sort_by_name(rank_event(people("noah", "Mona", "Olga"), [game(1, [3, 1, 2])]))
    assert ranks(standings) == [(3, "Mona", 1), (1, "noah", 3), (2, "Olga", 2)]


# --- Selections ----------------------------------------------------------------------------------------------------

SINGLE = Competitor(1, "Mona", persons=(PersonFacts("1", "Lyon", "FR", "4B", 65),), group="morning")
PAIR = Competitor(
    2, "A & B", persons=(PersonFacts("2", "Lyon", "FR", "4B", 65), PersonFacts("3", "Bern", "CH", "4B", None))
)
VERMEIL = USUAL_CATEGORIES[1]


@pytest.mark.parametrize(
    ("selection", "single", "pair"),
    [
        (Selection(), True, True),
        (Selection(series="4B"), True, True),
        (Selection(club="Lyon"), True, False),
        (Selection(country="CH"), False, False),
        (Selection(category=VERMEIL), True, False),
        (Selection(group="morning"), True, False),
        (Selection(kind="pair"), False, True),
        (Selection(kind="single"), True, False),
        (Selection(series="4B", club="Bern"), False, False),
    ],
)
def test_who_belongs(selection, single, pair):
    assert (selection.has(SINGLE), selection.has(PAIR)) == (single, pair)


def test_a_selection_ranks_anew_and_keeps_the_rank_among_all():
    everybody = people("Mona", "Noah", "Olga", "Pia")
    everybody[0] = replace(everybody[0], group="other")
    standings = select_lines(rank_event(everybody, [game(1, [9, 5, 5, 1])]), lambda one: one.group != "other")
    assert [(line.rank, line.overall) for line in standings.lines] == [(1, 2), (1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("age", "name"),
    [
        (10, ""),
        (17, ""),
        (18, "Senior"),
        (61, "Senior"),
        (62, "Vermeil"),
        (71, "Vermeil"),
        (72, "Diamant"),
        (None, ""),
    ],
)
def test_age_categories(age, name):
    assert category_of(PersonFacts(age=age), USUAL_CATEGORIES) == name


@pytest.mark.parametrize(
    ("age", "given", "name"),
    [
        (None, "Vermeil", "Vermeil"),
        (None, "VERMEIL", "Vermeil"),
        (None, "Espoir", "Espoir"),
        (70, "Senior", "Vermeil"),
        (14, "Cadet", "Cadet"),
        (30, "Cadet", "Senior"),
    ],
)
def test_a_federations_age_category_counts_where_the_age_tells_none(age, given, name):
    person = PersonFacts(age=age, category=given)
    assert category_of(person, USUAL_CATEGORIES) == name
    (wanted,) = (one for one in with_given(USUAL_CATEGORIES, [person]) if one.name == name)
    assert Selection(category=wanted).has(Competitor(1, "Ann", persons=(person,)))
    others = [one for one in with_given(USUAL_CATEGORIES, [person]) if one != wanted]
    assert not any(Selection(category=one).has(Competitor(1, "Ann", persons=(person,))) for one in others)


def test_spellings_of_a_given_category_are_one_in_the_order_of_the_language():
    given = ("Vétéran", "VETERAN", "Élite", "Master", "senior")
    persons = [PersonFacts(category=name) for name in given]
    added = [one.name for one in with_given(USUAL_CATEGORIES, persons)][len(USUAL_CATEGORIES) :]
    assert added == ["Élite", "Master", "Vétéran"]


@pytest.mark.parametrize(
    ("categories", "code"),
    [
        ([AgeCategory("A", 10, 5)], "category_ages"),
        ([AgeCategory("A", -1, 5)], "category_ages"),
        ([AgeCategory("A", 1, 500)], "category_ages"),
        ([AgeCategory("")], "category_twice"),
        ([AgeCategory("A"), AgeCategory("A")], "category_twice"),
        ([AgeCategory(str(n)) for n in range(21)], "many_categories"),
    ],
)
def test_categories_that_cannot_be(categories, code):
    with pytest.raises(RuleViolation) as error:
        check_categories(categories)
    assert error.value.code == code
    check_categories(USUAL_CATEGORIES)


# --- Teams ---------------------------------------------------------------------------------------------------------


def teamed(*teams):
    return [
        Competitor(key, f"P{key}", key + 1, persons=(PersonFacts(),), team=team)
        for key, team in enumerate(teams)
    ]


def test_a_team_has_the_points_of_all_its_members_or_of_the_best_in_each_game():
    games = [game(1, [60, 50, 10, 70]), game(2, [10, 20, 90, None])]
    standings = rank_event(teamed("A", "A", "A", "B"), games)
    totals = rank_teams(standings)
    assert ranks(totals) == [(1, "A", 240), (2, "B", 70)]
    assert [score.total for score in totals.lines[0].scores] == [120, 120]
    assert (totals.lines[0].negative, totals.lines[0].percent) == (-360, 40)
    best = rank_teams(standings, best_of=1)
    assert ranks(best) == [(1, "A", 150), (2, "B", 70)]
    assert (best.lines[0].negative, best.lines[0].percent) == (-50, 75)
    assert best.lines[1].scores[1].absent


def test_who_has_no_team_is_in_none():
    assert rank_teams(rank_event(people("Mona"), [game(1, [5])])).lines == ()


def test_equal_teams_go_by_the_last_game():
    games = [game(1, [60, 40]), game(2, [40, 60], breaks=("last_game", "last_rounds"))]
    assert ranks(rank_teams(rank_event(teamed("A", "B"), games))) == [(1, "B", 100), (2, "A", 100)]


# --- Invariants of any results ------------------------------------------------------------------------------

BREAKS = st.sampled_from([(), ("last_game", "last_rounds"), ("most_tops", "best_move")])


@st.composite
def events(draw):
    size = draw(st.integers(1, 8))
    breaks = draw(BREAKS)
    games = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        length = draw(st.integers(1, 3))
        top = 10 * length
        totals, rounds = [], {}
        for key in range(size):
            if draw(st.booleans()) or draw(st.booleans()):
                rounds[key] = tuple(draw(st.lists(st.integers(0, 10), min_size=length, max_size=length)))
                totals.append(sum(rounds[key]))
            else:
                totals.append(None)
        best = {key: max(each) for key, each in rounds.items()}
        games.append(game(number, totals, top=top, breaks=breaks, rounds=rounds, best=best))
    teams = draw(st.lists(st.sampled_from(["", "A", "B"]), min_size=size, max_size=size))
    return teamed(*teams), games


@given(events())
def test_nobody_better_stands_below(event):
    competitors, games = event
    standings = rank_event(competitors, games)
    assert len(standings.lines) == len(competitors)
    totals = [line.total for line in standings.lines]
    assert totals == sorted(totals, reverse=True)
    for line in standings.lines:
        assert line.total == sum(score.total for score in line.scores)
        assert line.negative == line.total - standings.top_total
        assert line.rank <= 1 + sum(total > line.total for total in totals) + totals.count(line.total) - 1
        assert line.rank > sum(total > line.total for total in totals)


@given(events(), st.randoms())
def test_the_order_in_which_they_are_given_says_nothing(event, chance):
    competitors, games = event
    mixed = list(competitors)
    chance.shuffle(mixed)
    assert rank_event(mixed, games) == rank_event(competitors, games)


@given(events(), st.sets(st.integers(0, 7)))
def test_a_selection_changes_nobodys_line_nor_who_is_before_whom(event, chosen):
    competitors, games = event
    whole = rank_event(competitors, games)
    part = select_lines(whole, lambda one: one.key in chosen)
    assert [replace(line, rank=line.overall) for line in part.lines] == [
        line for line in whole.lines if line.competitor.key in chosen
    ]
    for line in part.lines:
        assert line.rank == 1 + sum(other.overall < line.overall for other in part.lines)


@given(events(), st.integers(1, 4))
def test_a_team_never_has_more_than_all_its_members(event, best_of):
    competitors, games = event
    standings = rank_event(competitors, games)
    everybody = {line.competitor.name: line for line in rank_teams(standings).lines}
    for line in rank_teams(standings, best_of).lines:
        whole = everybody[line.competitor.name]
        assert line.total <= whole.total
        members = [one for one in standings.lines if one.competitor.team == line.competitor.name]
        assert whole.total == sum(one.total for one in members)
        if len(members) <= best_of:
            assert line.total == whole.total
