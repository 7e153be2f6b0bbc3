"""Prizes of a division: the current winners, setting the prizes, and an export."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.classic.columns.prizes import NOT_IN_FILES, prizes_table
from tournaments.classic.forms.prizes import PrizeForm, division_presets
from tournaments.classic.models import Division
from tournaments.classic.standings.prizes import awards_of, classes_of, set_prizes
from tournaments.classic.standings.rows import standings_of_division, state_of
from tournaments.classic.views.desk.permissions import for_division_chief, for_division_desk
from tournaments.classic.views.desk.ratings import file_name
from tournaments.events.prize_forms import PrizeListForm
from tournaments.views.downloads import table_file
from tournaments.views.permissions import arbitrator
from tournaments.views.prizes import edit_prizes


@require_GET
@for_division_desk
def prizes(request: HttpRequest, division: Division) -> HttpResponse:
    context = {
        "event": division.event,
        "division": division,
        "awards": awards_of(division),
        "state": state_of(division, standings_of_division(division), None),
    }
    if not context["awards"]:
        context["presets"] = division_presets(classes_of(division))
    return render(request, "classic/prizes.html", context)


@require_http_methods(["GET", "POST"])
@for_division_chief
def change(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the list of prizes as lines to be filled in, or save it."""

    def save(form: PrizeListForm, seen: str) -> None:
        set_prizes(
            division=division, prizes=form.prizes(), one_each=form.one_each, by=arbitrator(request), seen=seen
        )

    classes = classes_of(division)
    page = edit_prizes(request, division, PrizeForm, division_presets(classes), save=save)
    if page is None:
        messages.success(request, gettext("Saved."))
        return redirect("division-prizes", division.event_id, division.pk)
    context = {"event": division.event, "division": division, "classes": classes, **page}
    return render(request, "classic/prizes_set.html", context, status=page["status"])


@require_GET
@for_division_desk
def export(_request: HttpRequest, division: Division, kind: str) -> HttpResponse:
    table = prizes_table(awards_of(division)).without(NOT_IN_FILES)
    return table_file(table, kind, file_name(gettext("prizes"), division))
