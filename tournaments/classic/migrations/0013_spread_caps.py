"""Caps on the spread by round: the cap that a division has becomes that of every round."""

from django.db import migrations, models


def list_caps(apps, editor):
    divisions = apps.get_model("classic", "Division").objects.using(editor.connection.alias)
    for key, cap in divisions.filter(spread_cap__gt=0).values_list("pk", "spread_cap"):
        divisions.filter(pk=key).update(spread_caps=[cap])


class Migration(migrations.Migration):
    dependencies = [("classic", "0012_first_moves_after_groups")]

    operations = [
        migrations.AddField(
            model_name="division",
            name="spread_caps",
            field=models.JSONField(
                blank=True, db_default=[], default=list, verbose_name="most spread a match"
            ),
        ),
        migrations.RunPython(list_caps, migrations.RunPython.noop),
    ]
