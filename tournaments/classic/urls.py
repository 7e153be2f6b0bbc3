"""URLs of classic tournaments."""

from django.urls import path

from tournaments.classic.views import annotated_games as public_games
from tournaments.classic.views import clocks, match_boards, phones, public, screens
from tournaments.classic.views.desk import (
    annotated_games,
    divisions,
    exports,
    gcg_reviews,
    match_records,
    outlook,
    plan,
    players,
    prizes,
    ratings,
    results,
    rounds,
    standings,
    tournament_files,
)

DIVISION = "events/<int:event_id>/divisions/<int:division_id>/"
ROUND = DIVISION + "rounds/<int:number>/"
MATCH = ROUND + "tables/<int:table>/"
ANNOTATED = DIVISION + "annotated-games/<slug:game_code>/"
ENTRANT = DIVISION + "players/<int:entrant_id>/"

urlpatterns = [
    path("events/new-tournament/", divisions.new_tournament, name="new-tournament"),
    path("events/new-tournament/files/", tournament_files.new_upload, name="tournament-files"),
    path(
        "events/new-tournament/files/review/", tournament_files.review_upload, name="review-tournament-files"
    ),
    path(
        "events/new-tournament/files/cancel/", tournament_files.cancel_upload, name="cancel-tournament-files"
    ),
    path("events/<int:event_id>/divisions/tsh/", exports.tsh_page, name="tsh"),
    path("events/<int:event_id>/divisions/tsh.zip", exports.tsh_folder, name="export-tsh"),
    path("events/<int:event_id>/divisions/results.csv", exports.results_file, name="export-all-results"),
    path(
        "events/<int:event_id>/divisions/standings.csv", exports.standings_file, name="export-all-standings"
    ),
    path(
        "events/<int:event_id>/divisions/files/", tournament_files.new_division_upload, name="division-files"
    ),
    path(
        "events/<int:event_id>/divisions/files/review/",
        tournament_files.review_division_upload,
        name="review-division-files",
    ),
    path(
        "events/<int:event_id>/divisions/files/cancel/",
        tournament_files.cancel_division_upload,
        name="cancel-division-files",
    ),
    path("events/<int:event_id>/divisions/new/", divisions.new_division, name="new-division"),
    path(DIVISION, divisions.division_page, name="division"),
    path(DIVISION + "settings/", divisions.division_settings, name="division-settings"),
    path(DIVISION + "remove/", divisions.remove_division, name="remove-division"),
    path(DIVISION + "plan/", plan.plan, name="division-plan"),
    path(DIVISION + "plan/undo/", plan.undo, name="undo-plan"),
    path(DIVISION + "pair/", rounds.pair_round, name="pair-round"),
    path(DIVISION + "players/", players.players, name="division-players"),
    path(DIVISION + "players/enter/", players.enter, name="enter-players"),
    path(DIVISION + "players/number/", players.number, name="number-players"),
    path(DIVISION + "players/classes/", players.classes, name="division-classes"),
    path(DIVISION + "players/door/", players.set_door, name="division-door"),
    path(ENTRANT, players.entrant_page, name="entrant"),
    path(ENTRANT + "phone/", players.phone_link, name="entrant-phone"),
    path(ENTRANT + "matches.<str:kind>", players.export_matches, name="entrant-matches"),
    path(ENTRANT + "<slug:act>/", players.entrant_act, name="entrant-act"),
    path(DIVISION + "screen/", screens.division_screen, name="division-screen"),
    path("screen/<str:code>/divisions/<int:division_id>/", screens.coded_screen, name="coded-screen"),
    path(
        "screen/<str:code>/divisions/<int:division_id>/state/",
        screens.coded_state,
        name="coded-screen-state",
    ),
    path(DIVISION + "screen/state/", screens.screen_state, name="division-screen-state"),
    path(DIVISION + "standings/", standings.standings, name="division-standings"),
    path(DIVISION + "standings.<str:kind>", standings.export, name="export-division-standings"),
    path(DIVISION + "outlook/", outlook.outlook, name="division-outlook"),
    path(DIVISION + "prizes/", prizes.prizes, name="division-prizes"),
    path(DIVISION + "prizes/set/", prizes.change, name="set-prizes"),
    path(DIVISION + "prizes.<str:kind>", prizes.export, name="export-prizes"),
    path(DIVISION + "ratings/", ratings.ratings, name="division-ratings"),
    path(DIVISION + "ratings/rate/", ratings.rate, name="rate-division"),
    path(DIVISION + "ratings/games/", ratings.set_games, name="set-rated-games"),
    path(DIVISION + "ratings/take-back/", ratings.take_back, name="take-rating-back"),
    path(DIVISION + "results-for/<slug:federation>/", ratings.results_for, name="results-for"),
    path(DIVISION + "ratings.<str:kind>", ratings.export, name="export-ratings"),
    path(DIVISION + "annotated-games/gcg/", annotated_games.new_file, name="import-annotated-game"),
    path(DIVISION + "annotated-games/gcg/review/", annotated_games.review_file, name="review-annotated-game"),
    path(DIVISION + "annotated-games/gcg/cancel/", annotated_games.cancel_file, name="cancel-annotated-game"),
    path(ANNOTATED, annotated_games.game_page, name="annotated-game"),
    path(ANNOTATED + "game.gcg", annotated_games.game_gcg, name="annotated-game-gcg"),
    path(ANNOTATED + "remove/", annotated_games.remove_game, name="remove-annotated-game"),
    path(ROUND, rounds.round_page, name="division-round"),
    path(ROUND + "by-hand/", rounds.by_hand, name="pair-by-hand"),
    path(ROUND + "paste/", rounds.paste_results, name="paste-results"),
    path(ROUND + "line/", rounds.result_line, name="result-line"),
    path(MATCH, results.match_page, name="division-match"),
    path(MATCH + "correct/", results.correct, name="correct-result"),
    path(MATCH + "take-back/", results.take_back, name="take-result-back"),
    path(MATCH + "record/", match_records.open_record, name="open-record"),
    path(MATCH + "record/gcg/", gcg_reviews.new_file, name="import-gcg"),
    path(MATCH + "record/gcg/review/", gcg_reviews.review_file, name="review-gcg"),
    path(MATCH + "record/gcg/cancel/", gcg_reviews.cancel_file, name="cancel-gcg"),
    path(MATCH + "record/gcg/of-others/", gcg_reviews.move_file, name="move-gcg"),
    path(MATCH + "record/link/", match_records.link_annotator, name="link-annotator"),
    path(MATCH + "record/match.gcg", match_records.record_gcg, name="record-gcg"),
    path(MATCH + "record/take-back/", match_records.take_entry_back, name="take-entry-back"),
    path(MATCH + "record/score/", match_records.take_score, name="take-record-score"),
    path("boards/<slug:record_code>/", match_boards.live_board, name="live-board"),
    path("boards/<slug:record_code>/keep/", match_boards.keep_record, name="keep-record"),
    path("boards/<slug:record_code>/match.gcg", match_boards.board_gcg, name="board-gcg"),
    path(ROUND + "<slug:act>/", rounds.round_act, name="round-act"),
    path("results/divisions/<int:division_id>/", public.public_division, name="public-division"),
    path(
        "results/annotated-games/<slug:game_code>/",
        public_games.public_game,
        name="public-annotated-game",
    ),
    path(
        "results/annotated-games/<slug:game_code>/game.gcg",
        public_games.public_game_gcg,
        name="public-annotated-game-gcg",
    ),
    path(
        "results/<int:event_id>/divisions/<int:division_id>/players/<int:entrant_id>/",
        public.public_entrant,
        name="public-entrant",
    ),
    path("matches/<int:event_id>/", phones.matches, name="matches"),
    path("clock/<int:clock_id>/", clocks.table_clock, name="table-clock"),
    path("events/<int:event_id>/clocks/", clocks.wall, name="clock-wall"),
    path("events/<int:event_id>/clocks.<str:kind>", clocks.export_wall, name="export-clocks"),
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
    path("matches/<int:event_id>/exchange/", match_boards.may_exchange, name="may-exchange"),
]
