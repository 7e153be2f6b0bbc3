"""Files of results for federations: every kind of round, and the page that gives them."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories.divisions import make_division, play_round
from tournaments.classic.exchange.federations import FORMATS, federation_file
from tournaments.classic.exchange.values import FileDivision, FileEvent, FileMatch, FilePlayer
from tournaments.classic.rounds import pairing
from tournaments.classic.rules.values import MatchFacts
from tournaments.errors import RuleViolation
from tournaments.names.name_parts import NameParts

PLAYERS = (
    FilePlayer(1, (NameParts("Ann", "Marsh"),), 1540, licence="AA001234"),
    FilePlayer(2, (NameParts("Zoë", "Élan-Wójcik of the long Name"),), None, licence="4711"),
    FilePlayer(3, (NameParts("Ben", "Oak"),), 1200),
)
# Ann wins as second, and draws; Zoë has a bye, and wins by a forfeit; round 3 counts nothing for Ben.
MATCHES = (
    FileMatch(MatchFacts(1, 2, 1, "played", 380, 412), 1),
    FileMatch(MatchFacts(1, 3, None)),
    FileMatch(MatchFacts(2, 1, 3, "played", 400, 400), 1),
    FileMatch(MatchFacts(2, 2, None)),
    FileMatch(MatchFacts(3, 1, 2, "first_forfeits"), 1),
)
EVENT = FileEvent((FileDivision("Open", PLAYERS, MATCHES, 3, 3),), "Fête", date(2026, 11, 26))


def test_the_file_for_naspa():
    assert federation_file("naspa", EVENT).decode().splitlines() == [
        "#division Open",
        "#ratingcheck off",
        "Marsh, Ann:AA001234     1540 2 3 0; 412 400 -50",
        "Elan-Wojcik of the long Name, Zoe     0 1 0 0; 380 50 50",
        "Oak, Ben                1200 0 1 0; 50 400 0",
    ]


def test_the_file_for_wespa():
    """In fixed columns: 20 for the name, 5 for a score, 4 for an opponent."""
    assert federation_file("wespa", EVENT).decode().splitlines() == [
        "*M26.11.2026 Fete",
        "*Open",
        "                                      0",
        "Ann Marsh            2412   2 1400  +3    2   1",
        "Zoe Elan-Wojcik of t  380  +1 2050   2 2050   2",
        "Ben Oak              2050   3 1400   1    0   3",
        "*** END OF FILE ***",
    ]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("한 Kim", "??? Kim             "),
        ("ﬃ" * 7, "ffiffiffiffiffiffiff"),
        ("Zoe\u0301 Li", "Zoe Li              "),
        ("字" * 21, "?" * 20),
    ],
)
def test_letters_that_become_several_leave_the_columns_where_they_are(name, written):
    players = (FilePlayer(1, (NameParts("", name),)), PLAYERS[1])
    event = FileEvent((FileDivision("A", players, MATCHES[:1], 1, 1),), "Open", date(2026, 1, 2))
    lines = federation_file("wespa", event).decode().splitlines()
    assert lines[3] == f"{written} 2412   2"


def test_scores_that_do_not_fit_keep_the_result():
    matches = (FileMatch(MatchFacts(1, 1, 2, "played", 1050, -20), 1),)
    event = FileEvent((FileDivision("A", PLAYERS[:2], matches, 1, 1),), "Open", date(2026, 1, 2))
    lines = federation_file("wespa", event).decode().splitlines()
    assert [line[20:] for line in lines[3:5]] == [" 2999  +2", "    1   1"]


def test_a_round_that_has_not_begun_is_no_result():
    """A bye of it would count as one."""
    matches = (*MATCHES[:2], FileMatch(MatchFacts(2, 1, 3), 1), FileMatch(MatchFacts(2, 2)))
    event = FileEvent((FileDivision("A", PLAYERS, matches, 3, 1),), "Open", date(2026, 1, 2))
    naspa, wespa = (federation_file(code, event).decode().splitlines() for code in ("naspa", "wespa"))
    assert [line.rpartition("    ")[2].partition(" ")[2] for line in naspa[2:4]] == ["2; 412", "1; 380"]
    assert [line[20:] for line in wespa[3:5]] == [" 2412   2", "  380  +1"]


@pytest.mark.parametrize(
    ("matches", "begun", "code"),
    [
        ((), 0, "nothing_played"),
        ((FileMatch(MatchFacts(1, 1, 2), 1),), 1, "results_missing_in"),
    ],
)
@pytest.mark.parametrize("federation", FORMATS)
def test_a_file_needs_every_result(federation, matches, begun, code):
    event = FileEvent((FileDivision("A", PLAYERS, matches, 3, begun),), "Open", date(2026, 1, 2))
    with pytest.raises(RuleViolation) as refused:
        federation_file(federation, event)
    assert refused.value.code == code


@pytest.mark.django_db
def test_the_page_of_ratings_gives_the_files(client, director):
    division = make_division(director, ["Ann Marsh", "Ben Oak"], rounds_planned=2)
    other = make_division(director, ["Cleo Pine", "Dan Reed"], event=division.event, name="B")
    play_round(division, 1, director)
    client.force_login(director)
    address = [division.event_id, division.pk]
    page = client.get(reverse("division-ratings", args=address)).content.decode()
    assert "Results for a federation" in page
    for code, format_ in FORMATS.items():
        answer = client.get(reverse("results-for", args=[*address, code]))
        assert f".{format_.ending}" in answer["Content-Disposition"]
        assert b"Marsh" in answer.content
        assert b"Pine" in answer.content
    assert client.get(reverse("results-for", args=[*address, "nobody"])).status_code == 404
    pairing.pair_next_round(division=other, number=1, by=director)
    pairing.begin_round(division=other, number=1, by=director)
    refused = client.get(reverse("results-for", args=[*address, "wespa"]))
    assert refused.status_code == 409
    assert "B: results of round 1 are missing: 1." in refused.content.decode()
