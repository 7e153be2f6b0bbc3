from django.db import migrations
from django.db.models import Count

from tournaments.alike import club_key


def fold_clubs(apps, schema_editor):
    """A club is found whatever the accents: those that are one become one, with the name that most players have."""
    Club, Player = apps.get_model("tournaments", "Club"), apps.get_model("tournaments", "Player")
    past = apps.get_model("tournaments", "HistoricalPlayer").objects
    groups = {}
    for club in Club.objects.annotate(most=Count("players")).order_by("-most", "pk"):
        groups.setdefault(club_key(club.name), []).append(club)
    for keep, *others in groups.values():
        for other in others:
            Player.objects.filter(club_id=other.pk).update(club_id=keep.pk)
            past.filter(club_id=other.pk).update(club_id=keep.pk)
            keep.number = keep.number or other.number
            other.delete()
    # Where the names are alike there is one row now, so no row has the key that another one gets.
    for key, (keep, *_others) in groups.items():
        keep.key = key
        keep.save(update_fields=["key", "number"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_ratings_and_prizes")]

    operations = [migrations.RunPython(fold_clubs, migrations.RunPython.noop)]
