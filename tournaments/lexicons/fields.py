"""The form field of a lexicon."""

from typing import Any

from django import forms
from django.utils import formats
from django.utils.translation import get_language, ngettext

from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.services import lexicon_for_language
from tournaments.models import Lexicon
from tournaments.wording.engine_messages import tile_set_title


def _lexicon_of_language() -> Lexicon | None:
    return lexicon_for_language(get_language() or "en")


class LexiconField(forms.ModelChoiceField):  # type: ignore[type-arg] # generic in the stubs alone
    """A choice of the lexicons that the organiser in scope may use, each with its tiles and number of words.

    Where one has to be chosen, that of the active language is, unless the form's initial values say another.
    """

    def __init__(self, **kwargs: Any) -> None:
        if kwargs.get("empty_label", "") is None:
            kwargs.setdefault("initial", _lexicon_of_language)
        super().__init__(Lexicon.objects.none(), **kwargs)

    def __deepcopy__(self, memo: dict[int, Any]) -> "LexiconField":
        """Read the lexicons for each form anew, as they depend on the organiser in scope."""
        copied = super().__deepcopy__(memo)
        copied.queryset = lexicons_offered()
        return copied

    def label_from_instance(self, lexicon: Any) -> str:
        words = ngettext("{count} word", "{count} words", lexicon.word_count)
        count = formats.number_format(lexicon.word_count, force_grouping=True)
        return f"{lexicon.title} – {tile_set_title(lexicon.tile_set)}, {words.format(count=count)}"
