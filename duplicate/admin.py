"""Support desk. Nothing here changes a score: games, rounds, slips, rulings and the log are read-only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from duplicate.games.selectors import find_log_entries
from duplicate.log.actions import ACTIONS
from duplicate.log.messages import act_text
from duplicate.models import AuditLogEntry, Game, Round, Ruling, Slip
from duplicate.models.prepared import Look, Preparation, PreparedGame
from duplicate.slips.selectors import find_slips
from tournaments.admin import LargeTable, NotAdded, NotChanged, NotDeleted


class LookOnly(NotAdded, NotChanged, NotDeleted):
    """Admin without adding, changing or deleting; the use cases do that, and write it into the log."""


class RoundInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg] # generic in the stubs alone
    model = Round
    fields = ("number", "rack", "state", "word", "reference", "score")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).select_related("game")


class RulingInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg] # generic in the stubs alone
    model = Ruling
    fields = ("score", "worth", "sanction", "further_warnings", "conduct", "code", "params", "by", "made_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ruling]:
        return super().get_queryset(request).select_related("by", "slip")


@admin.register(Game)
class GameAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    list_display = ("name", "code", "state", "lexicon", "created_at")
    list_filter = ("state", "lexicon")
    list_per_page = 50
    search_fields = ("name", "code")
    inlines = (RoundInline,)


@admin.register(Slip)
class SlipAdmin(LookOnly, LargeTable):
    list_display = (
        "round",
        "entry",
        "word",
        "says_top",
        "reference",
        "stated_score",
        "received_at",
        "late",
        "effective",
    )
    list_filter = ("late", "effective")
    list_select_related = ("round__game", "entry__player", "entry__partner")
    # Shows the search field; `get_search_results` searches.
    search_fields = ("pk",)
    search_help_text = _("Game codes, player names or licence numbers.")
    inlines = (RulingInline,)

    def get_search_results(
        self, _request: HttpRequest, queryset: QuerySet[Slip], search_term: str
    ) -> tuple[QuerySet[Slip], bool]:
        return find_slips(queryset, search_term), False


class ActFilter(admin.SimpleListFilter):
    """Acts by code; the choices are known without reading the log."""

    title = _("act")
    parameter_name = "act"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:
        return [(code, code) for code in sorted(ACTIONS)]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[AuditLogEntry]) -> QuerySet[AuditLogEntry]:
        return queryset.filter(act=self.value()) if self.value() else queryset


@admin.register(AuditLogEntry)
class AuditLogEntryAdmin(LookOnly, LargeTable):
    list_display = ("at", "game", "sentence", "by")
    list_filter = (ActFilter,)
    list_select_related = ("game", "by")
    search_fields = ("pk",)
    search_help_text = _("Game codes or names.")

    def get_search_results(
        self, _request: HttpRequest, queryset: QuerySet[AuditLogEntry], search_term: str
    ) -> tuple[QuerySet[AuditLogEntry], bool]:
        return find_log_entries(queryset, search_term), False

    @admin.display(description=_("act"))
    def sentence(self, entry: AuditLogEntry) -> str:
        return act_text(entry.act, entry.params)


class LookInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg] # generic in the stubs alone
    model = Look
    fields = readonly_fields = ("by", "at")


@admin.register(PreparedGame)
class PreparedGameAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Facts alone: sealed content stays sealed for administrators too."""

    list_display = ("name", "lexicon", "origin", "made_by", "made_at")
    list_per_page = 50
    list_filter = ("origin", "lexicon")
    list_select_related = ("made_by",)
    fields = readonly_fields = ("name", "lexicon", "tile_set", "origin", "made_by", "made_at", "facts")
    inlines = (LookInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PreparedGame]:
        return super().get_queryset(request).defer("sealed", "rules")


@admin.register(Preparation)
class PreparationAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    list_display = ("made_at", "made_by", "lexicon", "state", "tried", "games", "matching")
    list_per_page = 50
    list_select_related = ("made_by",)
    fields = readonly_fields = (
        "made_at",
        "made_by",
        "lexicon",
        "criteria",
        "state",
        "tried",
        "games",
        "matching",
        "moved_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Preparation]:
        return super().get_queryset(request).defer("sealed_seed", "rules", "found")
