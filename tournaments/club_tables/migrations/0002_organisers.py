
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club_tables', '0001_initial'),
        ("tournaments", "0003_organisers"),
    ]

    operations = [
        migrations.AddField(
            model_name='clubtable',
            name='organiser',
            field=models.ForeignKey(db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='club_tables', to='tournaments.organiser'),
        ),
    ]
