from django.db import migrations, models
from django.db.models import Case, F, Q, Value, When


def fill(apps, schema_editor):
    """Until now a slip was worth all or nothing: what it kept is what it was worth.

    In one go: PostgreSQL does not alter a table in whose transaction a row was changed twice.
    """
    accepted = Q(code__in=["good", "score_corrected", "blank_not_marked"])
    apps.get_model("duplicate", "Ruling").objects.update(
        worth=F("score"),
        sanction=Case(When(accepted, then=Value("none")), default=Value("zero")),
    )


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0001_first")]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="worth",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="score before sanctions"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ruling",
            name="sanction",
            field=models.CharField(
                choices=[
                    ("none", "none"),
                    ("warning", "warning"),
                    ("penalty", "penalty"),
                    ("zero", "zero"),
                ],
                default="none",
                max_length=10,
                verbose_name="sanction",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=Q(score__lte=F("worth")), name="ruling_keeps_what_it_is_worth"
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=~Q(sanction="zero") | Q(score=0, worth=0), name="ruling_zero_is_worth_nothing"
            ),
        ),
    ]
