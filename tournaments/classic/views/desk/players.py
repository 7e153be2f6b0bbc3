"""Players of a division: entering, dropping out, coming back; one player with their matches; phones."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.accounts import rate_limit
from tournaments.classic.columns.matches import matches_table
from tournaments.classic.columns.players import NOT_ON_PAGE, players_table
from tournaments.classic.divisions import entrants, entry_by_name
from tournaments.classic.divisions.classes import classes_by, classes_tag, set_classes
from tournaments.classic.divisions.entrants import Leaves
from tournaments.classic.divisions.numbering import first_round_open
from tournaments.classic.divisions.phones import guess_of, join_code
from tournaments.classic.forms.divisions import BandsForm, NamesForm
from tournaments.classic.models import Division, DivisionEntry
from tournaments.classic.rounds.selectors import entrants_of, matches_of, round_to_pair_again
from tournaments.classic.views.desk.permissions import (
    for_division_arbitrators,
    for_division_chief,
    for_division_desk,
    for_division_registrars,
)
from tournaments.classic.views.desk.ratings import file_name
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events import door
from tournaments.events.registration.pasted import read_typed
from tournaments.events.registration.removal import may_leave_list
from tournaments.http.addresses import address_for_phones
from tournaments.http.numbers import read_number, read_optional_number
from tournaments.models import Entry, Event
from tournaments.names.folding import sort_key
from tournaments.people.look_alikes import marks_of
from tournaments.people.services import are_spelled_otherwise
from tournaments.views.answers import read_answers
from tournaments.views.desk_messages import NOBODY_ENTERED, last_entry, show_refused, warn_of_looks
from tournaments.views.downloads import table_file
from tournaments.views.pasted_lists import review_shown
from tournaments.views.permissions import arbitrator
from tournaments.views.qr import link_shown, qr_svg
from tournaments.views.refusals import refusals_in, refusals_told
from tournaments.wording.engine_messages import message_for

ENTRANT_ACTS: dict[str, tuple[Callable[..., None], Promise]] = {
    "remove": (entrants.remove_entrant, _("%(name)s removed.")),
    "drop-out": (entrants.drop_out, _("%(name)s dropped out.")),
    "first-round": (entrants.set_first_round, _("The first round of %(name)s is set.")),
    "come-back": (entrants.come_back, _("%(name)s is back.")),
    "handicap": (entrants.set_handicap, _("Turn limit of %(name)s set.")),
    "fixed-table": (entrants.set_fixed_table, _("The table of %(name)s is set.")),
}


@require_GET
@for_division_desk
def players(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the list, and for the chief the entries without a division, and the form to enter names."""
    code, address = join_code(division.event), request.META["REMOTE_ADDR"]
    rate_limit.note_open_desk(address, code, guess_of(division.event_id, code))
    return _players_page(request, division, NamesForm())


@require_POST
@for_division_chief
def enter(request: HttpRequest, division: Division) -> HttpResponse:
    """Enter the ticked entries, all, or those in a range of ratings; or names, all or none, with the errors.

    A list that is not plain is shown first, as it was read.
    """
    if "names" not in request.POST:
        return _enter_ticked(request, division)
    form = NamesForm(request.POST)
    if form.is_valid():
        lines = None if "mark" in request.POST else read_typed(form.cleaned_data["names"])
        if lines is None or are_spelled_otherwise([line.name for line in lines]):
            return _enter_pasted(request, division, form)
        last = last_entry(division.event)
        try:
            entered = entry_by_name.enter_by_name(
                division=division,
                lines=lines,
                by=arbitrator(request),
                first_round=read_optional_number(request.POST.get("first_round")),
            )
        except LinesRefused as error:
            if any(one.code == "namesakes" for _line, one in error.refused):
                return _enter_pasted(request, division, form)
            messages.error(request, NOBODY_ENTERED)
            show_refused(form, "names", error)
        except RuleViolation as error:
            form.add_error("names", message_for(error))
        else:
            messages.success(request, _describe_entered(entered))
            warn_of_looks(request, division.event, after=last)
            return redirect("division-players", division.event_id, division.pk)
    return _players_page(request, division, form)


@require_POST
@for_division_chief
def number(request: HttpRequest, division: Division) -> HttpResponse:
    """Assign the players' numbers by rating again."""
    with refusals_told(request):
        entrants.number_by_rating(division=division, by=arbitrator(request))
    return redirect("division-players", division.event_id, division.pk)


