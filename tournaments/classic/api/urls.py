"""URLs of the API of classic events."""

from django.urls import path

from tournaments.classic.api import clocks, divisions, match_records, views

urlpatterns = [
    path("matches/<int:event_id>/me/", views.MyMatchView.as_view(), name="api-my-match"),
    path("matches/<int:event_id>/reports/", views.ReportsView.as_view(), name="api-match-reports"),
    path("matches/<int:event_id>/entries/", views.MatchEntriesView.as_view(), name="api-match-entries"),
    path("boards/<slug:record_code>/", match_records.BoardView.as_view(), name="api-board"),
    path("boards/<slug:record_code>/best/", match_records.BestPlaysView.as_view(), name="api-best-plays"),
    path("match-records/<slug:record_code>/", divisions.MatchRecordView.as_view(), name="api-match-record"),
    path(
        "match-records/<slug:record_code>.gcg", divisions.MatchRecordFileView.as_view(), name="api-match-gcg"
    ),
    path("divisions/<int:division_id>/", divisions.DivisionView.as_view(), name="api-division"),
    path(
        "divisions/<int:division_id>/standings/",
        divisions.DivisionStandingsView.as_view(),
        name="api-division-standings",
    ),
    path(
        "divisions/<int:division_id>/standings.csv",
        divisions.DivisionStandingsTableView.as_view(),
        name="api-division-standings-csv",
    ),
    path(
        "divisions/<int:division_id>/ratings/",
        divisions.DivisionRatingsView.as_view(),
        name="api-division-ratings",
    ),
    path(
        "divisions/<int:division_id>/ratings.csv",
        divisions.DivisionRatingsTableView.as_view(),
        name="api-division-ratings-csv",
    ),
    path(
        "divisions/<int:division_id>/rounds/<int:number>/",
        divisions.DivisionRoundView.as_view(),
        name="api-division-round",
    ),
    path(
        "annotated-games/<slug:game_code>/", divisions.AnnotatedGameView.as_view(), name="api-annotated-game"
    ),
    path(
        "annotated-games/<slug:game_code>.gcg",
        divisions.AnnotatedGameFileView.as_view(),
        name="api-annotated-gcg",
    ),
    path("records/<slug:record_code>/", match_records.RecordView.as_view(), name="api-record"),
    path("records/<slug:record_code>/turns/", match_records.TurnsView.as_view(), name="api-record-turns"),
    path(
        "records/<slug:record_code>/take-back/", match_records.TakingBackView.as_view(), name="api-take-back"
    ),
    path("clocks/<int:clock_id>/", clocks.ClockView.as_view(), name="api-clock"),
    path("clocks/<int:clock_id>/acts/", clocks.ClockActsView.as_view(), name="api-clock-acts"),
    path("events/<int:event_id>/clocks/", clocks.WallView.as_view(), name="api-clocks"),
]
