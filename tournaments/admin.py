"""The admin site: people, events and their staff, and the club's own lexicons."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.utils.choices import CallableChoiceIterator
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.http.uploads import Upload
from tournaments.lexicons.forms import ENCODING_NAMES
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.services import load_word_list
from tournaments.lexicons.tile_sets import tile_set_choices
from tournaments.models import Arbitrator, Event, Lexicon, Player
from tournaments.wording.engine_messages import message_for


class NotAdded:
    """Rows that are made elsewhere."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class NotChanged:
    """Rows that are changed elsewhere, or never."""

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class NotDeleted:
    """Rows that are deleted elsewhere, or never."""

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class OfOperators:
    """Rows of superusers alone: Django lets everybody who may change accounts make themselves one."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, _obj: Any = None) -> bool:
        return request.user.is_superuser

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


class CountedTo(Paginator):  # type: ignore[type-arg] # generic in the stubs alone
    """A paginator of a table with millions of rows: it counts to `MOST`, as nobody turns to later pages."""

    MOST = 5000

    @cached_property
    def count(self) -> int:
        return cast("QuerySet[Any]", self.object_list)[: self.MOST].count()


class NewestFirst(ChangeList):
    """A list that no address sorts otherwise."""

    def get_ordering(self, _request: HttpRequest, _queryset: QuerySet[Any]) -> list[str | Combinable]:
        return ["-pk"]


admin.site.unregister((User, Group))


@admin.register(User)
class AccountAdmin(OfOperators, UserAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Accounts."""


@admin.register(Group)
class RightsAdmin(OfOperators, GroupAdmin):
    """Groups of rights."""


class LargeTable(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """The list of a table with millions of rows, the newest first. It sorts by nothing else, since the
    database would sort all rows for each page.
    """

    paginator = CountedTo
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    ordering = ("-pk",)
    sortable_by = ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:  # noqa: ARG002 - the signature is Django's
        return NewestFirst


@admin.register(Player)
class PlayerAdmin(NotAdded, NotChanged, NotDeleted, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Read-only: people are changed on their own pages, which check who is who."""

    list_display = ("name", "licence", "club", "created_at")
    list_select_related = ("club",)
    list_per_page = 50
    search_fields = ("name", "licence")


class ArbitratorInline(NotAdded, NotDeleted, admin.TabularInline):  # type: ignore[type-arg] # generic in the stubs alone
    """Read-only: posts are given and removed at the desk of a game, which always keeps a chief."""

    model = Arbitrator

    def get_queryset(self, request: HttpRequest) -> QuerySet[Arbitrator]:
        return super().get_queryset(request).select_related("user", "room")

    fields = ("user", "role", "first_table", "last_table", "room")
    readonly_fields = fields
    extra = 0


@admin.register(Event)
class EventAdmin(NotAdded, NotDeleted, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Events. An administrator is the chief of every event, and adds staff at the desk of its games. The
    entries, 1,500 in a large hall, are on the event's own pages.
    """

    list_display = ("name", "date")
    list_per_page = 50
    search_fields = ("name",)
    inlines = (ArbitratorInline,)


# More than any list in play, definitions included: a list is read as a whole.
MOST_BYTES = 64 << 20


class LoadWordListForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """A form for a word list as a file: the use case loads it whole, or refuses it line by line."""

    words = forms.FileField(
        label=_("Word list"),
        help_text=_("A text file with one word per line; lines with # are ignored. Or a KWG file (.kwg)."),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"),
        choices=ENCODING_NAMES.items(),
        required=False,
        help_text=_("The encoding of accented letters in the text file."),
    )
    definitions = forms.BooleanField(
        label=_("Lines have definitions after the words: keep them for lookup"), required=False
    )

    any_letters = forms.BooleanField(
        label=_("These are the words, even if their letters do not fit the tiles"), required=False
    )

    class Meta:
        model = Lexicon
        fields = ("name", "tile_set", "organiser")
        widgets = {"tile_set": forms.Select(choices=CallableChoiceIterator(tile_set_choices))}

    def _post_clean(self) -> None:
        """Load the list, in place of the model's own checks: the use case checks, and creates the row with
        its file.
        """
        if self.errors:
            return
        data = self.cleaned_data
        if data["words"].size > MOST_BYTES:
            self.add_error("words", _("The request is too large."))
            return
        try:
            self.instance = load_word_list(
                name=data["name"],
                data=data["words"].read(),
                tile_set=data["tile_set"],
                file_name=data["words"].name,
                encoding=data["encoding"],
                definitions=data["definitions"],
                any_letters=data["any_letters"],
                organiser=data.get("organiser"),
            )
        except WordListErrors as error:
            self.add_error("words", forms.ValidationError(list(error.errors)))
            if error.misread:
                self.add_error("encoding", _("The list has a different encoding: choose the right one."))
            if error.says_more:
                self.add_error(
                    "definitions", _("Some lines have text after the word: should this be ticked?")
                )
            if error.tile_sets:
                self.add_error("tile_set", error.tile_sets)
        except (RuleViolation, EngineError) as error:
            self.add_error(None, message_for(error))

    def save(self, commit: bool = True) -> Lexicon:  # noqa: ARG002 - it is saved
        return cast("Lexicon", self.instance)

    def save_m2m(self) -> None:
        """Do nothing: there is nothing else to save."""


@admin.register(Lexicon)
class LexiconAdmin(NotChanged, NotDeleted, admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Lexicons are loaded once and never changed or deleted: games keep the very words that they were played
    with.
    """

    upload = Upload(MOST_BYTES)
    form = LoadWordListForm
    fields = ("name", "tile_set", "organiser", "words", "encoding", "definitions")
    list_display = ("name", "organiser", "tile_set", "word_count", "loaded_at")
    list_select_related = ("organiser",)
    list_per_page = 50

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Show or save without the transaction of Django's admin: the list is parsed before the use case begins one."""
        return self._changeform_view(request, object_id, form_url, extra_context)  # type: ignore[attr-defined] # not in the stubs

    def get_fields(self, request: HttpRequest, obj: Lexicon | None = None) -> Any:
        """Return the fields; operators alone choose an organiser, other staff load for all."""
        if obj is not None:
            return ("name", "organiser", "tile_set", "word_count", "loaded_at")
        return [name for name in self.fields if name != "organiser" or request.user.is_superuser]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lexicon]:
        """Return all lexicons for operators; other staff see those of their organiser."""
        rows = cast("QuerySet[Lexicon]", super().get_queryset(request))
        return rows if request.user.is_superuser else rows & lexicons_offered()

    def save_model(self, request: HttpRequest, obj: Lexicon, form: Any, change: bool) -> None:
        """Do nothing: the form has saved the lexicon."""
