"""Pages of clocks: the one at a table, the wall of an event, and the director's page of one clock."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from tournaments.classic.clocks import services as clock_services
from tournaments.classic.clocks.forms import TYPED, TimeCorrectionForm
from tournaments.classic.clocks.frames import clocks_on_wall, pass_for_wall
from tournaments.classic.clocks.strings import table_strings, wall_strings
from tournaments.classic.columns.matches import wall_table
from tournaments.classic.models.clocks import ClockAct, ClockLink, MatchClock
from tournaments.classic.models.matches import DivisionRound
from tournaments.classic.rules import match_clock
from tournaments.classic.rules.match_clock import overtime_minutes, time_text
from tournaments.models import Event
from tournaments.names.folding import slug
from tournaments.time import clock
from tournaments.views.downloads import table_file
from tournaments.views.permissions import arbitrator, for_event_arbitrators, for_event_desk
from tournaments.views.qr import link_shown
from tournaments.views.refusals import refusals_in, refusals_told

# A typed correction that is not stored waits in the session: addresses are logged. The query has it shown.
TYPED_IN_SESSION, WITH_TYPED = "clock_typed", "typed"

# The director's acts on one clock, by name in the URL.
ACTS: dict[str, Callable[..., MatchClock]] = {
    "pause": clock_services.pause_clock,
    "lift": clock_services.lift_pause,
    "stop": clock_services.end_clock,
    "reopen-first": partial(clock_services.reopen_clock, side=0),
    "reopen-second": partial(clock_services.reopen_clock, side=1),
}


@require_safe
@never_cache
def table_clock(request: HttpRequest, clock_id: int) -> HttpResponse:
    """Render the clock at a table. The page has no data of it: the token behind the # of the link opens it."""
    context = {"config": {"id": clock_id}, "strings": table_strings()}
    return render(request, "classic/clocks/table.html", context)


@require_GET
@for_event_desk
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """Render all clocks of the matches in progress, those with the least left first."""
    config = {
        "event": event.pk,
        "pass": pass_for_wall(event, arbitrator(request)),
        "clock": reverse("match-clock", args=[event.pk, 0]),
    }
    context = {"event": event, "config": config, "strings": wall_strings()}
    return render(request, "classic/clocks/wall.html", context)


