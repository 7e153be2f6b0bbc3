"""Who plays in a division: entering, dropping out, coming back; one player with their matches; phones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments import people
from tournaments.addresses import address_for_phones
from tournaments.classic import divisions
from tournaments.classic.forms import NamesForm
from tournaments.classic.joining import join_code
from tournaments.classic.numbering import first_round_open
from tournaments.classic.rounds import entrants_of, matches_of, round_to_pair_again
from tournaments.classic.tables import matches_table
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Division, DivisionEntry, Entry, Event, Player
from tournaments.views.access import arbitrator
from tournaments.views.classic import division_of
from tournaments.views.classic_ratings import file_name
from tournaments.views.event_access import for_event_chief, for_event_desk, for_event_registrars
from tournaments.views.files import table_file
from tournaments.views.qr import qr_svg

LONGEST_NUMBER = 9
ENTRANT_ACTS: dict[str, tuple[Callable[..., None], Promise]] = {
    "remove": (divisions.remove_entrant, _("%(name)s is taken out.")),
    "drop-out": (divisions.drop_out, _("%(name)s drops out.")),
    "come-back": (divisions.come_back, _("%(name)s is back.")),
    "handicap": (divisions.set_handicap, _("The limit a turn of %(name)s is set.")),
}


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not entered; `alike` where somebody of the list may be meant."""

    line: str
    why: str
    alike: bool = False


