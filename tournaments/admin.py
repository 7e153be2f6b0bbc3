"""Support desk: people, events and who may run them, and the club's own lexicons."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.tiles import tile_set_names
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.lexicons import load_word_list
from tournaments.messages import message_for
from tournaments.models import Entry, Event, Lexicon, Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "created_at")
    search_fields = ("name",)


class EntryInline(admin.TabularInline):  # type: ignore[type-arg]
    """For looking: players are entered at the desk of a game, which keeps the log."""

    model = Entry
    fields = ("table", "player", "joined_at")
    readonly_fields = fields
    extra = 0

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Here a second arbitrator is let in."""

    list_display = ("name", "date")
    search_fields = ("name",)
    filter_horizontal = ("arbitrators",)
    inlines = (EntryInline,)

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class LoadWordListForm(forms.ModelForm):  # type: ignore[type-arg]
    """A word list as a file: loaded whole by the use case, or refused line by line."""

    words = forms.FileField(
        label=_("Word list"), help_text=_("A text file in UTF-8, one word a line; lines with # are left out.")
    )

    class Meta:
        model = Lexicon
        fields = ("name", "tile_set")
        widgets = {"tile_set": forms.Select(choices=[(name, name) for name in tile_set_names()])}

    def _post_clean(self) -> None:
        """In place of the model's own checks: the use case checks, and makes the row with its file."""
        if self.errors:
            return
        data = self.cleaned_data
        try:
            self.instance = load_word_list(
                name=data["name"], data=data["words"].read(), tile_set=data["tile_set"]
            )
        except WordListErrors as error:
            self.add_error("words", forms.ValidationError(list(error.errors)))
        except (RuleViolation, EngineError) as error:
            self.add_error(None, message_for(error))

    def save(self, commit: bool = True) -> Lexicon:  # noqa: ARG002 - it is saved
        return cast("Lexicon", self.instance)

    def save_m2m(self) -> None:
        """There is nothing else to save."""


@admin.register(Lexicon)
class LexiconAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Loaded once and never changed or deleted: games keep the very words that they were played with."""

    form = LoadWordListForm
    fields = ("name", "tile_set", "words")
    list_display = ("name", "tile_set", "word_count", "loaded_at")

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Lexicon | None = None) -> Any:
        return (
            super().get_fields(request, obj)
            if obj is None
            else ("name", "tile_set", "word_count", "loaded_at")
        )

    def save_model(self, request: HttpRequest, obj: Lexicon, form: Any, change: bool) -> None:
        """The form has done it."""
