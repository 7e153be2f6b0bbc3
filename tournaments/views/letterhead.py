"""The page of the club's letterhead, for administrators: every paper of this installation has it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.http.uploads import takes_upload
from tournaments.organisers.rights import Right
from tournaments.people.forms import LetterheadForm
from tournaments.printing.letterhead import MOST_BYTES, letterhead, set_letterhead
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.views.refusals import refusals_in


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
def letterhead_page(request: HttpRequest) -> HttpResponse:
    """Show and store the club's name, its logo, the paper."""
    kept = letterhead()
    form = LetterheadForm(
        request.POST or None, request.FILES or None, initial={"club": kept.club, "size": kept.size}
    )
    if form.is_bound and form.is_valid():
        logo = form.cleaned_data["logo"]
        with refusals_in(form, "logo"):
            set_letterhead(
                club=form.cleaned_data["club"],
                size=form.cleaned_data["size"],
                logo=logo.read() if logo else None,
                no_logo=form.cleaned_data["no_logo"],
                by=arbitrator(request),
            )
            messages.success(request, gettext("Letterhead saved. All documents now have it."))
            return redirect("letterhead")
    context = {"form": form, "has_logo": bool(kept.logo)}
    return render(request, "tournaments/print/letterhead.html", context, status=422 if form.errors else 200)


@require_GET
@for_organiser(Right.ADMINISTER)
def logo(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - every view gets the request
    """Return the stored logo, a PNG."""
    kept = letterhead()
    if not kept.logo:
        raise Http404
    return HttpResponse(bytes(kept.logo), content_type="image/png")
