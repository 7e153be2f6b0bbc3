"""The Print page: what it lists, what has changed since, files, pictures, long documents in the background."""

import json
import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import override
from PIL import Image
from pypdf import PdfReader

from duplicate.arbitration import services as arbitration_services
from tournaments.core import clock, units
from tournaments.core.errors import RuleViolation
from tournaments.events import seating, staff
from tournaments.models import Arbitrator, Letterhead, Printed, PrintJob, PrintPart
from tournaments.printing import jobs, letterhead, previews, registry, render
from tournaments.printing.pdf.pages import draw_pages
from tournaments.printing.pdf.values import Paper

pytestmark = pytest.mark.django_db


def place(game, name="standings", kind="game"):
    return [game.event_id, kind, game.pk if kind == "game" else game.event_id, name]


def page_of(desk, game):
    return desk.get(reverse("print", args=[game.event_id])).content.decode()


def file_of(desk, game, file_kind="pdf", name="standings", kind="game", **chosen):
    return desk.get(reverse("document-file", args=[*place(game, name, kind), file_kind]), chosen)


def text_of(pdf):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


class TestThePage:
    def test_every_document_is_listed_and_can_be_had_as_all_its_kinds(self, desk, played):
        """Each of those whose subjects a game brings along, made for real."""
        page = page_of(desk, played)
        with override("en"):
            for kind in ("event", "game"):
                for document in registry.documents_of(kind):
                    assert str(document.title) in page
                    assert (
                        desk.get(
                            reverse("print-document", args=place(played, document.name, kind))
                        ).status_code
                        == 200
                    )
                    for file_kind in document.kinds:
                        answer = file_of(desk, played, file_kind, document.name, kind)
                        assert answer.status_code == 200, (document.name, file_kind)
                        assert answer.content

    def test_it_says_what_has_changed_since(self, desk, played, players, hands, arbitrator):
        assert "Last made" not in page_of(desk, played)
        hands.move(60)
        file_of(desk, played)
        assert "Nothing has changed since." in page_of(desk, played)
        hands.move(60)
        entry = players[1][0]
        arbitration_services.overrule(
            score=10, game=played, entry=entry, number=1, by=arbitrator, reason="Hard to read"
        )
        page = page_of(desk, played)
        assert "One act since then" in page
        assert "Nothing has changed since." not in page

    def test_standings_of_the_event_change_with_its_games_and_cards_with_its_tables(
        self, desk, played, players, hands, arbitrator
    ):
        for kind, name in (("event", "standings"), ("game", "arbitration")):
            file_of(desk, played, name=name, kind=kind)
        hands.move(60)
        assert page_of(desk, played).count("Nothing has changed since.") == 2
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        seating.draw_tables(event=played.event, by=arbitrator)
        page = page_of(desk, played)
        assert "Nothing has changed since." not in page
        assert page.count("2 acts since then") == 2

    def test_what_is_saved_or_chosen_otherwise_leaves_the_moment_of_the_usual_one(
        self, desk, played, players, hands, arbitrator
    ):
        file_of(desk, played)
        hands.move(60)
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        hands.move(60)
        file_of(desk, played, "csv")
        file_of(desk, played, sort="name")
        assert "One act since then" in page_of(desk, played)
        file_of(desk, played)
        assert "Nothing has changed since." in page_of(desk, played)

    def test_where_nothing_is_on_it_nothing_is_printed(self, desk, game):
        answer = file_of(desk, game, name="sheet")
        assert answer.url == reverse("print-document", args=place(game, "sheet"))
        chosen = {"paper": "letter", "order": "rank", "other": "x"}
        answer = file_of(desk, game, name="arbitration", **chosen)
        address = reverse("print-document", args=place(game, "arbitration"))
        assert answer.url == f"{address}?paper=letter&order=rank"
        assert "There is nothing on it yet." in desk.get(answer.url).content.decode()
        assert desk.get(reverse("document-picture", args=place(game, "sheet"))).status_code == 404
        assert not Printed.objects.exists()

    def test_it_says_of_what_there_is_how_much(self, desk, played):
        page = page_of(desk, played)
        chips = re.findall(r'<span class="chip[^"]*">([^<]*)</span>', page)
        assert {"3 players", "1 round", "3 badges", "60 slips", "3 cards", "1 page", "1 game"} <= set(chips)
        assert not [chip for chip in chips if chip.isdecimal()]

    def test_how_much_there_is_of_what_was_chosen_stands_before_it_is_printed(self, desk, played):
        def said(name, **chosen):
            page = desk.get(reverse("print-document", args=place(played, name)), chosen).content.decode()
            return " ".join(page[page.index('id="as-chosen"') :].split())

        assert "<p>3 certificates</p>" in said("certificates", whom="all")
        assert "<p>3 slips · One page</p>" in said("slips", rounds="next")
        assert "<p>160 slips · 20 pages</p>" in said("slips", rounds="1-16", tables="10")

    def test_places_that_may_change_are_said_to_before_certificates_are_printed(
        self, desk, played, arbitrator
    ):
        from duplicate.games import services as game_services
        from tournaments.events import services as event_services

        said = "the certificates say that they are provisional"
        page = reverse("print-document", args=place(played, "certificates"))
        assert said in desk.get(page).content.decode()
        assert page_of(desk, played).count(said) == 2, "of the game, and of the event"
        game_services.end_game(game=played, by=arbitrator)
        assert said not in desk.get(page).content.decode()
        assert said not in page_of(desk, played)
        event_services.release_standings(event=played.event, released="provisional", by=arbitrator)
        assert page_of(desk, played).count(said) == 2

    def test_a_helper_is_not_told_what_was_done(self, client, played, players, arbitrator, hands):
        helper = staff.let_in_new(
            event=played.event, user_name="helper", role=Arbitrator.Role.HELPER, by=arbitrator
        ).user
        client.force_login(helper)
        file_of(client, played)
        hands.move(60)
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        page = page_of(client, played)
        assert "One act since then" in page
        assert "Hard to read" not in page

    def test_an_event_without_anything_says_so(self, desk, arbitrator):
        from tournaments.events import services as event_services

        event = event_services.create_event(name="Empty", by=arbitrator)
        page = desk.get(reverse("print", args=[event.pk])).content.decode()
        assert "nothing yet" in page

    def test_it_takes_as_many_queries_for_many_players(self, desk, played, game):
        from duplicate.games.players import services as player_services

        def queries():
            with CaptureQueriesContext(connection) as asked:
                page_of(desk, played)
            return len(asked)

        before = queries()
        for number in range(12):
            player_services.add_player(
                game=game, name=f"Player {number}", by=User.objects.get(username="ann")
            )
        assert queries() == before


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


