"""Addresses of prepared and simultaneous games."""

from django.urls import path

from duplicate.prepared_games.views import (
    clubs,
    envelopes,
    games,
    merged_page,
    results,
    searches,
    simultaneous,
)

urlpatterns = [
    path("desk/prepared/", games.prepared_list, name="prepared"),
    path("desk/prepared/new/", games.type_game, name="type-game"),
    path("desk/prepared/import/", games.import_game, name="import-game"),
    path("desk/prepared/search/", searches.new_search, name="new-search"),
    path("desk/prepared/search/<int:search_id>/", searches.game_search, name="game-search"),
    path("desk/prepared/search/<int:search_id>/keep/", searches.keep, name="keep-found"),
    *(
        path(f"desk/prepared/search/<int:search_id>/{act}/", searches.act, {"act": act}, name=f"{act}-search")
        for act in searches.ACTS
    ),
    path("desk/prepared/<int:prepared_id>/", games.prepared_game, name="prepared-game"),
    path("desk/prepared/<int:prepared_id>/look/", games.look, name="look-inside"),
    path("desk/prepared/<int:prepared_id>/look.<str:kind>", games.look_file, name="look-file"),
    path("desk/prepared/<int:prepared_id>/draw-list.pdf", games.draw_list, name="draw-list"),
    path("desk/prepared/<int:prepared_id>/rename/", games.rename, name="rename-prepared"),
    path("desk/prepared/<int:prepared_id>/delete/", games.delete, name="delete-prepared"),
    path("simultaneous/<int:simultaneous_id>/", merged_page.public_standings, name="public-simultaneous"),
    path("desk/simultaneous/", simultaneous.simultaneous_list, name="simultaneous"),
    path("desk/simultaneous/new/", simultaneous.send_out, name="send-out"),
    path("desk/simultaneous/<int:simultaneous_id>/", simultaneous.game, name="simultaneous-game"),
    path("desk/simultaneous/<int:simultaneous_id>/envelope/", simultaneous.download, name="envelope-file"),
    path("desk/simultaneous/<int:simultaneous_id>/settle/", simultaneous.settle, name="settle-simultaneous"),
    path(
        "desk/simultaneous/<int:simultaneous_id>/take-back/",
        simultaneous.take_back,
        name="take-back-simultaneous",
    ),
    path("desk/simultaneous/<int:simultaneous_id>/clubs/", clubs.clubs, name="simultaneous-clubs"),
    path("desk/simultaneous/<int:simultaneous_id>/clubs/add/", clubs.add_clubs, name="add-clubs"),
    path("desk/simultaneous/<int:simultaneous_id>/clubs/folder.zip", clubs.folder, name="clubs-folder"),
    path("desk/simultaneous/<int:simultaneous_id>/clubs/letters.pdf", clubs.letters, name="club-letters"),
    path("desk/simultaneous/<int:simultaneous_id>/clubs/letters/", clubs.letters_job, name="letters-job"),
    path(
        "desk/simultaneous/<int:simultaneous_id>/clubs/letters/make/", clubs.make_letters, name="make-letters"
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/clubs/letters/letters.pdf",
        clubs.made_letters,
        name="made-letters",
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/clubs/letters/folder.zip",
        clubs.made_folder,
        name="made-folder",
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/clubs/letters/<slug:act>/",
        clubs.letters_job_act,
        name="letters-job-act",
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/clubs/<int:club_id>/envelope/",
        clubs.club_file,
        name="club-file",
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/clubs/<int:club_id>/revoke/",
        clubs.revoke,
        name="revoke-club",
    ),
    path("desk/simultaneous/<int:simultaneous_id>/results/", results.result_files, name="result-files"),
    path(
        "desk/simultaneous/<int:simultaneous_id>/results/accept/",
        results.accept_results,
        name="accept-results",
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/results/<int:file_id>/", results.look, name="look-at-result"
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/versions/<int:version_id>/",
        results.version,
        name="result-version",
    ),
    path(
        "desk/simultaneous/<int:simultaneous_id>/versions/<int:version_id>/restore/",
        results.restore,
        name="restore-version",
    ),
    path("desk/simultaneous/<int:simultaneous_id>/standings/", results.standings, name="merged-standings"),
    path(
        "desk/simultaneous/<int:simultaneous_id>/standings.<str:kind>",
        results.standings_file,
        name="merged-standings-file",
    ),
    path("desk/envelopes/new/", envelopes.new_envelope, name="new-envelope"),
    path("desk/envelopes/<int:envelope_id>/", envelopes.envelope, name="envelope"),
    path("desk/envelopes/<int:envelope_id>/all-played/", envelopes.all_played, name="all-have-played"),
    path("desk/envelopes/<int:envelope_id>/throw-away/", envelopes.throw_away, name="throw-envelope-away"),
]
