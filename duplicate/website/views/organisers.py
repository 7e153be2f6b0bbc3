"""Saving all that an organiser owns as one file."""

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from duplicate.website.archive.organisers.exporter import archive_parts
from tournaments.names.folding import slug
from tournaments.organisers.rights import Right
from tournaments.views.permissions import for_organiser, organiser_of


@require_GET
@for_organiser(Right.ADMINISTER)
def save_organiser(request: HttpRequest) -> StreamingHttpResponse:
    """Send the organiser's archive while it is written, event by event: a large one takes minutes."""
    organiser = organiser_of(request)
    if organiser.holds_everybody:
        raise Http404
    name = f"{slug(organiser.name) or 'organiser'}.isotop.zip"
    return StreamingHttpResponse(
        archive_parts(organiser),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
