"""URLs of club tables and the ways to play."""

from django.urls import path

from tournaments.club_tables.views import review, tables, variants

urlpatterns = [
    path("ways-to-play/", variants.ways_to_play, name="ways-to-play"),
    path("ways-to-play/<slug:way_code>/", variants.way_to_play, name="way-to-play"),
    path("tables/", tables.tables, name="club-tables"),
    path("tables/new/<slug:mode_code>/", tables.new_table, name="new-club-table"),
    path("tables/<slug:table_code>/", tables.club_table, name="club-table"),
    path("tables/<slug:table_code>/desk/", tables.desk, name="club-table-desk"),
    path("tables/<slug:table_code>/cards.pdf", tables.bingo_cards, name="bingo-cards"),
    path(
        "tables/<slug:table_code>/seats/<int:number>/link/",
        tables.seat_link,
        name="table-seat-link",
    ),
    path("tables/<slug:table_code>/link/", tables.link, name="club-table-link"),
    path("tables/<slug:table_code>/game.<str:kind>", tables.table_record, name="table-record"),
    path("tables/<slug:table_code>/review/", review.table_review, name="table-review"),
    path("tables/<slug:table_code>/close/", tables.close, name="close-club-table"),
]
