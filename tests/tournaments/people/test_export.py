"""Every table of people that Isotop saves comes in again as a list, with lines in it that are broken: each of those is
told with its number, and the right ones come in.
"""

import csv
import html
import io
from datetime import date
from functools import partial
from itertools import product

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from tests.factories.data_files import csv_rows
from tests.factories.past_events import past_event
from tests.lanes import quick
from tests.tournaments.people.lists import import_file
from tests.worlds.images import enter, image_of
from tournaments.errors import RuleViolation
from tournaments.models import Entry, Player
from tournaments.people import services as people_services
from tournaments.people.imports import services
from tournaments.people.imports.plan import PlanKind
from tournaments.people.services import Person
from tournaments.seasons.services import save_season, usual_season

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 21)
GONE = ("Élise Dupont", "Zoé Œuvrard", "Ñúñez Țepeș")
LICENCES = ("L1", "L2", "L3")


def play_a_cup():
    """Put a game of three people on record, in a season; return who sees all of it, and its event and season."""
    root = User.objects.create_superuser("root")
    for name, licence in zip(GONE, LICENCES, strict=True):
        people_services.save_player(
            Person(name, licence=licence, club="Lyon", country="FRA", series="4B", birth_year=1985)
        )
    event = past_event("Cup", DAY, {name: [80, 70] for name in GONE})
    assert Player.objects.count() == 3
    event.posts.create(user=root, role="chief")
    return root, event, save_season(usual_season(DAY))


@pytest.fixture
def world(db):
    return enter(image_of(play_a_cup))


@pytest.fixture
def page(client, world):
    client.force_login(world[0])
    return client


@pytest.fixture
def addresses(world):
    _root, event, season = world
    return {
        "people": (reverse("export-people", args=["{kind}"]), ""),
        "event": (reverse("export-event-standings", args=[event.pk, "{kind}"]), "?columns=all"),
        "index": (reverse("export-index", args=[season.pk, "{kind}"]), "?columns=all"),
        "expected": (reverse("expected-file", args=[event.pk, "{kind}"]), ""),
    }


@pytest.fixture
def saved(page, addresses):
    """Return a function that saves one of our tables: headings and lines, as lists of texts."""
    return partial(save, page, addresses)


def save(page, addresses, table, kind, language):
    page.cookies["django_language"] = language
    if table == "expected":
        Entry.objects.update(arrived_at=None)
    address, query = addresses[table]
    data = page.get(address.replace("%7Bkind%7D", kind) + query).content
    if kind == "csv":
        return csv_rows(data, language)
    rows = load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True)
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def file_of(rows, kind, encoding="utf-8-sig"):
    if kind == "csv":
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        return text.getvalue().encode(encoding)
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def column(rows, *names):
    (place,) = [place for place, heading in enumerate(rows[0]) if heading in names]
    return place


def people_in(rows):
    """Return the rows of people, with the numbers of their lines."""
    name = column(rows, "Name", "Nom", "Nombre", "Naam", "Nome", "Nume")
    return [(number, row) for number, row in enumerate(rows, start=1) if row and row[name] in GONE]


PARTS = ("Last name", "First name")


def spoiled(headings, row, name, licence):
    """Return a copy of a row with another name and licence, without the parts of the name."""
    new = dict(zip(headings, row, strict=True)) | {"Name": name, "Licence": licence}
    return [new[heading] if heading not in PARTS else "" for heading in headings]


# Errors of an added line, as (name, licence, text shown).
BROKEN = {
    "doubled licence": ("Somebody Else", "L1", "L1"),
    "formula": ("=1+1", "L7", "=1+1"),
    "overlong name": ("Long " * 60, "L8", "Name"),
    "overlong licence": ("Ann Short", "L" * 200, "Licence"),
    "no name": ("", "L9", ""),
}


KINDS_AND_LANGUAGES = quick(
    product(("csv", "xlsx"), settings.COMPLETE_LANGUAGES),
    *(("csv", language) for language in settings.COMPLETE_LANGUAGES),
    ("xlsx", "en"),
    ("xlsx", "fr"),
)


