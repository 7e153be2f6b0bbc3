"""Whatever list Isotop writes is read by its text boxes and gives the same people, in any order of their names."""

from datetime import date

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from duplicate.desk.exports import players_table as game_players
from duplicate.printing.data.result_lines import ResultLines, WrittenResult, write_result_lines
from duplicate.website.events.exports import entries_table, expected_table
from tournaments.classic.columns.players import NOT_IN_FILES, players_table
from tournaments.classic.models import DivisionEntry
from tournaments.events.registration.pasted import read_pasted
from tournaments.models import Club, Entry, Event, Player
from tournaments.names.folding import fold, spelling
from tournaments.names.name_parts import plain_name
from tournaments.people.export import people_table
from tournaments.people.imports.lines import decode_text
from tournaments.people.imports.rows import read_line
from tournaments.reports.csv_format import FOR_PROGRAMS, WITH_SEMICOLONS, CsvFormat
from tournaments.reports.spreadsheets import table_bytes

NAMES = [
    "Ann Marsh",
    "DUPONT Élise",
    "Jo van Dyke",
    "O'Brien Bob",
    "García Márquez Juan",
    "Player 12",
    "Zoé",
    "Åke",
]
PAIR = "Cy Day & DE LA TOUR Di"
WORDS = st.text("abcdeéñœßäzABCDEÉ", min_size=1, max_size=6)


def people_in(text, *, tables=False):
    """Return the people of a text as a box reads it, with their licences."""
    people = []
    for line in read_pasted(text, tables=tables).lines:
        values = dict(line.values)
        both = [(values.pop("partner", ""), values.pop("partner_licence", ""))]
        people.append((fold(read_line(values).person.name), values.get("licence", "")))
        people += [(fold(name), licence) for name, licence in both if name]
    return sorted(people)


@pytest.fixture
def entries(db):
    event, club = (
        Event.objects.create(name="Cup", date=date(2026, 11, 29)),
        Club.objects.create(name="Lille, Nord", key="x"),
    )
    players = []
    for number, name in enumerate([*NAMES, *PAIR.split(" & ")]):
        player = Player.named(name)
        player.licence, player.club, player.rating = f"{1234567 + number}", club if number % 2 else None, 1500
        player.save()
        players.append(player)
    *alone, one, other = players
    return [
        *(Entry.objects.create(event=event, player=player, table=40 + at) for at, player in enumerate(alone)),
        Entry.objects.create(event=event, player=one, partner=other, table=99),
    ]


def tables_of(entries):
    people = [person for entry in entries for person in (entry.player, entry.partner) if person]
    yield "people", people_table(people), people
    yield "entries", entries_table(entries, entries[0].event), people
    yield "expected", expected_table(entries), people
    yield "game", game_players((entry, 1) for entry in entries), people
    lines = [WrittenResult(entry.table, entry.full_name, 400, _licences(entry)) for entry in entries]
    yield "results", write_result_lines(ResultLines("Lille", "Cup", "", lines)), people
    shown = [
        DivisionEntry(pk=number, number=number, entry=entry, rating=1500)
        for number, entry in enumerate(entries, start=1)
    ]
    yield "division", players_table(shown).without(NOT_IN_FILES), people


def _licences(entry):
    return [person.licence for person in (entry.player, entry.partner) if person]


def _texts(table):
    if isinstance(table, str):
        return {"written": table}
    return {
        "copied": decode_text(table_bytes(table, "csv", CsvFormat("tabs", "\t", "."))),
        "commas": decode_text(table_bytes(table, "csv", FOR_PROGRAMS)),
        "semicolons": decode_text(table_bytes(table, "csv", WITH_SEMICOLONS)),
    }


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("tables", [True, False], ids=["desk", "division"])
def test_what_is_saved_or_copied_gives_the_same_people(entries, language, tables):
    with translation.override(language):
        for name, table, people in tables_of(entries):
            for how, text in _texts(table).items():
                read = people_in(text, tables=tables)
                assert [one for one, _licence in read] == sorted(fold(one.name) for one in people), (
                    name,
                    how,
                )


@given(WORDS, WORDS)
def test_the_order_of_a_name_says_nothing(given_name, family):
    written = [
        f"{given_name} {family}",
        f"{family} {given_name}",
        f"{family}, {given_name}",
        f"{family.upper()} {given_name}",
        f"{family.upper()}, {given_name.upper()}",
    ]
    assert len({tuple(spelling(plain_name(one))) for one in written}) == 1
    assert len({tuple(people_in(one)) for one in written}) == 1
    assert len({tuple(people_in(f"12 {one}", tables=True)) for one in written}) == 1


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"]
)
@pytest.mark.parametrize("text", ["Zoë;1234567\n", "A", "", "Été\tÀ\n" * 600])
def test_a_text_file_is_read_whatever_wrote_it(encoding, text):
    assert decode_text(text.encode(encoding)) == text
