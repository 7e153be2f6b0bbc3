"""The club's letterhead, which opens every document of this installation."""

from datetime import date, datetime, tzinfo
from io import BytesIO
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import CharField, F, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Event, Letterhead, Organiser, organiser_in_scope
from tournaments.organisers.rights import Right, has_right
from tournaments.organisers.scope import scope_to_event
from tournaments.printing.pdf.values import PageSize, Paper, ReportHeading
from tournaments.printing.registry import Acts, Options, Words
from tournaments.processes.own_process import in_own_process
from tournaments.time import clock

# The act that changes the look of papers with a letterhead.
LETTERHEAD_SET = "letterhead_set"
WITH_LETTERHEAD = frozenset({LETTERHEAD_SET})
# A logo is printed 45 mm wide at most: 300 dots an inch are 530 pixels.
LOGO_PIXELS = 600
MOST_BYTES = 5_000_000
# Checked by the file's header: a small file with many more pixels would fill the memory once it is decoded.
MOST_PIXELS = 12_000_000


def letterhead() -> Letterhead:
    """Return the letterhead of the organiser in scope, or an empty one if none is stored."""
    return Letterhead.objects.first() or Letterhead()


def set_letterhead(
    *, club: str, size: Letterhead.Size, by: User, logo: bytes | None = None, no_logo: bool = False
) -> Letterhead:
    """Store the letterhead. No `logo` leaves the present one in place; `no_logo` removes it.

    Raises:
        PermissionDenied: the user is no administrator.
        RuleViolation: the logo is no picture, or too large.
    """
    if not has_right(by, organiser_in_scope(), Right.ADMINISTER):
        raise PermissionDenied
    drawn = None if logo is None or no_logo else make_logo(logo)  # before the transaction, as it takes long
    with transaction.atomic():
        # Two who store it at the same moment for the first time would make two.
        Organiser.objects.select_for_update(no_key=True).get(pk=organiser_in_scope())
        kept = letterhead()
        before = kept.club, bytes(kept.logo or b"")
        kept.club, kept.size = club, size
        if no_logo:
            kept.logo = b""
        elif drawn is not None:
            kept.logo = drawn
        if before != (kept.club, bytes(kept.logo or b"")):
            kept.changed_at = clock.now()
        kept.full_clean(validate_unique=False, validate_constraints=False)
        kept.save()
    return kept


def _changes_of_letterhead(_subject: Any, _options: Options) -> QuerySet[Letterhead]:
    changed = Letterhead.objects.exclude(changed_at=None)
    return changed.annotate(act=Value(LETTERHEAD_SET, output_field=CharField()), at=F("changed_at"))


def _words(_letterhead: Letterhead) -> Words:
    return _("The letterhead was changed")


LETTERHEAD_CHANGED = Acts(_changes_of_letterhead, _words)


@in_own_process(8)
def make_logo(data: bytes) -> bytes:
    """Return the picture as a PNG that is no larger than print needs.

    Raises:
        RuleViolation: it is no picture, or too large.
    """
    if len(data) > MOST_BYTES:
        raise RuleViolation("logo_too_large", _("The picture is too large: 5 MB at most."))
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - a new logo alone needs it

    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as picture:
            too_large = picture.width * picture.height > MOST_PIXELS
            drawn = None if too_large else picture.convert("RGBA")
    except Image.DecompressionBombError:
        drawn = None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise RuleViolation("logo_unreadable", _("This picture cannot be read: use PNG or JPEG.")) from error
    if drawn is None:
        raise RuleViolation("logo_too_large", _("The picture has too many pixels: at most 12 million."))
    drawn.thumbnail((LOGO_PIXELS, LOGO_PIXELS))
    drawn.info.clear()  # a colour profile would be written as it came, whatever it holds
    file = BytesIO()
    drawn.save(file, "PNG", optimize=True)
    return file.getvalue()


def heading_of(name: str, day: date, zone: tzinfo | None = None) -> ReportHeading:
    """Return the heading of a document about an event of this name, in the event's zone or the active one."""
    return heading_at(timezone.localtime(clock.now(), zone), name, day)


def heading_at(generated_at: datetime, name: str, day: date) -> ReportHeading:
    """Return the heading of a document made at a moment, with the letterhead of the organiser in scope."""
    kept = letterhead()
    return ReportHeading(
        event=name,
        day=day,
        generated_at=generated_at,
        club=kept.club,
        organiser="" if kept.club else Organiser.objects.get(pk=organiser_in_scope()).name,
        logo=bytes(kept.logo or b""),
    )


def paper_for(event: Event, *, name: str = "", size: str = "", site: str = "") -> Paper:
    """Return the paper of a document of the event: the installation's size, unless another `size` is chosen."""
    with scope_to_event(event):
        chosen = size if size in Letterhead.Size.values else letterhead().size
        heading = heading_of(name or event.name, event.date, event.zone)
    return Paper(heading=heading, size=cast("PageSize", chosen), site=site)


def paper_called(name: str) -> Paper:
    """Return the paper of a document of today that belongs to no event, in the installation's size."""
    return Paper(heading_of(name, timezone.localdate()), cast("PageSize", letterhead().size))
