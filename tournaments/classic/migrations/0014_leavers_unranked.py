from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classic", "0013_spread_caps")]

    operations = [
        migrations.AddField(
            model_name="division",
            name="leavers_unranked",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="no rank for those who left"
            ),
        ),
    ]
