"""One round for its directors: pairings by table and by name, changing them by hand, beginning it, results by
line.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.classic.exchange.pasted import read_results
from tournaments.classic.exchange.round_forms import MOST_BYTES, HandForm, PastedResultsForm
from tournaments.classic.match_records.contradictions import check_record_agrees
from tournaments.classic.models import Division, DivisionRound, MatchResult
from tournaments.classic.pairing import is_method, method_choices, method_label
from tournaments.classic.rounds import manual_pairing, pairing, results, tables
from tournaments.classic.rounds.pairing_reasons import reasons_in_words
from tournaments.classic.rounds.result_lines import NamedEntrants, RoundTables, enter_results
from tournaments.classic.rounds.selectors import (
    MatchLine,
    RoundView,
    load_round_view,
    plays_in,
    round_version,
)
from tournaments.classic.scores.scores import ScoreLine, read_line, score_of
from tournaments.classic.templatetags.classic import signed
from tournaments.classic.views.desk.overtime import read_overtime_answer
from tournaments.classic.views.desk.pasted import posted_lines
from tournaments.classic.views.desk.permissions import (
    for_division_arbitrators,
    for_division_chief,
    for_division_desk,
)
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.staff import is_chief
from tournaments.http.numbers import read_number
from tournaments.http.uploads import takes_upload
from tournaments.names import name_visibility
from tournaments.names.folding import sort_key
from tournaments.views.desk_messages import show_refused
from tournaments.views.permissions import arbitrator
from tournaments.views.refusals import refusals_in
from tournaments.wording.engine_messages import message_for

# The refusals that ask the desk a question.
ASKS = "overtime_in_doubt"
QUESTIONS = {ASKS, "record_differs"}


@require_GET
@for_division_desk
def round_page(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Render the pairings and results of a round; for a page with `?seen=`, only the changes since that version."""
    round_ = _round(division, number)
    if seen := request.GET.get("seen"):
        return _changes(request, division, round_, seen)
    return render(request, "classic/round.html", _context(request, division, round_))


@require_POST
@for_division_chief
def pair_round(request: HttpRequest, division: Division) -> HttpResponse:
    """Pair the next round, whose number is in the form."""
    number = _number(request, "number")
    try:
        pairing.pair_next_round(
            division=division,
            number=number,
            by=arbitrator(request),
            method=_method(request),
            without_results="without_results" in request.POST,
        )
    except RuleViolation as error:
        messages.error(request, message_for(error))
        if error.code == "planned_by_hand":
            return redirect("pair-by-hand", division.event_id, division.pk, number)
        return redirect("division", division.event_id, division.pk)
    return redirect("division-round", division.event_id, division.pk, number)


