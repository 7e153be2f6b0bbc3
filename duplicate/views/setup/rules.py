"""Rule sets at the desk: the presets and the club's own to look at, copy, change, import and export as text;
and the rules of one game in words. Users with the right to run events may change the club's rule sets.
"""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.forms.rule_set import ImportRulesForm, RulesForm
from duplicate.games.rules import services as game_rule_sets
from duplicate.games.rules.descriptions import find_changed_settings, nearest_preset, rules_in_words
from duplicate.games.rules.presets import PRESETS, chosen_rules, rule_set_title, rules_title, usual_preset
from duplicate.games.rules.selectors import list_rules
from duplicate.models import ClubRules, Game
from duplicate.views.permissions import for_arbitrators
from engine.rules import (
    CLASSIC,
    RuleSet,
    differences,
    load_rule_set,
)
from tournaments.errors import RuleViolation
from tournaments.names.folding import slug
from tournaments.organisers.rights import Right
from tournaments.views.pagination import PageOfList, find_part
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.wording.engine_messages import message_for

P = ParamSpec("P")


def for_event_runners(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    return for_organiser(Right.RUN_EVENTS)(view)


@require_GET
@for_event_runners
def rule_sets(request: HttpRequest) -> HttpResponse:
    """List the club's own rule sets, and the presets."""
    part: PageOfList[ClubRules] = find_part(request.GET, list_rules)
    context = {
        "part": part,
        "own": [
            (row, rule_set_title(row.preset), len(differences(row.rule_set, load_rule_set(row.preset))))
            for row in part.page
        ],
        "presets": [(name, title, line) for name, (title, line) in PRESETS.items()],
        "usual": (usual_preset(), rule_set_title(usual_preset())),
    }
    return render(request, "duplicate/desk/rules/list.html", context)


@require_GET
@for_event_runners
def preset(request: HttpRequest, name: str) -> HttpResponse:
    """Show a preset in words, beside the classic one."""
    rules = _preset(name)
    context = {
        "name": name,
        "title": rule_set_title(name),
        "line": PRESETS[name][1],
        "groups": rules_in_words(rules, load_rule_set(CLASSIC)),
        "base": rule_set_title(CLASSIC),
    }
    return render(request, "duplicate/desk/rules/preset.html", context)


@require_POST
@for_event_runners
def copy(request: HttpRequest) -> HttpResponse:
    """Copy a preset or one of the club's own rule sets, and open the copy for changes."""
    choice = request.POST.get("of", "")
    try:
        rules, own = chosen_rules(choice)
    except (ValueError, ClubRules.DoesNotExist):
        raise Http404 from None
    name = game_rule_sets.free_name(gettext("Our %(name)s") % {"name": rule_set_title(rules.name)})
    of = own.preset if own else choice
    try:
        made = game_rule_sets.copy_rules(rules=rules, preset=of, name=name, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("rule-sets")
    return redirect("club-rules", made.pk)


@require_http_methods(["GET", "POST"])
@for_event_runners
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a rule set of the club in a form that explains every setting."""
    row = get_object_or_404(ClubRules.objects.select_related("changed_by"), pk=pk)
    data = request.POST if request.method == "POST" else None
    form = RulesForm(
        data,
        rules=row.rule_set,
        base=load_rule_set(row.preset),
        initial={"seen": row.changed_at.isoformat()},
    )
    if form.is_bound and form.is_valid() and _save_rules(request, row, form):
        messages.success(request, gettext("%(name)s saved.") % {"name": form.rules.name})
        return redirect("club-rules", pk)
    context = {"form": form, "own": row, "base": rule_set_title(row.preset)}
    return render(request, "duplicate/desk/rules/change.html", context, status=422 if form.errors else 200)


@require_POST
@for_event_runners
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(ClubRules, pk=pk)
    game_rule_sets.delete_rules(club_rules=row)
    messages.success(request, gettext("Rules “%(name)s” deleted.") % {"name": row.name})
    return redirect("rule-sets")


@require_http_methods(["GET", "POST"])
@for_event_runners
def import_rules(request: HttpRequest) -> HttpResponse:
    """Import a rule set as text, pasted or from a file."""
    posted = request.method == "POST"
    form = ImportRulesForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        rules = form.cleaned_data["rules"]
        name = form.cleaned_data["name"] or game_rule_sets.free_name(rule_set_title(rules.name))
        try:
            made = game_rule_sets.copy_rules(
                rules=rules, preset=nearest_preset(rules), name=name, by=arbitrator(request)
            )
        except RuleViolation as error:
            form.add_error("name", message_for(error))
        else:
            return redirect("club-rules", made.pk)
    context = {"form": form}
    return render(request, "duplicate/desk/rules/import.html", context, status=422 if form.errors else 200)


@require_GET
@for_event_runners
def own_text(_request: HttpRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(ClubRules, pk=pk)
    return _text(row.rule_set, slug(row.name) or "rules")


@require_GET
@for_event_runners
def preset_text(_request: HttpRequest, name: str) -> HttpResponse:
    return _text(_preset(name), slug(name))


@require_GET
@for_arbitrators
def game_rules(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the rules that a game is played by, in words, and the club's later changes to its rule set."""
    rules = game.rule_set
    near = nearest_preset(rules)
    context = {
        "game": game,
        "title": rules_title(rules),
        "groups": rules_in_words(rules, load_rule_set(near)),
        "base": rule_set_title(near),
        "changed": find_changed_settings(game),
    }
    return render(request, "duplicate/desk/rules/game.html", context)


def _save_rules(request: HttpRequest, row: ClubRules, form: RulesForm) -> bool:
    """Save the rules of a form, and tell whether the use case took them; if not, the form has the reason."""
    try:
        game_rule_sets.change_rules(
            club_rules=row, rules=form.rules, seen=form.cleaned_data["seen"], by=arbitrator(request)
        )
    except RuleViolation as error:
        form.add_error("name" if "name" in error.code else None, message_for(error))
        form.show_as_seen(row.changed_at)
        return False
    return True


def _preset(name: str) -> RuleSet:
    if name not in PRESETS:
        raise Http404
    return load_rule_set(name)


def _text(rules: RuleSet, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return HttpResponse(rules.to_toml(), content_type="application/toml; charset=utf-8", headers=headers)
