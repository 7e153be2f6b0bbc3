"""URLs of the whole program."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

from deploy.schema import SchemaView


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - all requests get the same answer
    """Redirect to the icon; browsers request it for documents that cannot name one, such as a PDF."""
    return redirect(static("tournaments/icon.svg"))


urlpatterns = [
    # First: the game's URLs accept any name of an act after the code of a game.
    path("", include("duplicate.website.urls")),
    path("", include("duplicate.urls")),
    path("", include("tournaments.urls")),
    path("", include("tournaments.classic.urls")),
    path("", include("tournaments.club_tables.urls")),
    path("api/v1/", include("duplicate.website.api.urls")),
    path("api/v1/", include("duplicate.api.urls")),
    path("api/v1/", include("tournaments.classic.api.urls")),
    path("api/v1/", include("tournaments.club_tables.api.urls")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path(
        "api/docs/", SpectacularSwaggerSplitView.as_view(http_method_names=["get", "head"]), name="api-docs"
    ),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("favicon.ico", favicon),
]

# While the database is gone this is 503.
handler404 = "deploy.outages.handle_not_found"
handler500 = "deploy.outages.handle_error"
