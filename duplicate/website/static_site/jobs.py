"""Making a static site in the background, when no game needs the worker; its file is kept for a day.

The job is a row of `PrintJob`, as that of a long document. One that got lost is begun anew by asking again.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import get_language

from duplicate.website.public.visibility import visible_events
from duplicate.website.static_site.site import not_public, site_zip
from tournaments.jobs import finish, job_of, start
from tournaments.locks import lock_user
from tournaments.models import Event, PrintJob
from tournaments.organisers.scope import scope_to_event
from tournaments.printing.jobs import KEPT, throw_old_away
from tournaments.time import clock

DOCUMENT = "website"


@transaction.atomic
def start_site(*, event: Event, by: User) -> PrintJob:
    """Create the job of the event's site, in place of earlier ones of the user, and queue it.

    Raises:
        RuleViolation: the event has no public page.
    """
    if not visible_events().filter(pk=event.pk).exists():
        raise not_public()
    throw_old_away()
    lock_user(by)
    _sites(event, by).delete()
    job = PrintJob(
        event=event, kind="event", subject=event.pk, document=DOCUMENT, by=by, language=get_language() or "en"
    )
    start(job, make_site)
    return job


def site_of(event: Event, by: User) -> PrintJob | None:
    """Return the user's job of the last day, without its file."""
    return _sites(event, by).filter(moved_at__gt=clock.now() - KEPT).defer("file").first()


@job_of(PrintJob)
def make_site(job: PrintJob) -> None:
    """Make the file of a job."""
    assert job.event is not None, "a site is an event's"
    with scope_to_event(job.event):
        finish(job, file=site_zip(job.event))


def _sites(event: Event, by: User) -> QuerySet[PrintJob]:
    return event.print_jobs.filter(by=by, document=DOCUMENT)
