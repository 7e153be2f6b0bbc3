"""Boards are found by a code that nobody guesses, no longer by their number."""

import secrets

from django.db import migrations, models

import tournaments.record_models


def give_codes(apps, schema_editor):
    for record in apps.get_model("tournaments", "MatchRecord").objects.all():
        record.code = secrets.token_urlsafe(12)
        record.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_licences_in_capitals")]

    operations = [
        # Without an index: PostgreSQL's would be in the way of the one that comes with being unique.
        migrations.AddField(
            model_name="matchrecord",
            name="code",
            field=models.SlugField(max_length=16, default="", db_index=False),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="matchrecord",
            name="code",
            field=models.SlugField(
                default=tournaments.record_models.new_record_code,
                editable=False,
                max_length=16,
                unique=True,
            ),
        ),
    ]
