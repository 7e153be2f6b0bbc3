"""The entries of an event: tables, teams and groups; entering from the list of players."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.games import event_changes
from duplicate.models import Game
from duplicate.website.events.exports import entries_table
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.seating import SeatLine, place_of
from tournaments.events.selectors import events_for
from tournaments.models import Club, Entry, Event, Player, organiser_in_scope
from tournaments.models.events import REMARKS_LENGTH
from tournaments.names.folding import slug, tidy
from tournaments.organisers.rights import Right, has_right
from tournaments.people.federation_lists import copy_people, federation_people
from tournaments.people.forms import EnterFilterForm
from tournaments.people.look_alikes import marks_of
from tournaments.people.selectors import people_found, sort_keys
from tournaments.views.desk_messages import last_entry, lines_refused, warn_of_looks
from tournaments.views.downloads import table_file
from tournaments.views.entry_search import PER_PAGE, part_of, rows_shown
from tournaments.views.pagination import PageOfList, take_part
from tournaments.views.permissions import arbitrator, for_event_chief, for_event_registrars
from tournaments.wording.engine_messages import message_for

LONGEST = 80
# The value of the button that ticks everybody who is found; more ticks would make addresses too long.
TICK_ALL, MOST_TICKED = "tick", 500


@require_http_methods(["GET", "POST"])
@for_event_chief
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Show and store tables, teams and groups of one page of the entries."""
    part = part_of(request, _entries(event))
    typed, sent = None, list[Entry]()
    if request.method == "POST":
        # The entries on the page that was sent: a draw since then may have put others on this page.
        sent = list(
            _entries(event).filter(pk__in=_numbers([name.partition("-")[2] for name in request.POST]))
        )
        typed = {entry.pk: _read_typed(request.POST, entry) for entry in sent}
        problems = _place(request, event, typed)
        if not problems:
            return redirect(f"{request.path}?{_next_part(request, part)}".removesuffix("?"))
        for problem in problems:
            messages.error(request, problem)
    context = {
        "event": event,
        "part": part,
        "lines": [(entry, typed[entry.pk], _stored_values(entry)) for entry in sent]
        if typed
        else [(entry, _stored_values(entry), _stored_values(entry)) for entry in part.page],
        "marks": marks_of(event),
        "teams": event.teams.all(),
        "several_games": event.games.count() > 1,
        "playing": event.games.filter(state=Game.State.PLAYING).exists(),
    }
    return render(request, "website/events/entries.html", context, status=422 if typed else 200)


