"""All addresses of the program."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - whoever asks
    """Browsers ask for it where a document cannot name its icon, such as beside a PDF."""
    return redirect(static("tournaments/icon.svg"))


urlpatterns = [
    path("", include("duplicate.urls")),
    path("", include("tournaments.urls")),
    path("api/v1/", include("duplicate.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(), name="api-docs"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("favicon.ico", favicon),
]