@require_http_methods(["GET", "POST"])
@for_division_chief
def classes(request: HttpRequest, division: Division) -> HttpResponse:
    """Show the classes that typed bands of ratings make, with who is next to each bound; store them as shown."""
    form, shown, mark = BandsForm(request.POST or None), None, request.POST.get("mark", "")
    if form.is_valid():
        bands = form.cleaned_data["bands"]
        shown = classes_by(division, bands)
        if mark == classes_tag(shown):
            with refusals_in(form, "bands"):
                count = set_classes(division=division, bands=bands, seen=mark, by=arbitrator(request))
                said = ngettext(
                    "%(count)s player has a class.", "%(count)s players have their classes.", count
                )
                messages.success(request, said % {"count": count})
                return redirect("division-players", division.event_id, division.pk)
    context = {
        "event": division.event,
        "division": division,
        "form": form,
        "shown": shown,
        "mark": shown and classes_tag(shown),
    }
    return render(request, "classic/classes.html", context, status=422 if form.errors else 200)


@require_POST
@for_division_arbitrators
def set_door(request: HttpRequest, division: Division) -> HttpResponse:
    """Close or open the door of the event, or set whether its hall is on one address."""
    act = request.POST.get("act", "")
    if act in door.SETS:
        door.set_door(
            event=division.event, act=act, by=arbitrator(request), address=request.META["REMOTE_ADDR"]
        )
    return redirect(reverse("division-players", args=[division.event_id, division.pk]) + "#by-phone")


@require_GET
@for_division_desk
def entrant_page(request: HttpRequest, division: Division, entrant_id: int) -> HttpResponse:
    """Render one player: their matches, and the acts on them."""
    return _entrant_page(request, division, _entrant(division, entrant_id))


@require_GET
@for_division_desk
def export_matches(_request: HttpRequest, division: Division, entrant_id: int, kind: str) -> HttpResponse:
    """Export the matches of one player."""
    entrant = _entrant(division, entrant_id)
    return table_file(matches_table(matches_of(entrant)), kind, file_name(entrant.entry.name, division))


@require_POST
@for_division_chief
def entrant_act(request: HttpRequest, division: Division, entrant_id: int, act: str) -> HttpResponse:
    """Remove a player, let them drop out or come back, or set their first round, limit a turn or table."""
    entrant = _entrant(division, entrant_id)
    if act not in ENTRANT_ACTS:
        raise Http404
    use_case, said = ENTRANT_ACTS[act]
    with refusals_told(request):
        use_case(entrant=entrant, by=arbitrator(request), **_read_values(request.POST, act, division))
        messages.success(request, str(said) % {"name": entrant.entry.name})
        if (number := round_to_pair_again(division)) is not None:
            again = gettext("Round %(number)s must be paired again.") % {"number": number}
            messages.warning(request, again)
            return redirect("division-round", division.event_id, division.pk, number)
        return redirect("division-players", division.event_id, division.pk)
    return _entrant_page(request, division, entrant, typed=request.POST)


@require_http_methods(["GET", "POST"])
@for_division_registrars
def phone_link(request: HttpRequest, division: Division, entrant_id: int) -> HttpResponse:
    """Make a link that gives a phone to this player; it is shown once, and asking again makes a new one."""
    entrant = _entrant(division, entrant_id)
    context: dict[str, Any] = {
        "event": division.event,
        "division": division,
        "entrant": entrant,
        "address": "",
    }
    if request.method == "POST":
        try:
            token = entrants.give_phone(entrant=entrant, by=arbitrator(request))
        except RuleViolation as error:
            context["problem"] = message_for(error)
            return render(request, "classic/phone_link.html", context, status=422)
        # The fragment stays in the browser: no server, proxy or log sees the token.
        path = reverse("matches", args=[division.event_id]) + f"#t={token}"
        label = gettext("QR code for the phone of %(name)s") % {"name": entrant.entry.name}
        context |= link_shown(request, path, label)
    return render(request, "classic/phone_link.html", context)


def _entrant(division: Division, entrant_id: int) -> DivisionEntry:
    rows = division.entries.select_related("entry__player__club", "entry__partner")
    entrant = get_object_or_404(rows, pk=entrant_id)
    entrant.division = division
    return entrant


def _entrant_page(
    request: HttpRequest, division: Division, entrant: DivisionEntry, *, typed: QueryDict | None = None
) -> HttpResponse:
    """Render one player; after a refusal with what was `typed`."""
    lines = matches_of(entrant)
    context = {
        "event": division.event,
        "division": division,
        "entrant": entrant,
        "typed": typed,
        "table": matches_table(lines),
        "may_set_first": entrants.first_round_played(entrant) != entrant.first_round,
        "missed": entrants.rounds_missed(entrant),
        "next_round": max(first_round_open(division), entrant.first_round),
        "may_leave_list": not lines and may_leave_list(entrant.entry, arbitrator(request)),
    }
    return render(request, "classic/player.html", context, status=200 if typed is None else 422)


