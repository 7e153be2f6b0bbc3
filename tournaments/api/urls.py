"""Addresses of the API of classic events."""

from django.urls import path

from tournaments.api import classic, clocks, club_tables, records

urlpatterns = [
    path("matches/<int:event_id>/me/", classic.MyMatchView.as_view(), name="api-my-match"),
    path("matches/<int:event_id>/reports/", classic.ReportsView.as_view(), name="api-match-reports"),
    path("matches/<int:event_id>/entries/", classic.MatchEntriesView.as_view(), name="api-match-entries"),
    path("boards/<slug:record_code>/", records.BoardView.as_view(), name="api-board"),
    path("boards/<slug:record_code>/best/", records.BestPlaysView.as_view(), name="api-best-plays"),
    path("records/<slug:record_code>/", records.RecordView.as_view(), name="api-record"),
    path("records/<slug:record_code>/turns/", records.TurnsView.as_view(), name="api-record-turns"),
    path("records/<slug:record_code>/take-back/", records.TakingBackView.as_view(), name="api-take-back"),
    path("tables/<slug:table_code>/", club_tables.TableView.as_view(), name="api-table"),
    path("tables/<slug:table_code>/mine/", club_tables.OwnTableView.as_view(), name="api-own-table"),
    path("tables/<slug:table_code>/seats/", club_tables.SeatsView.as_view(), name="api-table-seats"),
    path("tables/<slug:table_code>/leave/", club_tables.LeavingView.as_view(), name="api-leave-table"),
    path("tables/<slug:table_code>/begin/", club_tables.BeginningView.as_view(), name="api-begin-table"),
    path("tables/<slug:table_code>/acts/", club_tables.TableActsView.as_view(), name="api-table-acts"),
    path("tables/<slug:table_code>/undo/", club_tables.UndoView.as_view(), name="api-table-undo"),
    path(
        "tables/<slug:table_code>/undo/answer/", club_tables.UndoAnswerView.as_view(), name="api-undo-answer"
    ),
    path("tables/<slug:table_code>/best/", club_tables.BestView.as_view(), name="api-best-known"),
    path("tables/<slug:table_code>/words/", club_tables.TableWordsView.as_view(), name="api-table-words"),
    path("clocks/<int:clock_id>/", clocks.ClockView.as_view(), name="api-clock"),
    path("clocks/<int:clock_id>/acts/", clocks.ClockActsView.as_view(), name="api-clock-acts"),
    path("events/<int:event_id>/clocks/", clocks.WallView.as_view(), name="api-clocks"),
]
