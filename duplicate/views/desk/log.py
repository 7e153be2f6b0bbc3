"""The log of a game: as a filtered page, and as a file of the filtered acts."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from duplicate.core.log_view import log_as_json, log_line, log_of
from duplicate.core.seating import entries_of
from duplicate.desk.exports import log_table, questions_table
from duplicate.desk.open_questions import questions_of
from duplicate.forms.desk import DeskForm
from duplicate.models import AuditLogEntry, Game
from duplicate.views.desk.printing import document, file_name, stem
from duplicate.views.permissions import for_arbitrators
from tournaments.views.downloads import table_file
from tournaments.views.pagination import Part, take_part

LINES = 100


class LogFilterForm(DeskForm):
    """The filter, with the values that occur; any other value is ignored."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        numbers = game.log.exclude(number=None).order_by("number").values_list("number", flat=True).distinct()
        self.fields["number"] = forms.TypedChoiceField(
            label=_("Round"),
            choices=[("", _("all")), *((number, number) for number in numbers)],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.fields["entry"] = forms.ModelChoiceField(
            entries_of(game).select_related("player", "partner"),
            label=_("Player"),
            empty_label=_("all"),
            required=False,
        )
        self.fields["by"] = forms.ModelChoiceField(
            User.objects.filter(pk__in=game.log.order_by().values("by")),
            label=_("Arbitrator"),
            empty_label=_("all"),
            required=False,
        )

    def find_rows(self) -> QuerySet[AuditLogEntry]:
        self.is_valid()
        asked = self.cleaned_data
        entry, by = asked.get("entry"), asked.get("by")
        return log_of(self.game, number=asked.get("number"), entry=entry and entry.pk, by=by and by.pk)


@require_GET
@for_arbitrators
def log_page(request: HttpRequest, game: Game) -> HttpResponse:
    """List the acts of a game as sentences, the last one first."""
    form = LogFilterForm(request.GET, game=game)
    part: Part[AuditLogEntry] = take_part(request.GET, form.find_rows(), per_page=LINES)
    context = {
        "game": game,
        "form": form,
        "part": part,
        "lines": [log_line(entry) for entry in part.page],
    }
    return render(request, "duplicate/desk/log.html", context)


@require_GET
@for_arbitrators
def log_file(request: HttpRequest, game: Game, kind: str) -> HttpResponse:
    """Export the filtered acts as a table."""
    found = LogFilterForm(request.GET, game=game).find_rows()
    return table_file(log_table(map(log_line, found)), kind, stem(game, gettext("log")))


@require_GET
@for_arbitrators
def log_json(request: HttpRequest, game: Game) -> HttpResponse:
    """Export the filtered acts with all values."""
    text = log_as_json(LogFilterForm(request.GET, game=game).find_rows())
    return document(text.encode(), "application/json", file_name(game, gettext("log"), "json"), saved=True)


@require_GET
@for_arbitrators
def questions_file(_request: HttpRequest, game: Game, kind: str) -> HttpResponse:
    """Export all questions of players about rulings, with the answers."""
    return table_file(questions_table(questions_of(game)), kind, stem(game, gettext("questions")))
