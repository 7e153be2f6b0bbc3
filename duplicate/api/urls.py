"""Addresses of the phones' API, and of results of clubs."""

from django.urls import path

import duplicate.games.codes  # noqa: F401 - what a <code:…> is
from duplicate.api import results, views

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
]
