import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_roles")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="partner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="partner_entries",
                to="tournaments.player",
                verbose_name="partner",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="dropped out"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "partner"), name="entry_partner_once_an_event"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("partner__isnull", True),
                    models.Q(("partner", models.F("player")), _negated=True),
                    _connector="OR",
                ),
                name="entry_pair_of_two",
            ),
        ),
    ]
