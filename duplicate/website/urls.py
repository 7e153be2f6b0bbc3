"""Addresses of the pages that join all kinds of play: home, events, seasons, the public site, the handbook."""

from django.urls import path

from duplicate.website.views import (
    handbook,
    home,
    onboarding,
    organisers,
    player_history,
    screens,
    seasons,
    styleguide,
)
from duplicate.website.views.events import archives, entry_files, events, static_site
from duplicate.website.views.events import broadcast as event_broadcast
from duplicate.website.views.events import check_in as event_check_in
from duplicate.website.views.events import entries as event_entries
from duplicate.website.views.events import later_games as event_later_games
from duplicate.website.views.events import prizes as event_prize_pages
from duplicate.website.views.events import rooms as event_rooms
from duplicate.website.views.events import standings as event_standings
from duplicate.website.views.events import words as event_words
from duplicate.website.views.own import recaps, words
from duplicate.website.views.public import events as public
from duplicate.website.views.public import games as public_games

urlpatterns = [
    path("", home.home, name="home"),
    path("screen/", screens.screens, name="screens"),
    path("screen/<str:code>/", screens.screen, name="screen"),
    path("desk/", home.game_list, name="desk"),
    path("handbook/", handbook.in_own_language, name="handbook-in-own-language"),
    path("handbook/<str:language>/", handbook.handbook, name="handbook"),
    path("handbook/<str:language>/pictures/<str:file_name>", handbook.picture, name="handbook-picture"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("results/", public.public_list, name="public-events"),
    path("results/<int:event_id>/", public.public_event, name="public-standings"),
    path("results/<int:event_id>/games/<int:number>/", public_games.public_game, name="public-game"),
    path(
        "results/<int:event_id>/games/<int:number>/rounds/<int:round_number>/",
        public_games.public_round,
        name="public-round",
    ),
    path(
        "results/<int:event_id>/games/<int:number>/players/<int:entry_id>/",
        public_games.public_sheet,
        name="public-sheet",
    ),
    path(
        "results/<int:event_id>/games/<int:number>/picture.png",
        public_games.public_picture,
        name="public-game-picture",
    ),
    path("results/seasons/<int:season_id>/", public.public_season, name="public-season"),
    path("results/seasons/<int:season_id>/records/", public.public_records, name="public-records"),
    path("results/players/<int:player_id>/", public.public_player, name="public-player"),
    path("my/words/", words.words, name="own-words"),
    path("my/words/<int:round_id>/", words.rate_word, name="rate-word"),
    path("my/words.<str:kind>", words.words_file, name="own-words-file"),
    path("my/games/<str:code>/", recaps.recap, name="recap"),
    path("my/games/<str:code>/open/", recaps.open_recap, name="open-recap"),
    path("my/games/<str:code>/picture.png", recaps.picture, name="recap-picture"),
    path("events/", events.event_list, name="events"),
    path("events/new/", events.new_event, name="new-event"),
    path("events/import/", archives.import_event, name="import-event"),
    path("events/<int:event_id>/", events.event_page, name="event"),
    path("events/<int:event_id>/archive.zip", archives.save_event, name="save-event"),
    path("events/<int:event_id>/site/", static_site.static_site, name="static-site"),
    path("events/<int:event_id>/site.zip", static_site.static_site_file, name="static-site-file"),
    path("events/<int:event_id>/games/new/", events.new_event_game, name="new-event-game"),
    path("events/<int:event_id>/settings/", events.event_settings, name="event-settings"),
    path("events/<int:event_id>/rooms/", event_rooms.event_rooms, name="event-rooms"),
    path("events/<int:event_id>/later/", event_later_games.later_games, name="later-games"),
    path(
        "events/<int:event_id>/later/<int:training_id>/remove/",
        event_later_games.take_later_game,
        name="take-later-game",
    ),
    path("events/<int:event_id>/broadcast/", event_broadcast.addresses, name="event-broadcast"),
    path("events/<int:event_id>/words/", event_words.event_words, name="event-words"),
    path("events/<int:event_id>/prizes/", event_prize_pages.event_prizes, name="event-prizes"),
    path("events/<int:event_id>/prizes/set/", event_prize_pages.set_prizes, name="set-event-prizes"),
    path("events/<int:event_id>/show/", events.show, name="show-event"),
    path("events/<int:event_id>/release/", events.release, name="release-standings"),
    path("events/<int:event_id>/entries/", event_entries.entries, name="event-entries"),
    path("events/<int:event_id>/entries.<str:kind>", event_entries.entries_file, name="entries-file"),
    path("events/<int:event_id>/expected.<str:kind>", event_check_in.expected_file, name="expected-file"),
    path("events/<int:event_id>/seat/<slug:how>/", event_entries.seat, name="seat-entries"),
    path("events/<int:event_id>/door/", event_check_in.door, name="event-door"),
    path("events/<int:event_id>/door/leave-out/", event_check_in.leave_out, name="leave-out-absent"),
    path("events/<int:event_id>/door/<int:entry_id>/undo/", event_check_in.undo, name="undo-check-in"),
    path("events/<int:event_id>/door/<int:entry_id>/paid/", event_check_in.set_paid, name="set-paid"),
    path("events/<int:event_id>/enter/", event_entries.enter, name="enter-people"),
    path("events/<int:event_id>/enter/file/", entry_files.enter_file, name="enter-file"),
    path("events/<int:event_id>/enter/<int:entry_list_id>/", entry_files.entry_list, name="entry-list"),
    path(
        "events/<int:event_id>/enter/<int:entry_list_id>/columns/",
        entry_files.choose_columns,
        name="entry-columns",
    ),
    path(
        "events/<int:event_id>/enter/<int:entry_list_id>/left-out.csv",
        entry_files.left_out,
        name="entries-left-out",
    ),
    path("events/<int:event_id>/standings/", event_standings.standings, name="event-standings"),
    path("events/<int:event_id>/standings.<str:kind>", event_standings.export, name="export-event-standings"),
    path("organiser/archive.zip", organisers.save_organiser, name="save-organiser"),
    path("people/<int:player_id>/games/", player_history.person_games, name="person-games"),
    path("people/<int:player_id>/games.<str:kind>", player_history.games_file, name="games-file"),
    path("people/seasons/", seasons.season_list, name="seasons"),
    path("people/seasons/<int:season_id>/", seasons.season_index, name="season"),
    path("people/seasons/<int:season_id>/settings/", seasons.season_settings, name="season-settings"),
    path("people/seasons/<int:season_id>/records/", seasons.season_records, name="season-records"),
    path("people/seasons/<int:season_id>/words.pdf", seasons.words_poster, name="words-poster"),
    path("people/seasons/<int:season_id>/index.<str:kind>", seasons.export_index, name="export-index"),
    path("desk/first-steps/club/", onboarding.name_club, name="name-club"),
    path("desk/first-steps/dismiss/", onboarding.dismiss, name="dismiss-first-steps"),
    path("desk/sample/make/", onboarding.make, name="make-sample"),
    path("desk/sample/remove/", onboarding.remove, name="remove-sample"),
]
