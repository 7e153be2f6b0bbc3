"""Any people that are exported are the same people when the file is imported: nobody is new, nothing changes."""

import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.tournaments.people.lists import read_lines
from tournaments.models import Club, Player
from tournaments.names.folding import club_key, fold, tidy
from tournaments.names.name_parts import NameParts
from tournaments.people.export import people_table
from tournaments.people.imports.clubs import names_in
from tournaments.people.imports.plan import Known, PlanKind, plan_import
from tournaments.people.services import person_of
from tournaments.reports.spreadsheets import table_bytes

pytestmark = pytest.mark.database

LETTERS = "abcdeéèçñöÉABCDZ'-. "
WORD = st.text(LETTERS, min_size=1, max_size=12).map(tidy).filter(lambda text: any(map(str.isalpha, text)))
OR_NOTHING = st.just("") | WORD
CLUBS = st.tuples(WORD, st.sampled_from(["", "A05", "B07"]))


@st.composite
def players(draw, number):
    player = Player(
        pk=number + 1,
        licence=f"L{number}",
        country=draw(st.sampled_from(["", "FRA", "BEL", "QUE"])),
        series=draw(st.sampled_from(["", "4B", "super"])),
        committee=draw(OR_NOTHING),
        sex=draw(st.sampled_from(["", "F", "M", "X"])),
        birth_year=draw(st.none() | st.integers(1930, 2020)),
        rating=draw(st.none() | st.integers(0, 3000)),
    )
    # A category counts without a year of birth alone.
    category = draw(st.sampled_from(["", "Vermeil", "Espoir", "Master"]))
    player.age_category = category if player.birth_year is None else ""
    given_name, family = draw(OR_NOTHING), draw(WORD)

    player.rename(" ".join(filter(None, (given_name, family))), NameParts(given_name, family))
    player.names_checked = draw(st.booleans())
    name, code = draw(CLUBS)
    if draw(st.booleans()):
        player.club = Club(name=name, key=club_key(name), number=code)
    return player


@st.composite
def peoples(draw):
    found = [draw(players(number)) for number in range(draw(st.integers(1, 6)))]
    # A club has one code, and a code is one club's.
    by_code, by_key = {}, {}
    for player in found:
        if player.club is not None:
            club = by_key.setdefault(player.club.key, player.club)
            player.club = by_code.setdefault(club.number, club) if club.number else club
    return found


def as_xlsx(table):
    book = Workbook()
    book.active.append([column.heading for column in table.columns])
    for row in table.rows:
        book.active.append(row.cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def make_player(given_name, family):
    player = Player(pk=1, licence="L0", **dict.fromkeys(["country", "committee", "age_category", "sex"], ""))
    player.rename(f"{given_name} {family}", NameParts(given_name, family))
    player.names_checked = False
    return player


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@settings(max_examples=60, deadline=None)
@given(people=peoples())
@example(people=[make_player("'-A", "B")]).via("discovered failure")
def test_what_goes_out_comes_in_as_the_same_people(kind, people):
    table = people_table(people)
    data = table_bytes(table, "csv") if kind == "csv" else as_xlsx(table)
    lines = read_lines(data, f"people.{kind}")
    unsure = {player.pk for player in people if not player.names_checked}
    known = Known.of([(player.pk, person_of(player)) for player in people], unsure=unsure)
    codes = {
        player.club.number.upper(): player.club.name
        for player in people
        if player.club and player.club.number
    }
    found = plan_import(lines, known, clubs=names_in(lines) | codes)
    assert [(line.pk, line.kind, line.changes, line.cells) for line in found] == [
        (player.pk, PlanKind.SAME, [], ()) for player in people
    ]
    checked = {player.pk: player.names_checked for player in people}
    assert all(line.apart == checked[line.pk] for line in found if fold(line.person.name))
