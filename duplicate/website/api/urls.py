"""Addresses of the public API."""

from django.urls import path

from duplicate.website.api import views

urlpatterns = [
    path("events/", views.EventListView.as_view(), name="api-events"),
    path("events/<int:event_id>/", views.EventView.as_view(), name="api-event"),
    path("events/<int:event_id>/standings/", views.StandingsView.as_view(), name="api-standings"),
    path(
        "events/<int:event_id>/standings.csv",
        views.StandingsTableView.as_view(),
        name="api-standings-csv",
    ),
    path("seasons/", views.SeasonListView.as_view(), name="api-seasons"),
    path("seasons/<int:season_id>/index/", views.SeasonIndexView.as_view(), name="api-season"),
    path("seasons/<int:season_id>/index.csv", views.SeasonTableView.as_view(), name="api-season-csv"),
    path("players/<int:player_id>/", views.PlayerHistoryView.as_view(), name="api-player"),
]
