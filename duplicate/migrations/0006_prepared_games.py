import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duplicate", "0005_questions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PreparedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("lexicon", models.CharField(max_length=40, verbose_name="lexicon")),
                ("tile_set", models.CharField(max_length=20, verbose_name="tile set")),
                ("rules", models.TextField(verbose_name="rules")),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("typed", "typed by hand"),
                            ("imported", "read from a record"),
                            ("found", "found by the program"),
                        ],
                        max_length=10,
                        verbose_name="made",
                    ),
                ),
                ("sealed", models.BinaryField(help_text="The record, encrypted; see `duplicate.sealing`.")),
                ("facts", models.JSONField(default=dict)),
                (
                    "made_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="made"
                    ),
                ),
            ],
            options={
                "verbose_name": "prepared game",
                "verbose_name_plural": "prepared games",
                "ordering": ["-made_at"],
            },
        ),
        migrations.AddField(
            model_name="preparedgame",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="prepared",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to="duplicate.preparedgame",
            ),
        ),
        migrations.CreateModel(
            name="Look",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="at"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "prepared",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to="duplicate.preparedgame",
                    ),
                ),
            ],
            options={
                "verbose_name": "look inside",
                "verbose_name_plural": "looks inside",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Preparation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lexicon", models.CharField(max_length=40, verbose_name="lexicon")),
                ("tile_set", models.CharField(max_length=20, verbose_name="tile set")),
                ("rules", models.TextField(verbose_name="rules")),
                ("criteria", models.JSONField(verbose_name="criteria")),
                ("sealed_seed", models.BinaryField()),
                ("games", models.PositiveIntegerField(verbose_name="games to try")),
                (
                    "state",
                    models.CharField(
                        choices=[("running", "running"), ("stopped", "stopped"), ("done", "done")],
                        default="running",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("done", models.JSONField(default=list)),
                ("matching", models.PositiveIntegerField(default=0, verbose_name="games that match")),
                ("found", models.JSONField(default=list)),
                (
                    "made_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="begun"
                    ),
                ),
                (
                    "moved_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="last progress"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "search for a game",
                "verbose_name_plural": "searches for a game",
                "ordering": ["-made_at"],
            },
        ),
    ]
