"""Which version a result takes back, so that one entry after the other can be undone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_forgotten_clocks")]

    operations = [
        migrations.AddField(
            model_name="matchresult",
            name="undoes",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="takes back"),
        ),
    ]
