"""URLs of people, accounts and printing."""

from django.urls import path

from tournaments.views import accounts, federations, letterhead, lexicons, organisers, printing, tile_sets
from tournaments.views.people import imports, names, players

PRINT = "events/<int:event_id>/print/"
JOB = PRINT + "jobs/<uuid:job_code>/"
DOCUMENT = PRINT + "<slug:about>/<int:subject_id>/<slug:document>"

urlpatterns = [
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("organiser/", organisers.organiser_page, name="organiser"),
    path("organiser/choose/", organisers.choose, name="choose-organiser"),
    path("organiser/teams/<int:team_id>/", organisers.team_page, name="organiser-team"),
    path("organiser/teams/<int:team_id>/remove/", organisers.remove_team, name="remove-organiser-team"),
    path("organiser/teams/<int:team_id>/invite/", organisers.invite, name="invite-into-team"),
    path(
        "organiser/teams/<int:team_id>/members/<int:user_id>/",
        organisers.remove_user,
        name="remove-from-team",
    ),
    path(
        "organiser/invitations/<int:invitation_id>/", organisers.remove_invitation, name="remove-invitation"
    ),
    path("organiser/clubs/invite/", federations.invite_club, name="invite-club"),
    path(
        "organiser/clubs/invitations/<int:club_invitation_id>/",
        federations.remove_club_invitation,
        name="remove-club-invitation",
    ),
    path("organiser/memberships/<int:membership_id>/consent/", federations.set_consent, name="set-consent"),
    path("organiser/memberships/<int:membership_id>/end/", federations.end_membership, name="end-membership"),
    path("federation/<str:token>/", federations.club_invitation_page, name="club-invitation"),
    path("invitation/<str:token>/", organisers.invitation_page, name="invitation"),
    path("people/", players.people_list, name="people"),
    path("people/names/", names.names, name="people-names"),
    path("people/new/", players.new_person, name="new-person"),
    path("people/<int:player_id>/", players.person, name="person"),
    path("people/<int:player_id>/data.json", players.person_data, name="person-data"),
    path("people/<int:player_id>/erase/", players.erase, name="erase-person"),
    path("people/<int:player_id>/same/", players.same_person, name="same-person"),
    path("people/duplicates/", players.duplicates, name="people-duplicates"),
    path("people/merge/", players.merge, name="merge-people"),
    path("people/merge-clubs/", players.merge_clubs, name="merge-clubs"),
    path("people/import/", imports.new_import, name="new-people-import"),
    path("people/import/<int:list_id>/", imports.look_at_import, name="people-import"),
    path("people/import/<int:list_id>/columns/", imports.choose_columns, name="people-columns"),
    path("people/import/<int:list_id>/left-out.csv", imports.left_out, name="people-left-out"),
    path("people/import/<int:list_id>/missing.csv", imports.missing, name="people-missing"),
    path("people/export.<str:kind>", players.export, name="export-people"),
    path("lexicons/", lexicons.lexicon_list, name="lexicons"),
    path("lexicons/<int:lexicon_id>/additions/", lexicons.lexicon_additions, name="lexicon-additions"),
    path("lexicons/tiles/", tile_sets.tile_set_list, name="tile-sets"),
    path("lexicons/tiles/load/", tile_sets.load_file, name="load-tile-set"),
    path("lexicons/tiles/<str:tile_set>/", tile_sets.tile_set_page, name="tile-set"),
    path("lexicons/tiles/<str:tile_set>/file/", tile_sets.tile_set_file, name="tile-set-file"),
    path("lexicons/load/", lexicons.new_file, name="new-word-list"),
    path("lexicons/load/<int:word_list_id>/", lexicons.look_at_file, name="word-list"),
    path("lexicons/load/<int:word_list_id>/reading/", lexicons.read_again, name="read-word-list"),
    path("letterhead/", letterhead.letterhead_page, name="letterhead"),
    path("letterhead/logo.png", letterhead.logo, name="letterhead-logo"),
    path(PRINT, printing.print_page, name="print"),
    path(JOB, printing.job_page, name="print-job"),
    path(JOB + "document.pdf", printing.job_file, name="print-job-file"),
    path(JOB + "<slug:act>/", printing.job_act, name="print-job-act"),
    path(DOCUMENT + "/", printing.document_page, name="print-document"),
    path(DOCUMENT + "/make/", printing.make, name="make-document"),
    path(DOCUMENT + ".png", printing.picture, name="document-picture"),
    path(DOCUMENT + ".<str:file_kind>", printing.document_file, name="document-file"),
]
