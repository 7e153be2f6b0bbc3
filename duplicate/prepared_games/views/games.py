"""Prepared games at the desk: the list, one of them with its facts, typing and importing one.

Only the maker of a prepared game sees it here; its racks and words only through `look`, which is recorded.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.games.rules.presets import rules_title
from duplicate.models import Game
from duplicate.models.prepared import Preparation, PreparedGame
from duplicate.prepared_games.drawing.forms import MOST_TEXT, ImportGameForm, PreparedNameForm, TypeGameForm
from duplicate.prepared_games.drawing.parsing import GameRefused
from duplicate.prepared_games.drawing.selectors import list_prepared, list_searches, prepared_for
from duplicate.prepared_games.drawing.services import (
    delete_prepared,
    is_record,
    look_inside,
    prepare_imported,
    prepare_published,
    prepare_typed,
    rename_prepared,
)
from duplicate.prepared_games.views.guards import for_owner
from engine.duplicate_games.records import RecordRound
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.jobs import progress_of_each
from tournaments.names.folding import slug
from tournaments.organisers.rights import Right
from tournaments.people.forms import PlainForm
from tournaments.printing.letterhead import paper_called
from tournaments.printing.registry import TABLE_KINDS
from tournaments.reports.tables import TableColumn, TableOf, table_of
from tournaments.views.downloads import file_response, table_file
from tournaments.views.pagination import PageOfList, find_part, take_part
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.wording.engine_messages import message_for

SEARCHES = 12
of_owner = for_owner(prepared_for, "prepared_id", "prepared-game")

DRAW_LIST: TableOf[tuple[int, RecordRound]] = table_of(
    _("Draw list"),
    TableColumn.of("round", _("Round"), lambda line: line[0]),
    TableColumn.of_text("rack", _("Rack"), lambda line: line[1].rack),
    TableColumn.of_text("placed", _("Placed"), lambda line: line[1].word or gettext("nobody can play")),
    TableColumn.of_text("reference", _("Reference"), lambda line: line[1].ref),
    TableColumn.of("score", _("Score"), lambda line: line[1].score),
)


@require_GET
@for_organiser(Right.RUN_EVENTS)
def prepared_list(request: HttpRequest) -> HttpResponse:
    """List the user's prepared games, and their searches for more."""
    by = arbitrator(request)
    part: PageOfList[PreparedGame] = find_part(request.GET, lambda text: list_prepared(by, text))
    searches: PageOfList[Preparation] = take_part(
        request.GET, list_searches(by), per_page=SEARCHES, parameter="searches"
    )
    shown = list(searches.page)
    context = {
        "part": part,
        "searches": zip(shown, progress_of_each(shown), strict=True),
        "searches_part": searches,
    }
    return render(request, "duplicate/desk/prepared/list.html", context)


@require_GET
@of_owner
def prepared_game(request: HttpRequest, prepared: PreparedGame) -> HttpResponse:
    """Show one prepared game: the facts that may be told, and its uses."""
    return render(request, "duplicate/desk/prepared/game.html", _page(prepared))


@require_POST
@of_owner
def look(request: HttpRequest, prepared: PreparedGame) -> HttpResponse:
    """Show the racks and moves, and record that the user looked."""
    record = look_inside(prepared=prepared, by=arbitrator(request))
    return render(request, "duplicate/desk/prepared/inside.html", _page(prepared) | {"record": record})


@require_POST
@of_owner
def draw_list(request: HttpRequest, prepared: PreparedGame) -> HttpResponse:
    """Print the racks on paper that is folded shut, for a game drawn by hand; printing counts as looking
    inside.
    """
    from duplicate.prepared_games.drawing.draw_list import draw_list_pdf  # noqa: PLC0415 - ReportLab loads slowly

    record = look_inside(prepared=prepared, by=arbitrator(request))
    paper = paper_called(prepared.name)
    name = f"{slug(gettext('draw list'))}-{slug(prepared.name) or prepared.pk}.pdf"
    return file_response(draw_list_pdf(record, paper), "application/pdf", name, shown=True)


