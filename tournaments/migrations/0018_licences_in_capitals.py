from django.db import migrations
from django.utils import timezone

from tournaments.alike import licence_key

LONGEST = 20
TOLD = ("name", "licence", "club_id", "country", "series", "birth_year", "rating", "rated_games", "created_at")


def write_in_capitals(apps, schema_editor):
    """Of two players whose licences become one the first keeps it. The second has none from now on, or where somebody
    of that name has none already, one with a star; their history has what it was.
    """
    Player = apps.get_model("tournaments", "Player")
    HistoricalPlayer = apps.get_model("tournaments", "HistoricalPlayer")
    had = set()
    # Whose licence is in capitals already keeps it: no row gets what another one still has.
    players = sorted(
        Player.objects.exclude(licence="").order_by("pk"),
        key=lambda player: licence_key(player.licence) != player.licence,
    )
    for player in players:
        licence = licence_key(player.licence)[:LONGEST]
        if licence in had:
            nameless = Player.objects.filter(key=player.key, licence="").exists()
            licence = _starred(licence, had) if nameless else ""
        had.add(licence)
        if licence == player.licence:
            continue
        player.licence = licence
        player.save(update_fields=["licence"])
        HistoricalPlayer.objects.create(
            id=player.pk,
            history_date=timezone.now(),
            history_type="~",
            **{field: getattr(player, field) for field in TOLD},
        )


def _starred(licence, had):
    while licence in had:
        bare = licence.rstrip("*")
        stars = len(licence) - len(bare) + 1
        licence = bare[: LONGEST - stars] + "*" * stars
    return licence


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_clubs_once")]

    operations = [migrations.RunPython(write_in_capitals, migrations.RunPython.noop)]
