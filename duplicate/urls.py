"""Addresses of the screens: for players, for the room, and for the desk."""

from django.urls import path

from duplicate.views import desk, live, public

urlpatterns = [
    path("", public.home, name="home"),
    path("join/<str:code>/", public.join, name="join"),
    path("play/<str:code>/", public.play, name="play"),
    path("screen/", public.screens, name="screens"),
    path("screen/<str:code>/", public.screen, name="screen"),
    path("live/<str:code>/", live.stream, name="live"),
    path("desk/", desk.game_list, name="desk"),
    path("desk/new/", desk.new_game, name="new-game"),
    path("desk/<str:code>/", desk.dashboard, name="dashboard"),
    path("desk/<str:code>/panel/", desk.panel, name="panel"),
    path("desk/<str:code>/<slug:act>/", desk.act, name="act"),
]