@pytest.mark.repeats
@pytest.mark.parametrize("saved_as", KINDS_AND_LANGUAGES, ids="-".join)
@pytest.mark.parametrize("table", ["people", "event", "index", "expected"])
def test_what_we_save_comes_in_again(saved, table, saved_as):
    """Nobody is changed by it, and nobody new comes of it: the line of the tops is nobody."""
    kind, language = saved_as
    rows = saved(table, kind, language)
    kept = services.keep_list(data=file_of(rows, kind), file_name=f"x.{kind}", by=User.objects.get())
    planned = {line.number: line.kind for line in services.plan_of(kept)}
    assert {planned.pop(number) for number, _row in people_in(rows)} == {PlanKind.SAME}
    assert set(planned.values()) <= {PlanKind.NOBODY}


@pytest.mark.repeats
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("table", ["people", "event", "index", "expected"])
def test_broken_lines_are_told_with_their_numbers_and_the_others_come_in(page, saved, table, kind):
    rows = saved(table, kind, "en")
    for number, _row in people_in(rows):
        rows[number - 1] = [cell.replace("Lyon", "Nice") for cell in rows[number - 1]]
    place, licence_place = column(rows, "Name"), column(rows, "Licence")
    whole = next(row for _number, row in people_in(rows) if row[licence_place] == "L1")
    rows.append([""] * len(rows[0]))
    told = {}
    for name, licence, text in BROKEN.values():
        rows.append(spoiled(rows[0], whole, name, licence))
        told[len(rows)] = text
    rows.append([])
    kept = services.keep_list(data=file_of(rows, kind), file_name=f"x.{kind}", by=User.objects.get())
    planned = {line.number: line for line in services.plan_of(kept)}
    page.cookies["django_language"] = "en"
    look = reverse("people-import", args=[kept.pk])
    shown = html.unescape(page.get(look).text)
    for number, text in told.items():
        assert planned[number].kind in {PlanKind.WRONG, PlanKind.NOBODY}
        assert str(number) in shown
        if kind == "csv" or text != "=1+1":  # what Excel has not worked out is nothing
            assert text in shown
    wrong = sum(one.kind is PlanKind.WRONG for one in planned.values())
    assert import_file(page, look, left_out=str(wrong)).status_code == 302
    there = dict(Player.objects.values_list("name", "club__name"))
    right = {
        name
        for number, row in people_in(rows)
        if planned[number].kind is PlanKind.CHANGED
        for name in [row[place]]
    }
    assert right >= {"Zoé Œuvrard", "Ñúñez Țepeș"}
    assert all(there[name] == "Nice" for name in right)
    assert set(there) == set(GONE)


@pytest.mark.parametrize("table", ["people", "event", "index", "expected"])
def test_a_list_without_its_names_is_refused(page, saved, table):
    rows = saved(table, "csv", "en")
    named = [heading in {"Name", *PARTS} for heading in rows[0]]
    rows = [[cell for cell, gone in zip(row, named, strict=True) if not gone] for row in rows]
    kept = services.keep_list(data=file_of(rows, "csv"), file_name="x.csv", by=User.objects.get())
    assert services.plan_of(kept) == []
    shown = page.get(reverse("people-import", args=[kept.pk])).text
    assert "Import them" not in shown


def test_our_list_in_the_encoding_of_spreadsheets(saved):
    rows = [
        [cell.replace("Ț", "T").replace("ș", "s") for cell in row] for row in saved("people", "csv", "en")
    ]
    kept = services.keep_list(
        data=file_of(rows, "csv", "windows-1252"), file_name="x.csv", by=User.objects.get()
    )
    assert {line.kind for line in services.plan_of(kept)} == {PlanKind.SAME}


def test_bytes_that_are_no_text_are_refused(page):
    with pytest.raises(RuleViolation):
        services.keep_list(data=b"\x00\xff\x81" * 50, file_name="x.csv", by=User.objects.get())
