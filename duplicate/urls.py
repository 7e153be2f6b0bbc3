"""Addresses of the screens: for players, for the room, and for the desk."""

from django.urls import path

from duplicate.views import desk, live, players, printing, public

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
    path("desk/<str:code>/players/", players.players, name="players"),
    path("desk/<str:code>/players/<int:entry_id>/phone/", players.phone_link, name="phone-link"),
    path("desk/<str:code>/players/<int:entry_id>/remove/", players.remove, name="remove-player"),
    path("desk/<str:code>/standings.pdf", printing.standings, name="standings-pdf"),
    path("desk/<str:code>/sheet.pdf", printing.sheet, name="sheet-pdf"),
    path("desk/<str:code>/record.json", printing.record, name="record-json"),
    path("desk/<str:code>/<slug:act>/", desk.act, name="act"),
]