def numbered(numbers, paper):
    """A page a number: what a long document draws."""
    pages = [lambda canvas, text=str(number): canvas.drawString(72, 72, f"<{text}>") for number in numbers]
    names = [f"number {number}" for number in numbers]
    return draw_pages(pages=pages, title="Numbers", paper=paper, names=names)


COUNTED = []


def counted(numbers, paper):
    """The same, and what was drawn."""
    COUNTED.append((list(numbers), paper.pages))
    return numbered(numbers, paper)


@pytest.fixture
def long_one(monkeypatch):
    """A document of 47 pages."""
    document = registry.Document(
        name="numbers",
        title="Numbers",
        about="Numbers",
        group="Numbers",
        gather=lambda _game, _options, keys: keys,
        count=lambda _game: 47,
        unit=units.PAGES,
        acts=frozenset({"slip_overruled"}),
        keys=lambda _game, _options: range(1, 48),
        pdf="tests.duplicate.printing.test_print_page.numbered",
    )
    monkeypatch.setitem(registry._documents["game"], "numbers", document)
    return document


def do_it(job):
    """Do the background's work, piece by piece."""
    for _piece in range(20):
        jobs.draw_next(job.pk)
        job.refresh_from_db()
        if job.state != PrintJob.State.RUNNING:
            return


