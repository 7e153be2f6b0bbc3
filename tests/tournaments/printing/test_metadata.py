"""The metadata of a PDF, which screen readers, searches and archives read."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from duplicate.printing.pdf.standings import standings_pdf
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from tests.factories.documents import HEADING, PAPER
from tournaments.models import FIRST_ORGANISER, Letterhead, Organiser
from tournaments.organisers.scope import scope_to_organiser
from tournaments.printing.letterhead import heading_of
from tournaments.printing.pdf.metadata import metadata
from tournaments.printing.pdf.pages import draw_pages
from tournaments.printing.pdf.values import Paper


def in_a_story(paper):
    players = [PlayerScores(entry_id=n, table=n, name=f"שלום {n}", scores=(200 - n,)) for n in range(1, 80)]
    return standings_pdf(rank_players(players, (200,)), paper)


def page_by_page(paper):
    pages = [lambda canvas: canvas.drawString(72, 72, "Ana")] * 2
    return draw_pages(pages=pages, title="Standings", paper=paper, names=["שלום 1", "שלום 2"])


@pytest.mark.parametrize("draw", [in_a_story, page_by_page])
class TestMetadata:
    def test_title_author_and_language_stand_there_twice_and_alike(self, draw):
        heading = replace(HEADING, event="לילה & יום", club="Les <Aiglons>")
        with override("fr"):
            made = PdfReader(BytesIO(draw(Paper(heading))))
        told, xmp = made.metadata, made.xmp_metadata
        assert told.title.endswith("– לילה & יום")
        assert xmp.dc_title == {"x-default": told.title}
        assert xmp.dc_creator == [told.author] == ["Les <Aiglons>"]
        assert xmp.dc_description == {"x-default": told.subject}
        assert xmp.dc_language == [made.root_object["/Lang"]] == ["fr"]
        assert made.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
        assert "/Filter" not in made.root_object["/Metadata"]

    def test_it_claims_no_tags_as_it_has_none(self, draw):
        root = PdfReader(BytesIO(draw(PAPER))).root_object
        assert not {"/MarkInfo", "/StructTreeRoot"} & root.keys()
        assert b"pdfuaid" not in root["/Metadata"].get_data()

    def test_bookmarks_have_the_letters_alone(self, draw):
        marks = [mark.title for mark in PdfReader(BytesIO(draw(PAPER))).outline]
        assert any("שלום" in mark for mark in marks)
        assert not {"\u2068", "\u2069"} & set("".join(marks))


def test_without_club_and_organiser_the_event_is_the_author():
    def author(**given):
        return metadata("Standings", replace(HEADING, **given))["author"]

    assert author(organiser="Fédération") == HEADING.club
    assert author(club="", organiser="Fédération") == "Fédération"
    assert author(club="") == HEADING.event


@pytest.mark.django_db
def test_the_organiser_stands_in_for_a_letterhead_without_a_club():
    with scope_to_organiser(FIRST_ORGANISER):
        Organiser.objects.filter(pk=FIRST_ORGANISER).update(name="Fédération")
        assert heading_of("Tuesday", HEADING.day).organiser == "Fédération"
        Letterhead.objects.create(club="Les Aiglons")
        heading = heading_of("Tuesday", HEADING.day)
    assert (heading.club, heading.organiser) == ("Les Aiglons", "")
