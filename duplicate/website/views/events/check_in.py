"""The check-in of an event: several doors at once tick who comes, by name or by the code of a badge.

Each door asks every few seconds whether anybody has come or gone; it is answered without a page as long as
nothing has changed.
"""

from typing import Any, Final

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.games import event_changes
from duplicate.models import Game
from duplicate.website.events.exports import expected_table
from tournaments.codes import entry_of_badge
from tournaments.errors import RuleViolation
from tournaments.events import check_in
from tournaments.events.kinds_of_play import has_divisions, places_of
from tournaments.models import Entry, Event
from tournaments.names.folding import slug, sort_key
from tournaments.people.look_alikes import marks_of
from tournaments.views.downloads import table_file
from tournaments.views.entry_search import PER_PAGE, rows_shown
from tournaments.views.pagination import PageOfList, chosen_filter, find_part, query_of
from tournaments.views.permissions import arbitrator, for_event_registrars, is_htmx
from tournaments.wording.engine_messages import message_for

MISSING, THERE, UNPAID, ALL = "missing", "there", "unpaid", "all"
FILTERS: Final = (
    (MISSING, pgettext_lazy("check-in", "Missing")),
    (THERE, pgettext_lazy("check-in", "Present")),
    (UNPAID, pgettext_lazy("check-in", "To pay")),
    (ALL, pgettext_lazy("check-in", "All")),
)
LONGEST_CODE, LONGEST_KEY = 300, 16


