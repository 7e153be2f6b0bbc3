"""Addresses of people and accounts."""

from django.urls import path

from tournaments.views import (
    accounts,
    classic,
    classic_phones,
    classic_players,
    classic_public,
    classic_results,
    classic_rounds,
    classic_standings,
    clocks,
    people,
    people_lists,
)

DIVISION = "events/<int:event_id>/divisions/<int:division_id>/"
ROUND = DIVISION + "rounds/<int:number>/"
MATCH = ROUND + "tables/<int:table>/"
ENTRANT = DIVISION + "players/<int:entrant_id>/"

urlpatterns = [
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("people/", people.people_list, name="people"),
    path("people/new/", people.new_person, name="new-person"),
    path("people/<int:player_id>/", people.person, name="person"),
    path("people/<int:player_id>/data.json", people.person_data, name="person-data"),
    path("people/<int:player_id>/forget/", people.forget, name="forget-person"),
    path("people/duplicates/", people.duplicates, name="people-duplicates"),
    path("people/merge/", people.merge, name="merge-people"),
    path("people/import/", people_lists.new_import, name="new-people-import"),
    path("people/import/<int:list_id>/", people_lists.look_at_import, name="people-import"),
    path("people/import/<int:list_id>/missing.csv", people_lists.missing, name="people-missing"),
    path("people/export.<str:kind>", people.export, name="export-people"),
    path("events/new-tournament/", classic.new_tournament, name="new-tournament"),
    path("events/<int:event_id>/divisions/new/", classic.new_division, name="new-division"),
    path(DIVISION, classic.division_page, name="division"),
    path(DIVISION + "settings/", classic.division_settings, name="division-settings"),
    path(DIVISION + "remove/", classic.remove_division, name="remove-division"),
    path(DIVISION + "pair/", classic_rounds.pair_round, name="pair-round"),
    path(DIVISION + "players/", classic_players.players, name="division-players"),
    path(DIVISION + "players/enter/", classic_players.enter, name="enter-players"),
    path(DIVISION + "players/number/", classic_players.number, name="number-players"),
    path(ENTRANT, classic_players.entrant_page, name="entrant"),
    path(ENTRANT + "phone/", classic_players.phone_link, name="entrant-phone"),
    path(ENTRANT + "<slug:act>/", classic_players.entrant_act, name="entrant-act"),
    path(DIVISION + "standings/", classic_standings.standings, name="division-standings"),
    path(DIVISION + "standings.<str:kind>", classic_standings.export, name="export-division-standings"),
    path(ROUND, classic_rounds.round_page, name="division-round"),
    path(ROUND + "by-hand/", classic_rounds.by_hand, name="pair-by-hand"),
    path(ROUND + "line/", classic_rounds.result_line, name="result-line"),
    path(MATCH, classic_results.match_page, name="division-match"),
    path(MATCH + "correct/", classic_results.correct, name="correct-result"),
    path(MATCH + "take-back/", classic_results.take_back, name="take-result-back"),
    path(ROUND + "<slug:act>/", classic_rounds.round_act, name="round-act"),
    path("results/divisions/<int:division_id>/", classic_public.public_division, name="public-division"),
    path("matches/<int:event_id>/", classic_phones.matches, name="matches"),
    path("clock/<int:clock_id>/", clocks.table_clock, name="table-clock"),
    path("events/<int:event_id>/clocks/", clocks.wall, name="clock-wall"),
    path("events/<int:event_id>/clocks/pause/", clocks.pause_all, name="pause-clocks"),
    path("events/<int:event_id>/clocks/lift/", clocks.lift_all, name="lift-pauses"),
    path("events/<int:event_id>/clocks/rounds/<int:round_id>/", clocks.round_links, name="clock-links"),
    path("events/<int:event_id>/clocks/<int:clock_id>/", clocks.match_clock_page, name="match-clock"),
    path(
        "events/<int:event_id>/clocks/<int:clock_id>/link/<slug:holder>/",
        clocks.match_clock_link,
        name="match-clock-link",
    ),
    path(
        "events/<int:event_id>/clocks/<int:clock_id>/<slug:act>/",
        clocks.match_clock_act,
        name="match-clock-act",
    ),
]
