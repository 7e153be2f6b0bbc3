"""The Print page of an event: its documents with a picture, as files, and long ones while they are being
made.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_POST

from tournaments import jobs
from tournaments.events.staff import AtDesk
from tournaments.http.addresses import address_for_phones
from tournaments.models import Event, Letterhead, Printed, PrintJob
from tournaments.names import name_visibility
from tournaments.printing import jobs as printing_jobs
from tournaments.printing import registry
from tournaments.printing import render as printing_render
from tournaments.printing.letterhead import paper_for
from tournaments.printing.page import changes_since, sections_of
from tournaments.printing.pdf.label_sheets import sheet_of
from tournaments.printing.pdf.values import Paper
from tournaments.printing.previews import preview_of
from tournaments.printing.registry import EMPTY, Choice, Document, Subject, Words
from tournaments.time import clock
from tournaments.views.downloads import file_response
from tournaments.views.permissions import arbitrator, at_desk, for_event_printers, is_htmx

# Pictures are cached for so many seconds.
PICTURE_SECONDS = 60
LATEST_JOBS = 5


@dataclass(frozen=True, slots=True)
class Wanted:
    """The document of a request, with its subject and options."""

    event: Event
    kind: Subject
    subject: Any
    document: Document
    options: Mapping[str, str]
    paper: Paper
    given: Mapping[str, str]

    @property
    def last(self) -> Printed | None:
        """The last time that it was printed; None if it never was."""
        place = {"kind": self.kind.kind, "subject": self.subject.pk, "document": self.document.name}
        return self.event.printed.filter(**place).select_related("by").first()

    @property
    def place(self) -> tuple[int, str, int, str]:
        """The parts of its URL."""
        return self.event.pk, self.kind.kind, self.subject.pk, self.document.name

    @property
    def page(self) -> str:
        """The URL of its page, with the chosen options."""
        chosen = {name: value for name, value in self.given.items() if name in {*self.options, "paper"}}
        address = reverse("print-document", args=self.place)
        return f"{address}?{urlencode(chosen)}" if chosen else address

    @property
    def is_empty(self) -> bool:
        """True if the document is empty with these options."""
        return not self.document.count(self.subject) or (self.document.is_long and not self.keys)

    @property
    def problems(self) -> Mapping[str, Words]:
        """The reasons why no file is made with these options, by the choice to change."""
        return self.document.problems(self.subject, self.options)

    @property
    def keys(self) -> list[int]:
        """The keys of a long document, each with a page or card."""
        return list(self.document.keys(self.subject, self.options)) if self.document.keys else []


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice in the form, with its value; `problem` is why that value does not go with the others."""

    choice: Choice
    value: str
    is_offered: bool
    problem: Words