def _read_values(typed: QueryDict, act: str, division: Division) -> dict[str, Any]:
    """Return the further values of an act on a player.

    Raises:
        RuleViolation: the round to drop out from is no number.
    """
    if act == "drop-out":
        number = read_optional_number(typed.get("from_round"))
        return {"from_round": first_round_open(division) if number is None else number}
    if act == "first-round":
        return {"first_round": read_number(typed.get("round")) or 0}
    if act == "remove":
        leaves = typed.get("leaves", "")
        return {"leaves": Leaves(leaves) if leaves in set(Leaves) else Leaves.DIVISION}
    if act in {"handicap", "fixed-table"}:
        name = "seconds" if act == "handicap" else "table"
        written = typed.get(name, "").strip()
        return {name: (read_number(written) or 0) if written else None}
    return {}


def _enter_ticked(request: HttpRequest, division: Division) -> HttpResponse:
    with refusals_told(request):
        count = entrants.enter_players(
            division=division,
            entries=_read_entries(request, division),
            by=arbitrator(request),
            first_round=read_optional_number(request.POST.get("first_round")),
        )
        said = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
        messages.success(request, said % {"count": count})
        return redirect("division-players", division.event_id, division.pk)
    return _players_page(request, division, NamesForm(), typed=request.POST)


def _read_entries(request: HttpRequest, division: Division) -> list[int]:
    """Return the keys of the ticked entries, of all without a division, or of those in a range of ratings.

    Raises:
        RuleViolation: a bound of the range is no number.
    """
    if "by-rating" in request.POST:
        least, most = (read_optional_number(request.POST.get(name)) for name in ("least", "most"))
        return [entry.pk for entry in free_entries(division.event) if _is_between(entry, least, most)]
    if "all" in request.POST:
        return [entry.pk for entry in free_entries(division.event)]
    return _ticked(request.POST)


def _ticked(typed: QueryDict) -> list[int]:
    return [key for text in typed.getlist("entry") if (key := read_number(text)) is not None]


def _enter_pasted(request: HttpRequest, division: Division, form: NamesForm) -> HttpResponse:
    """Enter a pasted list if it was shown already; else show what each line means."""
    text, answers = form.cleaned_data["names"], read_answers(request)
    if "mark" in request.POST:
        last = last_entry(division.event)
        try:
            count = entry_by_name.enter_reviewed(
                division=division,
                text=text,
                answers=answers,
                mark=request.POST["mark"],
                by=arbitrator(request),
                first_round=read_optional_number(request.POST.get("first_round")),
            )
        except RuleViolation as error:
            form.add_error("names", message_for(error))
        else:
            said = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
            messages.success(request, said % {"count": count})
            warn_of_looks(request, division.event, after=last)
            return redirect("division-players", division.event_id, division.pk)
    review = entry_by_name.review_list(division, text, answers)
    address = reverse("enter-players", args=[division.event_id, division.pk])
    return _players_page(request, division, form, pasted=review_shown(review, address))


def _describe_entered(entered: entry_by_name.EnteredByName) -> str:
    known, new = entered.known, entered.new
    said = ngettext("%(count)s player entered.", "%(count)s players entered.", known + len(new))
    said = said % {"count": known + len(new)}
    if not new:
        return said
    names = ", ".join(new[:12]) + (" …" if len(new) > 12 else "")
    details = gettext("%(known)s known, %(new)s new: %(names)s") % {
        "known": known,
        "new": len(new),
        "names": names,
    }
    return f"{said} {details}"


def free_entries(event: Event) -> list[Entry]:
    """Return the entries of the event without a division."""
    entries = event.entries.filter(in_division=None, withdrawn_at=None).select_related(
        "player__club", "partner"
    )
    return sorted(entries, key=lambda entry: (sort_key(entry.player.shown_name), entry.table))


def _is_between(entry: Entry, least: int | None, most: int | None) -> bool:
    rating = entry.player.rating
    if rating is None:
        return least is None
    return (least is None or rating >= least) and (most is None or rating <= most)


def _players_page(
    request: HttpRequest,
    division: Division,
    form: NamesForm,
    *,
    pasted: Mapping[str, Any] | None = None,
    typed: QueryDict | None = None,
) -> HttpResponse:
    """Render the players; after a refusal with the ticks and bounds that were `typed`."""
    address = address_for_phones(request, reverse("matches", args=[division.event_id]))
    code = join_code(division.event)
    label = gettext("QR code for joining")
    found = entrants_of(division)
    context = {
        "event": division.event,
        "division": division,
        "entrants": found,
        "table": players_table(found).without(NOT_ON_PAGE),
        "free": free_entries(division.event),
        "marks": marks_of(division.event),
        "form": form,
        "typed": typed,
        "ticked": [] if typed is None else _ticked(typed),
        "next_round": first_round_open(division),
        "paired": division.rounds.exists(),
        "join_address": address,
        "join_code": code,
        "join_qr": qr_svg(f"{address}?code={code}&division={division.pk}", label),
        **(pasted or {}),
        **door.hall_shown(division.event, request.META["REMOTE_ADDR"]),
    }
    refused = form.errors or typed is not None
    return render(request, "classic/players.html", context, status=422 if refused else 200)
