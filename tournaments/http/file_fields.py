"""Fields of forms for files."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

TOO_LARGE = _("This file is too large.")


class SmallFileField(forms.FileField):
    """A file of at most `most` bytes: of a larger one nothing is read."""

    def __init__(self, *, most: int, too_large: Any = TOO_LARGE, **options: Any) -> None:
        super().__init__(**options)
        self.most, self.too_large = most, too_large

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file and (file.size or 0) > self.most:
            raise ValidationError(self.too_large)
        return file


class FilesInput(forms.FileInput):
    """A field of the browser in which several files can be chosen, or onto which they are dropped."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One or several files."""

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        return [super(FilesField, self).clean(file, initial) for file in data or [None]]
