"""Which phones were taken by a name alone, and which results rest on one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_clocks_and_records_of_begun_rounds"),
        ("tournaments", "0022_shown_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="phone_claimed",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="matchresult",
            name="claimed",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
