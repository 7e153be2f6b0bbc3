"""A form's field of one or several files."""

from typing import Any

from django import forms


class FilesInput(forms.FileInput):
    """A field of the browser in which several files can be chosen, or onto which they are dropped."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One or several files."""

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        return [super(FilesField, self).clean(file, initial) for file in data or [None]]