@require_POST
@of_owner
def look_file(request: HttpRequest, prepared: PreparedGame, kind: str) -> HttpResponse:
    """Export the racks and moves as a table; exporting counts as looking inside."""
    if kind not in TABLE_KINDS:
        raise Http404
    record = look_inside(prepared=prepared, by=arbitrator(request))
    name = f"{slug(gettext('draw list'))}-{slug(prepared.name) or prepared.pk}"
    return table_file(DRAW_LIST(enumerate(record.rounds, start=1)), kind, name)


@require_POST
@of_owner
def rename(request: HttpRequest, prepared: PreparedGame) -> HttpResponse:
    form = PreparedNameForm(request.POST)
    if not form.is_valid():
        return render(
            request, "duplicate/desk/prepared/game.html", _page(prepared) | {"name_form": form}, status=422
        )
    rename_prepared(prepared=prepared, name=form.cleaned_data["name"], by=arbitrator(request))
    return redirect("prepared-game", prepared.pk)


@require_POST
@of_owner
def delete(request: HttpRequest, prepared: PreparedGame) -> HttpResponse:
    delete_prepared(prepared=prepared, by=arbitrator(request))
    messages.success(request, gettext("“%(name)s” deleted.") % {"name": prepared.name})
    return redirect("prepared")


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def type_game(request: HttpRequest) -> HttpResponse:
    """Prepare a game typed by hand: the text stays in the form until all of it is right."""
    form = TypeGameForm(request.POST or None)

    def prepare(data: dict[str, Any]) -> PreparedGame:
        return prepare_typed(
            name=data["name"],
            lexicon=data["lexicon"].name,
            rules=data["rules"],
            notation=data["notation"],
            text=data["text"],
            by=arbitrator(request),
        )

    return _prepare_and_show(request, form, prepare, "duplicate/desk/prepared/type.html")


@takes_upload(MOST_TEXT)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def import_game(request: HttpRequest) -> HttpResponse:
    """Prepare a game from a record, or from a text as clubs publish it."""
    form = ImportGameForm(request.POST or None, request.FILES or None)

    def prepare(data: dict[str, Any]) -> PreparedGame:
        by, lexicon = arbitrator(request), data["lexicon"].name if data["lexicon"] else None
        if is_record(data["record"]):
            return prepare_imported(name=data["name"], text=data["record"], lexicon=lexicon, by=by)
        return prepare_published(
            name=data["name"],
            lexicon=lexicon or "",
            rules=data["rules"],
            notation="english" if data["notation"] == Game.Notation.ENGLISH else "duplicate",
            text=data["record"],
            by=by,
        )

    return _prepare_and_show(request, form, prepare, "duplicate/desk/prepared/import.html")


def _prepare_and_show(
    request: HttpRequest, form: PlainForm, prepare: Callable[[dict[str, Any]], PreparedGame], template: str
) -> HttpResponse:
    """Go on to the game that was prepared, or show the form again with the errors of the text."""
    if request.method == "POST" and form.is_valid():
        try:
            prepared = prepare(form.cleaned_data)
        except GameRefused as refused:
            for error in refused.errors:
                form.add_error("text", error)
        except (RuleViolation, EngineError) as error:
            form.add_error("text", message_for(error))
        else:
            return redirect("prepared-game", prepared.pk)
    return render(request, template, {"form": form}, status=422 if form.errors else 200)


def _page(prepared: PreparedGame) -> dict[str, Any]:
    return {
        "prepared": prepared,
        "facts": prepared.game_facts,
        "rules": rules_title(prepared.rule_set),
        "name_form": PreparedNameForm(initial={"name": prepared.name}),
        "simultaneous": prepared.is_simultaneous,
        "uses": prepared.games.order_by("created_at"),
        "looks": prepared.looks.select_related("by"),
    }
