"""The plan of a division's rounds for its director."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.classic.forms.plan import PlanForm
from tournaments.classic.models import Division
from tournaments.classic.pairing.plan import example_plans
from tournaments.classic.rounds.plan import (
    last_change,
    plan_lines,
    plan_version,
    set_plan,
    stages_of,
    undo_plan,
)
from tournaments.classic.rounds.selectors import round_counts, rounds_complete
from tournaments.classic.rounds.values import last_begun
from tournaments.classic.views.desk.permissions import for_division_chief
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.actions import act_text
from tournaments.http.numbers import read_shown_key
from tournaments.views.permissions import arbitrator
from tournaments.views.refusals import refusals_told
from tournaments.wording.engine_messages import message_for

EXAMPLES = {
    "swiss_hill": _("Swiss, at the end king of the hill"),
    "groups": _("Groups of four, Swiss, contenders, king of the hill"),
    "two_groups": _("Groups of six, then groups by rank"),
    "lagged": _("Swiss one round behind, for quick turns"),
}


@require_http_methods(["GET", "POST"])
@for_division_chief
def plan(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the plan as lines to be filled in, or those of an example; refused input stays in the form."""
    begun, stages = last_begun(division), stages_of(division)
    examples = example_plans(division.rounds_planned)
    example = request.GET.get("example", "")
    shown = examples.get(example, stages)
    coming = [stage for stage in shown if stage.first_round > begun]
    form = PlanForm(coming, division.rounds_planned - begun, request.POST or None)
    seen, changed = request.POST.get("seen") or plan_version(division), ""
    if request.method == "POST" and form.is_valid():
        try:
            set_plan(division=division, stages=form.stages(), by=arbitrator(request), seen=seen)
        except LinesRefused as refused:
            form.refuse(refused)
        except RuleViolation as error:
            seen, changed = plan_version(division), message_for(error)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("division", division.event_id, division.pk)
    all_begun = begun >= division.rounds_planned
    change = None if all_begun else last_change(division)
    complete = rounds_complete(round_counts(division))
    lines = plan_lines(division, stages, 0, begun=begun, complete=complete)
    context = {
        "event": division.event,
        "division": division,
        "form": form,
        "seen": seen,
        "changed": changed,
        "begun": begun,
        "all_begun": all_begun,
        "change": change,
        "change_text": act_text(change) if change else "",
        "kept": [line for line in lines if line.has_begun],
        "examples": list(EXAMPLES.items()),
        "example": example,
    }
    return render(request, "classic/plan.html", context, status=422 if request.method == "POST" else 200)


@require_POST
@for_division_chief
def undo(request: HttpRequest, division: Division) -> HttpResponse:
    """Undo the last change of the plan."""
    with refusals_told(request):
        undo_plan(division=division, by=arbitrator(request), seen=read_shown_key(request.POST.get("seen")))
        messages.success(request, gettext("The last change of the plan is undone."))
    page = "division" if "overview" in request.POST else "division-plan"
    return redirect(page, division.event_id, division.pk)