class TestLongDocuments:
    def asked_for(self, desk, game, **chosen):
        answer = desk.post(reverse("make-document", args=place(game, "numbers")), chosen)
        return PrintJob.objects.get(code=answer.url.split("/")[-2])

    def test_it_is_made_in_parts_and_joined_in_order(self, desk, played, long_one):
        job = self.asked_for(desk, played)
        page = reverse("print-job", args=[played.event_id, job.code])
        file = reverse("print-job-file", args=[played.event_id, job.code])
        assert "It is being made." in desk.get(page).content.decode()
        assert desk.get(file).status_code == 404
        jobs.draw_next(job.pk)
        assert 'value="1"' in desk.get(page, headers={"HX-Request": "true"}).content.decode()
        do_it(job)
        assert "It is ready." in desk.get(page).content.decode()
        made = PdfReader(BytesIO(desk.get(file).content))
        assert [one.extract_text().strip() for one in made.pages] == [
            f"<{number}>" for number in range(1, 48)
        ]
        assert made.metadata.title == "Numbers – Tuesday"
        assert made.trailer["/Root"]["/Lang"] == "en"
        assert made.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
        marks = [(mark.title, made.get_destination_page_number(mark) + 1) for mark in made.outline]
        assert marks == [(f"number {number}", number) for number in range(1, 48)]
        assert job.parts.count() == 0

    def test_a_part_made_twice_counts_once(self, desk, played, long_one):
        job = self.asked_for(desk, played)
        jobs.draw_next(job.pk)
        jobs._draw_part(job, 0)
        do_it(job)
        assert len(PdfReader(BytesIO(bytes(job.file))).pages) == 47

    def test_it_can_be_stopped_and_gone_on_with(self, desk, played, long_one, hands):
        job = self.asked_for(desk, played)
        jobs.draw_next(job.pk)
        desk.post(reverse("print-job-act", args=[played.event_id, job.code, "stop"]))
        jobs.draw_next(job.pk)
        assert job.parts.count() == 1
        desk.post(reverse("print-job-act", args=[played.event_id, job.code, "resume"]))
        hands.move(jobs.SILENT_SECONDS + 1)
        job.refresh_from_db()
        assert jobs.progress_of(job) == "interrupted"
        do_it(job)
        assert job.state == PrintJob.State.DONE

    def test_one_that_fails_says_so(self, desk, played, long_one, monkeypatch):
        job = self.asked_for(desk, played)
        monkeypatch.setattr("tests.duplicate.printing.test_print_page.numbered", lambda *_given: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            jobs.draw_next(job.pk)
        page = desk.get(reverse("print-job", args=[played.event_id, job.code])).content.decode()
        assert "It could not be made." in page

    def test_only_the_new_ones(self, desk, played, long_one, monkeypatch):
        do_it(self.asked_for(desk, played))
        more = replace(long_one, keys=lambda _game, _options: range(1, 50))
        monkeypatch.setitem(registry._documents["game"], "numbers", more)
        page = desk.get(reverse("print-document", args=place(played, "numbers"))).content.decode()
        assert "Only the 2 new ones" in page
        job = self.asked_for(desk, played, only="new")
        assert job.keys == [48, 49]
        before = Printed.objects.get()
        do_it(job)
        after = Printed.objects.get()
        assert (after.at, after.keys) == (before.at, list(range(1, 50))), "the others lie there as they were"

    def test_it_is_its_makers_alone(self, desk, client, played, long_one, arbitrator):
        job = self.asked_for(desk, played)
        other = staff.let_in_new(
            event=played.event, user_name="other", role=Arbitrator.Role.CHIEF, by=arbitrator
        ).user
        client.force_login(other)
        assert client.get(reverse("print-job", args=[played.event_id, job.code])).status_code == 404

    def test_what_is_older_than_a_day_goes(self, desk, played, long_one, hands):
        job = self.asked_for(desk, played)
        page = reverse("print-job", args=[played.event_id, job.code])
        assert desk.get(page).status_code == 200
        jobs.draw_next(job.pk)
        jobs.throw_old_away()
        assert PrintPart.objects.count() == 1
        hands.move(jobs.KEPT.total_seconds() + 1)
        assert desk.get(page).status_code == 404
        page_of(desk, played)
        assert PrintJob.objects.exists(), "who looks at the page changes nothing"
        jobs.throw_old_away()
        assert not PrintJob.objects.exists()
        assert not PrintPart.objects.exists()

    def test_one_whose_document_is_gone_is_not_there(self, desk, played, long_one, monkeypatch):
        job = self.asked_for(desk, played)
        monkeypatch.delitem(registry._documents["game"], "numbers")
        assert "Long documents of yours" not in page_of(desk, played)
        assert desk.get(reverse("print-job", args=[played.event_id, job.code])).status_code == 404
        with pytest.raises(LookupError):
            jobs.draw_next(job.pk)
        job.refresh_from_db()
        assert job.state == PrintJob.State.FAILED

    def test_who_is_a_helper_meanwhile_has_no_file_of_arbitrators(
        self, desk, played, long_one, arbitrator, monkeypatch
    ):
        monkeypatch.setitem(
            registry._documents["game"], "numbers", replace(long_one, may=lambda who: who.judges)
        )
        job = self.asked_for(desk, played)
        do_it(job)
        played.event.posts.filter(user=arbitrator).update(role=Arbitrator.Role.HELPER)
        for name in ("print-job", "print-job-file"):
            assert desk.get(reverse(name, args=[played.event_id, job.code])).status_code == 404

    def test_going_on_with_one_under_way_begins_no_second_one(
        self, desk, played, long_one, django_capture_on_commit_callbacks
    ):
        job = self.asked_for(desk, played)
        with django_capture_on_commit_callbacks() as asked:
            jobs.resume_job(job)
        assert asked == []

    def test_what_failed_does_not_take_a_file_away(self, desk, played, long_one):
        job = self.asked_for(desk, played)
        late = PrintJob.objects.get(pk=job.pk)
        do_it(job)
        jobs._draw_part(late, 0)
        job.refresh_from_db()
        assert (job.state, job.parts.count()) == (PrintJob.State.DONE, 0)

    def test_none_is_made_while_somebody_waits_for_the_answer(self, desk, played, long_one):
        address = reverse("print-document", args=place(played, "numbers"))
        assert file_of(desk, played, name="numbers").url == address
        assert file_of(desk, played, name="numbers", paper="letter").url == f"{address}?paper=letter"

    def test_where_there_is_nothing_new_the_choice_stays(self, desk, played, long_one):
        do_it(self.asked_for(desk, played))
        chosen = {"paper": "letter", "only": "new"}
        answer = desk.post(reverse("make-document", args=place(played, "numbers")), chosen)
        assert answer.url == reverse("print-document", args=place(played, "numbers")) + "?paper=letter"

    def test_the_picture_says_of_how_many_pages_it_is_the_first(self, desk, played, long_one):
        seen = replace(long_one, pdf="tests.duplicate.printing.test_print_page.counted")
        preview = previews.preview_of(seen, played, {}, letterhead.paper_for(played.event))
        assert Image.open(BytesIO(preview)).width == previews.WIDTH
        # It is loaded by its name, as those that draw are.
        assert import_string("tests.duplicate.printing.test_print_page.COUNTED") == [([1], 47)]

    def test_what_was_done_meanwhile_is_told(self, desk, played, players, long_one, hands, arbitrator):
        job = self.asked_for(desk, played)
        hands.move(5)
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        hands.move(5)
        do_it(job)
        page = desk.get(reverse("print-job", args=[played.event_id, job.code])).content.decode()
        assert "One act since it was begun" in page
        assert "One act since then" in page_of(desk, played)


def picture(size=(900, 300), kind="PNG"):
    file = BytesIO()
    Image.new("RGB", size, "navy").save(file, kind)
    return file.getvalue()


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

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (b"no picture", "logo_unreadable"),
            (picture()[:200], "logo_unreadable"),
            (b"\0" * (letterhead.MOST_BYTES + 1), "logo_too_large"),
            (picture((8_000, 6_000)), "logo_too_large"),
            (picture((4_000, 3_001)), "logo_too_large"),
            (picture((4_000, 3_001))[:200], "logo_too_large"),  # its pixels are not looked at
            (picture((20_000, 10_000)), "logo_too_large"),
            (picture(kind="GIF"), "logo_unreadable"),
            (picture(kind="WEBP"), "logo_unreadable"),
        ],
    )
    def test_what_is_no_logo_changes_nothing(self, admin, data, code):
        letterhead.set_letterhead(club="Club", size=Letterhead.Size.A4, by=admin)
        with pytest.raises(RuleViolation) as refused:
            letterhead.set_letterhead(club="Other", size=Letterhead.Size.A4, by=admin, logo=data)
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
