"""Addresses of the screens: for players, for the room, and for the desk."""

from django.urls import path

import duplicate.codes  # noqa: F401 - what a <code:…> is
from duplicate.views import desk, players, printing, public, words

urlpatterns = [
    path("", public.home, name="home"),
    path("join/<str:code>/", public.join, name="join"),
    path("play/<str:code>/", public.play, name="play"),
    path("screen/", public.screens, name="screens"),
    path("screen/<str:code>/", public.screen, name="screen"),
    path("desk/", desk.game_list, name="desk"),
    path("desk/new/", desk.new_game, name="new-game"),
    path("desk/<code:code>/", desk.dashboard, name="dashboard"),
    path("desk/<code:code>/panel/", desk.panel, name="panel"),
    path("desk/<code:code>/players/", players.players, name="players"),
    path("desk/<code:code>/players/<int:entry_id>/phone/", players.phone_link, name="phone-link"),
    path("desk/<code:code>/players/<int:entry_id>/remove/", players.remove, name="remove-player"),
    path("desk/<code:code>/words/", words.words, name="words"),
    path("desk/<code:code>/standings.pdf", printing.standings, name="standings-pdf"),
    path("desk/<code:code>/sheet.pdf", printing.sheet, name="sheet-pdf"),
    path("desk/<code:code>/record.json", printing.record, name="record-json"),
    path("desk/<code:code>/<slug:act>/", desk.act, name="act"),
]
