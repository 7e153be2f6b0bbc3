"""Pages of an organiser: its teams and their rights, invitations, and what was done; for who administers it."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import login as log_in
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.http.numbers import read_number
from tournaments.models import Invitation, Organiser, OrganiserTeam
from tournaments.organisers import creation, services
from tournaments.organisers.actions import act_text
from tournaments.organisers.federations import open_club_invitations
from tournaments.organisers.rights import Right, has_right
from tournaments.people.forms import PlainForm
from tournaments.views.accounts import BACKEND, WelcomeForm
from tournaments.views.permissions import CHOSEN, arbitrator, for_organiser, organiser_of
from tournaments.views.refusals import refusals_in, refusals_told

ACTS_SHOWN = 50
RIGHTS = (
    (Right.ADMINISTER, _("Administers: everything below, teams, letterhead; chief arbitrator of all events")),
    (Right.RUN_EVENTS, _("Runs events: makes events, games and rule sets")),
    (Right.ARBITRATE, _("Arbitrates at all events")),
    (Right.ENTER_PEOPLE, _("Manages people: the list of people, clubs and seasons")),
    (Right.PRINT, _("Prints: sees all events and prints their papers")),
    (Right.SEE, _("Sees all events, and changes nothing")),
)


class OrganiserNameForm(PlainForm):
    """The name of an organiser."""

    name = forms.CharField(label=_("Name"), max_length=80)


class TeamForm(PlainForm):
    """A team: its name and its rights."""

    name = forms.CharField(label=_("Name"), max_length=80)
    rights = forms.MultipleChoiceField(
        label=_("Rights"), choices=RIGHTS, widget=forms.CheckboxSelectMultiple, required=False
    )

    def settings(self) -> services.TeamSettings:
        rights = [Right(right) for right in self.cleaned_data["rights"]]
        return services.TeamSettings(self.cleaned_data["name"], rights)


@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
def organiser_page(request: HttpRequest) -> HttpResponse:
    """Show the teams with their members, and the latest acts; make a team, or rename the organiser."""
    organiser = organiser_with_teams(request)
    renames = "rename" in request.POST
    name_form = OrganiserNameForm(
        request.POST if renames else None, prefix="organiser", initial={"name": organiser.name}
    )
    form = TeamForm(request.POST if request.method == "POST" and not renames else None)
    if renames and name_form.is_valid():
        with refusals_in(name_form, "name"):
            creation.rename_organiser(
                organiser=organiser, name=name_form.cleaned_data["name"], by=arbitrator(request)
            )
            return redirect("organiser")
    if form.is_bound and form.is_valid():
        with refusals_in(form, "name"):
            team = services.make_team(organiser=organiser, settings=form.settings(), by=arbitrator(request))
            return redirect("organiser-team", team.pk)
    return show_organiser(request, form=form, name_form=name_form)


def show_organiser(
    request: HttpRequest,
    *,
    form: TeamForm | None = None,
    name_form: OrganiserNameForm | None = None,
    club_token: str = "",
) -> HttpResponse:
    """Show the page of the organiser, with the link of a club's invitation if there is a token."""
    organiser = organiser_with_teams(request)
    form = form or TeamForm()
    name_form = name_form or OrganiserNameForm(prefix="organiser", initial={"name": organiser.name})
    acts = organiser.acts.select_related("by").order_by("-pk")[:ACTS_SHOWN]
    context = {
        "organiser": organiser,
        "teams": organiser.teams.prefetch_related("members"),
        "form": form,
        "name_form": name_form,
        "clubs": organiser.clubs.select_related("club").order_by("club__name", "pk"),
        "club_invitations": open_club_invitations(organiser),
        "club_link": club_token and request.build_absolute_uri(reverse("club-invitation", args=[club_token])),
        "federations": organiser.federations.select_related("federation"),
        "acts": [(act, act_text(act)) for act in acts],
    }
    wrong = form.errors or name_form.errors
    return render(request, "tournaments/organisers/organiser.html", context, status=422 if wrong else 200)


@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
def team_page(request: HttpRequest, team_id: int) -> HttpResponse:
    """Show one team: name, rights, members and open invitations; or change name and rights."""
    team = _team(request, team_id)
    rights = [right for right in Right if getattr(team, right)]
    form = TeamForm(request.POST or None, initial={"name": team.name, "rights": rights})
    if form.is_bound and form.is_valid():
        with refusals_in(form):
            services.change_team(team=team, settings=form.settings(), by=arbitrator(request))
            messages.success(request, gettext("%(name)s saved.") % {"name": form.cleaned_data["name"]})
            return redirect("organiser-team", team.pk)
    return _team_page(request, team, form)