@require_GET
@for_event_desk
def export_wall(_request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Export the clocks of the wall as they stand now."""
    table = wall_table(clocks_on_wall(event.pk), clock.milliseconds(clock.now()))
    name = "-".join(filter(None, (slug(gettext("Clocks")), slug(event.name), event.date.isoformat())))
    return table_file(table, kind, name)


@require_POST
@for_event_arbitrators
def pause_all(request: HttpRequest, event: Event) -> HttpResponse:
    count = clock_services.pause_clocks(event=event, by=arbitrator(request))
    said = ngettext("%(count)d clock is paused.", "%(count)d clocks are paused.", count)
    messages.success(request, said % {"count": count})
    return redirect("clock-wall", event.pk)


@require_POST
@for_event_arbitrators
def lift_all(request: HttpRequest, event: Event) -> HttpResponse:
    count = clock_services.lift_pauses(event=event, by=arbitrator(request))
    said = ngettext("%(count)d clock resumed.", "%(count)d clocks resumed.", count)
    messages.success(request, said % {"count": count})
    return redirect("clock-wall", event.pk)


@require_POST
@for_event_arbitrators
def round_links(request: HttpRequest, event: Event, round_id: int) -> HttpResponse:
    """Create clocks for all matches of the round, and links for the tables that have none; render them for
    printing.

    The links are shown only this once. Renewing all of them needs a confirmation.
    """
    rows = DivisionRound.objects.select_related("division__event")
    round_ = get_object_or_404(rows, pk=round_id, division__event=event)
    with refusals_told(request):
        made = clock_services.give_links(round_=round_, by=arbitrator(request), renew="renew" in request.POST)
        had = MatchClock.objects.filter(match__round=round_).count() - len(made)
        sheets = [_sheet(request, each, token) for each, token in made]
        context = {"event": event, "round": round_, "sheets": sheets, "had": had}
        return render(request, "classic/clocks/links.html", context)
    return redirect("division-round", event.pk, round_.division_id, round_.number)


@require_http_methods(["GET", "POST"])
@for_event_arbitrators
def match_clock_page(request: HttpRequest, event: Event, clock_id: int) -> HttpResponse:
    """Render one clock: its state, its acts, and a form to correct the times."""
    held = _clock(event, clock_id)
    posted = request.method == "POST"
    typed = _read_typed(request, held)
    form = (
        TimeCorrectionForm(request.POST)
        if posted
        else TimeCorrectionForm.with_typed(_clock_context(held), typed)
    )
    form.fields["first"].label, form.fields["second"].label = _names(held)
    if posted and form.is_valid() and _correct(request, held, form):
        request.session.pop(TYPED_IN_SESSION, None)
        return redirect("match-clock", event.pk, held.pk)
    page = _context(held)
    config = {
        "event": event.pk,
        "pass": pass_for_wall(event, arbitrator(request)),
        "clock": held.pk,
        "shown": " ".join(map(str, (held.version, *(side["overtime"] for side in page["sides"])))),
    }
    context = {"event": event, "clock": held, "form": form, "typed": typed, "config": config, **page}
    return render(request, "classic/clocks/clock.html", context, status=422 if posted else 200)


@require_POST
@for_event_arbitrators
def match_clock_act(request: HttpRequest, event: Event, clock_id: int, act: str) -> HttpResponse:
    """Pause one clock, lift its pause, stop or reopen it; a correction that was typed meanwhile stays in the form."""
    if act not in ACTS:
        raise Http404
    with refusals_told(request):
        ACTS[act](clock_=_clock(event, clock_id), by=arbitrator(request))
    typed = TimeCorrectionForm(request.POST).typed
    if typed:
        messages.warning(
            request, gettext("The correction is not stored yet: look at it, then press Correct.")
        )
        request.session[TYPED_IN_SESSION] = {"clock": clock_id, **typed}
    query = {WITH_TYPED: "1"} if typed else None
    return redirect(reverse("match-clock", args=[event.pk, clock_id], query=query))


@require_POST
@for_event_arbitrators
def match_clock_link(request: HttpRequest, event: Event, clock_id: int, holder: str) -> HttpResponse:
    """Make a new link to the clock, for the table or for the device of one player; it is shown only this once."""
    if holder not in ClockLink.Holder.values:
        raise Http404
    held = _clock(event, clock_id)
    with refusals_told(request):
        token = clock_services.give_link(clock_=held, by=arbitrator(request), holder=holder)
        sheet = _sheet(request, held, token, holder)
        return render(request, "classic/clocks/links.html", {"event": event, "sheets": [sheet]})
    return redirect("match-clock", event.pk, held.pk)


def _clock(event: Event, clock_id: int) -> MatchClock:
    found = MatchClock.objects.select_related(*clock_services.RELATED)
    return get_object_or_404(found, pk=clock_id, event=event)


def _read_typed(request: HttpRequest, held: MatchClock) -> dict[str, str]:
    """Return this clock's correction that was typed before an act, if the address asks for it."""
    kept = request.session.get(TYPED_IN_SESSION, {}) if WITH_TYPED in request.GET else {}
    return {name: kept[name] for name in TYPED if name in kept} if kept.get("clock") == held.pk else {}


def _names(held: MatchClock) -> tuple[str, str]:
    first, second = held.match.first, held.match.second
    return first.entry.name, second.entry.name if second else ""


def _clock_context(held: MatchClock) -> dict[str, object]:
    state = match_clock.state_at(held.stood, clock.milliseconds(clock.now()))
    return {"first": time_text(state.left[0]), "second": time_text(state.left[1]), "seen": held.version}


def _context(held: MatchClock) -> dict[str, Any]:
    """Return the page's content besides the form: each side, and the acts on the clock."""
    state = match_clock.state_at(held.stood, clock.milliseconds(clock.now()))
    points = match_clock.overtime_points(state.left, held.overtime_points)
    sides = [
        {
            "name": name,
            "left": time_text(left),
            "overtime": overtime_minutes(left),
            "points": cost,
            "long_turns": long_turns,
        }
        for name, left, cost, long_turns in zip(
            _names(held), state.left, points, state.long_turns, strict=True
        )
    ]
    acts = [
        (act, time_text(act.first_left_ms), time_text(act.second_left_ms), _was(act))
        for act in held.acts.select_related("by").order_by("-pk")[:200]
    ]
    return {"sides": sides, "acts": acts, "runs": state.runs}


def _was(act: ClockAct) -> str:
    """Return the times before a correction."""
    if act.first_was_ms is None or act.second_was_ms is None:
        return ""
    return f"{time_text(act.first_was_ms)} · {time_text(act.second_was_ms)}"


def _correct(request: HttpRequest, held: MatchClock, form: TimeCorrectionForm) -> bool:
    """Correct the times and tell whether that worked; if not, the form has the error."""
    sent = form.cleaned_data
    with refusals_in(form):
        clock_services.correct_times(
            clock_=held,
            left=(sent["first"], sent["second"]),
            reason=sent["reason"],
            seen=sent["seen"],
            by=arbitrator(request),
        )
        messages.success(request, gettext("Times corrected."))
        return True
    return False


def _sheet(request: HttpRequest, held: MatchClock, token: str, holder: str = "table") -> dict[str, object]:
    """Return a link with its QR code and its holder. Behind the # the token stays in the browser."""
    path = reverse("table-clock", args=[held.pk]) + f"#t={token}&for={holder}"
    names = _names(held)
    label = gettext("QR code for the clock of table %(table)s") % {"table": held.match.table}
    whose = {"first": names[0], "second": names[1]}.get(holder, "")
    return {"clock": held, "names": names, "whose": whose, **link_shown(request, path, label)}