@require_GET
@for_event_chief
def entries_file(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Send the entries that match the search, of all pages, as a file."""
    rows = rows_shown(request, _entries(event).select_related("player__club"))
    table = entries_table(rows, event)
    return table_file(table, kind, _stem(event, gettext("entries")))


@require_POST
@for_event_chief
def seat(request: HttpRequest, event: Event, how: str) -> HttpResponse:
    """Draw the tables, or assign them by rank."""
    acts: dict[str, Callable[..., Any]] = {
        "draw": event_changes.draw_tables,
        "rank": event_changes.seat_by_rank,
    }
    if how not in acts:
        raise Http404
    try:
        seed = acts[how](event=event, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        drawn = gettext("Tables drawn; the seed %(seed)s is in the log.") % {"seed": seed}
        messages.success(request, drawn if seed else gettext("Tables assigned by rank."))
    return redirect("event-entries", event.pk)


@require_http_methods(["GET", "POST"])
@for_event_registrars
def enter(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter players who are ticked in the lists; they are expected from then on. Ticks stay during a search."""
    listed = _lists_for(request)
    if request.method == "POST" and "search" not in request.POST:
        asked_for, members = (_numbers(request.POST.getlist(name)) for name in ("player", "member"))
        keys = list(listed.people().filter(pk__in=asked_for).values_list("pk", flat=True))
        if members and listed.is_whole:
            keys += [copy.pk for copy in copy_people(members)]
        last = last_entry(event)
        count = event_changes.enter_people(event=event, players=keys, by=arbitrator(request))
        said = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
        messages.success(request, said % {"count": count})
        warn_of_looks(request, event, after=last)
        return redirect(request.get_full_path())
    asked = (request.POST or request.GET).copy()
    form = EnterFilterForm(asked, events=listed.events().exclude(pk=event.pk))
    form.is_valid()
    wanted = {name: value for name, value in form.cleaned_data.items() if value}
    outside = listed.people(**wanted).exclude(entries__event=event).exclude(partner_entries__event=event)
    keys = _numbers(asked.getlist("player"))
    if asked.get("search") == TICK_ALL:
        keys = _tick_all(request, keys, sort_keys(outside))
        asked.setlist("player", list(map(str, keys)))
    ticked = listed.people().filter(pk__in=keys).order_by("name", "pk")
    keys = _numbers(asked.getlist("member"))
    for name in ("search", "csrfmiddlewaretoken"):
        asked.pop(name, None)
    part: PageOfList[int] = take_part(asked, sort_keys(outside.exclude(pk__in=ticked)), per_page=PER_PAGE)
    shown = outside.in_bulk(part.page.object_list)
    context = {
        "event": event,
        "form": form,
        "ticked": ticked,
        "ticked_members": listed.members().filter(pk__in=keys) if keys else (),
        # A federation's list is long: people of it are shown when somebody looks for them.
        "members": listed.members(wanted["text"]).exclude(pk__in=keys)[:PER_PAGE]
        if wanted.keys() == {"text"}
        else (),
        "takes_files": listed.is_whole,
        "part": part,
        "players": [shown[pk] for pk in part.page if pk in shown],
    }
    return render(request, "website/events/enter.html", context)


@dataclass(frozen=True, slots=True)
class Lists:
    """The people whom a user may search: all of the list and of the organiser's federations, or else those of
    the user's own events.
    """

    user: User
    is_whole: bool

    def people(
        self, text: str = "", club: Club | None = None, series: str = "", event: Event | None = None
    ) -> QuerySet[Player]:
        found = people_found(text, club)
        if series:
            found = found.filter(series=series)
        if event is not None:
            there = event.entries.order_by()
            found = found.filter(Q(pk__in=there.values("player")) | Q(pk__in=there.values("partner")))
        if self.is_whole:
            return found
        own = Entry.objects.filter(event__in=events_for(self.user))
        return found.filter(Q(pk__in=own.values("player")) | Q(pk__in=own.values("partner")))

    def events(self) -> QuerySet[Event]:
        """Return the events by which people can be found."""
        return (
            Event.objects.filter(organiser=organiser_in_scope()) if self.is_whole else events_for(self.user)
        )

    def members(self, text: str = "") -> QuerySet[Player]:
        found = federation_people(text).order_by("name", "pk")
        return found if self.is_whole else found.none()


def _tick_all(request: HttpRequest, ticked: list[int], found: list[int]) -> list[int]:
    """Return the ticked people with all who are found, as many as one form takes."""
    keys = list(dict.fromkeys([*ticked, *found]))
    if len(keys) > MOST_TICKED:
        said = gettext("%(count)s people are selected: enter these first, then the others.")
        messages.info(request, said % {"count": MOST_TICKED})
    return keys[:MOST_TICKED]


def _lists_for(request: HttpRequest) -> Lists:
    user = arbitrator(request)
    return Lists(user, has_right(user, organiser_in_scope(), Right.ENTER_PEOPLE))


def _stem(event: Event, kind: str) -> str:
    return f"{slug(kind)}-{slug(event.name) or event.pk}-{event.date.isoformat()}"


def _entries(event: Event) -> QuerySet[Entry]:
    return event.entries.select_related("player", "partner", "team").order_by("table")


def _next_part(request: HttpRequest, part: PageOfList[Entry]) -> str:
    """Return the query of the page to show after saving: a new search, the page asked for, or this one."""
    looked_for = request.POST.get("look-for", part.looked_for).strip()
    if looked_for != part.looked_for:
        return urlencode({"q": looked_for[:LONGEST]}) if looked_for else ""
    pages = _numbers([request.POST.get("then", "")])
    kept = {"q": part.looked_for} if part.looked_for else {}
    return urlencode(kept | {"page": pages[0]}) if pages else part.kept


def _stored_values(entry: Entry) -> dict[str, object]:
    return asdict(place_of(entry))


def _read_typed(data: QueryDict, entry: Entry) -> dict[str, object]:
    """Return the values that were typed for one entry; a field that was not sent stays as it is."""
    known = _stored_values(entry)
    return {
        name: tidy(data.get(f"{name}-{entry.pk}", str(value)))[
            : REMARKS_LENGTH if name == "remarks" else LONGEST
        ]
        for name, value in known.items()
    }


def _read_seen(data: QueryDict, key: int, typed: dict[str, object]) -> SeatLine | None:
    """Return the values that the page showed before editing; None if they were not sent."""
    seen = {name: data.get(f"was-{name}-{key}", str(value)) for name, value in typed.items()}
    if f"was-table-{key}" not in data or not _numbers([seen["table"]]):
        return None
    return _place_of(seen["table"], seen)


def _place_of(table: str, values: Mapping[str, object]) -> SeatLine:
    skips = " ".join(
        sorted(str(values["skips"]).replace(",", " ").split(), key=lambda each: (len(each), each))
    )
    return SeatLine(
        int(table),
        str(values["team"]),
        str(values["group"]),
        skips,
        "1" if values["paid"] else "",
        tidy(str(values["remarks"])),
    )


def _place(request: HttpRequest, event: Event, typed: dict[int, dict[str, object]]) -> list[str]:
    """Store the places; return all problems, and store nothing if there are any."""
    places, seen, problems = {}, {}, []
    for key, place in typed.items():
        table = str(place["table"]).strip()
        if not (table.isascii() and table.isdigit() and len(table) <= 6):
            problems.append(gettext("“%(text)s” is not a table number.") % {"text": table})
            continue
        places[key] = _place_of(table, place)
        if (was := _read_seen(request.POST, key, place)) is not None:
            seen[key] = was
    if problems:
        return problems
    try:
        event_changes.place_entries(event=event, places=places, by=arbitrator(request), seen=seen)
    except LinesRefused as error:
        return lines_refused(error)
    except RuleViolation as error:
        return [message_for(error)]
    messages.success(request, gettext("Saved."))
    return []


def _numbers(texts: list[str]) -> list[int]:
    """Return the texts that are keys, as numbers."""
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 16]
