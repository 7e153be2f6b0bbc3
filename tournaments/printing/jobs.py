"""Print jobs (`tournaments.jobs`): long documents, part by part, each when no game needs the worker.

A part that got lost (a worker died, the program was stopped) is made when somebody resumes the job; a part
made twice counts once. When all parts are there they become one file, which is kept for a day.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import get_language

from tournaments.events.staff import AtDesk
from tournaments.jobs import finish, job_of, move, queue, resume, start
from tournaments.models import Event, PrintJob, PrintPart
from tournaments.names import name_visibility
from tournaments.organisers.scope import scope_to_organiser
from tournaments.printing.letterhead import heading_at
from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import Document, Options, find
from tournaments.printing.render import note_printed
from tournaments.time import clock
from tournaments.time.time_zones import in_zone

PAGES_A_PART = 20
KEPT = timedelta(days=1)


def is_worth_a_job(document: Document, options: Options, keys: Sequence[int]) -> bool:
    """Tell whether making the document takes so long that nobody should wait for the answer."""
    return document.is_long and len(keys) > PAGES_A_PART * document.keys_on_page(options)


def start_job(
    *,
    event: Event | None,
    kind: str,
    subject: Any,
    document: Document,
    options: Options,
    keys: Sequence[int],
    paper: Paper,
    by: User,
) -> PrintJob:
    """Create the job of a long document for the keys, and queue its first part."""
    heading = paper.heading
    job = PrintJob(
        event=event,
        kind=kind,
        subject=subject.pk,
        document=document.name,
        options=dict(options),
        keys=list(keys),
        paper={
            "event": heading.event,
            "day": heading.day.isoformat(),
            "generated_at": heading.generated_at.isoformat(),
            "size": paper.size,
            "site": paper.site,
        },
        language=get_language() or "en",
        names_hidden=name_visibility.are_hidden(),
        by=by,
        made_at=clock.now(),
    )
    start(job, draw_next)
    return job


def throw_old_away() -> None:
    """Delete jobs that made no progress for more than a day, without reading their files."""
    old = PrintJob.objects.filter(moved_at__lt=clock.now() - KEPT)
    # Mostly there is none; then nothing is written.
    if old.exists():
        PrintPart.objects.filter(job__in=old).delete()
        old.only("pk").delete()


def jobs_of(event: Event, who: AtDesk, by: User) -> list[tuple[PrintJob, Document]]:
    """Return this user's jobs of the last day, the newest first, with their documents.

    Jobs are left out if their document is gone or no longer for this user. If names are hidden now, jobs with
    names are left out too.
    """
    told = {"names_hidden": True} if name_visibility.are_hidden() else {}
    fresh = event.print_jobs.filter(by=by, moved_at__gt=clock.now() - KEPT, **told).defer("file")
    found = []
    for job in fresh:
        with suppress(LookupError):
            _subject, document = find(event, job.kind, job.subject, job.document)
            if document.may(who):
                found.append((job, document))
    return found


def last_job_about(kind: str, subject: Any, by: User) -> PrintJob | None:
    """Return this user's newest job of the last day about a subject that belongs to no event."""
    about = {"event": None, "kind": kind, "subject": subject.pk}
    fresh = PrintJob.objects.filter(**about, by=by, moved_at__gt=clock.now() - KEPT)
    return fresh.defer("file").first()


def parts_of(job: PrintJob) -> int:
    """Return the number of parts of a job's file."""
    _subject, document = find(job.event, job.kind, job.subject, job.document)
    return -(-len(job.keys) // (PAGES_A_PART * document.keys_on_page(job.options)))


def resume_job(job: PrintJob) -> None:
    """Resume a job that was stopped, interrupted or failed; a job in progress goes on by itself."""
    resume(job, draw_next)


@job_of(PrintJob)
def draw_next(job: PrintJob) -> None:
    """Make the next missing part and queue the one after it; after the last one, make the file."""
    there = set(job.parts.values_list("number", flat=True))
    missing = next((number for number in range(parts_of(job)) if number not in there), None)
    owner = _owner(job)
    hidden = name_visibility.hidden(job.names_hidden, job.event)
    with scope_to_organiser(owner.organiser_id), hidden, in_zone(owner.zone):
        if missing is not None:
            _draw_part(job, missing)
        else:
            _join(job)


def _owner(job: PrintJob) -> Any:
    """Return the event, or a subject that belongs to none: both have an organiser and a time zone."""
    return job.event or find(None, job.kind, job.subject, job.document)[0]


def _draw_part(job: PrintJob, number: int) -> None:
    subject, document = find(job.event, job.kind, job.subject, job.document)
    a_page = document.keys_on_page(job.options)
    keys_a_part = PAGES_A_PART * a_page
    keys = job.keys[number * keys_a_part : (number + 1) * keys_a_part]
    pages = -(-len(job.keys) // a_page)
    paper = _paper_of(job, first_page=number * PAGES_A_PART + 1, pages=pages)
    assert document.keys is not None, "only long documents are made in parts"
    file = document.draw(document.gather(subject, job.options, keys), paper)
    with transaction.atomic():
        move(job)
        PrintPart.objects.get_or_create(job=job, number=number, defaults={"file": file})
        queue(job, draw_next)


def _paper_of(job: PrintJob, *, first_page: int, pages: int) -> Paper:
    given = job.paper
    generated_at = datetime.fromisoformat(given["generated_at"]).astimezone(_owner(job).zone)
    heading = heading_at(generated_at, given["event"], datetime.fromisoformat(given["day"]).date())
    return Paper(heading, given["size"], given["site"], first_page=first_page, pages=pages)


def _join(job: PrintJob) -> None:
    """Join all parts into one file with the metadata of the first, and record it as printed."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - as ReportLab: few processes print

    subject, document = find(job.event, job.kind, job.subject, job.document)
    writer = PdfWriter()
    for number, part in enumerate(job.parts.iterator(chunk_size=1)):
        file = BytesIO(bytes(part.file))
        if number:
            writer.append(file)
        else:
            writer.clone_document_from_reader(PdfReader(file))
    joined = BytesIO()
    writer.write(joined)
    with transaction.atomic():
        finish(job, file=joined.getvalue())
        job.parts.all().delete()
        if job.event is not None:
            note_printed(
                event=job.event,
                kind=job.kind,
                subject=subject,
                document=document,
                options=job.options,
                by=job.by,
                at=job.made_at,
                keys=job.keys,
            )
