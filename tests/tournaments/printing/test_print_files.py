"""Files of the Print page: kinds, names, pictures, and the letterhead that they bear."""

import json
import struct
import zlib
from dataclasses import replace
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import override
from PIL import Image
from pypdf import PdfReader

from tests.factories.print_pages import file_of, page_of, place, text_of
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.models import Arbitrator, Letterhead, Printed
from tournaments.printing import letterhead, registry, render
from tournaments.printing.pdf.values import Paper
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("played")]


class TestFiles:
    def test_a_pdf_is_shown_and_a_table_saved(self, desk, played):
        pdf = file_of(desk, played)
        assert pdf["Content-Disposition"].startswith("inline")
        assert "Noah" in text_of(pdf.content)
        table = json.loads(file_of(desk, played, "json", kind="event").content)
        assert table["columns"][0] == "Rank"
        assert ["Noah" in row for row in table["rows"]].count(True) == 1

    @pytest.mark.parametrize(
        ("name", "plain"),
        [("Łódź – Ærø", "lodz-aero"), ("Straße œuvre", "strasse-oeuvre"), ("Đorđe Ðað", "dorde-dad")],
    )
    def test_files_have_names_in_plain_letters(self, played, name, plain):
        paper = letterhead.paper_for(played.event, name=name)
        document = registry._documents["game"]["standings"]
        day = played.event.date.isoformat()
        with override("en"):
            assert render.file_name(document, played, paper, "pdf") == f"standings-{plain}-{day}.pdf"

    @pytest.mark.parametrize("kind", ["docx", "gcg", "png2"])
    def test_kinds_that_it_does_not_have_are_not_found(self, desk, played, kind):
        assert file_of(desk, played, kind).status_code == 404

    @pytest.mark.slow
    def test_paper_is_the_letterheads_unless_another_is_chosen(self, desk, played):
        def width(**chosen):
            pdf = file_of(desk, played, **chosen).content
            return round(PdfReader(BytesIO(pdf)).pages[0].mediabox.width)

        assert (width(), width(paper="letter"), width(paper="nonsense")) == (595, 612, 595)
        Letterhead(pk=1, size="letter").save()
        assert width() == 612

    def test_strangers_find_nothing(self, client, played, stranger):
        client.force_login(stranger)
        addresses = [
            reverse("print", args=[played.event_id]),
            reverse("print-document", args=place(played)),
            reverse("document-file", args=[*place(played), "pdf"]),
            reverse("document-picture", args=place(played)),
        ]
        assert {client.get(address).status_code for address in addresses} == {404}

    def test_of_another_event_there_is_nothing(self, desk, played, arbitrator):
        from tournaments.events import services as event_services

        other = event_services.create_event(name="Other", by=arbitrator)
        address = reverse("document-file", args=[other.pk, "game", played.pk, "standings", "pdf"])
        assert desk.get(address).status_code == 404
        assert (
            desk.get(reverse("document-file", args=[other.pk, "nothing", 1, "x", "pdf"])).status_code == 404
        )

    def test_what_is_not_for_a_helper_is_refused(self, client, played, arbitrator, monkeypatch):
        helper = staff.let_in_new(
            event=played.event, user_name="helper", role=Arbitrator.Role.HELPER, by=arbitrator
        ).user
        client.force_login(helper)
        kept = registry._documents["game"]["standings"]
        only_judges = replace(kept, may=lambda who: who.judges)
        monkeypatch.setitem(registry._documents["game"], "standings", only_judges)
        assert file_of(client, played).status_code == 403
        assert reverse("print-document", args=place(played)) not in page_of(client, played)

    def test_the_picture_is_the_first_page(self, desk, played):
        answer = desk.get(reverse("document-picture", args=place(played)))
        picture = Image.open(BytesIO(answer.content))
        assert (picture.format, picture.width) == ("PNG", 480)
        assert len(picture.convert("L").getcolors(256)) > 1
        assert Printed.objects.count() == 0


def picture(size=(900, 300), kind="PNG", **more):
    file = BytesIO()
    Image.new("RGB", size, "navy").save(file, kind, **more)
    return file.getvalue()


def said_to_be(width, height):
    """Return a PNG file of a few bytes whose head says that it is as large."""
    data = picture((1, 1))
    head = b"IHDR" + struct.pack(">II", width, height) + data[24:29]
    return data[:12] + head + struct.pack(">I", zlib.crc32(head)) + data[33:]


class TestLetterhead:
    @pytest.fixture
    def admin(self, db):
        return User.objects.create_superuser("admin", password="a good long one")

    def test_it_is_on_every_paper(self, client, admin, desk, played):
        client.force_login(admin)
        logo = BytesIO(picture(kind="JPEG"))
        logo.name = "logo.jpg"
        fields = {"club": "Scrabble-Club de Gruyère", "size": "letter", "logo": logo}
        assert client.post(reverse("letterhead"), fields).status_code == 302
        pdf = PdfReader(BytesIO(file_of(client, played).content))
        assert "Scrabble-Club de Gruyère" in pdf.pages[0].extract_text()
        assert len(pdf.pages[0].images) == 1
        assert (
            Image.open(BytesIO(client.get(reverse("letterhead-logo")).content)).width
            == letterhead.LOGO_PIXELS
        )
        client.post(reverse("letterhead"), {"club": "Other", "size": "A4", "no_logo": "on"})
        assert client.get(reverse("letterhead-logo")).status_code == 404

    def test_a_logo_is_kept_as_pixels_alone(self):
        drawn = Image.open(BytesIO(letterhead.make_logo(picture(icc_profile=b"<script>"))))
        assert drawn.info == {}

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (lambda: b"no picture", "logo_unreadable"),
            (lambda: picture()[:200], "logo_unreadable"),
            (lambda: b"\0" * (letterhead.MOST_BYTES + 1), "logo_too_large"),
            (lambda: picture((4_000, 3_001)), "logo_too_large"),
            # The pixels of one that is too large are not looked at.
            (lambda: said_to_be(4_000, 3_001), "logo_too_large"),
            (lambda: said_to_be(20_000, 10_000), "logo_too_large"),
            (lambda: picture(kind="GIF"), "logo_unreadable"),
            (lambda: picture(kind="WEBP"), "logo_unreadable"),
        ],
    )
    def test_what_is_no_logo_changes_nothing(self, admin, data, code):
        letterhead.set_letterhead(club="Club", size=Letterhead.Size.A4, by=admin)
        with pytest.raises(RuleViolation) as refused:
            letterhead.set_letterhead(club="Other", size=Letterhead.Size.A4, by=admin, logo=data())
        assert refused.value.code == code
        assert letterhead.letterhead().club == "Club"

    def test_it_is_the_administrators(self, desk):
        assert desk.get(reverse("letterhead")).status_code == 403
        assert desk.post(reverse("letterhead"), {"club": "Mine", "size": "A4"}).status_code == 403
        assert letterhead.letterhead().club == ""


def test_papers_tell_when_they_were_made(game):
    paper = letterhead.paper_for(game.event, name=game.name)
    assert isinstance(paper, Paper)
    assert (clock.now() - paper.heading.generated_at).total_seconds() < 60
