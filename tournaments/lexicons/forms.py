"""Forms for a word list, checked for form only."""

from contextlib import suppress
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.lexicon.kwg import SUFFIX
from tournaments.errors import RuleViolation
from tournaments.http.file_fields import FilesField, FilesInput
from tournaments.lexicons.imports.services import MOST_BYTES
from tournaments.lexicons.imports.source import FileKind, ListReading
from tournaments.lexicons.services import free_name
from tournaments.lexicons.tile_sets import MOST_TILE_FILE, TILE_SET_NAME_LENGTH, tile_set_choices
from tournaments.models import LEXICON_NAME_LENGTH, Organiser, WordListFile
from tournaments.people.forms import PlainForm

ENCODING_NAMES = {
    "utf-8": _("Unicode (UTF-8)"),
    "windows-1252": _("Windows, western Europe (windows-1252)"),
    "iso-8859-1": _("Western Europe (ISO 8859-1)"),
    "iso-8859-15": _("Western Europe with Œ and € (ISO 8859-15)"),
    "windows-1250": _("Windows, central Europe (windows-1250)"),
    "iso-8859-2": _("Central Europe (ISO 8859-2)"),
    "mac-roman": _("Old Macintosh (mac-roman)"),
    "cp850": _("DOS (cp850)"),
}
# A name that is taken gets a number below this one.
MOST_SUGGESTED = 20


# Packages of npm call the files of a hunspell dictionary so, whatever its language.
NAME_OF_NPM = "index"


class WordListForm(PlainForm):
    """A file with words, or the two files of a hunspell dictionary: then `affixes` is the second one."""

    file = FilesField(
        label=_("File"),
        widget=FilesInput(attrs={"accept": f".txt,.csv,.dic,.aff,.lst,.xlsx,{SUFFIX},text/plain"}),
        help_text=_(
            "Text with one word per line, an Excel file, a KWG file, or both files of a hunspell "
            "dictionary (.dic and .aff). You review the words before anything is loaded."
        ),
    )

    def clean_file(self) -> Any:
        files = sorted(self.cleaned_data["file"], key=lambda file: file.name.lower().endswith(".aff"))
        if sum(file.size for file in files) > MOST_BYTES:
            raise ValidationError(
                _("The file is too large: at most %(most)s MB."), params={"most": MOST_BYTES >> 20}
            )
        endings = [PurePath(file.name).suffix.lower() for file in files]
        if len(files) > 1 and endings != [".dic", ".aff"]:
            raise ValidationError(
                _("Choose one file, or the two files of a hunspell dictionary, .dic and .aff.")
            )
        self.cleaned_data["affixes"] = files[1] if len(files) > 1 else None
        return files[0]


class ReadingForm(PlainForm):
    """How a file is read."""

    tile_set = forms.ChoiceField(label=_("Tiles"), choices=tile_set_choices)
    encoding = forms.ChoiceField(
        label=_("Encoding"),
        choices=ENCODING_NAMES.items(),
        help_text=_("The encoding of accented letters in the text file."),
    )
    column = forms.TypedChoiceField(label=_("Column of the words"), coerce=int)
    definitions = forms.BooleanField(
        label=_("Lines have definitions after the words: keep them for lookup"), required=False
    )
    without_capitals = forms.BooleanField(
        label=_("Skip names: words with an initial capital"), required=False
    )
    without_abbreviations = forms.BooleanField(
        label=_("Skip abbreviations: words with other capitals"), required=False
    )

    def __init__(
        self, *args: Any, kept: WordListFile, columns: list[list[str]] | None = None, **kwargs: Any
    ) -> None:
        kwargs.setdefault("initial", {name: getattr(kept, name) for name in self.base_fields})
        super().__init__(*args, **kwargs)
        if kept.kind == FileKind.KWG:
            unused = {"encoding", "column", "definitions", "without_capitals", "without_abbreviations"}
        else:
            unused = {"encoding", "definitions"} if kept.kind == FileKind.TABLE else {"column"}
        for name in unused:
            del self.fields[name]
        if (field := self.fields.get("column")) and isinstance(field, forms.ChoiceField):
            told = gettext("{column}: {cells}")
            field.choices = [
                (place, told.format(column=place + 1, cells=" · ".join(cells)))
                for place, cells in enumerate(columns or [])
            ]

    def reading(self) -> ListReading:
        return ListReading(**self.cleaned_data)


class LexiconNameForm(PlainForm):
    """The name of a new lexicon."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LEXICON_NAME_LENGTH,
        help_text=_("Games show it. Letters, digits, - and _. It cannot be changed later."),
        # The browser says at the field what is allowed; the page is long.
        widget=forms.TextInput(
            attrs={
                "pattern": r"[A-Za-z0-9_\-]+",
                "title": _("Letters A to Z, digits, - and _; no spaces, no brackets."),
            }
        ),
    )


def suggest_name(kept: WordListFile) -> str:
    """Suggest a name for the lexicon from that of its file: the first free one of french, french-2 and so on."""
    organiser = Organiser.objects.get(pk=kept.organiser_id)
    stem = slugify(PurePath(kept.file_name).stem)[:30].strip("-")
    if stem == NAME_OF_NPM:
        stem = f"{kept.tile_set}-hunspell"
    for name in (stem, *(f"{stem}-{number}" for number in range(2, MOST_SUGGESTED))):
        with suppress(RuleViolation):
            free_name(name, organiser)
            return name
    return stem


class TileSetForm(PlainForm):
    """A file with a tile set, and the name that it gets."""

    name = forms.CharField(
        label=_("Name"),
        max_length=TILE_SET_NAME_LENGTH,
        help_text=_("Small letters, digits and -. It cannot be changed later."),
    )
    file = forms.FileField(
        label=_("File"),
        widget=forms.FileInput(attrs={"accept": ".toml,text/plain"}),
        help_text=_(
            "A text with letters, tile counts and values. Download a set from the list as a template."
        ),
    )

    def clean_file(self) -> Any:
        if self.cleaned_data["file"].size > MOST_TILE_FILE:
            raise ValidationError(
                _("The file is too large: at most %(most)s kB."), params={"most": MOST_TILE_FILE >> 10}
            )
        return self.cleaned_data["file"]


class AdditionsForm(PlainForm):
    """Words that an organiser adds to a lexicon."""

    words = forms.CharField(
        label=_("Words"),
        # No `max_length`: browsers would cut what is pasted, and say nothing. Requests have 64 kB at most.
        validators=[MaxLengthValidator(20_000)],
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One or more, separated by spaces or line breaks; about 2,000 at a time."),
    )
    note = forms.CharField(
        label=_("Note"), max_length=200, required=False, help_text=_("For example, their source.")
    )
