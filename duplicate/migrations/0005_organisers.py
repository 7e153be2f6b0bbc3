
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("duplicate", "0004_list_indexes"),
        ("tournaments", "0003_organisers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='preparedgame',
            name='organiser',
            field=models.ForeignKey(db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser'),
        ),
        migrations.AddField(
            model_name='clubrules',
            name='organiser',
            field=models.ForeignKey(blank=True, db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AlterField(
            model_name='clubrules',
            name='name',
            field=models.CharField(max_length=40, verbose_name='name'),
        ),
        migrations.AddConstraint(
            model_name='clubrules',
            constraint=models.UniqueConstraint(fields=('organiser', 'name'), name='club_rules_name_once'),
        ),
    ]
