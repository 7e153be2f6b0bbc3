import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duplicate", "0003_arbitration"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, unique=True, verbose_name="name")),
                ("preset", models.CharField(editable=False, max_length=40, verbose_name="copied from")),
                ("rules", models.TextField(help_text="The rule set, as text.", verbose_name="rules")),
                (
                    "changed_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="changed"
                    ),
                ),
            ],
            options={
                "verbose_name": "club's rules",
                "verbose_name_plural": "clubs' rules",
                "ordering": ["name"],
            },
        ),
        migrations.AddField(
            model_name="clubrules",
            name="changed_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="club_rules",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="games",
                to="duplicate.clubrules",
            ),
        ),
    ]
