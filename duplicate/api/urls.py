from django.urls import path

from duplicate.api import views

urlpatterns = [
    path("games/<str:code>/", views.GameView.as_view(), name="api-game"),
    path("games/<str:code>/entries/", views.EntriesView.as_view(), name="api-entries"),
    path("games/<str:code>/me/", views.MeView.as_view(), name="api-me"),
    path("games/<str:code>/slips/", views.SlipsView.as_view(), name="api-slips"),
]
