"""Addresses of the API of classic events."""

from django.urls import path

from tournaments.api import classic

urlpatterns = [
    path("matches/<int:event_id>/me/", classic.MyMatchView.as_view(), name="api-my-match"),
    path("matches/<int:event_id>/reports/", classic.ReportsView.as_view(), name="api-match-reports"),
    path("matches/<int:event_id>/entries/", classic.MatchEntriesView.as_view(), name="api-match-entries"),
]
