"""Documents of a division as tests make and read them."""

import json
from io import BytesIO

from pypdf import PdfReader

from tournaments.classic.models import Division, MatchResult
from tournaments.lexicons.services import register_built_in
from tournaments.models import Event
from tournaments.printing import registry, render
from tournaments.printing.letterhead import paper_for

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")


def empty_division(**values):
    event = Event.objects.create(name="Spring open")
    return Division.objects.create(
        event=event, **{"name": "Open", "lexicon": register_built_in(), "seed": "seed"} | values
    )


def make_document(division, name, *, kind="pdf", size="", **given):
    document = next(one for one in registry.documents_of("division") if one.name == name)
    options = document.options(division, given)
    paper = paper_for(division.event, name=division.name, size=size, site="https://hall.example")
    return render.make(document, division, options, kind=kind, paper=paper).data


def pages_of(data):
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def count_pages(data):
    """Count the pages without reading their texts, which takes longer than making them."""
    return len(PdfReader(BytesIO(data)).pages)


def bookmarks_of(data):
    """Return the titles and target pages (from 1) of the bookmarks."""
    reader = PdfReader(BytesIO(data))
    return [(mark.title, reader.get_destination_page_number(mark) + 1) for mark in reader.outline]


def text_of(division, name, **given):
    """Return the text of a document as words, one after the other, as they stand."""
    return " ".join("\n".join(pages_of(make_document(division, name, **given))).split())


def table_of(division, name, **given):
    shown = json.loads(make_document(division, name, kind="json", **given))
    return shown["columns"], shown["rows"]


def set_result(match, first, second, *, outcome="played", overtime=(0, 0)):
    match.results.all().delete()
    return MatchResult.objects.create(
        match=match,
        version=1,
        first_score=first,
        second_score=second,
        outcome=outcome,
        first_overtime=overtime[0],
        second_overtime=overtime[1],
    )
