import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duplicate", "0004_club_rules"),
        ("tournaments", "0003_pairs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Question",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "client_id",
                    models.UUIDField(help_text="Made by the phone, so that sending again does nothing."),
                ),
                ("text", models.CharField(max_length=300, verbose_name="question")),
                ("asked_at", models.DateTimeField(verbose_name="asked")),
                ("answer", models.CharField(blank=True, max_length=300, verbose_name="answer")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered")),
                ("taken_back_at", models.DateTimeField(blank=True, null=True, verbose_name="taken back")),
            ],
            options={
                "verbose_name": "question",
                "verbose_name_plural": "questions",
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="question",
            name="answered_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="questions", to="tournaments.entry"
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="questions", to="duplicate.round"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(fields=("entry", "client_id"), name="question_received_once"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                fields=("entry", "round"),
                condition=models.Q(("answered_at__isnull", True), ("taken_back_at__isnull", True)),
                name="question_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("answered_at__isnull", True), ("taken_back_at__isnull", True), _connector="OR"
                ),
                name="question_answered_or_taken_back",
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answered_at__isnull", True), ("answered_by__isnull", True)),
                    models.Q(("answered_at__isnull", False), ("answered_by__isnull", False)),
                    _connector="OR",
                ),
                name="question_answered_by_somebody",
            ),
        ),
    ]
