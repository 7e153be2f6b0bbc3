import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def fill(apps, schema_editor):
    """The number of the round, which was only among the parameters, as a column to find entries by."""
    LogEntry = apps.get_model("duplicate", "LogEntry")
    entries = LogEntry.objects.filter(params__has_key="number")
    for number in set(entries.values_list("params__number", flat=True)):
        entries.filter(params__number=number).update(number=number)


class Migration(migrations.Migration):
    dependencies = [
        ("duplicate", "0002_sanctions"),
        ("tournaments", "0003_pairs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="round",
            name="round_number_once",
        ),
        migrations.RemoveConstraint(
            model_name="round",
            name="round_one_in_progress",
        ),
        migrations.AddField(
            model_name="game",
            name="double_arbitration",
            field=models.BooleanField(
                default=False,
                help_text="Every paper slip is keyed by two arbitrators; the chief settles what differs.",
                verbose_name="double arbitration",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="names_hidden",
            field=models.BooleanField(
                default=False,
                help_text="Arbitrators see table numbers only; the chief sees names.",
                verbose_name="names hidden",
            ),
        ),
        migrations.AddField(
            model_name="logentry",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.entry",
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            model_name="logentry",
            name="number",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="round"),
        ),
        migrations.AddField(
            model_name="logentry",
            name="undoes",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="undone_by",
                to="duplicate.logentry",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="why"),
        ),
        migrations.AddField(
            model_name="ruling",
            name="solo",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="slip",
            name="checked_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="slip",
            name="illegible",
            field=models.BooleanField(default=False, verbose_name="hard to read"),
        ),
        migrations.AddField(
            model_name="slip",
            name="in_conflict",
            field=models.BooleanField(default=False, verbose_name="in conflict"),
        ),
        migrations.AlterField(
            model_name="round",
            name="state",
            field=models.CharField(
                choices=[
                    ("drawn", "drawn"),
                    ("open", "open"),
                    ("closed", "closed"),
                    ("announced", "announced"),
                    ("cancelled", "cancelled"),
                ],
                default="drawn",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "cancelled"), _negated=True),
                fields=("game", "number"),
                name="round_number_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("announced", "cancelled")), _negated=True),
                fields=("game",),
                name="round_one_in_progress",
            ),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.CheckConstraint(
                condition=models.Q(("effective", True), ("in_conflict", True), _negated=True),
                name="slip_in_conflict_has_no_effect",
            ),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("checked_by__isnull", True),
                    models.Q(("checked_by", models.F("keyed_by")), _negated=True),
                    _connector="OR",
                ),
                name="slip_checked_by_another",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
