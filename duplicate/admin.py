"""Support desk. Nothing here changes a score: games, rounds, slips, rulings and the log are read-only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from duplicate.core.messages import act_text
from duplicate.models import AuditLogEntry, Game, Round, Ruling, Slip
from duplicate.models.prepared import Look, Preparation, PreparedGame
from tournaments.admin import NotAdded, NotChanged, NotDeleted


class LookOnly(NotAdded, NotChanged, NotDeleted):
    """Admin without adding, changing or deleting; the use cases do that, and write it into the log."""


class RoundInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg] # generic in the stubs alone
    model = Round
    fields = ("number", "rack", "state", "word", "reference", "score")


class RulingInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg] # generic in the stubs alone
    model = Ruling
    fields = ("score", "worth", "sanction", "code", "params", "by", "made_at")


@admin.register(Game)
class GameAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    list_display = ("name", "code", "state", "lexicon", "created_at")
    list_filter = ("state", "lexicon")
    search_fields = ("name", "code")
    inlines = (RoundInline,)


@admin.register(Slip)
class SlipAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
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
    list_filter = ("late", "effective", "source")
    list_select_related = ("round__game", "entry__player", "entry__partner")
    search_fields = ("entry__player__name", "word", "round__game__code")
    inlines = (RulingInline,)


@admin.register(AuditLogEntry)
class AuditLogEntryAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    list_display = ("at", "game", "sentence", "by")
    list_filter = ("act",)
    list_select_related = ("game", "by")
    search_fields = ("game__code", "game__name")

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
    list_filter = ("origin", "lexicon")
    list_select_related = ("made_by",)
    fields = readonly_fields = ("name", "lexicon", "tile_set", "origin", "made_by", "made_at", "facts")
    inlines = (LookInline,)


@admin.register(Preparation)
class PreparationAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    list_display = ("made_at", "made_by", "lexicon", "state", "tried", "games", "matching")
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
