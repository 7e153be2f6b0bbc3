"""Addresses of the screens: for players, for the room, and for the desk."""

from django.urls import path

from duplicate.views import live

urlpatterns = [
    path("live/<str:code>/", live.stream, name="live"),
]
