"""Worked cases, which everybody may read, and cases that somebody with an account types."""

from collections.abc import Callable
from functools import lru_cache, wraps
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from duplicate.cases.judged_cases import lexicon_identity
from duplicate.cases.shown_cases import ShownSection, show_cases, show_typed
from duplicate.cases.what_if import WhatIf, judge_what_if, list_notes, list_readings
from duplicate.cases.worked_cases import FILES
from duplicate.forms.what_if import WhatIfForm
from duplicate.games.rules.presets import rule_set_title, usual_preset
from tournaments.errors import RuleViolation
from tournaments.organisers.rights import Right, organisers_of
from tournaments.organisers.scope import scope_to_organiser, scope_to_public
from tournaments.views.board_strings import board_strings
from tournaments.views.permissions import CHOSEN, arbitrator
from tournaments.wording.engine_messages import message_for

# Rule sets times languages.
RENDERED = 30


def for_users(view: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view for everybody with an account: also arbitrators of one event, who have no other right.

    They may choose from the rules and lexicons of the organiser that they belong to, the one chosen last where
    there are several.
    """

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        organisers = list(organisers_of(arbitrator(request), *Right))
        chosen = [
            organiser for organiser in organisers if organiser.pk == request.session.get(CHOSEN)
        ] or organisers
        with scope_to_organiser(chosen[0].pk) if chosen else scope_to_public():
            return view(request)

    return login_required(never_cache(guarded))


@require_safe
def cases_of_language(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view takes a request
    """Redirect to the cases of the federation that plays in the language of the page with the link."""
    return redirect("worked-cases", usual_preset())


@require_safe
def worked_cases(request: HttpRequest, rule_set: str) -> HttpResponse:
    """Show the cases for a rule set that comes with the program."""
    if rule_set not in FILES:
        raise Http404
    sections, html = _render_sections(rule_set, lexicon_identity(rule_set), get_language() or "")
    context = {
        "rule_set": rule_set,
        "title": rule_set_title(rule_set),
        "rule_sets": [(name, rule_set_title(name)) for name in FILES],
        "sections": sections,
        "sections_html": html,
    }
    return render(request, "duplicate/cases/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_users
def what_if(request: HttpRequest) -> HttpResponse:
    """Judge a typed case. A case that can be judged gets an address of its own, to be sent to others."""
    if request.method == "POST":
        form = WhatIfForm(request.POST)
        if form.is_valid():
            return redirect(f"{reverse('what-if')}?{urlencode(form.query())}")
        return _show(request, form, status=422)
    form = WhatIfForm(request.GET) if "rack" in request.GET else WhatIfForm(initial=request.GET.dict())
    return _show(request, form)


@lru_cache(maxsize=RENDERED)
def _render_sections(
    rule_set: str, _words: str, _language: str
) -> tuple[tuple[ShownSection, ...], SafeString]:
    """Return the sections and their HTML. Some 8,000 squares take 0.2 s to render, for a page that strangers open."""
    sections = show_cases(rule_set)
    context = {"sections": sections, "board_strings": board_strings()}
    return sections, render_to_string("duplicate/cases/sections.html", context)


def _show(request: HttpRequest, form: WhatIfForm, status: int = 200) -> HttpResponse:
    context: dict[str, object] = {"form": form, "board_strings": board_strings()}
    if form.is_valid():
        case: WhatIf = form.cleaned_data["case"]
        try:
            judged = judge_what_if(case, arbitrator(request))
        except RuleViolation as error:
            context["trouble"], status = message_for(error), 409
        else:
            context["case"] = show_typed(case, judged)
            context["notes"] = [message_for(note) for note in list_notes(case)]
            context["readings"] = [reading for reading in list_readings(case) if reading]
            context["address"] = request.build_absolute_uri()
    return render(request, "duplicate/cases/what_if.html", context, status=status)
