"""Pages of federations and their clubs; for who administers an organiser."""

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.models import ClubInvitation, Membership
from tournaments.organisers import federations
from tournaments.organisers.rights import Right
from tournaments.people.federation_lists import update_copies
from tournaments.people.forms import PlainForm
from tournaments.views.organisers import organiser_with_teams, show_organiser
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.views.refusals import refusals_told


class ConsentForm(PlainForm):
    """The consent of a club that its results count in the seasons of a federation."""

    sends_results = forms.BooleanField(
        label=_("Our results count in the seasons of this federation"),
        help_text=_(
            "For players who are in its list, once the standings are released. You can change it at any time."
        ),
        required=False,
    )


@require_POST
@for_organiser(Right.ADMINISTER)
def invite_club(request: HttpRequest) -> HttpResponse:
    """Make an invitation of a club, and show its link this once."""
    token = federations.invite_club(federation=organiser_with_teams(request), by=arbitrator(request))
    return show_organiser(request, club_token=token)


@require_POST
@for_organiser(Right.ADMINISTER)
def remove_club_invitation(request: HttpRequest, club_invitation_id: int) -> HttpResponse:
    rows = ClubInvitation.objects.filter(federation=organiser_with_teams(request)).select_related(
        "federation"
    )
    invitation = get_object_or_404(rows, pk=club_invitation_id)
    federations.remove_club_invitation(invitation=invitation, by=arbitrator(request))
    return redirect("organiser")


@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
def club_invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation into a federation, and accept it for the organiser that the user administers."""
    club = organiser_with_teams(request)
    club_invitation = federations.find_club_invitation(token)
    if club_invitation is None:
        rate_limit.note(GuessKind.LINK, request.META["REMOTE_ADDR"], token, right=False)
        stopped = rate_limit.is_stopped(GuessKind.LINK, request.META["REMOTE_ADDR"], token)
        page = "tournaments/organisers/invitation.html"
        return render(request, page, {"team": None}, status=429 if stopped else 404)
    form = ConsentForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_told(request):
            federations.join_federation(
                token=token,
                club=club,
                by=arbitrator(request),
                sends_results=form.cleaned_data["sends_results"],
            )
            update_copies(club_invitation.federation_id)
            said = gettext("%(club)s is a club of %(federation)s.")
            messages.success(
                request, said % {"club": club.name, "federation": club_invitation.federation.name}
            )
            return redirect("organiser")
        return redirect("club-invitation", token)
    context = {"federation": club_invitation.federation, "club": club, "form": form}
    return render(request, "tournaments/organisers/club_invitation.html", context)


@require_POST
@for_organiser(Right.ADMINISTER)
def set_consent(request: HttpRequest, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(
        Membership.objects.select_related("club", "federation"),
        pk=membership_id,
        club=organiser_with_teams(request),
    )
    sends = request.POST.get("sends_results") == "on"
    federations.set_consent(membership=membership, sends_results=sends, by=arbitrator(request))
    return redirect("organiser")


@require_POST
@for_organiser(Right.ADMINISTER)
def end_membership(request: HttpRequest, membership_id: int) -> HttpResponse:
    """End a membership, as the club or as the federation."""
    side = organiser_with_teams(request)
    rows = Membership.objects.select_related("club", "federation").filter(Q(club=side) | Q(federation=side))
    federations.end_membership(membership=get_object_or_404(rows, pk=membership_id), by=arbitrator(request))
    return redirect("organiser")
