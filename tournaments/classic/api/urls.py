"""URLs of the API of classic events."""

from django.urls import path

from tournaments.classic.api import clocks, match_records, views

urlpatterns = [
    path("matches/<int:event_id>/me/", views.MyMatchView.as_view(), name="api-my-match"),
    path("matches/<int:event_id>/reports/", views.ReportsView.as_view(), name="api-match-reports"),
    path("matches/<int:event_id>/entries/", views.MatchEntriesView.as_view(), name="api-match-entries"),
    path("boards/<slug:record_code>/", match_records.BoardView.as_view(), name="api-board"),
    path("boards/<slug:record_code>/best/", match_records.BestPlaysView.as_view(), name="api-best-plays"),
    path("records/<slug:record_code>/", match_records.RecordView.as_view(), name="api-record"),
    path("records/<slug:record_code>/turns/", match_records.TurnsView.as_view(), name="api-record-turns"),
    path(
        "records/<slug:record_code>/take-back/", match_records.TakingBackView.as_view(), name="api-take-back"
    ),
    path("clocks/<int:clock_id>/", clocks.ClockView.as_view(), name="api-clock"),
    path("clocks/<int:clock_id>/acts/", clocks.ClockActsView.as_view(), name="api-clock-acts"),
    path("events/<int:event_id>/clocks/", clocks.WallView.as_view(), name="api-clocks"),
]