@require_GET
@for_event_desk
def players(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """The list, and for the chief who of the event is in no division yet, and names to enter."""
    return _players_page(request, division_of(event, division_id), NamesForm())


@require_POST
@for_event_chief
def enter(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """Enter those ticked, all, or by rating; or names, of which those refused stay in the field with the reason."""
    division = division_of(event, division_id)
    if "names" not in request.POST:
        return _enter_ticked(request, division)
    form = NamesForm(request.POST)
    if form.is_valid():
        try:
            refused = _enter_named(request, division, form.lines())
        except RuleViolation as error:
            form.add_error("names", message_for(error))
            return _players_page(request, division, form)
        if not refused:
            return redirect("division-players", event.pk, division.pk)
        form = NamesForm({"names": "\n".join(one.line for one in refused)})
        for one in refused:
            form.add_error("names", f"{one.line} – {one.why}")
        return _players_page(request, division, form, alike=any(one.alike for one in refused))
    return _players_page(request, division, form)


@require_POST
@for_event_chief
def number(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """Number by rating anew."""
    division = division_of(event, division_id)
    try:
        divisions.number_by_rating(division=division, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    return redirect("division-players", event.pk, division.pk)


@require_GET
@for_event_desk
def entrant_page(request: HttpRequest, event: Event, division_id: int, entrant_id: int) -> HttpResponse:
    """One player: their matches, and what can be done about them."""
    division = division_of(event, division_id)
    entrant = _entrant(division, entrant_id)
    lines = matches_of(entrant)
    context = {
        "event": event,
        "division": division,
        "entrant": entrant,
        "lines": lines,
        "next_round": max(first_round_open(division), entrant.first_round),
    }
    return render(request, "tournaments/classic/player.html", context)


@require_GET
@for_event_desk
def export_matches(
    _request: HttpRequest, event: Event, division_id: int, entrant_id: int, kind: str
) -> HttpResponse:
    """The matches of one player as a file."""
    division = division_of(event, division_id)
    entrant = _entrant(division, entrant_id)
    return table_file(matches_table(matches_of(entrant)), kind, file_name(entrant.entry.name, division))


@require_POST
@for_event_chief
def entrant_act(
    request: HttpRequest, event: Event, division_id: int, entrant_id: int, act: str
) -> HttpResponse:
    """Take somebody out, let them drop out, bring them back, or set their limit a turn."""
    division = division_of(event, division_id)
    entrant = _entrant(division, entrant_id)
    if act not in ENTRANT_ACTS:
        raise Http404
    use_case, said = ENTRANT_ACTS[act]
    values: dict[str, Any] = {}
    if act == "drop-out":
        values["from_round"] = _number(request.POST.get("from_round")) or first_round_open(division)
    if act == "handicap":
        written = request.POST.get("seconds", "").strip()
        values["seconds"] = (_number(written) or 0) if written else None
    try:
        use_case(entrant=entrant, by=arbitrator(request), **values)
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("entrant", event.pk, division.pk, entrant_id)
    messages.success(request, str(said) % {"name": entrant.entry.name})
    if (number := round_to_pair_again(division)) is not None:
        again = gettext("Round %(number)s is to be paired again.") % {"number": number}
        messages.warning(request, again)
        return redirect("division-round", event.pk, division.pk, number)
    return redirect("division-players", event.pk, division.pk)


@require_http_methods(["GET", "POST"])
@for_event_registrars
def phone_link(request: HttpRequest, event: Event, division_id: int, entrant_id: int) -> HttpResponse:
    """A link that makes a phone this player's. It is told once: asking again makes a new one."""
    division = division_of(event, division_id)
    entrant = _entrant(division, entrant_id)
    context: dict[str, Any] = {"event": event, "division": division, "entrant": entrant, "address": ""}
    if request.method == "POST":
        token = divisions.give_phone(entrant=entrant, by=arbitrator(request))
        # Behind the # it stays in the browser: no server, proxy or log sees it.
        address = address_for_phones(request, reverse("matches", args=[event.pk])) + f"#t={token}"
        label = gettext("QR code for the phone of %(name)s") % {"name": entrant.entry.name}
        context |= {"address": address, "qr": qr_svg(address, label)}
    return render(request, "tournaments/classic/phone_link.html", context)


def _entrant(division: Division, entrant_id: int) -> DivisionEntry:
    rows = division.entries.select_related("entry__player__club", "entry__partner")
    entrant = get_object_or_404(rows, pk=entrant_id)
    entrant.division = division
    return entrant


def _enter_ticked(request: HttpRequest, division: Division) -> HttpResponse:
    keys = [key for text in request.POST.getlist("entry") if (key := _number(text)) is not None]
    if "all" in request.POST:
        keys = [entry.pk for entry in free_entries(division.event)]
    least, most = _number(request.POST.get("least")), _number(request.POST.get("most"))
    if "by-rating" in request.POST:
        keys = [entry.pk for entry in free_entries(division.event) if _between(entry, least, most)]
    try:
        count = divisions.enter_players(
            division=division,
            entries=keys,
            by=arbitrator(request),
            first_round=_number(request.POST.get("first_round")),
        )
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        said = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
        messages.success(request, said % {"count": count})
    return redirect("division-players", division.event_id, division.pk)


def _enter_named(request: HttpRequest, division: Division, lines: list[str]) -> list[Refused]:
    """The lines that could not be entered, each with the reason: one of them is that the list of people has somebody
    who is written a little otherwise, until the director says whether it is them (`alike`).
    """
    refused: list[Refused] = []
    meant: dict[str, list[str]] = {}
    who = request.POST.get("alike", "")
    for line in lines:
        like = [] if who == "new" else people.written_otherwise(line)
        if like and not (who == "list" and len(like) == 1):
            refused.append(Refused(line, _like_in_words(like), alike=True))
        else:
            meant.setdefault((like[0].licence or like[0].name) if like else line, []).append(line)
    known = {name for name in meant if people.is_known(name)}
    wrong = divisions.enter_by_name(
        division=division,
        names=[name for name, written in meant.items() for _line in written],
        by=arbitrator(request),
        first_round=_number(request.POST.get("first_round")),
    )
    refused += [Refused(meant[name].pop(), message_for(error)) for name, error in wrong]
    entered = [name for name, written in meant.items() if written]
    if entered:
        new = [meant[name][0] for name in entered if name not in known]
        messages.success(request, _entered_in_words(len(entered) - len(new), new))
    return refused


def _like_in_words(like: list[Player]) -> str:
    """Those of the list who may be meant, with what tells them apart."""
    told = [", ".join(filter(None, (one.name, str(one.rating or ""), str(one.club or "")))) for one in like]
    return gettext("in the list of people: %(people)s") % {"people": "; ".join(told)}


def _entered_in_words(known: int, new: list[str]) -> str:
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
    """Who is in the event and in no division."""
    return list(
        event.entries.filter(in_division=None, withdrawn_at=None)
        .select_related("player__club", "partner")
        .order_by("player__name", "table")
    )


def _between(entry: Entry, least: int | None, most: int | None) -> bool:
    rating = entry.player.rating
    if rating is None:
        return least is None
    return (least is None or rating >= least) and (most is None or rating <= most)


def _number(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def _players_page(
    request: HttpRequest, division: Division, form: NamesForm, *, alike: bool = False
) -> HttpResponse:
    address = address_for_phones(request, reverse("matches", args=[division.event_id]))
    code = join_code(division.event)
    label = gettext("QR code for joining")
    context = {
        "event": division.event,
        "division": division,
        "entrants": entrants_of(division),
        "free": free_entries(division.event),
        "form": form,
        "alike": alike,
        "next_round": first_round_open(division),
        "paired": division.rounds.exists(),
        "join_address": address,
        "join_code": code,
        "join_qr": qr_svg(f"{address}?code={code}", label),
    }
    return render(request, "tournaments/classic/players.html", context, status=422 if form.errors else 200)
