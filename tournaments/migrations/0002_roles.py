import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def keep(apps, schema_editor):
    """Until now every arbitrator of an event could do everything, as a chief can."""
    Event, Arbitrator = apps.get_model("tournaments", "Event"), apps.get_model("tournaments", "Arbitrator")
    before = Event.arbitrators.through.objects.order_by("pk").values_list("event_id", "user_id")
    Arbitrator.objects.bulk_create(
        Arbitrator(event_id=event_id, user_id=user_id, role="chief") for event_id, user_id in before
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_first"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Arbitrator",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("chief", "chief arbitrator"),
                            ("arbitrator", "arbitrator"),
                            ("helper", "helper"),
                        ],
                        default="arbitrator",
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                (
                    "first_table",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="first table"),
                ),
                ("last_table", models.PositiveIntegerField(blank=True, null=True, verbose_name="last table")),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="post",
                        to="tournaments.entry",
                        verbose_name="plays as",
                    ),
                ),
            ],
            options={
                "verbose_name": "arbitrator",
                "verbose_name_plural": "arbitrators",
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="arbitrator",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="posts", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="arbitrator",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="posts",
                to=settings.AUTH_USER_MODEL,
                verbose_name="user",
            ),
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
        migrations.RemoveField(model_name="event", name="arbitrators"),
        migrations.AddField(
            model_name="event",
            name="arbitrators",
            field=models.ManyToManyField(
                related_name="events",
                through="tournaments.Arbitrator",
                to=settings.AUTH_USER_MODEL,
                verbose_name="arbitrators",
            ),
        ),
        migrations.AddConstraint(
            model_name="arbitrator",
            constraint=models.UniqueConstraint(fields=("event", "user"), name="arbitrator_once_an_event"),
        ),
        migrations.AddConstraint(
            model_name="arbitrator",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("first_table__isnull", True), ("last_table__isnull", True)),
                    models.Q(
                        ("first_table__isnull", False),
                        ("first_table__lte", models.F("last_table")),
                        ("last_table__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="arbitrator_range_of_tables",
            ),
        ),
    ]
