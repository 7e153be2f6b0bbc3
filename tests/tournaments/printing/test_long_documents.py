"""Long documents of the Print page: made in parts, in the background."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils.module_loading import import_string
from PIL import Image
from pypdf import PdfReader

from duplicate.arbitration import services as arbitration_services
from tests.factories.print_pages import file_of, page_of, place
from tournaments.events import staff
from tournaments.jobs import JobEnded, progress_of
from tournaments.models import Arbitrator, Printed, PrintJob, PrintPart
from tournaments.printing import jobs, letterhead, previews, registry
from tournaments.printing.pdf.pages import draw_pages
from tournaments.wording import units

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("played")]


def numbered(numbers, paper):
    """Return a page for each number, as a long document draws it."""
    pages = [lambda canvas, text=str(number): canvas.drawString(72, 72, f"<{text}>") for number in numbers]
    names = [f"number {number}" for number in numbers]
    return draw_pages(pages=pages, title="Numbers", paper=paper, names=names)


COUNTED = []


def counted(numbers, paper):
    """Return the same, and record the drawn pages."""
    COUNTED.append((list(numbers), paper.pages))
    return numbered(numbers, paper)


@pytest.fixture
def long_one(monkeypatch):
    """Return a document of 47 pages."""
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
        pdf="tests.tournaments.printing.test_long_documents.numbered",
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
        assert "In progress." in desk.get(page).content.decode()
        assert desk.get(file).status_code == 404
        jobs.draw_next(job.pk)
        assert 'value="1"' in desk.get(page, headers={"HX-Request": "true"}).content.decode()
        do_it(job)
        assert "Ready." in desk.get(page).content.decode()
        made = PdfReader(BytesIO(desk.get(file).content))
        assert [one.extract_text().strip() for one in made.pages] == [
            f"<{number}>" for number in range(1, 48)
        ]
        assert made.metadata.title == "Numbers – Tuesday"
        assert made.xmp_metadata.dc_title == {"x-default": "Numbers – Tuesday"}
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
        hands.move(PrintJob.SILENT_SECONDS + 1)
        job.refresh_from_db()
        assert progress_of(job) == "interrupted"
        do_it(job)
        assert job.state == PrintJob.State.DONE

    def test_one_that_fails_says_so(self, desk, played, long_one, monkeypatch):
        job = self.asked_for(desk, played)
        monkeypatch.setattr("tests.tournaments.printing.test_long_documents.numbered", lambda *_given: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            jobs.draw_next(job.pk)
        page = desk.get(reverse("print-job", args=[played.event_id, job.code])).content.decode()
        assert "The document could not be created." in page

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
        with pytest.raises(JobEnded):
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
        seen = replace(long_one, pdf="tests.tournaments.printing.test_long_documents.counted")
        preview = previews.preview_of(seen, played, {}, letterhead.paper_for(played.event))
        assert Image.open(BytesIO(preview)).width == previews.WIDTH
        # It is loaded by its name, as those that draw are.
        assert import_string("tests.tournaments.printing.test_long_documents.COUNTED") == [([1], 47)]

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
