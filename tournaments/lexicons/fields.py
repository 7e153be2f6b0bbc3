"""The form field of a lexicon."""

from typing import Any

from django import forms
from django.utils import formats
from django.utils.translation import ngettext

from tournaments.core.engine_messages import TILE_SETS
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import Lexicon


class LexiconField(forms.ModelChoiceField):  # type: ignore[type-arg] # generic in the stubs alone
    """A choice of the lexicons that the organiser in scope may use, each with its tiles and number of words."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Lexicon.objects.none(), **kwargs)

    def __deepcopy__(self, memo: dict[int, Any]) -> "LexiconField":
        """Read the lexicons for each form anew, as they depend on the organiser in scope."""
        copied = super().__deepcopy__(memo)
        copied.queryset = lexicons_offered()
        return copied

    def label_from_instance(self, lexicon: Any) -> str:
        words = ngettext("{count} word", "{count} words", lexicon.word_count)
        count = formats.number_format(lexicon.word_count, force_grouping=True)
        return f"{lexicon.name} – {TILE_SETS[lexicon.tile_set]}, {words.format(count=count)}"
