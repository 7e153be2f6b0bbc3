"""The clubs of a simultaneous game: who has sent, tokens for many at once, and the files and letters for them."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.forms.simultaneous import ClubForm, ClubsForm
from duplicate.models.simultaneous import InvitedClub, Simultaneous
from duplicate.simultaneous import clubs as game_clubs
from duplicate.simultaneous import organiser
from duplicate.simultaneous.clubs import ClubState
from duplicate.views.prepared.simultaneous import game_page, of_organiser
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation
from tournaments.core.http.uploads import takes_upload
from tournaments.core.text.folding import slug
from tournaments.printing.letterhead import heading_of, letterhead
from tournaments.printing.pdf.values import PageSize, Paper
from tournaments.views.downloads import file_response
from tournaments.views.pagination import Part, chosen_filter, find_part
from tournaments.views.permissions import arbitrator

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
    data = game_clubs.folder_of(sent, chosen, _letters(sent, chosen))
    return file_response(data, "application/zip", f"{slug(sent.name) or 'game'}-clubs.zip")


@require_GET
@of_organiser
def letters(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Print a letter for each club with a token, or for one."""
    chosen = list(game_clubs.with_token(sent))
    if "club" in request.GET:
        chosen = [club for club in chosen if str(club.pk) == request.GET["club"]]
    if not chosen:
        raise Http404
    name = f"{slug(sent.name) or 'game'}-{slug(gettext('letters'))}.pdf"
    return file_response(_letters(sent, chosen), "application/pdf", name, shown=True)


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
    part: Part[ClubState] = find_part(
        request.GET,
        lambda text: game_clubs.select_by_name(rows, text),
        per_page=LINES,
        filters=filters,
        of=of,
    )
    context = {
        "sent": sent,
        "form": form,
        "part": part,
        "total": len(everybody),
        "missing": len(missing),
        "tokens": sum(1 for one in everybody if one.invited and one.invited.sealed_token),
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


def _letters(sent: Simultaneous, chosen: list[InvitedClub]) -> bytes:
    from duplicate.printing.pdf.club_letters import club_letters_pdf  # noqa: PLC0415 - ReportLab loads slowly

    paper = Paper(
        heading_of(sent.name, timezone.localdate(sent.opens_at)), cast("PageSize", letterhead().size)
    )
    return club_letters_pdf(game_clubs.letters_to(sent, chosen), paper)