@require_http_methods(["GET", "POST"])
@for_event_registrars
def door(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who is missing or there, and check in those who are tapped, or whose badge is scanned."""
    if request.method == "POST":
        return _answer(request, event, **_check_in(request, event))
    if is_htmx(request) and request.GET.get("seen") == check_in.attendance_of(event).mark:
        return HttpResponse(status=204)
    return _answer(request, event)


@require_POST
@for_event_registrars
def undo(request: HttpRequest, event: Event, entry_id: int) -> HttpResponse:
    """Expect somebody again who was checked in by mistake."""
    undone = _find(event, entry_id)
    if undone is None:
        raise Http404
    try:
        event_changes.undo_check_in(event=event, entry=entry_id, by=arbitrator(request))
    except RuleViolation as error:
        return _answer(request, event, refused=message_for(error))
    return _answer(request, event, undone=undone)


@require_POST
@for_event_registrars
def set_paid(request: HttpRequest, event: Event, entry_id: int) -> HttpResponse:
    """Note that somebody has paid, or has not after all."""
    paid = request.POST.get("paid") == "1"
    news = check_in.set_paid(event=event, entry=entry_id, paid=paid, by=arbitrator(request))
    payer = _find(event, entry_id)
    if payer is None:
        raise Http404
    told = _payment_told(paid=paid, news=news) % {"name": payer.name}
    return _answer(request, event, payer=payer, payment=told, paid=paid, news=news)


@require_GET
@for_event_registrars
def expected_file(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Send the players who have not come and match the search, as a file."""
    stem = f"{slug(gettext('expected'))}-{slug(event.name) or event.pk}-{event.date.isoformat()}"
    return table_file(expected_table(_rows(request, event, MISSING)), kind, stem)


@require_POST
@for_event_registrars
def leave_out(request: HttpRequest, event: Event) -> HttpResponse:
    """Leave out the players who have not come: nobody waits for them any longer."""
    count = event_changes.leave_out_absent(event=event, by=arbitrator(request))
    said = ngettext("%(count)s player removed.", "%(count)s players removed.", count)
    messages.success(request, said % {"count": count})
    return redirect("event-door", event.pk)


def _check_in(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Check in whom a request names; return what the answer says of it."""
    asked = request.POST.getlist("entry")
    keys = [int(text) for text in asked if text.isascii() and text.isdigit() and len(text) < LONGEST_KEY]
    if "code" in request.POST:
        code = request.POST["code"][:LONGEST_CODE]
        key = entry_of_badge(code)
        if key is None or not event.entries.filter(pk=key).exists():
            said = gettext("“%(code)s” is not a badge of this event.")
            return {"refused": said % {"code": code.rpartition("#")[2].strip()[:20]}}
        keys = [key]
    count = event_changes.check_in(event=event, entries=keys, by=arbitrator(request))
    one = _find(event, keys[0]) if len(keys) == 1 else None
    return {"came": one if count else None, "came_before": None if count else one, "count": count}


def _answer(request: HttpRequest, event: Event, **said: Any) -> HttpResponse:
    """Answer with the list alone if a script asked for it, else with the page."""
    of = chosen_filter(request.POST or request.GET, FILTERS, MISSING)
    if request.method == "POST" and not is_htmx(request):
        for level, text in _sentences(said):
            messages.add_message(request, level, text)
        return redirect(f"{request.path.partition('door/')[0]}door/?{query_of(of=of)}")
    # Read before the list: a change in between is seen by the next look.
    attendance = check_in.attendance_of(event)
    part: PageOfList[Entry] = find_part(
        request.GET, lambda _text: _rows(request, event, of), per_page=PER_PAGE, filters=FILTERS, of=of
    )
    divisions, shown = places_of([entry.pk for entry in part.page]), check_in.find_shown(event)
    context = {
        "event": event,
        "part": part,
        "rows": [(entry, divisions.get(entry.pk), entry.pk in shown) for entry in part.page],
        "of": of,
        "marks": marks_of(event),
        "attendance": attendance,
        # Where nobody is on record as having paid, the event takes its money elsewhere.
        "pays": attendance.paid or of == UNPAID,
        "has_divisions": has_divisions(event),
        "game": event.games.filter(state=Game.State.PLAYING).order_by("number").first(),
    }
    template = "website/events/door.html" + ("#door_list" if is_htmx(request) else "")
    return render(request, template, context | said)


def _sentences(said: dict[str, Any]) -> list[tuple[int, str]]:
    """Return what an act did as messages, for a browser without scripts."""
    count, undone = said.get("count", 0), said.get("undone")
    if "refused" in said:
        return [(messages.ERROR, said["refused"])]
    if said.get("payer"):
        return [(messages.SUCCESS if said["news"] else messages.INFO, said["payment"])]
    if undone:
        return [(messages.SUCCESS, gettext("%(name)s is expected again.") % {"name": undone.name})]
    if said.get("came_before"):
        return [
            (messages.INFO, gettext("%(name)s is already checked in.") % {"name": said["came_before"].name})
        ]
    told = ngettext("%(count)s player checked in.", "%(count)s players checked in.", count)
    return [(messages.SUCCESS, told % {"count": count})]


def _payment_told(*, paid: bool, news: bool) -> str:
    """Return the sentence on a payment that is on record now, or was before."""
    if not paid:
        return gettext("%(name)s has not paid.")
    return gettext("%(name)s has paid.") if news else gettext("%(name)s has paid already.")


def _find(event: Event, key: int) -> Entry | None:
    return event.entries.select_related("player", "partner").filter(pk=key).first()


def _rows(request: HttpRequest, event: Event, of: str) -> list[Entry]:
    """Return the entries that match filter and search: by name, and those who are there by their arrival."""
    found = event.entries.select_related("player__club", "partner")
    if of == UNPAID:
        found = found.filter(paid=False).exclude(arrived_at=None, withdrawn_at__isnull=False)
    elif of != ALL:
        shown = check_in.find_shown(event)
        there = Q(arrived_at__isnull=False) | Q(pk__in=shown)
        found = found.filter(there if of == THERE else ~there)
    rows = rows_shown(request, found)
    if of == THERE:
        return sorted(rows, key=lambda entry: (entry.arrived_at or entry.joined_at, entry.pk), reverse=True)
    return sorted(rows, key=lambda entry: (sort_key(entry.player.shown_name), entry.table))