@require_POST
@for_division_chief
def round_act(request: HttpRequest, division: Division, number: int, act: str) -> HttpResponse:
    """Begin a round, pair it again, take it back, or change one thing about its pairings."""
    if act not in ROUND_ACTS:
        raise Http404
    try:
        _do(request, division, number, act)
    except RuleViolation as error:
        messages.error(request, message_for(error))
        if error.code == "confirm_pairings":
            return _ask_again(request, division, number)
    if division.rounds.filter(number=number).exists():
        return redirect("division-round", division.event_id, division.pk, number)
    return redirect("division", division.event_id, division.pk)


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_division_chief
def by_hand(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Pair a round by hand, from pairs of numbers."""
    round_ = division.rounds.filter(number=number).first()
    entrants = division.entries.select_related("entry__player", "entry__partner").order_by("number")
    playing = [entrant for entrant in entrants if plays_in(entrant, number)]
    posted, wrong = posted_lines(request, "pairs") if request.method == "POST" else (None, "")
    form = HandForm(posted, initial={"pairs": _pairing_lines(round_)}, named=NamedEntrants(playing))
    if wrong:
        form.add_error("file", wrong)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, "pairs"):
            manual_pairing.pair_by_hand(
                division=division,
                number=number,
                pairs=form.cleaned_data["pairs"],
                by=arbitrator(request),
                confirmed=form.cleaned_data["confirmed"],
            )
            return redirect("division-round", division.event_id, division.pk, number)
    context = {
        "event": division.event,
        "division": division,
        "number": number,
        "form": form,
        "entrants": playing,
    }
    return render(request, "classic/manual_pairing.html", context, status=422 if form.errors else 200)


@require_POST
@for_division_arbitrators
def result_line(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Store the result of a line `table score score` and show it at once; a refused line stays in the field."""
    round_ = _round(division, number)
    text, told, despite_record = request.POST.get("line", ""), "", "despite_record" in request.POST
    shown: dict[str, object]
    try:
        line = RoundTables(round_).settle(read_line(text))
        if not despite_record:
            _check_record(round_, line)
        result = results.enter_result(
            division=division,
            number=number,
            table=line.table,
            score=line.score,
            by=arbitrator(request),
            take_overtime_off=read_overtime_answer(request),
        )
    except RuleViolation as error:
        asks = error.code if error.code in QUESTIONS else ""
        shown = {"line": text, "line_error": message_for(error), "line_asks": asks}
        shown |= {"despite_record": despite_record}
    else:
        told = result_in_words(line.table, result)
        shown = {"line": "", "line_told": told, "line_table": str(line.table)}
    htmx = bool(getattr(request, "htmx", False))
    if not htmx and told:
        messages.success(request, told)
        return redirect("division-round", division.event_id, division.pk, number)
    context = _context(request, division, round_) | shown
    template = "classic/round.html" + ("#results" if htmx else "")
    # htmx ignores answers with an error status.
    return render(request, template, context, status=422 if not told and not htmx else 200)


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_division_arbitrators
def paste_results(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Store the results of many lines at once, all or none, with the errors; ask once who went first where lines
    have another order than the pairings.
    """
    round_ = _round(division, number)
    posted, wrong = posted_lines(request, "lines") if request.method == "POST" else (None, "")
    form = PastedResultsForm(posted, is_chief=is_chief(division.event, arbitrator(request)))
    asks, turned = False, []
    if wrong:
        form.add_error("file", wrong)
    if form.is_bound and form.is_valid():
        lines = read_results(form.cleaned_data["lines"])
        turned = RoundTables(round_).find_turned(line for _text, line in lines)
        try:
            count = enter_results(
                division=division,
                number=number,
                lines=lines,
                by=arbitrator(request),
                take_overtime_off=read_overtime_answer(request),
                firsts=form.firsts_for(turned),
            )
        except LinesRefused as error:
            form.add_error(None, gettext("Nothing was saved: correct these lines and send them all again."))
            show_refused(form, "lines", error)
            asks = any(one.code == ASKS for _line, one in error.refused)
        except RuleViolation as error:
            form.add_error("firsts" if error.code == "firsts_in_doubt" else "lines", message_for(error))
        else:
            said = ngettext("%(count)s result accepted.", "%(count)s results accepted.", count)
            messages.success(request, said % {"count": count})
            return redirect("division-round", division.event_id, division.pk, number)
        if turned:
            form.ask(turned)
    context = {
        "event": division.event,
        "division": division,
        "round": round_,
        "form": form,
        "asks": asks,
        "turned": turned,
    }
    return render(request, "classic/pasted_results.html", context, status=422 if form.errors else 200)


def _check_record(round_: DivisionRound, line: ScoreLine) -> None:
    match = round_.matches.filter(table=line.table).first()
    if match is not None and line.score.outcome == MatchResult.Outcome.PLAYED:
        check_record_agrees(match, line.score.first, line.score.second)


def result_in_words(table: int, result: MatchResult) -> str:
    """Return the result that counts in words, with the overtime that was deducted."""
    score, match = score_of(result), result.match
    if not (score.first_overtime or score.second_overtime) or match.second is None:
        return gettext("Table %(table)s: %(figures)s") % {"table": table, "figures": score.figures}
    values = {
        "table": table,
        "first": match.first.entry.name,
        "first_score": score.first,
        "second": match.second.entry.name,
        "second_score": score.second,
        "first_less": signed(-score.first_overtime),
        "second_less": signed(-score.second_overtime),
    }
    said = gettext(
        "Table %(table)s: %(first)s %(first_score)s, %(second)s %(second_score)s "
        "(overtime %(first_less)s, %(second_less)s)"
    )
    return said % values


ROUND_ACTS = ("begin", "again", "unpair", "sides", "swap", "move", "tables")


def _do(request: HttpRequest, division: Division, number: int, act: str) -> None:
    common: dict[str, Any] = {"division": division, "number": number, "by": arbitrator(request)}
    if act == "begin":
        pairing.begin_round(**common)
    elif act == "again":
        pairing.pair_again(**common, method=_method(request))
        messages.success(request, gettext("Paired again."))
    elif act == "unpair":
        pairing.unpair_round(**common)
        messages.success(request, gettext("Pairings of round %(number)s removed.") % {"number": number})
    elif act == "sides":
        table = _number(request, "table")
        manual_pairing.swap_sides(**common, table=table)
        said = gettext("Table %(table)s: first move swapped.") % {"table": table}
        messages.success(request, said)
    elif act == "tables":
        written = request.POST.get("first", "").strip()
        tables.set_first_table(**common, first_table=_number(request, "first") if written else None)
        messages.success(request, gettext("Tables renumbered."))
    elif act == "move":
        table, to = _number(request, "table"), _number(request, "to")
        manual_pairing.move_table(**common, table=table, to=to)
        messages.success(
            request, gettext("Table %(table)s is table %(to)s now.") % {"table": table, "to": to}
        )
    else:
        numbers = [_number(request, name) for name in ("one", "other")]
        one, other = (_key(division, number) for number in numbers)
        manual_pairing.swap_players(**common, one=one, other=other, confirmed="confirmed" in request.POST)
        said = gettext("Numbers %(one)s and %(other)s have changed places.")
        messages.success(request, said % dict(zip(("one", "other"), numbers, strict=True)))


def _ask_again(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Render the page with the swap that needs confirming still in its form."""
    swap = {"one": request.POST.get("one", ""), "other": request.POST.get("other", "")}
    context = _context(request, division, _round(division, number)) | {"swap": swap}
    return render(request, "classic/round.html", context, status=422)


def _changes(request: HttpRequest, division: Division, round_: DivisionRound, seen: str) -> HttpResponse:
    """Answer a page that shows the version `seen`: nothing, the changed parts, or a reload if the round has
    begun since.
    """
    version = round_version(round_)
    if seen == version:
        return HttpResponse(status=204)
    if seen[:1] != version[:1]:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "classic/round/changes.html", _context(request, division, round_))


def _round(division: Division, number: int) -> DivisionRound:
    round_ = get_object_or_404(division.rounds.select_related("paired_by"), number=number)
    round_.division = division
    return round_


def _context(request: HttpRequest, division: Division, round_: DivisionRound) -> dict[str, Any]:
    # Read the version before the rows: a change in between makes the page ask once more.
    version = round_version(round_)
    round_view = load_round_view(round_)
    asked = request.GET.get("by", "")
    order = asked if asked in {"name", "why"} else ""
    place = [division.event_id, division.pk, round_.number]
    kept = {"by": order} if order else {}
    return {
        "event": division.event,
        "division": division,
        "round": round_,
        "round_text": str(round_.number),
        "shown": round_view,
        "line_url": reverse("result-line", args=place, query=kept),
        "changes_url": reverse("division-round", args=place, query=kept | {"seen": version}),
        "lines": [(line, reasons_in_words(line.match)) for line in round_view.lines],
        "order": order,
        "by_name": _list_by_name(round_view) if order == "name" else None,
        "method": method_label(round_.method),
        "methods": method_choices(),
        "is_last": not division.rounds.filter(number__gt=round_.number).exists(),
        "line": "",
    }


def _list_by_name(shown: RoundView) -> list[tuple[str, MatchLine, bool, str]]:
    """Return everybody in the round with their match, whether they go first, and against whom."""
    found = []
    with name_visibility.family_first():
        for line in shown.lines:
            first, second = line.match.first.entry.name, line.match.second and line.match.second.entry.name
            found.append((first, line, True, second or ""))
            if second:
                found.append((second, line, False, first))
    return sorted(found, key=lambda one: sort_key(one[0]))


def _pairing_lines(round_: DivisionRound | None) -> str:
    """Return the current pairings as lines, to be changed by hand."""
    if round_ is None:
        return ""
    matches = sorted(
        round_.matches.select_related("first", "second"), key=lambda match: (match.is_bye, match.table or 0)
    )
    return "\n".join(
        f"{match.first.number} {match.second.number}" if match.second else str(match.first.number)
        for match in matches
    )


def _key(division: Division, number: int) -> int:
    """Return the key of the entrant with that number, or 0."""
    return division.entries.filter(number=number).values_list("pk", flat=True).first() or 0


def _number(request: HttpRequest, name: str) -> int:
    return read_number(request.POST.get(name), digits=7) or 0


def _method(request: HttpRequest) -> str:
    method = request.POST.get("method", "")
    return method if is_method(method) else ""
