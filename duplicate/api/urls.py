from django.urls import path

import duplicate.codes  # noqa: F401 - what a <code:…> is
from duplicate.api import public, results, views

urlpatterns = [
    path("games/<code:code>/", views.GameView.as_view(), name="api-game"),
    path("games/<code:code>/entries/", views.EntriesView.as_view(), name="api-entries"),
    path("games/<code:code>/me/", views.MeView.as_view(), name="api-me"),
    path("games/<code:code>/me/device/", views.DeviceView.as_view(), name="api-device"),
    path("games/<code:code>/slips/", views.SlipsView.as_view(), name="api-slips"),
    path("games/<code:code>/questions/", views.QuestionsView.as_view(), name="api-questions"),
    path(
        "games/<code:code>/questions/<uuid:question_id>/", views.QuestionView.as_view(), name="api-question"
    ),
    path("simultaneous/<slug:digest>/results/", results.ResultsView.as_view(), name="api-results"),
    path("events/", public.EventListView.as_view(), name="api-events"),
    path("events/<int:event_id>/", public.EventView.as_view(), name="api-event"),
    path("events/<int:event_id>/standings/", public.StandingsView.as_view(), name="api-standings"),
    path(
        "events/<int:event_id>/standings.csv", public.StandingsTableView.as_view(), name="api-standings-csv"
    ),
    path("seasons/", public.SeasonListView.as_view(), name="api-seasons"),
    path("seasons/<int:season_id>/index/", public.SeasonIndexView.as_view(), name="api-season"),
    path("seasons/<int:season_id>/index.csv", public.SeasonTableView.as_view(), name="api-season-csv"),
    path("players/<int:player_id>/", public.PlayerView.as_view(), name="api-player"),
]