def for_document(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of one document, for users who may print it; its options are in the address or in the
    form.
    """

    def guarded(
        request: HttpRequest, event: Event, /, *, about: str, subject_id: int, document: str, **more: str
    ) -> HttpResponse:
        try:
            subject, found = registry.find(event, about, subject_id, document)
        except LookupError as error:
            raise Http404 from error
        if not found.may(at_desk(request)):
            raise PermissionDenied
        given = (request.POST if request.method == "POST" else request.GET).dict()
        kind, options = registry.subject_of(about), found.options(subject, given)
        paper = _paper(request, event, kind.name(subject), given.get("paper", ""))
        return view(request, Wanted(event, kind, subject, found, options, paper, given), **more)

    return wraps(view)(for_event_printers(guarded))


def _paper(request: HttpRequest, event: Event, name: str, size: str = "") -> Paper:
    return paper_for(event, name=name, size=size, site=address_for_phones(request, ""))


@require_GET
@for_event_printers
def print_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show all documents of the event that can be printed and saved."""
    latest = printing_jobs.jobs_of(event, at_desk(request), arbitrator(request))[:LATEST_JOBS]
    progress = jobs.progress_of_each([job for job, _document in latest])
    context = {
        "event": event,
        "sections": sections_of(event, at_desk(request)),
        "jobs": [(*line, word) for line, word in zip(latest, progress, strict=True)],
    }
    return render(request, "tournaments/print/page.html", context)


@require_GET
@for_document
def document_page(request: HttpRequest, wanted: Wanted) -> HttpResponse:
    """Show one document with its options, and a preview of its first page."""
    document, subject = wanted.document, wanted.subject
    keys, last = wanted.keys, wanted.last
    known = {*last.keys, EMPTY} if last else {EMPTY}
    problems = wanted.problems
    choices = [
        ShownChoice(
            choice,
            wanted.options[choice.name],
            is_offered=not choice.needs or bool(wanted.options[choice.needs]),
            problem=problems.get(choice.name, ""),
        )
        for choice in document.choices(subject)
    ]
    context = {
        "event": wanted.event,
        "kind": wanted.kind.kind,
        "subject": subject,
        "subject_name": wanted.kind.name(subject),
        "document": document,
        "choices": choices,
        "paper": wanted.paper,
        "sizes": Letterhead.Size.choices,
        "has_paper_of_its_own": sheet_of(wanted.options) is not None,
        "has_problems": bool(problems),
        "is_empty": wanted.is_empty,
        "pages": -(-len(keys) // document.keys_on_page(wanted.options)),
        "new": len([key for key in keys if key not in known]) if last else 0,
        "all": len(keys) - keys.count(EMPTY),
        "counted": document.keys_counted(len(keys) - keys.count(EMPTY)),
        "caution": document.caution(subject),
        "is_job": printing_jobs.is_worth_a_job(document, wanted.options, keys),
        "last": last,
        "changes": _changes(wanted, last, at_desk(request)) if last else None,
        "asked": request.GET.urlencode(),
    }
    return render(request, "tournaments/print/document.html", context)


def _changes(wanted: Wanted, last: Printed, who: AtDesk) -> tuple[int, Sequence[Words]]:
    """Return the changes since the document was last made."""
    return changes_since(
        wanted.kind, wanted.subject, wanted.document, options=last.options, since=last.at, who=who
    )


@require_GET
@for_document
def document_file(request: HttpRequest, wanted: Wanted, file_kind: str) -> HttpResponse:
    """Return the document as a file: the browser shows a PDF, and saves all else."""
    document, subject = wanted.document, wanted.subject
    kind = next((one for one in document.kinds if one == file_kind), None)
    if kind is None:
        raise Http404
    if wanted.is_empty:
        messages.info(request, gettext("There is nothing to print."))
    if (
        wanted.is_empty
        or wanted.problems
        or (kind == "pdf" and printing_jobs.is_worth_a_job(document, wanted.options, wanted.keys))
    ):
        return redirect(wanted.page)
    began = clock.now()
    made = printing_render.make(document, subject, wanted.options, kind=kind, paper=wanted.paper)
    if kind == document.kinds[0]:
        printing_render.note_printed(
            event=wanted.event,
            kind=wanted.kind.kind,
            subject=subject,
            document=document,
            options=wanted.options,
            keys=wanted.keys,
            at=began,
            by=arbitrator(request),
        )
    return file_response(made.data, made.type, made.name, shown=kind == "pdf")


@require_GET
@for_document
def picture(_request: HttpRequest, wanted: Wanted) -> HttpResponse:
    """Return the first page as a PNG."""
    document, subject = wanted.document, wanted.subject
    if not document.pdf or wanted.is_empty or wanted.problems:
        raise Http404
    seen = json.dumps(
        [*wanted.place, wanted.options, wanted.paper.size, get_language(), name_visibility.are_hidden()]
    )
    key = f"preview-{sha256(seen.encode()).hexdigest()}"
    png = cache.get_or_set(
        key, lambda: preview_of(document, subject, wanted.options, wanted.paper), PICTURE_SECONDS
    )
    return HttpResponse(png, content_type="image/png")


@require_POST
@for_document
def make(request: HttpRequest, wanted: Wanted) -> HttpResponse:
    """Start the job of a long document; `only=new` leaves out keys that were printed before."""
    if not wanted.document.is_long:
        raise Http404
    if wanted.problems:
        return redirect(wanted.page)
    keys, last = wanted.keys, wanted.last
    if request.POST.get("only") == "new" and last is not None:
        known = set(last.keys)
        keys = list(wanted.document.arranged([key for key in keys if key not in known]))
    if not any(keys):
        messages.info(request, gettext("There is nothing to print."))
        return redirect(wanted.page)
    job = printing_jobs.start_job(
        event=wanted.event,
        kind=wanted.kind.kind,
        subject=wanted.subject,
        document=wanted.document,
        options=wanted.options,
        keys=keys,
        paper=wanted.paper,
        by=arbitrator(request),
    )
    return redirect("print-job", wanted.event.pk, job.code)


@require_GET
@for_event_printers
def job_page(request: HttpRequest, event: Event, job_code: UUID) -> HttpResponse:
    """Show the progress of a long document, and its file at the end; the page polls while the job runs."""
    job, document = _job(request, event, job_code)
    subject, _document = registry.find(event, job.kind, job.subject, job.document)
    kind = registry.subject_of(job.kind)
    context = {
        "event": event,
        "job": job,
        "document": document,
        "progress": jobs.progress_of(job),
        "parts": printing_jobs.parts_of(job),
        "done": job.parts.count(),
        "addresses": {
            "page": reverse("print-job", args=[event.pk, job.code]),
            "file": reverse("print-job-file", args=[event.pk, job.code]),
            **{act: reverse("print-job-act", args=[event.pk, job.code, act]) for act in JOB_ACTS},
        },
        "changes": changes_since(
            kind, subject, document, options=job.options, since=job.made_at, who=at_desk(request)
        ),
    }
    template = "job_progress" if is_htmx(request) else "print/job"
    return render(request, f"tournaments/{template}.html", context)


@require_POST
@for_event_printers
def job_act(request: HttpRequest, event: Event, job_code: UUID, act: str) -> HttpResponse:
    """Stop the job of a long document, or resume it."""
    job, _document = _job(request, event, job_code)
    if act not in JOB_ACTS:
        raise Http404
    JOB_ACTS[act](job)
    return redirect("print-job", event.pk, job.code)


@require_GET
@for_event_printers
def job_file(request: HttpRequest, event: Event, job_code: UUID) -> HttpResponse:
    """Return the file of a long document that is ready."""
    job, document = _job(request, event, job_code)
    if job.state != PrintJob.State.DONE:
        raise Http404
    subject, _document = registry.find(event, job.kind, job.subject, job.document)
    paper = _paper(request, event, registry.subject_of(job.kind).name(subject))
    name = printing_render.file_name(document, subject, paper, "pdf")
    return file_response(bytes(job.file), printing_render.TYPES["pdf"], name, shown=True)


JOB_ACTS = {"stop": jobs.stop, "resume": printing_jobs.resume_job}


def _job(request: HttpRequest, event: Event, code: UUID) -> tuple[PrintJob, Document]:
    for job, document in printing_jobs.jobs_of(event, at_desk(request), arbitrator(request)):
        if job.code == code:
            return job, document
    raise Http404
