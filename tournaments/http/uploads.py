"""Pages that accept files: how large the files may be, and from whom they are read.

A request that is larger than `DATA_UPLOAD_MAX_MEMORY_SIZE` is read only for a page that declares it here, and
only once its sender is known.
"""

import io
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.urls import Resolver404, resolve

from tournaments.http.asgi_types import Scope

View = TypeVar("View", bound=Callable[..., Any])

# Of each disk so much is left for slips: bytes, or one part of so many of a small disk.
RESERVED: Final = 500 << 20
PART: Final = 20
# A file is received, cut out of its form, and stored.
COPIES: Final = 3
# Bytes of a body: shorter ones are taken as long as there is room at all.
SHORT: Final = 16 << 10


def has_room(length: int) -> bool:
    """Tell whether a body of so many bytes is short, or leaves what is reserved on the disks of data and temporary
    files.
    """
    if length <= SHORT:
        return True
    disks = [shutil.disk_usage(folder) for folder in {settings.DATA_FOLDER, Path(tempfile.gettempdir())}]
    return all(disk.free - COPIES * length >= min(RESERVED, disk.total // PART) for disk in disks)


def is_logged_in(scope: Scope) -> bool:
    """Tell whether the request has the session of a logged-in user."""
    request = ASGIRequest(scope, io.BytesIO())
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    return get_user(request).is_authenticated


@dataclass(frozen=True, slots=True)
class Upload:
    """A view that accepts a file of `most_bytes`, from senders for whom `is_known` is true."""

    most_bytes: int
    is_known: Callable[[Scope], bool] = is_logged_in

    @property
    def most(self) -> int:
        """The largest request in bytes: the file, and the fields of its form."""
        return self.most_bytes + settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def takes_upload(most_bytes: int) -> Callable[[View], View]:
    """Decorate a view, outermost: it accepts files of `most_bytes` from logged-in users."""

    def mark(view: View) -> View:
        view.upload = Upload(most_bytes)  # type: ignore[attr-defined] # functions take attributes
        return view

    return mark


def find_upload(path: str) -> Upload | None:
    """Return the upload that the view at this path accepts; classes of views and of the admin have it as
    `upload`.
    """
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return None
    owners: tuple[Any, ...] = (view, getattr(view, "cls", None), getattr(view, "model_admin", None))
    return next((owner.upload for owner in owners if hasattr(owner, "upload")), None)
