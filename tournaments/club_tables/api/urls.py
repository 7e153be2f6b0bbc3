"""URLs of the API of club tables."""

from django.urls import path

from tournaments.club_tables.api import views

urlpatterns = [
    path("tables/<slug:table_code>/", views.TableView.as_view(), name="api-table"),
    path("tables/<slug:table_code>/mine/", views.OwnTableView.as_view(), name="api-own-table"),
    path("tables/<slug:table_code>/seats/", views.SeatsView.as_view(), name="api-table-seats"),
    path("tables/<slug:table_code>/leave/", views.LeavingView.as_view(), name="api-leave-table"),
    path("tables/<slug:table_code>/begin/", views.BeginningView.as_view(), name="api-begin-table"),
    path("tables/<slug:table_code>/acts/", views.TableActsView.as_view(), name="api-table-acts"),
    path("tables/<slug:table_code>/undo/", views.UndoView.as_view(), name="api-table-undo"),
    path("tables/<slug:table_code>/undo/answer/", views.UndoAnswerView.as_view(), name="api-undo-answer"),
    path("tables/<slug:table_code>/again/", views.AgainView.as_view(), name="api-play-again"),
    path("tables/<slug:table_code>/best/", views.BestView.as_view(), name="api-best-known"),
    path("tables/<slug:table_code>/words/", views.TableWordsView.as_view(), name="api-table-words"),
]
