"""The club's letterhead: what every document of this installation opens with."""

from datetime import date
from io import BytesIO
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import CharField, F, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from PIL import Image, UnidentifiedImageError

from tournaments import clock
from tournaments.documents import Acts, Options, Words
from tournaments.errors import RuleViolation
from tournaments.models import Event, Letterhead
from tournaments.reports.values import PageSize, Paper, ReportHeading

# The act by which papers that open with it may look different.
LETTERHEAD_SET = "letterhead_set"
WITH_LETTERHEAD = frozenset({LETTERHEAD_SET})
# A logo is printed 45 mm wide at most: 300 dots an inch are 530 pixels.
LOGO_PIXELS = 600
MOST_BYTES = 5_000_000
# Of a picture whose file is small and which would fill the memory.
MOST_PIXELS = 40_000_000


def letterhead() -> Letterhead:
    """The one there is, or one that says nothing."""
    return Letterhead.objects.filter(pk=1).first() or Letterhead(pk=1)


@transaction.atomic
def set_letterhead(
    *, club: str, size: Letterhead.Size, by: User, logo: bytes | None = None, no_logo: bool = False
) -> Letterhead:
    """Set it; without a `logo` the one there is stays, unless there is to be none.

    Raises:
        PermissionDenied: somebody else than an administrator asks.
        RuleViolation: the logo is no picture, or too large.
    """
    if not by.is_superuser:
        raise PermissionDenied
    kept = letterhead()
    before = kept.club, bytes(kept.logo or b"")
    kept.club, kept.size = club, size
    if no_logo:
        kept.logo = b""
    elif logo is not None:
        kept.logo = as_logo(logo)
    if before != (kept.club, bytes(kept.logo or b"")):
        kept.changed_at = clock.now()
    kept.full_clean(validate_unique=False, validate_constraints=False)
    kept.save()
    return kept


def _changed(_subject: Any, _options: Options) -> QuerySet[Letterhead]:
    changed = Letterhead.objects.exclude(changed_at=None)
    return changed.annotate(act=Value(LETTERHEAD_SET, output_field=CharField()), at=F("changed_at"))


def _words(_letterhead: Letterhead) -> Words:
    return _("The letterhead was changed")


LETTERHEAD_CHANGED = Acts(_changed, _words)


def as_logo(data: bytes) -> bytes:
    """The picture as a PNG that is no larger than print needs.

    Raises:
        RuleViolation: it is no picture, or too large.
    """
    if len(data) > MOST_BYTES:
        raise RuleViolation("logo_too_large", _("The picture is too large: 5 MB at most."))
    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as picture:
            too_large = picture.width * picture.height > MOST_PIXELS
            drawn = None if too_large else picture.convert("RGBA")
    except Image.DecompressionBombError:
        drawn = None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise RuleViolation(
            "logo_unreadable", _("This is no picture that can be read: use PNG or JPEG.")
        ) from error
    if drawn is None:
        raise RuleViolation("logo_too_large", _("The picture has too many pixels."))
    drawn.thumbnail((LOGO_PIXELS, LOGO_PIXELS))
    file = BytesIO()
    drawn.save(file, "PNG", optimize=True)
    return file.getvalue()


def heading_of(name: str, day: date) -> ReportHeading:
    """The heading of a document about what is called so."""
    kept = letterhead()
    return ReportHeading(
        event=name, day=day, generated_at=clock.now(), club=kept.club, logo=bytes(kept.logo or b"")
    )


def paper_for(event: Event, *, name: str = "", size: str = "", site: str = "") -> Paper:
    """What a document of the event is printed on: the installation's paper, unless another `size` is chosen."""
    chosen = size if size in Letterhead.Size.values else letterhead().size
    heading = heading_of(name or event.name, event.date)
    return Paper(heading=heading, size=cast("PageSize", chosen), site=site)


def paper_called(name: str) -> Paper:
    """What a document of today is printed on that belongs to no event: the installation's paper."""
    return Paper(heading_of(name, timezone.localdate()), cast("PageSize", letterhead().size))
