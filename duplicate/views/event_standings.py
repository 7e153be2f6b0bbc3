"""The standings of an event: with selections on a page, as files and on paper; and for everybody once released."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_safe

from duplicate.event_forms import StandingsForm
from duplicate.event_results import standings_for_event
from duplicate.event_tables import event_table
from duplicate.reports.event_standings import event_standings_pdf
from duplicate.reports.style import ReportHeading
from duplicate.views.event_access import for_event_desk, names_are_hidden_in
from duplicate.views.printing import document
from tournaments import clock, names
from tournaments.models import Event
from tournaments.results import categories_of
from tournaments.selections import AgeCategory
from tournaments.standings import EventStandings, by_name, selected
from tournaments.teams import rank_teams

LINES = 100
SHEETS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """The standings that a request asks for."""

    event: Event
    form: StandingsForm
    standings: EventStandings
    categories: tuple[AgeCategory, ...]


@require_GET
@for_event_desk
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    return render(request, "duplicate/events/standings.html", _page(request, event))


@require_safe
def public_standings(request: HttpRequest, event_id: int) -> HttpResponse:
    """For everybody, without a login, once they are released."""
    event = get_object_or_404(Event.objects.exclude(released=Event.Released.HIDDEN), pk=event_id)
    with names.hidden(names_are_hidden_in(event)):
        return render(request, "duplicate/events/public.html", _page(request, event))


@require_GET
@for_event_desk
def export(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """The same lines as on the page, all of them, as a file."""
    if kind not in {*SHEETS, "pdf"}:
        raise Http404
    shown = shown_standings(request, event)
    name = (
        f"{slugify(gettext('standings'))}-{slugify(event.name) or event.pk}-{event.date.isoformat()}.{kind}"
    )
    if kind == "pdf":
        heading = ReportHeading(event=event.name, day=event.date, generated_at=clock.now())
        pdf = event_standings_pdf(
            standings=shown.standings, heading=heading, selection=shown.form.said(), state=state_of(shown)
        )
        return document(pdf, "application/pdf", name)
    data = event_table(shown.standings, shown.categories).export(kind)
    body = ("\ufeff" + data).encode() if isinstance(data, str) else data
    return document(body, SHEETS[kind], name, saved=True)


def shown_standings(request: HttpRequest, event: Event) -> Shown:
    """What the parameters of the address ask for."""
    standings, categories = standings_for_event(event), categories_of(event)
    form = StandingsForm(request.GET, [line.competitor for line in standings.lines], categories)
    selection = form.selection()
    chosen = standings if selection.is_all else selected(standings, selection.has)
    if form.teams:
        chosen = rank_teams(chosen, event.best_of_team)
    order: Callable[[EventStandings], EventStandings] = by_name if form.by_name else lambda same: same
    return Shown(event, form, order(chosen), categories)


def state_of(shown: Shown) -> str:
    """Final only when every game is over and the chief has said so."""
    final = shown.standings.final and shown.event.released == Event.Released.FINAL
    return gettext("final") if final else gettext("provisional")


def _page(request: HttpRequest, event: Event) -> dict[str, object]:
    shown = shown_standings(request, event)
    asked = request.GET.copy()
    asked.pop("page", None)
    return {
        "event": event,
        "form": shown.form,
        "standings": shown.standings,
        "page": Paginator(shown.standings.lines, LINES).get_page(request.GET.get("page")),
        "state": state_of(shown),
        "asked": asked.urlencode(),
    }
