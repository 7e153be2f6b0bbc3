"""The clubs of a simultaneous game: who has sent, tokens for many at once, and the files and letters for them."""

from collections.abc import Iterable, Sequence
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.models.simultaneous import InvitedClub, Simultaneous
from duplicate.prepared_games.clubs import clubs as game_clubs
from duplicate.prepared_games.clubs import organiser
from duplicate.prepared_games.clubs.clubs import ClubState
from duplicate.prepared_games.clubs.documents import CLUB_LETTERS, KIND
from duplicate.prepared_games.clubs.forms import ClubForm, ClubsForm
from duplicate.prepared_games.views.simultaneous import game_page, of_organiser
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.jobs import progress_of
from tournaments.models import PrintJob
from tournaments.names.folding import slug
from tournaments.printing import jobs
from tournaments.printing.letterhead import heading_of, letterhead
from tournaments.printing.pdf.values import PageSize, Paper
from tournaments.views.downloads import file_response
from tournaments.views.pagination import PageOfList, chosen_filter, find_part
from tournaments.views.permissions import arbitrator, is_htmx
from tournaments.views.printing import JOB_ACTS
from tournaments.wording.engine_messages import message_for

LINES = 100


@require_http_methods(["GET", "POST"])
@of_organiser
def clubs(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Show who has sent a result and who has not; make a token for one club, which this answer shows."""
    if request.method == "GET":
        return _page(request, sent, ClubsForm())
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            club, token = organiser.invite_club(
                sent=sent, name=form.cleaned_data["name"], by=arbitrator(request)
            )
        except RuleViolation as error:
            form.add_error("name", message_for(error))
        else:
            return game_page(request, sent, invited=club, token=token)
    return game_page(request, sent, club_form=form)


@takes_upload(game_clubs.MOST_BYTES)
@require_POST
@of_organiser
def add_clubs(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Give a token to each club of a list."""
    form = ClubsForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            fresh, there = organiser.invite_clubs(sent=sent, names=form.club_names(), by=arbitrator(request))
        except RuleViolation as error:
            form.add_error("names", message_for(error))
        else:
            said = ngettext("%(count)s club now has a token.", "%(count)s clubs now have tokens.", fresh)
            more = gettext("%(count)s already had one.") % {"count": there} if there else ""
            messages.success(request, f"{said % {'count': fresh}} {more}".strip())
            return redirect("simultaneous-clubs", sent.pk)
    return _page(request, sent, form)


@require_GET
@of_organiser
def folder(request: HttpRequest, sent: Simultaneous) -> HttpResponse:  # noqa: ARG001 - the decorator passes the request
    """Save a ZIP with a file for each club, and the letters."""
    chosen = list(game_clubs.with_token(sent))
    if _take_long(chosen):
        return redirect("simultaneous-clubs", sent.pk)
    return _folder(sent, chosen, _letters(sent, chosen))


@require_GET
@of_organiser
def letters(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Print a letter for each club with a token, or for one."""
    chosen = list(game_clubs.with_token(sent))
    if "club" in request.GET:
        chosen = [club for club in chosen if str(club.pk) == request.GET["club"]]
    if not chosen:
        raise Http404
    if _take_long(chosen):
        return redirect("simultaneous-clubs", sent.pk)
    return _pdf(sent, _letters(sent, chosen))


@require_POST
@of_organiser
def make_letters(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Begin the letters to many clubs in the background."""
    chosen = list(game_clubs.with_token(sent))
    if chosen:
        jobs.start_job(
            event=None,
            kind=KIND,
            subject=sent,
            document=CLUB_LETTERS,
            options={},
            keys=[club.pk for club in chosen],
            paper=_paper(sent),
            by=arbitrator(request),
        )
    return redirect("letters-job", sent.pk)


@require_GET
@of_organiser
def letters_job(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Show how far the letters are, and the files at the end; the page polls while the job runs."""
    job = jobs.last_job_about(KIND, sent, arbitrator(request))
    if job is None:
        return redirect("simultaneous-clubs", sent.pk)
    context = {
        "sent": sent,
        "job": job,
        "document": CLUB_LETTERS,
        "progress": progress_of(job),
        "parts": jobs.parts_of(job),
        "done": job.parts.count(),
        "addresses": {
            "page": reverse("letters-job", args=[sent.pk]),
            "file": reverse("made-letters", args=[sent.pk]),
            "folder": reverse("made-folder", args=[sent.pk]),
            **{act: reverse("letters-job-act", args=[sent.pk, act]) for act in JOB_ACTS},
        },
    }
    template = "tournaments/job_progress" if is_htmx(request) else "duplicate/desk/simultaneous/letters"
    return render(request, f"{template}.html", context)


@require_POST
@of_organiser
def letters_job_act(request: HttpRequest, sent: Simultaneous, act: str) -> HttpResponse:
    """Stop the letters, or resume them."""
    job = jobs.last_job_about(KIND, sent, arbitrator(request))
    if job is None or act not in JOB_ACTS:
        raise Http404
    JOB_ACTS[act](job)
    return redirect("letters-job", sent.pk)


@require_GET
@of_organiser
def made_letters(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Return the letters that are ready."""
    return _pdf(sent, bytes(_made(request, sent).file))


@require_GET
@of_organiser
def made_folder(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Save the letters that are ready in a ZIP with the files of the same clubs."""
    job = _made(request, sent)
    return _folder(sent, game_clubs.with_token(sent).filter(pk__in=job.keys), bytes(job.file))


@require_GET
@of_organiser
def club_file(request: HttpRequest, sent: Simultaneous, club_id: int) -> HttpResponse:  # noqa: ARG001 - the decorator passes the request
    """Save the file of one club."""
    club = get_object_or_404(InvitedClub, simultaneous=sent, pk=club_id, revoked_at=None)
    if not club.sealed_token:
        raise Http404
    name = game_clubs.club_file_names(sent)[club.pk]
    return file_response(game_clubs.club_file(sent, club), "application/octet-stream", name)


@require_POST
@of_organiser
def revoke(request: HttpRequest, sent: Simultaneous, club_id: int) -> HttpResponse:
    club = get_object_or_404(InvitedClub, simultaneous=sent, pk=club_id)
    organiser.revoke_club(club=club, by=arbitrator(request))
    messages.success(request, gettext("Token of %(club)s revoked.") % {"club": club.name})
    return redirect("simultaneous-clubs", sent.pk)


def _page(request: HttpRequest, sent: Simultaneous, form: ClubsForm) -> HttpResponse:
    everybody = game_clubs.club_states(sent)
    missing = [one.name for one in everybody if one.version is None]
    filters = _filters(len(everybody), len(missing))
    of = chosen_filter(request.GET, filters, "all")
    rows = [one for one in everybody if of == "all" or (one.version is None) == (of == "missing")]
    part: PageOfList[ClubState] = find_part(
        request.GET,
        lambda text: game_clubs.select_by_name(rows, text),
        per_page=LINES,
        filters=filters,
        of=of,
    )
    invited = [one.invited for one in everybody if one.invited and one.invited.sealed_token]
    context = {
        "sent": sent,
        "form": form,
        "part": part,
        "total": len(everybody),
        "missing": len(missing),
        "tokens": len(invited),
        "in_background": _take_long(invited),
        "reminder": game_clubs.reminder(sent, missing) if missing else "",
    }
    status = 422 if form.errors else 200
    return render(request, "duplicate/desk/simultaneous/clubs.html", context, status=status)


def _filters(everybody: int, missing: int) -> tuple[tuple[str, str], ...]:
    return (
        ("all", gettext("All (%(count)s)") % {"count": everybody}),
        ("missing", gettext("Missing (%(count)s)") % {"count": missing}),
        ("sent", gettext("Sent (%(count)s)") % {"count": everybody - missing}),
    )


def _made(request: HttpRequest, sent: Simultaneous) -> PrintJob:
    job = jobs.last_job_about(KIND, sent, arbitrator(request))
    if job is None or job.state != PrintJob.State.DONE:
        raise Http404
    return job


def _take_long(chosen: Sequence[InvitedClub]) -> bool:
    return jobs.is_worth_a_job(CLUB_LETTERS, {}, [club.pk for club in chosen])


def _letters(sent: Simultaneous, chosen: Sequence[InvitedClub]) -> bytes:
    return CLUB_LETTERS.draw(game_clubs.letters_to(sent, chosen), _paper(sent))


def _paper(sent: Simultaneous) -> Paper:
    heading = heading_of(sent.name, timezone.localdate(sent.opens_at))
    return Paper(heading, cast("PageSize", letterhead().size))


def _pdf(sent: Simultaneous, letters: bytes) -> HttpResponse:
    name = f"{slug(sent.name) or 'game'}-{slug(gettext('letters'))}.pdf"
    return file_response(letters, "application/pdf", name, shown=True)


def _folder(sent: Simultaneous, chosen: Iterable[InvitedClub], letters: bytes) -> HttpResponse:
    data = game_clubs.folder_of(sent, chosen, letters)
    return file_response(data, "application/zip", f"{slug(sent.name) or 'game'}-clubs.zip")