@require_POST
@for_organiser(Right.ADMINISTER)
def remove_team(request: HttpRequest, team_id: int) -> HttpResponse:
    with refusals_told(request):
        services.remove_team(team=_team(request, team_id), by=arbitrator(request))
        return redirect("organiser")
    return redirect("organiser-team", team_id)


@require_POST
@for_organiser(Right.ADMINISTER)
def invite(request: HttpRequest, team_id: int) -> HttpResponse:
    """Make an invitation, and show its link this once."""
    team = _team(request, team_id)
    token = services.invite(team=team, by=arbitrator(request))
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    rights = [right for right in Right if getattr(team, right)]
    return _team_page(request, team, TeamForm(initial={"name": team.name, "rights": rights}), link=link)


@require_POST
@login_required
@never_cache
def remove_user(request: HttpRequest, team_id: int, user_id: int) -> HttpResponse:
    """Remove a user from a team: as an administrator, or oneself."""
    by = arbitrator(request)
    team = get_object_or_404(OrganiserTeam.objects.select_related("organiser"), pk=team_id)
    user = get_object_or_404(team.members, pk=user_id)
    if user != by and not has_right(by, team.organiser_id, Right.ADMINISTER):
        raise Http404
    with refusals_told(request):
        services.remove_user(team=team, user=user, by=by)
    return redirect("desk") if user == by else redirect("organiser-team", team_id)


@require_POST
@for_organiser(Right.ADMINISTER)
def remove_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    rows = Invitation.objects.select_related("team__organiser").filter(
        team__organiser=organiser_with_teams(request)
    )
    invitation = get_object_or_404(rows, pk=invitation_id)
    services.remove_invitation(invitation=invitation, by=arbitrator(request))
    return redirect("organiser-team", invitation.team_id)


@require_POST
@login_required
@never_cache
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the organiser whose rows the pages show, for users of several; each page checks the right."""
    request.session[CHOSEN] = read_number(request.POST.get("organiser"), digits=15)
    next_page = request.POST.get("next", "")
    # `redirect` takes a text without a slash for the name of a page, and fails if there is none.
    ours = next_page.startswith("/") and url_has_allowed_host_and_scheme(next_page, allowed_hosts=None)
    return redirect(next_page if ours else reverse("desk"))


@require_http_methods(["GET", "POST"])
@never_cache
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation into a team: as the user who is logged in, or with a new account."""
    invitation = services.find_invitation(token)
    if invitation is None:
        rate_limit.note(GuessKind.LINK, request.META["REMOTE_ADDR"], token, right=False)
        stopped = rate_limit.is_stopped(GuessKind.LINK, request.META["REMOTE_ADDR"], token)
        return render(
            request, "tournaments/organisers/invitation.html", {"team": None}, status=429 if stopped else 404
        )
    known = request.user.is_authenticated
    form = None if known else WelcomeForm(User(), request.POST or None)
    if request.method == "POST" and (form is None or form.is_valid()):
        user = cast("User", request.user) if form is None else form.save(commit=False)
        with refusals_told(request):
            team = services.accept_invitation(token=token, user=user)
            if form is not None:
                log_in(request, user, backend=BACKEND)
            request.session[CHOSEN] = team.organiser_id
            messages.success(request, gettext("Welcome, %(name)s.") % {"name": user.username})
            return redirect("desk")
        return redirect("invitation", token)
    context = {"team": invitation.team, "form": form}
    wrong = form is not None and form.errors
    return render(request, "tournaments/organisers/invitation.html", context, status=422 if wrong else 200)


def organiser_with_teams(request: HttpRequest) -> Organiser:
    """Return the organiser of the request; the one that holds everybody has no teams to show."""
    organiser = organiser_of(request)
    if organiser.holds_everybody:
        raise Http404
    return organiser


def _team(request: HttpRequest, team_id: int) -> OrganiserTeam:
    return get_object_or_404(organiser_with_teams(request).teams.select_related("organiser"), pk=team_id)


def _team_page(request: HttpRequest, team: OrganiserTeam, form: TeamForm, **more: Any) -> HttpResponse:
    context = {
        "team": team,
        "form": form,
        "members": team.members.order_by("username"),
        "invitations": services.open_invitations(team),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/organisers/team.html", context | more, status=status)
